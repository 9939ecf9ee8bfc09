/** Builds the call that `decide` needs from a configuration: the sources behind `import()`, and the chain of fail modes. */

import type { Hints } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { ok, type Result } from '../core/failure.ts'
import type { Payload } from '../core/payload/payload.ts'
import type { BundleName, Verdict } from '../core/verdict.ts'
import type { Host } from '../engine/matching/host.ts'
import type { Served, Taken } from './approvals/refused.ts'
import type { HookArgs } from './args.ts'
import { readCredential, refuseCredential } from './config/credential.ts'
import { type Config, type Policies, readPolicies, registeredFailMode, registeredTimeoutMs } from './config.ts'
import { type Call, type Decided, decide, inTime } from './decide.ts'
import { adapterOf, loadClient } from './recognise.ts'
import type { Ask, Sources } from './sources/choose.ts'

declare const __TFY_VERSION__: string

/** Part of a client's own time limit that we may use: the rest is for starting and being read. */
const share = 0.8

/** The time we have for this event, in milliseconds: what is configured, and less than what the client grants. */
export const budget = async (config: Config, client: string | undefined, event: string | undefined): Promise<number> => {
  const clientMs = (await loadClient(client))?.timeoutMs(event ?? '') ?? Number.POSITIVE_INFINITY
  return Math.min(config.timeoutMs, clientMs * share)
}

/** A call as its registration has it: a wrong command line and a missed deadline are settled like any other failure. */
export const decideFor = (
  parsed: Result<HookArgs>,
  payload: Payload,
  call: Call,
  { leftMs, limit }: { readonly leftMs: number; readonly limit: number },
): Promise<Decided> =>
  parsed.ok ? inTime(leftMs, limit, failure => decide(payload, call, failure)) : decide(payload, call, parsed.failure)

/** Milliseconds of a budget that the gateway may not use: to answer at all, and to ask the engine after it. */
const reserve = (config: Config, budgetMs = config.timeoutMs): number =>
  Math.min(config.source === 'gateway' ? 25 : 150, budgetMs / 4)

/** A credential helper that needs longer than this is broken. */
const helperMs = 5_000

/** The credential for the gateway, within the time that is left. */
export const credentialIn = (config: Config, leftMs: number): Promise<Result<string | undefined>> =>
  readCredential(config, Math.min(helperMs, leftMs))

/** What a gateway says to a credential that is not good, or no longer. */
const refusals: readonly number[] = [401, 403]

/** What the engine judges by: the policies in force for an event, and what it may know of the machine. */
export interface Ground {
  readonly policies: (event: NormalizedHookEvent) => Promise<Policies>
  readonly host: (event: NormalizedHookEvent) => Promise<Host>
  /** The engine itself, unless somebody wants to know more of what it saw. */
  readonly evaluate?: typeof import('../engine/policy/evaluate.ts').evaluate
}

const nameOf = ({ name, version, digest }: BundleName): BundleName => ({ name, version, digest })

/** To import again what is there costs a call half a hundredth of its time. */
let engine: typeof import('./sources/offline.ts') | undefined

/** The embedded engine as a source. What the usable policies say is known even where another one is broken. */
export const askEngine =
  (ground: Ground): Ask =>
  async event => {
    const { files, failure, bundle } = await ground.policies(event)
    engine ??= await import('./sources/offline.ts')
    const evaluate = ground.evaluate ?? engine.evaluate
    const host = await ground.host(event)
    const judge = async (what: NormalizedHookEvent): Promise<Result<Verdict>> => {
      const judged = await evaluate(what, files, host)
      return judged.ok && bundle !== undefined ? ok({ ...judged.value, bundle: nameOf(bundle) }) : judged
    }
    const judged = await judge(event)
    if (judged.ok) return failure === undefined ? judged : { ok: false, failure, known: judged.value }
    if (judged.failure.kind !== 'engine-limit') return judged
    // Too much content to judge must not hide what the rest of the call says: its path, its tool, its beginning.
    const part = await judge({ ...event, content: event.content.slice(0, 65_536) })
    return part.ok ? { ...judged, known: part.value } : judged
  }

/** The same sources for whoever can be permitted something, and whose calls those are. Only what is refused looks further. */
export const permitting = (sources: Sources, config: Config, server?: Served): Sources => {
  const { approvals, places } = config
  if (approvals === undefined) return sources
  const taken: Taken = {}
  const asking =
    (name: keyof Sources): Ask =>
    async (event, payload) => {
      const sourced = await sources[name](event, payload)
      if (!sourced.ok || sourced.value.ruling.decision === 'allow') return sourced
      try {
        const { refused } = await import('./approvals/refused.ts')
        return { ...sourced, value: await refused(sourced.value, event, { name, approvals, taken, server, state: places.state }) }
      } catch {
        // Whatever keeps us from looking for a permission, the refusal stands.
        return sourced
      }
    }
  return { offline: asking('offline'), gateway: asking('gateway') }
}

/**
 * `deadlineAt` is a `performance.now()` time: the gateway gets what is left of the budget. With `startedAt`, the client's registration can
 * shorten it; that file is read only while the gateway keeps us waiting. `requests` are those that it may have got for this call already.
 */
export const callFor = (
  config: Config,
  hints: Hints,
  env: Env,
  deadlineAt: () => number,
  startedAt?: number,
  requests = 0,
): Call => {
  const offline = askEngine({
    policies: async event => {
      const policies = await readPolicies(config, event.workspaceRoots, event.cwd)
      return config.broken === undefined ? policies : { ...policies, failure: config.broken }
    },
    host: async event => {
      engine ??= await import('./sources/offline.ts')
      const { hostFor, withMemory } = engine
      return withMemory(hostFor(config.places, env), config.places.state, event)
    },
  })
  const endByClient = ({ client, originalEventName, workspaceRoots }: NormalizedHookEvent): number => {
    const adapter = adapterOf(client)
    if (startedAt === undefined || adapter === undefined) return Number.POSITIVE_INFINITY
    const limit = registeredTimeoutMs(adapter, originalEventName, workspaceRoots, env, config.places.home)
    return limit === undefined ? Number.POSITIVE_INFINITY : startedAt + limit * share - reserve(config, limit * share)
  }
  const gateway: Ask = async (event, payload) => {
    if (config.broken !== undefined) return { ok: false, failure: config.broken }
    if (config.gateway === undefined)
      return {
        ok: false,
        failure: { kind: 'gateway-unconfigured', detail: 'no URL; set gateway.url in config.yaml or TFY_GATEWAY_URL' },
      }
    const { gateway: way } = config
    const { askGateway, breakerFor, throughBreaker } = await import('./sources/gateway.ts')
    let end = deadlineAt() - reserve(config)
    // A helper is a process of its own: beside it that file costs nothing, and its wait counts too.
    if (way.credentialHelper !== undefined) end = Math.min(end, endByClient(event))
    const left = (): number => Math.max(1, Math.floor(end - performance.now()))
    const timeoutMs = left()
    const ask = async (): Promise<Result<Verdict>> => {
      const credential = await credentialIn(config, left())
      if (!credential.ok) return credential
      const asked = await askGateway(event, payload, {
        config: way,
        apiKey: credential.value,
        timeoutMs: left(),
        // On a busy machine the clock of the exchange starts late, and the deadline would come before its own end.
        leftMs: () => Math.min(end, endByClient(event)) - performance.now(),
        version: __TFY_VERSION__,
        env,
        stateDir: config.places.state,
        requests,
        waitedMs: requests > 0 ? Math.max(0, -(startedAt ?? 0)) : 0,
      })
      if (!asked.ok && asked.failure.kind === 'gateway-status' && refusals.includes(asked.failure.status))
        await refuseCredential(config)
      return asked
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
    cage: async (event, cage, changed) => {
      const { cagedHere, selfHere } = await import('./contain/here.ts')
      const { hostFor } = await import('./sources/offline.ts')
      const { places } = config
      return cagedHere(event, cage, changed, { env, host: hostFor(places, env), state: places.state, self: selfHere() })
    },
    failMode: async who =>
      config.fail ??
      (who.adapter === undefined
        ? 'open'
        : registeredFailMode(who.adapter, who.eventName ?? '', who.roots, env, config.places.home)),
  }
}

let notes: typeof import('./sources/session-notes.ts') | undefined

/** The memory of sessions, for doors that clients come through. */
export const noteIn =
  (stateDir: string): NonNullable<Call['note']> =>
  async (event, words) => {
    notes ??= await import('./sources/session-notes.ts')
    const place = notes.sessionPlace(stateDir, event)
    return place === undefined || notes.note(place, words)
  }
