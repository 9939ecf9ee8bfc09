/** What a log says as a whole. */

import { objectAt, stringAt } from '../../../core/json.ts'
import type { Entry } from '../entry.ts'
import { idAt, listed } from './columns.ts'
import type { Count, Latency, Slow } from './figures.ts'
import { counted, daysOf, latencyOf, type Rows } from './groups.ts'

export interface Denied {
  readonly rules: readonly string[]
  readonly count: number
  /** The last call that they denied. */
  readonly example: Example
}

export interface Stats {
  readonly calls: number
  readonly first: string | undefined
  readonly last: string | undefined
  readonly byClient: readonly Count[]
  readonly byDecision: readonly Count[]
  /** What trials would have made of calls that went on. */
  readonly byWould: readonly Count[]
  /** A call counts for each rule that took part. */
  readonly byRule: readonly Count[]
  /** Days of the local calendar, in order, those without a call included. */
  readonly byDay: readonly Count[]
  /** What denied most often. */
  readonly topDenied: readonly Denied[]
  /** Calls that were settled by the fail mode, by their failure. */
  readonly byFailure: readonly Count[]
  readonly ms: Latency | undefined
  readonly slowest: readonly Slow[]
}

const mostSlow = 10
const mostDenied = 10

export const statsOf = (list: readonly Rows[]): Stats => {
  const decisions = counted(list, 'decision')
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let slowest: { readonly ms: number; readonly rows: Rows; readonly row: number }[] = []
  const denied = new Map<string, { count: number; rows: Rows; row: number }>()
  for (const rows of list) {
    const { columns, test } = rows
    const { at, ms, codes, names } = columns
    const stopped = names.decision.map(name => name === 'deny')
    const here = new Map<number, { count: number; rows: Rows; row: number }>()
    for (let row = 0; row < columns.count; row++) {
      if (!test(row)) continue
      const [time, took] = [at[row] ?? Number.NaN, ms[row] ?? Number.NaN]
      if (time < first) first = time
      if (time > last) last = time
      if (took >= 0 && (slowest.length < mostSlow || took > (slowest.at(-1)?.ms ?? 0)))
        slowest = [...slowest, { ms: took, rows, row }].sort((a, b) => b.ms - a.ms).slice(0, mostSlow)
      if (!stopped[codes.decision[row] ?? 0]) continue
      const rules = codes.rules[row] ?? 0
      here.set(rules, { count: (here.get(rules)?.count ?? 0) + 1, rows, row })
    }
    for (const [code, found] of here) {
      const name = names.rules[code] ?? ''
      denied.set(name, { ...found, count: found.count + (denied.get(name)?.count ?? 0) })
    }
  }
  return {
    calls: decisions.reduce((sum, { count }) => sum + count, 0),
    first: isoOf(first),
    last: isoOf(last),
    byClient: counted(list, 'client', name => [name || 'unknown']),
    byDecision: decisions,
    byWould: counted(list, 'would', name => (name === '' ? [] : [`would ${name}`])),
    byRule: counted(list, 'rules', listed),
    byDay: daysOf(list),
    topDenied: [...denied]
      .sort(([a, { count: one }], [b, { count: two }]) => two - one || (a < b ? -1 : 1))
      .slice(0, mostDenied)
      .map(([name, { count, rows, row }]) => ({ rules: listed(name), count, example: exampleOf(rows, row) })),
    byFailure: counted(list, 'failure', name => (name === '' ? [] : [name])),
    ms: latencyOf(list),
    slowest: slowest.map(({ ms, rows, row }) => {
      const { id = idAt(rows.columns, row), time = '', client = '', event = '', tool = '' } = rows.entry(row) ?? {}
      return { id, time, client, event, tool, ms }
    }),
  }
}

export interface Example {
  readonly id: string
  readonly what: string
}

export const exampleOf = ({ columns, entry }: Rows, row: number): Example => {
  const found = entry(row)
  return { id: found?.id ?? idAt(columns, row), what: found === undefined ? '' : whatOf(found) }
}

/** What was called, read or said; empty where the line does not say. */
export const contentOf = ({ record }: Entry): string => stringAt(objectAt(record, 'replay') ?? {}, 'content') ?? ''

/** What an entry was about, in its first line. */
export const whatOf = (entry: Entry): string =>
  `${entry.tool || entry.event || 'call'} ${contentOf(entry).slice(0, 400).trim()}`.trim()

const isoOf = (time: number): string | undefined => (Number.isFinite(time) ? new Date(time).toISOString() : undefined)
