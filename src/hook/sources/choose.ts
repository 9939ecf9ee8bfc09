/** Which source is asked, in what order, and how two answers become one. */

import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Failure } from '../../core/failure.ts'
import type { JsonObject } from '../../core/json.ts'
import { type BreakerPhase, noObjection, type Rewrite, type SourceName, stricter, type Verdict } from '../../core/verdict.ts'

/** A verdict, or a failure with the verdict of the source that did answer: settling may only make that stricter. */
export type Sourced = (
  | { readonly ok: true; readonly value: Verdict }
  | { readonly ok: false; readonly failure: Failure; readonly known?: Verdict }
) & {
  /** Where the gateway's breaker stood, when not closed. */
  readonly breaker?: BreakerPhase
}

export type Ask = (event: NormalizedHookEvent, payload: JsonObject) => Promise<Sourced>

export interface Sources {
  readonly gateway: Ask
  readonly offline: Ask
}

/** The call as it would be after a change; undefined where nobody can say. */
export type Changed = (rewrite: Rewrite) => { readonly event: NormalizedHookEvent; readonly payload: JsonObject } | undefined

/** Events that no guardrail covers never wait for the network. */
export const choose = async (
  source: SourceName,
  ask: Sources,
  event: NormalizedHookEvent,
  payload: JsonObject,
  changed: Changed,
): Promise<Sourced> => {
  const offGateway = event.guardrail === null
  switch (source) {
    case 'offline':
      return ask.offline(event, payload)
    case 'gateway':
      return offGateway ? { ok: true, value: noObjection(source) } : ask.gateway(event, payload)
    case 'gateway-then-offline': {
      if (offGateway) return ask.offline(event, payload)
      const first = await ask.gateway(event, payload)
      if (first.ok) return first
      const second = await ask.offline(event, payload)
      const fallen: Sourced = second.ok ? { ok: true, value: { ...second.value, source, fallback: first.failure.kind } } : second
      return { ...fallen, ...phaseOf(first) }
    }
    case 'both': {
      if (offGateway) return ask.offline(event, payload)
      const asked = ask.gateway(event, payload)
      const own = await ask.offline(event, payload)
      // A deny cannot get any stricter: no need to wait for the network.
      if (own.ok && own.value.ruling.decision === 'deny') return own
      const theirs = await judgeChange(await asked, ask, changed, source)
      if (own.ok && theirs.ok) return { ok: true, value: followed(own.value, theirs.value, source), ...phaseOf(theirs) }
      const known = join(knownOf(own), knownOf(theirs), source)
      const failed = own.ok ? theirs : own
      return failed.ok
        ? failed
        : { ok: false, failure: failed.failure, ...(known !== undefined && { known }), ...phaseOf(theirs) }
    }
    default:
      return source satisfies never
  }
}

/** The engine has judged what the client sent, not what the gateway makes of it; and it may change that in turn. */
const judgeChange = async (theirs: Sourced, ask: Sources, changed: Changed, source: SourceName): Promise<Sourced> => {
  if (!theirs.ok || theirs.value.rewrite === undefined || theirs.value.ruling.decision === 'deny') return theirs
  const call = changed(theirs.value.rewrite)
  const judged: Sourced = call === undefined ? { ok: true, value: unjudged(source) } : await ask.offline(call.event, call.payload)
  const own = knownOf(judged)
  const known = own === undefined ? theirs.value : followed(theirs.value, own, source)
  return judged.ok
    ? { ok: true, value: known, ...phaseOf(theirs) }
    : { ok: false, failure: judged.failure, known, ...phaseOf(theirs) }
}

const unjudged = (source: SourceName): Verdict => ({
  ...noObjection(source),
  ruling: {
    decision: 'ask',
    ruleId: 'tfy.gateway-reply',
    reason: 'The gateway changes this call, and the change cannot be judged.',
  },
  rules: ['tfy.gateway-reply'],
  certainty: 'could-not-tell',
})

const phaseOf = ({ breaker }: Sourced): Pick<Sourced, 'breaker'> => (breaker === undefined ? {} : { breaker })

const knownOf = (sourced: Sourced): Verdict | undefined => (sourced.ok ? sourced.value : sourced.known)

const join = (a: Verdict | undefined, b: Verdict | undefined, source: SourceName): Verdict | undefined =>
  a !== undefined && b !== undefined ? followed(a, b, source) : (a ?? b)

/** The stricter of the two. A change that the later one makes was made with the earlier one's in sight, and replaces it. */
const followed = (earlier: Verdict, later: Verdict, source: SourceName): Verdict => ({
  ...stricter(earlier, later, source),
  ...(later.rewrite !== undefined && { rewrite: later.rewrite }),
})
