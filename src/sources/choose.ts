/** Which source is asked, in what order, and how two answers become one. */

import type { NormalizedHookEvent } from '../core/event.ts'
import type { Failure } from '../core/failure.ts'
import type { JsonObject } from '../core/json.ts'
import { type BreakerPhase, noObjection, type SourceName, stricter, type Verdict } from '../core/verdict.ts'

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

/** Events that no guardrail covers never wait for the network. */
export const choose = async (
  source: SourceName,
  ask: Sources,
  event: NormalizedHookEvent,
  payload: JsonObject,
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
      const theirs = await asked
      if (own.ok && theirs.ok) return { ok: true, value: stricter(own.value, theirs.value, source), ...phaseOf(theirs) }
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

const phaseOf = ({ breaker }: Sourced): Pick<Sourced, 'breaker'> => (breaker === undefined ? {} : { breaker })

const knownOf = (sourced: Sourced): Verdict | undefined => (sourced.ok ? sourced.value : sourced.known)

const join = (a: Verdict | undefined, b: Verdict | undefined, source: SourceName): Verdict | undefined =>
  a !== undefined && b !== undefined ? stricter(a, b, source) : (a ?? b)
