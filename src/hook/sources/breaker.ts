/**
 * When a gateway that cannot be reached is left alone: closed, open for a growing and bounded pause, then half-open, where one call
 * probes. Pure: time and chance come in as values.
 */

import type { Failure } from '../../core/failure.ts'
import { isObject, type JsonObject, readObject } from '../../core/json.ts'

/** What is remembered; nothing at all for a gateway that answers. */
export type Breaker =
  | { readonly at: number; readonly failures: readonly number[] }
  | { readonly at: number; readonly pauses: number; readonly until: number }

export type Stand =
  | { readonly phase: 'closed' }
  | { readonly phase: 'open'; readonly retryAfterMs: number }
  /** The pause is over: whoever holds the claim asks, everybody else waits for what comes of it. */
  | { readonly phase: 'half-open' }

/** `unknown`: says nothing about whether the gateway can be reached. */
export type Outcome = 'reached' | 'unreached' | 'unknown'

const threshold = 3
const windowMs = 60_000
const firstPauseMs = 5_000
/** No pause and no claim is longer. */
export const longestMs = 300_000
/** Part of a pause that chance takes away, so that machines do not come back in step. */
const spread = 0.2
/** Clocks of one machine agree; more than this lies in the future, and is not believed. */
const slackMs = 2_000
/** Beyond it a pause does not grow any more. */
const mostPauses = 10
const patienceMs = 200
const heavyBytes = 65_536

const unreachedStatus: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** What an answer, or a failure of the call, says about reachability. */
export const outcomeOf = (failure: Failure | undefined, bodySize: () => number): Outcome => {
  switch (failure?.kind) {
    case undefined:
      return 'reached'
    case 'gateway-reply':
      return 'reached'
    case 'gateway-status':
      if (!unreachedStatus.has(failure.status)) return 'reached'
      // A proxy's word for the same timeout; 429 is about the caller, whatever it sent.
      return failure.status !== 429 && bodySize() > heavyBytes ? 'unknown' : 'unreached'
    case 'gateway-unreachable':
      // What a wrong certificate or another protocol says comes at once, and is fixed by a person.
      return failure.detail === 'tls' || failure.detail === 'protocol' ? 'unknown' : 'unreached'
    case 'gateway-timeout':
      // We gave it no chance; or the content was such that the agent that wrote it could open the breaker at will.
      return failure.afterMs < patienceMs || bodySize() > heavyBytes ? 'unknown' : 'unreached'
    default:
      return 'unknown'
  }
}

/** Where a call stands that comes now. What cannot be believed, or is long forgotten, counts as closed. */
export const standOf = (breaker: Breaker | undefined, now: number): Stand => {
  if (breaker === undefined || !('until' in breaker) || !believed(breaker, now)) return { phase: 'closed' }
  return breaker.until > now ? { phase: 'open', retryAfterMs: breaker.until - now } : { phase: 'half-open' }
}

const believed = (breaker: Breaker, now: number): boolean => {
  if (breaker.at > now + slackMs) return false
  return !('until' in breaker) || (breaker.until - now <= longestMs && now - breaker.until <= longestMs)
}

export interface Happened {
  readonly outcome: Outcome
  readonly now: number
  /** The call held the claim. */
  readonly probe: boolean
  /** What the call could have waited: three slow calls in a row may be further apart than three quick ones. */
  readonly timeoutMs: number
  /** The gateway's own wish. */
  readonly retryAfterMs?: number
  /** From 0 to 1. */
  readonly chance: number
}

/** What is remembered after a call; undefined when nothing is, the same value when nothing changed. */
export const afterCall = (breaker: Breaker | undefined, happened: Happened): Breaker | undefined => {
  const { outcome, now, probe } = happened
  if (outcome === 'reached') return undefined
  if (outcome === 'unknown') return breaker
  const known = breaker !== undefined && believed(breaker, now) ? breaker : undefined
  if (known !== undefined && 'until' in known) {
    // A call that began before the pause has nothing to add to it.
    return probe ? opened(Math.min(known.pauses + 1, mostPauses), happened) : known
  }
  const since = now - windowMs - (threshold - 1) * happened.timeoutMs
  const failures = [...(known?.failures ?? []).filter(at => at >= since && at <= now), now].slice(-threshold)
  return failures.length >= threshold ? opened(1, happened) : { at: now, failures }
}

const opened = (pauses: number, { now, chance, retryAfterMs = 0 }: Happened): Breaker => {
  const grown = firstPauseMs * 2 ** (pauses - 1)
  const capped = Math.min(grown, longestMs) * (1 - spread * chance)
  return { at: now, pauses, until: now + Math.round(Math.min(longestMs, Math.max(capped, retryAfterMs))) }
}

/** How long a claim still keeps others away: never longer than a pause may be. */
export const claimLeftMs = (expires: number, now: number): number => {
  const left = expires - now
  return left > 0 && left <= longestMs ? left : 0
}

/** The text of the file; `origin` says whose it is. */
export const writeBreaker = (breaker: Breaker, origin: string): string => `${JSON.stringify({ v: 1, origin, ...breaker })}\n`

/** Undefined for anything that we did not write for this origin. */
export const readBreaker = (text: string, origin: string): Breaker | undefined => {
  const read = readObject(text)
  if (!isObject(read) || read.v !== 1 || read.origin !== origin) return undefined
  const at = timeOf(read, 'at')
  if (at === undefined) return undefined
  const until = timeOf(read, 'until')
  if (until !== undefined) {
    const { pauses } = read
    return typeof pauses === 'number' && Number.isInteger(pauses) && pauses >= 1 && pauses <= mostPauses
      ? { at, pauses, until }
      : undefined
  }
  const { failures } = read
  if (!Array.isArray(failures) || failures.length > threshold) return undefined
  return failures.every(time => typeof time === 'number' && Number.isFinite(time))
    ? { at, failures: failures.map(Number) }
    : undefined
}

const timeOf = (object: JsonObject, key: string): number | undefined => {
  const value = object[key]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
