/**
 * What rows of a batch have in common: registrations, configuration, policies. Read again after a moment, as by `serve`, since a batch may last. Nothing
 * that is found out about a row is kept: each has a view of the disk of its own, and its own memory of the session.
 */

import type { Asker, NormalizedHookEvent } from '../../../core/event.ts'
import type { Host } from '../../../engine/matching/host.ts'
import { type Keeping, keeping } from '../../../engine/policy/trace.ts'
import { recheckMs } from '../../../fleet/serve/file-stamp.ts'
import { hostOf } from '../../../fleet/serve/host.ts'
import { askEngine } from '../../../hook/call.ts'
import { type Config, type Policies, placesOf, readConfig, readPolicies } from '../../../hook/config.ts'
import { askerHere } from '../../../hook/identity.ts'
import type { Ask } from '../../../hook/sources/choose.ts'
import { withMemory } from '../../../hook/sources/offline.ts'
import type { Hooks, RegisteredHook } from './registered-hook.ts'

export interface Ground {
  readonly hook: RegisteredHook
  readonly config: Config
  readonly asker: Asker
  /** The engine for one row, and what it saw of that row. */
  readonly row: () => Row
}

export interface Row {
  readonly engine: Ask
  readonly keeping: Keeping
  readonly policies: (event: NormalizedHookEvent) => Promise<Policies>
  readonly host: (event: NormalizedHookEvent) => Host
}

/** Hooks and folders that are remembered. */
const most = 256

/** By the client and the event of a row. */
export const groundsOf = (hooks: Hooks): ((client: string | undefined, event: string | undefined) => Promise<Ground>) =>
  fresh(async (client, event) => {
    const hook = hooks.hookFor(client, event)
    const config = await readConfig(hook.args, hook.env, placesOf(hook.env))
    const view = hostOf(config.places, hook.env, true)
    const files = fresh((roots: readonly string[], cwd: string | undefined) => readPolicies(config, roots, cwd))
    const policies = ({ workspaceRoots, cwd }: NormalizedHookEvent): Promise<Policies> => files(workspaceRoots, cwd)
    const row = (): Row => {
      let known: { readonly of: NormalizedHookEvent; readonly host: Host } | undefined
      const host = (event: NormalizedHookEvent): Host => {
        if (known?.of !== event) known = { of: event, host: withMemory(view(), config.places.state, event) }
        return known.host
      }
      const kept = keeping()
      const engine = askEngine({
        policies: async event => {
          const found = await policies(event)
          return config.broken === undefined ? found : { ...found, failure: config.broken }
        },
        host: async event => host(event),
        evaluate: kept.evaluate,
      })
      return { engine, keeping: kept, policies, host }
    }
    return { hook, config, asker: await askerHere(config), row }
  })

/** The same for the same words, for a moment. */
const fresh = <A extends readonly unknown[], T>(make: (...words: A) => Promise<T>): ((...words: A) => Promise<T>) => {
  const known = new Map<string, { readonly at: number; readonly made: Promise<T> }>()
  return (...words) => {
    const key = JSON.stringify(words)
    const before = known.get(key)
    const now = performance.now()
    if (before !== undefined && now - before.at < recheckMs) return before.made
    if (known.size >= most) known.clear()
    const made = make(...words)
    known.set(key, { at: now, made })
    return made
  }
}
