import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../core/failure.ts'
import { afterCall, type Breaker, claimLeftMs, longestMs, outcomeOf, readBreaker, standOf, writeBreaker } from './breaker.ts'

const start = Date.UTC(2026, 10, 21)
const origin = 'https://gateway.example'

const lost = (
  breaker: Breaker | undefined,
  now: number,
  more: { probe?: boolean; retryAfterMs?: number; chance?: number } = {},
) => afterCall(breaker, { outcome: 'unreached', now, probe: false, timeoutMs: 1_000, chance: 0, ...more })

const opened = (): Breaker => lost(lost(lost(undefined, start), start + 10), start + 20) as Breaker

const pauseOf = (breaker: Breaker | undefined): number =>
  breaker !== undefined && 'until' in breaker ? breaker.until - breaker.at : 0

describe('what a call says about reachability', () => {
  it.each<[Failure | undefined, string]>([
    [undefined, 'reached'],
    [{ kind: 'gateway-unreachable', detail: 'refused' }, 'unreached'],
    [{ kind: 'gateway-unreachable', detail: 'dns' }, 'unreached'],
    [{ kind: 'gateway-unreachable', detail: 'tls' }, 'unknown'],
    [{ kind: 'gateway-unreachable', detail: 'protocol' }, 'unknown'],
    [{ kind: 'gateway-timeout', afterMs: 200 }, 'unreached'],
    [{ kind: 'gateway-timeout', afterMs: 199 }, 'unknown'],
    ...[429, 502, 503, 504].map((status): [Failure, string] => [{ kind: 'gateway-status', status }, 'unreached']),
    ...[302, 400, 401, 403, 404, 500].map((status): [Failure, string] => [{ kind: 'gateway-status', status }, 'reached']),
    [{ kind: 'gateway-reply', detail: 'it is empty' }, 'reached'],
    [{ kind: 'gateway-unconfigured', detail: 'no URL' }, 'unknown'],
    [{ kind: 'config-invalid', file: 'config.yaml', detail: 'line 1' }, 'unknown'],
    [{ kind: 'internal', detail: 'oh' }, 'unknown'],
  ])('%j: %s', (failure, want) => {
    expect(outcomeOf(failure, () => 500)).toBe(want)
  })

  it('does not let a heavy payload open it', () => {
    expect(outcomeOf({ kind: 'gateway-timeout', afterMs: 5_000 }, () => 65_537)).toBe('unknown')
    expect(outcomeOf({ kind: 'gateway-status', status: 504 }, () => 65_537)).toBe('unknown')
    expect(outcomeOf({ kind: 'gateway-status', status: 429 }, () => 65_537)).toBe('unreached')
  })
})

describe('the breaker', () => {
  it('opens after three in a row', () => {
    expect(standOf(lost(lost(undefined, start), start + 10), start + 20)).toEqual({ phase: 'closed' })
    expect(standOf(opened(), start + 20)).toEqual({ phase: 'open', retryAfterMs: 5_000 })
    expect(standOf(opened(), start + 5_020)).toEqual({ phase: 'half-open' })
  })

  it.each([
    ['61 s after the first', 61_000, 'closed'],
    ['what three slow calls need', 59_000, 'open'],
  ])('counts within a minute and the time of the calls: %s', (_, late, phase) => {
    const third = lost(lost(undefined, start), start + 10)
    expect(
      standOf(afterCall(third, { outcome: 'unreached', now: start + late, probe: false, timeoutMs: 0, chance: 0 }), start + late)
        .phase,
    ).toBe(phase)
  })

  it('counts calls that each took half a minute', () => {
    let breaker: Breaker | undefined
    for (const turn of [0, 1, 2])
      breaker = afterCall(breaker, {
        outcome: 'unreached',
        now: start + turn * 45_000,
        probe: false,
        timeoutMs: 30_000,
        chance: 0,
      })
    expect(standOf(breaker, start + 90_000).phase).toBe('open')
  })

  it('begins to count anew after an answer', () => {
    const answered = afterCall(lost(lost(undefined, start), start + 1), {
      outcome: 'reached',
      now: start + 2,
      probe: false,
      timeoutMs: 1_000,
      chance: 0,
    })
    expect(answered).toBeUndefined()
  })

  it('doubles the pause with each probe that fails, up to five minutes', () => {
    const pauses: number[] = []
    let breaker: Breaker | undefined = opened()
    for (let turn = 0; turn < 9; turn++) {
      pauses.push(pauseOf(breaker))
      breaker = lost(breaker, start + 20 + pauses.reduce((sum, ms) => sum + ms, 0), { probe: true })
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  it('waits as long as the gateway asks, within the bound, and never less than it would', () => {
    const before = lost(lost(undefined, start), start)
    expect(pauseOf(lost(before, start, { retryAfterMs: 30_000 }))).toBe(30_000)
    expect(pauseOf(lost(before, start, { retryAfterMs: 86_400_000 }))).toBe(longestMs)
    expect(pauseOf(lost(before, start, { retryAfterMs: 1 }))).toBe(5_000)
    expect(pauseOf(lost(before, start, { chance: 1 }))).toBe(4_000)
  })

  it('learns nothing from calls that began before the pause', () => {
    const breaker = opened()
    expect(lost(breaker, start + 100)).toBe(breaker)
    expect(lost(breaker, start + 6_000)).toBe(breaker)
  })

  it.each<[string, Breaker]>([
    ['written in the future', { at: start + 10_000, pauses: 1, until: start + 12_000 }],
    ['over five minutes ahead', { at: start, pauses: 9, until: start + longestMs + 1 }],
    ['long forgotten', { at: start - 900_000, pauses: 3, until: start - longestMs - 1 }],
  ])('is closed by a state that is %s', (_, breaker) => {
    expect(standOf(breaker, start)).toEqual({ phase: 'closed' })
    expect(lost(breaker, start)).toEqual({ at: start, failures: [start] })
  })
})

describe('its text', () => {
  it('comes back as it was', () => {
    for (const breaker of [opened(), lost(undefined, start) as Breaker])
      expect(readBreaker(writeBreaker(breaker, origin), origin)).toEqual(breaker)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"v":1}',
    writeBreaker(opened(), 'https://other.example'),
    writeBreaker(opened(), origin).slice(0, -4),
    writeBreaker(opened(), origin).replace('"v":1', '"v":2'),
    JSON.stringify({ v: 1, origin, at: start, pauses: 0, until: start }),
    JSON.stringify({ v: 1, origin, at: start, pauses: 1e9, until: start }),
    JSON.stringify({ v: 1, origin, at: 'now', pauses: 1, until: start }),
    JSON.stringify({ v: 1, origin, at: start, failures: ['x'] }),
    JSON.stringify({ v: 1, origin, at: start, failures: [1, 2, 3, 4] }),
  ])('is not believed: %s', text => {
    expect(readBreaker(text, origin)).toBeUndefined()
  })
})

/** Many processes, one file, one chain of claims: the same order of steps as `breaker-file.ts`, with time and outcomes from chance. */
type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'ask' }
  | {
      readonly do: 'end'
      readonly which: number
      readonly outcome: 'reached' | 'unreached' | 'unknown' | 'killed'
      readonly retryAfterMs: number
      readonly chance: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 400_000 }) },
    ),
  }),
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({
    do: fc.constant('end' as const),
    which: fc.nat(20),
    outcome: fc.constantFrom(
      'reached' as const,
      'unreached' as const,
      'unreached' as const,
      'unknown' as const,
      'killed' as const,
    ),
    retryAfterMs: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)

it('whatever happens: no pause over five minutes, one probe at a time, an answer closes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }), steps => {
      const budgetMs = 2_000
      let now = start
      let breaker: Breaker | undefined
      let claims: { until: number; expires: number; free: boolean }[] = []
      let calls: { began: number; claim: (typeof claims)[number] | undefined }[] = []
      for (const one of steps) {
        // A call that overruns its budget is gone, and its claim with the margin after it.
        const probing = () => calls.filter(call => call.claim !== undefined && now - call.began <= budgetMs)
        if (one.do === 'wait') now += one.ms
        else if (one.do === 'ask') {
          const stand = standOf(breaker, now)
          if (stand.phase === 'open') expect(stand.retryAfterMs).toBeLessThanOrEqual(longestMs)
          if (stand.phase === 'closed') calls.push({ began: now, claim: undefined })
          if (stand.phase === 'half-open' && breaker !== undefined && 'until' in breaker) {
            const { until } = breaker
            if (claims.every(claim => claim.until !== until || claim.free || claimLeftMs(claim.expires, now) === 0)) {
              const claim = { until, expires: now + budgetMs + 1_000, free: false }
              claims.push(claim)
              calls.push({ began: now, claim })
            }
          }
          expect(probing().length).toBeLessThanOrEqual(1)
        } else {
          const call = calls[one.which % Math.max(1, calls.length)]
          if (call === undefined) continue
          calls = calls.filter(other => other !== call)
          if (one.outcome === 'killed') continue
          const { claim } = call
          const probe = claim !== undefined && breaker !== undefined && 'until' in breaker && breaker.until === claim.until
          breaker = afterCall(breaker, { ...one, outcome: one.outcome, now, probe, timeoutMs: budgetMs })
          if (claim !== undefined) claim.free = true
          if (one.outcome === 'reached') {
            claims = []
            expect(standOf(breaker, now)).toEqual({ phase: 'closed' })
          }
          expect(pauseOf(breaker)).toBeLessThanOrEqual(longestMs)
        }
      }
      // Nobody is kept away for good: after the longest pause and claim, somebody asks.
      now += longestMs + budgetMs + 2_000
      expect(standOf(breaker, now).phase).not.toBe('open')
    }),
    { numRuns: 1_000 },
  )
})
