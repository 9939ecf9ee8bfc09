/** Builds the call that `decide` needs from a configuration: the sources behind `import()`, and the chain of fail modes. */

import { type Config, readCredential, readPolicies, registeredFailMode } from './config.ts'
import type { Hints } from './core/adapter.ts'
import type { Env } from './core/client.ts'
import type { Call } from './decide.ts'
import type { Ask } from './sources/choose.ts'

declare const __TFY_VERSION__: string

/** Milliseconds of the budget that the gateway may not use: to answer at all, and to ask the engine after it. */
const reserve = (config: Config): number => Math.min(config.source === 'gateway' ? 25 : 150, config.timeoutMs / 4)

/** `deadlineAt` is a `performance.now()` time: the gateway gets what is left of the budget. */
export const callFor = (config: Config, hints: Hints, env: Env, deadlineAt: () => number): Call => {
  const offline: Ask = async event => {
    const policies = await readPolicies(config.places, event.workspaceRoots, event.cwd)
    const { evaluate, hostFor } = await import('./sources/offline.ts')
    const judged = await evaluate(event, policies.files, hostFor(config.places, env))
    const failure = config.broken ?? policies.failure
    if (judged.ok) return failure === undefined ? judged : { ok: false, failure, known: judged.value }
    if (judged.failure.kind !== 'engine-limit') return judged
    // Too much content to judge must not hide what the rest of the call says: its path, its tool, its beginning.
    const part = await evaluate(
      { ...event, content: event.content.slice(0, 65_536) },
      policies.files,
      hostFor(config.places, env),
    )
    return part.ok ? { ...judged, known: part.value } : judged
  }
  const gateway: Ask = async (event, payload) => {
    if (config.broken !== undefined) return { ok: false, failure: config.broken }
    if (config.gateway === undefined)
      return {
        ok: false,
        failure: { kind: 'gateway-unconfigured', detail: 'no URL; set gateway.url in config.yaml or TFY_GATEWAY_URL' },
      }
    const credential = readCredential(config)
    if (!credential.ok) return credential
    const { askGateway } = await import('./sources/gateway.ts')
    const timeoutMs = Math.max(1, Math.floor(deadlineAt() - performance.now() - reserve(config)))
    return askGateway(event, payload, {
      config: config.gateway,
      apiKey: credential.value,
      timeoutMs,
      version: __TFY_VERSION__,
      env,
    })
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
