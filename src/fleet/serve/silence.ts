/** Who has gone silent, for the log and the metrics of a server. The command `audit silent` is asked: reading the log holds no verdict up. */

import { isObject, type JsonObject, readObject } from '../../core/json.ts'
import type { Log } from './log.ts'

export interface Silence {
  /** How many there are, at most a minute old; it does not wait for a look that takes long. */
  readonly count: () => Promise<number>
  readonly close: () => void
}

const freshMs = 60_000
const lookMs = 5 * 60_000

export const silenceOf = (log: Log): Silence => {
  let known: readonly JsonObject[] = []
  let at = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    const { ask } = await import('../../hook/programs/ask.ts')
    const said = await ask(['audit', 'silent', '--json'])
    const read = said.kind === 'said' ? readObject(said.text) : undefined
    at = performance.now()
    if (!isObject(read) || !Array.isArray(read.silent)) return
    const before = new Set(known.map(nameOf))
    known = read.silent.filter(isObject)
    for (const row of known.filter(one => !before.has(nameOf(one)))) {
      const { client, host, user, caller, tenant, because, fix } = row
      log.warn('gone silent', { client, host, user, caller, tenant, because, fix } as Parameters<Log['warn']>[1])
    }
  }
  const freshly = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
  const timer = setInterval(() => void freshly().catch(() => {}), lookMs)
  timer.unref()
  return {
    count: async () => {
      if (performance.now() - at > freshMs) await freshly().catch(() => {})
      return known.length
    },
    close: () => clearInterval(timer),
  }
}

const nameOf = ({ client, host, user, caller, tenant }: JsonObject): string =>
  JSON.stringify([client, host, user, caller, tenant])
