/** Counts since the first verdict that a target was given. They stand in the cursor, so that a process that ends loses none. */

import type { Entry } from '../../hook/audit/entry.ts'

export interface Times {
  readonly buckets: number[]
  sum: number
  count: number
}

export interface Totals {
  readonly since: number
  /** By client and decision, as JSON. */
  readonly verdicts: Record<string, number>
  /** By rule and decision, as JSON. */
  readonly rules: Record<string, number>
  /** Milliseconds, by client. */
  readonly times: Record<string, Times>
}

export const bounds: readonly number[] = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000]

/** Series of one counter: names of rules and clients come from policies and payloads. */
const mostSeries = 500
export const others = '(others)'

export const noTotals = (since: number): Totals => ({ since, verdicts: {}, rules: {}, times: {} })

export const add = (totals: Totals, { client, decision, rules, ms }: Entry): void => {
  count(totals.verdicts, [client || 'unknown', decision])
  for (const rule of new Set(rules)) count(totals.rules, [rule, decision])
  if (ms === undefined || ms < 0) return
  const key = keyIn(totals.times, client || 'unknown', others)
  totals.times[key] ??= { buckets: bounds.map(() => 0).concat(0), sum: 0, count: 0 }
  const times = totals.times[key]
  const at = bounds.findIndex(bound => ms <= bound)
  const bucket = at < 0 ? bounds.length : at
  times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1
  times.sum += ms
  times.count++
}

const count = (counts: Record<string, number>, [name, decision]: readonly [string, string]): void => {
  const key = keyIn(counts, JSON.stringify([name, decision]), JSON.stringify([others, decision]))
  counts[key] = (counts[key] ?? 0) + 1
}

const keyIn = (held: Readonly<Record<string, unknown>>, key: string, other: string): string =>
  Object.hasOwn(held, key) || Object.keys(held).length < mostSeries ? key : other
