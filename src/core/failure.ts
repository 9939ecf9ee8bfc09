/** Everything that can go wrong on the way to a verdict, as values; and the sentences for them. */

import type { JsonFault } from './json.ts'
import { oneLine, quoteText } from './redact.ts'

export type Failure =
  | { readonly kind: 'stdin-invalid'; readonly fault: JsonFault | 'too-large' }
  | { readonly kind: 'stdin-timeout'; readonly afterMs: number }
  | { readonly kind: 'usage'; readonly detail: string }
  | { readonly kind: 'client-unknown'; readonly candidates: readonly string[] }
  | { readonly kind: 'client-unsupported'; readonly client: string }
  | { readonly kind: 'event-unknown'; readonly client: string; readonly event: string }
  | { readonly kind: 'payload-invalid'; readonly client: string; readonly detail: string }
  | { readonly kind: 'config-invalid'; readonly file: string; readonly detail: string }
  | { readonly kind: 'policy-invalid'; readonly file: string; readonly detail: string }
  | { readonly kind: 'bundle-unusable'; readonly detail: string }
  | { readonly kind: 'gateway-unconfigured'; readonly detail: string }
  | { readonly kind: 'gateway-unreachable'; readonly detail: string }
  | { readonly kind: 'gateway-timeout'; readonly afterMs: number }
  | { readonly kind: 'gateway-status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly kind: 'gateway-reply'; readonly detail: string }
  | { readonly kind: 'gateway-paused'; readonly retryAfterMs: number }
  | { readonly kind: 'engine-limit'; readonly detail: string }
  | { readonly kind: 'deadline'; readonly afterMs: number }
  | { readonly kind: 'internal'; readonly detail: string }

export type FailureKind = Failure['kind']

/**
 * What no client sends, so that somebody made it so: failing open is then not the answer. An empty payload, one that never came, or half of
 * one can be an accident.
 */
export const isContrived = (failure: Failure): boolean => failure.kind === 'stdin-invalid' && contrived.includes(failure.fault)

const contrived: readonly string[] = ['too-deep', 'duplicate-key', 'too-large', 'raw-nul', 'text-behind']

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const fail = <T = never>(failure: Failure): Result<T> => ({ ok: false, failure })

/** One line for a person: what happened, to what. Foreign text in it is cut and quoted. */
export const describe = (failure: Failure): string => {
  switch (failure.kind) {
    case 'stdin-invalid':
      return `the hook payload could not be read: ${faults[failure.fault]}`
    case 'stdin-timeout':
      return `no complete hook payload arrived within ${failure.afterMs} ms`
    case 'usage':
      return `the hook command line is wrong: ${quoteText(failure.detail)}`
    case 'client-unknown':
      return failure.candidates.length > 1
        ? `the payload fits more than one client (${failure.candidates.join(', ')})`
        : 'the payload does not fit any known client'
    case 'client-unsupported':
      return `the payload comes from ${failure.client}, which has no adapter yet`
    case 'event-unknown':
      return `${failure.client} sent an event this version does not know: ${quoteText(failure.event)}`
    case 'payload-invalid':
      return `the ${failure.client} payload lacks what its event needs, or hides it: ${quoteText(failure.detail)}`
    case 'config-invalid':
      return `the configuration ${quoteText(failure.file)} is not valid: ${quoteText(fitting(failure.detail))}`
    case 'policy-invalid':
      return `the policy ${quoteText(failure.file)} is not valid: ${quoteText(fitting(failure.detail))}`
    case 'bundle-unusable':
      return `the policy bundle cannot be used: ${quoteText(failure.detail)}`
    case 'gateway-unconfigured':
      return `the gateway is not configured: ${quoteText(failure.detail)}`
    case 'gateway-unreachable':
      return `the gateway could not be reached: ${quoteText(failure.detail)}`
    case 'gateway-timeout':
      return `the gateway did not answer within ${failure.afterMs} ms`
    case 'gateway-status':
      return `the gateway answered with HTTP status ${failure.status}${wait(failure.retryAfterMs)}`
    case 'gateway-reply':
      return `the gateway's answer could not be used: ${quoteText(failure.detail)}`
    case 'gateway-paused':
      return `the gateway could not be reached, and is not asked for another ${Math.ceil(failure.retryAfterMs / 1000)} s`
    case 'engine-limit':
      return `the policy engine stopped at a limit: ${quoteText(failure.detail)}`
    case 'deadline':
      return `the budget of ${failure.afterMs} ms ran out`
    case 'internal':
      return `an internal error: ${quoteText(failure.detail)}`
    default:
      return failure satisfies never
  }
}

/** The same in at most so many characters, for people in the middle of something else: a file by its end and its line, what was meant rather than all that is possible. */
export const brief = (failure: Failure, most: number): string => {
  if (failure.kind !== 'config-invalid' && failure.kind !== 'policy-invalid') {
    const whole = describe(failure)
    // The code beside it says what kind it is; what happened must not be the part that is cut off.
    return whole.length > most && 'detail' in failure ? quoteText(failure.detail, most) : oneLine(whole, most)
  }
  const { file, detail } = failure
  const known = withoutChoices(detail).replace(/, column \d+/, '')
  const [long, short] = [
    `${endOf(file)}, ${known}`,
    `${file.slice(1 + Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')))}, ${known}`,
  ]
  return quoteText(long.length > most && known.includes(meant) ? short : long, most)
}

const meant = '; did you mean '

/** All that is possible is not needed beside what was meant. */
const withoutChoices = (detail: string): string => {
  const [from, to] = [detail.indexOf(', expected '), detail.lastIndexOf(meant)]
  return from >= 0 && from < to ? detail.slice(0, from) + detail.slice(to) : detail
}

const fitting = (detail: string): string => (detail.length > 200 ? withoutChoices(detail) : detail)

const longestFile = 32

/** Whole names, where they are not too long themselves. */
const endOf = (file: string): string => {
  if (file.length <= longestFile) return file
  const end = file.slice(1 - longestFile)
  return `…${end.slice(Math.max(0, end.search(/[\\/]/)))}`
}

const faults: Readonly<Record<JsonFault | 'too-large', string>> = {
  empty: 'nothing is in it',
  'not-json': 'it is not JSON',
  'not-object': 'it is not a JSON object',
  'too-deep': 'it is nested deeper than 256 levels',
  'duplicate-key': 'it has a key twice',
  'too-large': 'it is larger than 16 MiB',
  'raw-nul': 'it has a NUL in it',
  'text-behind': 'there is text behind the JSON',
}

const wait = (ms: number | undefined): string => (ms === undefined ? '' : ` and asks to wait ${Math.ceil(ms / 1000)} s`)
