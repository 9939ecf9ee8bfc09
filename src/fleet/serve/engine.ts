/** The pipeline that the hook runs, over policies held in memory, for callers that post. */

import { randomInt } from 'node:crypto'
import type { Hints } from '../../core/adapter.ts'
import { callId } from '../../core/call-id.ts'
import type { Env } from '../../core/client.ts'
import type { Asker, Identity, NormalizedHookEvent } from '../../core/event.ts'
import type { Result } from '../../core/failure.ts'
import { named } from '../../core/message.ts'
import type { Payload } from '../../core/payload/payload.ts'
import { settle } from '../../core/settle.ts'
import type { Verdict } from '../../core/verdict.ts'
import type { Served } from '../../hook/approvals/refused.ts'
import { askEngine, permitting } from '../../hook/call.ts'
import type { Places } from '../../hook/config/places.ts'
import { type Config, type Policies, registeredFailMode } from '../../hook/config.ts'
import { type Call, type Decided, decide, fitted, inTime, judge, remembered } from '../../hook/decide.ts'
import { askerOf, identityHere } from '../../hook/identity.ts'
import { loadClient } from '../../hook/recognise.ts'
import type { Sources } from '../../hook/sources/choose.ts'
import { evaluate } from '../../hook/sources/offline.ts'
import { recheckMs } from './file-stamp.ts'
import { hostOf } from './host.ts'
import type { PolicyStore } from './policies.ts'
import { answeringAgain } from './state/again.ts'
import type { SessionMemory } from './state/memory.ts'
import { saidIn } from './wire/events.ts'

export interface Engine {
  /** A client's own payload: what the hook would answer. */
  readonly payload: (payload: Payload, hints: Hints, config: Config) => Promise<Decided>
  /** An event that the caller has normalised: the verdict as it is; fitting it is the caller's business. */
  readonly event: (event: Result<NormalizedHookEvent>, config: Config, hints?: Hints) => Promise<Decided>
  /** The same for a caller of whom something is proved. */
  readonly as: (caller: Identity) => Engine
}

interface EngineOptions {
  readonly places: Places
  readonly policies: PolicyStore
  readonly memory: SessionMemory
  readonly env: Env
  /** The workspaces that payloads name are on this machine. */
  readonly local: boolean
  /** Whose calls a person may permit; undefined where nobody can. */
  readonly permits: Served | undefined
}

/**
 * Who posts its hooks reads the JSON alone, and is newer than the versions that lose it beside exit code 2. Nothing else of a caller's
 * environment is known here.
 */
const callerEnv: Env = { AI_AGENT: 'claude-code_2-1-329_http' }

/** In a container every process is the first one, and replicas would give calls the same names. */
const replica = randomInt(512)

export const engineOf = ({ places, policies, memory, env, local, permits }: EngineOptions): Engine => {
  const host = hostOf(places, env, local)
  const again = answeringAgain(evaluate)
  const found = (event: NormalizedHookEvent): Promise<Policies> =>
    local ? policies.read(event.workspaceRoots, event.cwd) : policies.base()
  const sourcesFor = (config: Config): Sources => ({
    offline: askEngine({
      policies: async event => {
        const policies = await found(event)
        return config.broken === undefined ? policies : { ...policies, failure: config.broken }
      },
      host: async event => {
        const earlier = await memory.earlier(event)
        return earlier === undefined ? host() : { ...host(), earlier }
      },
      evaluate: again,
    }),
    gateway: async () => ({ ok: false, failure: { kind: 'internal', detail: 'serve asks no gateway' } }),
  })
  const callOf = (config: Config, hints: Hints, asker: Asker): Call & { readonly id: string } => ({
    ...asker,
    id: callId(Date.now(), replica),
    env: callerEnv,
    hints,
    note: memory.note,
    source: 'offline',
    sources: permits === undefined ? sourcesFor(config) : permitting(sourcesFor(config), config, permits),
    failMode: async who => {
      if (config.fail !== undefined) return config.fail
      if (who.adapter === undefined) return 'open'
      return local
        ? registeredFailMode(who.adapter, who.eventName ?? '', who.roots, env, places.home)
        : who.adapter.failDefault(who.eventName ?? '')
    },
  })
  const thisMachine = identityOf(local)
  /** On this machine it is this machine's people who ask. Whoever else posts may say in the body who he is. */
  const askerFor = async (caller: Identity, config: Config): Promise<Asker> => {
    const { userFrom, groups, ...here } = await thisMachine(config)
    const own = {
      ...here,
      ...(userFrom !== undefined && { userFrom: userFrom === 'managed' ? userFrom : ('server' as const) }),
      // Whoever shows a token is none of this machine's people.
      ...(groups !== undefined && caller.caller === undefined && { groups }),
    }
    const { who, identify } = await askerOf({ ...own, ...caller }, config.identity)
    return {
      who,
      identify: (event, payload) => {
        const said = saidIn(payload)
        return identify(said === undefined ? event : { ...said, ...event }, payload)
      },
    }
  }
  const askedBy = (caller: Identity): Engine => ({
    as: askedBy,
    payload: async (payload, hints, config) => {
      const call = callOf(config, hints, await askerFor(caller, config))
      return inTime(config.timeoutMs, config.timeoutMs, failure => decide(payload, call, failure))
    },
    event: async (event, config, hints = {}) => {
      const asker = await askerFor(caller, config)
      const call = callOf(config, hints, asker)
      if (!event.ok) {
        const verdict = named(settle(event.failure, config.fail ?? 'open', 'offline'), call.id)
        return {
          id: call.id,
          client: undefined,
          event: undefined,
          who: asker.who,
          verdict,
          said: verdict,
          heard: true,
          failure: event.failure,
          answer: silent,
        }
      }
      const adapter = await loadClient(event.value.client)
      const value = asker.identify(event.value, {}).event
      const judged = await inTime(config.timeoutMs, config.timeoutMs, failure => judge(value, adapter, {}, call, failure))
      const can = adapter?.can(value)
      const told = (found: Verdict): Decided => {
        const verdict = named(found, call.id)
        const said = can === undefined ? verdict : named(fitted(verdict, can, value, call), call.id)
        const heard = said.ruling.decision === 'allow' || can?.deny !== 'none'
        return { id: call.id, client: value.client, event: value, ...judged, verdict, said, heard, answer: silent }
      }
      return remembered(told(judged.verdict), call, told)
    },
  })
  return askedBy({})
}

const silent = { exitCode: 0, stdout: '', stderr: '' } as const

/** The machine's own name is a file, and changes rarely. */
const identityOf = (local: boolean): ((config: Config) => Promise<Identity>) => {
  let known: { readonly config: Config; readonly at: number; readonly identity: Promise<Identity> } | undefined
  return async config => {
    if (!local) return {}
    const now = performance.now()
    if (known?.config !== config || now - known.at > recheckMs) known = { config, at: now, identity: identityHere(config) }
    return known.identity
  }
}
