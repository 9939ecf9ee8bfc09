/** The configuration in force, read again after a change. A file that breaks is a failure, and never loosens what held before. */

import type { Env } from '../../core/client.ts'
import type { HookArgs } from '../../hook/args.ts'
import type { Places } from '../../hook/config/places.ts'
import { type Config, readConfig } from '../../hook/config.ts'
import { recheckMs, stampOf } from './file-stamp.ts'

export interface Settings {
  readonly now: () => Promise<Config>
  readonly forget: () => void
}

/** `serve` is the engine's door: whatever `source` a file names for hooks, verdicts here are the engine's own. */
export const settingsOf = (args: HookArgs, env: Env, places: Places, onReload: (config: Config) => void): Settings => {
  const files = [...places.managed, ...places.user, ...places.redirected].map(dir => `${dir}/config.yaml`)
  let stamp = ''
  let checkedAt = Number.NEGATIVE_INFINITY
  let current: Promise<Config> | undefined
  const read = async (before: Config | undefined): Promise<Config> => {
    const config: Config = { ...(await readConfig(args, env, places)), source: 'offline' }
    const kept = config.broken === undefined ? config : { ...config, ...keptOf(config, before) }
    if (before !== undefined || kept.broken !== undefined) onReload(kept)
    return kept
  }
  return {
    now: async () => {
      const now = performance.now()
      if (current !== undefined && now - checkedAt < recheckMs) return current
      checkedAt = now
      const fresh = files.map(stampOf).join('\n')
      if (current === undefined || fresh !== stamp) {
        stamp = fresh
        current = read(await current)
      }
      return current
    },
    forget: () => {
      checkedAt = Number.NEGATIVE_INFINITY
    },
  }
}

const keptOf = (config: Config, before: Config | undefined): Partial<Config> => {
  const fail = config.fail === 'closed' || before?.fail === 'closed' ? 'closed' : (config.fail ?? before?.fail)
  return { fail, ...(before !== undefined && { timeoutMs: before.timeoutMs, audit: before.audit, bundle: before.bundle }) }
}
