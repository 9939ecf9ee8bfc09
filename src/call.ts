/** Builds the call that `decide` needs from a configuration: the sources behind `import()`, and the chain of fail modes. */

import { type Config, type Policies, readCredential, readPolicies, registeredFailMode } from './config.ts'
import type { Hints } from './core/adapter.ts'
import type { Env } from './core/client.ts'
import type { NormalizedHookEvent } from './core/event.ts'
import type { Result } from './core/failure.ts'
import type { Verdict } from './core/verdict.ts'
import type { Call } from './decide.ts'
import type { Host } from './policy/types.ts'
import type { Ask } from './sources/choose.ts'

declare const __TFY_VERSION__: string

/** Milliseconds of the budget that the gateway may not use: to answer at all, and to ask the engine after it. */
const reserve = (config: Config): number => Math.min(config.source === 'gateway' ? 25 : 150, config.timeoutMs / 4)

/** What the engine judges by: the policies in force for an event, and what it may know of the machine. */
export interface Ground {
  readonly policies: (event: NormalizedHookEvent) => Promise<Policies>
  readonly host: () => Promise<Host>
}

/** The embedded engine as a source. What the usable policies say is known even where another one is broken. */
export const askEngine =
  (ground: Ground): Ask =>
  async event => {
    const { files, failure } = await ground.policies(event)
    const { evaluate } = await import('./sources/offline.ts')
    const host = await ground.host()
    const judged = await evaluate(event, files, host)
    if (judged.ok) return failure === undefined ? judged : { ok: false, failure, known: judged.value }
    if (judged.failure.kind !== 'engine-limit') return judged
    // Too much content to judge must not hide what the rest of the call says: its path, its tool, its beginning.
    const part = await evaluate({ ...event, content: event.content.slice(0, 65_536) }, files, host)
    return part.ok ? { ...judged, known: part.value } : judged
  }

/** `deadlineAt` is a `performance.now()` time: the gateway gets what is left of the budget. */
export const callFor = (config: Config, hints: Hints, env: Env, deadlineAt: () => number): Call => {
  const offline = askEngine({
    policies: async event => {
      const { files, failure } = await readPolicies(config.places, event.workspaceRoots, event.cwd)
      return { files, failure: config.broken ?? failure }
    },
    host: async () => (await import('./sources/offline.ts')).hostFor(config.places, env),
  })
  const gateway: Ask = async (event, payload) => {
    if (config.broken !== undefined) return { ok: false, failure: config.broken }
    if (config.gateway === undefined)
      return {
        ok: false,
        failure: { kind: 'gateway-unconfigured', detail: 'no URL; set gateway.url in config.yaml or TFY_GATEWAY_URL' },
      }
    const { gateway: way } = config
    const { askGateway, breakerFor, throughBreaker } = await import('./sources/gateway.ts')
    const timeoutMs = Math.max(1, Math.floor(deadlineAt() - performance.now() - reserve(config)))
    const ask = async (): Promise<Result<Verdict>> => {
      const credential = readCredential(config)
      if (!credential.ok) return credential
      return askGateway(event, payload, { config: way, apiKey: credential.value, timeoutMs, version: __TFY_VERSION__, env })
    }
    const breaker = way.breaker === false ? undefined : breakerFor(way, env, config.places.state)
    return breaker === undefined
      ? ask()
      : throughBreaker(breaker, { timeoutMs, bodySize: () => JSON.stringify(payload).length }, ask)
  }
  return {
    env,
    hints,
    source: config.source,
    sources: { offline, gateway },
    failMode: async who =>
      config.fail ??
      (who.adapter === undefined
        ? 'open'
        : registeredFailMode(who.adapter, who.eventName ?? '', who.roots, env, config.places.home)),
  }
}
