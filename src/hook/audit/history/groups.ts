/** Chosen rows, counted by what they have in common. */

import type { Entry } from '../entry.ts'
import { type Columns, columnsOf, type Dimension, listed } from './columns.ts'
import type { Count, Group, Latency } from './figures.ts'
import type { Grouping } from './groupings.ts'
import type { RowTest } from './select.ts'

/** Rows that were asked for, of one stretch of the log. */
export interface Rows {
  readonly columns: Columns
  readonly test: RowTest
  /** The line itself; undefined where its file is gone meanwhile. */
  readonly entry: (row: number) => Entry | undefined
}

/** Entries that are at hand, as rows. */
export const rowsOf = (entries: readonly Entry[]): Rows => ({
  columns: columnsOf(entries.map(entry => ({ entry, start: 0, length: 0 }))),
  test: () => true,
  entry: row => entries[row],
})

/** Names beyond those that are kept. */
export const others = '(others)'

export const tally = (most = 2_000) => {
  const counts = new Map<string, number>()
  return {
    add: (name: string, by = 1): string => {
      const key = counts.has(name) || counts.size < most ? name : others
      counts.set(key, (counts.get(key) ?? 0) + by)
      return key
    },
    list: (): readonly Count[] =>
      [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  }
}

/** How many of the rows have each name; `of` says what counts of a name, and may say nothing. */
export const counted = (
  list: readonly Rows[],
  dimension: Dimension,
  of: (name: string) => readonly string[] = name => [name],
): readonly Count[] => {
  const found = tally()
  for (const { columns, test } of list) {
    const codes = columns.codes[dimension]
    const counts = new Uint32Array(columns.names[dimension].length)
    for (let row = 0; row < columns.count; row++) if (test(row)) counts[codes[row] ?? 0] = (counts[codes[row] ?? 0] ?? 0) + 1
    for (const [code, name] of columns.names[dimension].entries())
      if (counts[code] !== 0) for (const one of new Set(of(name))) found.add(one, counts[code])
  }
  return found.list()
}

type Open = { -readonly [K in keyof Group]: Group[K] }

const mostGroups = 100_000

/** By count, but days and hours in their order. A call counts for each rule that took part, and for those on trial with what they would have done. */
export const groupsOf = (list: readonly Rows[], by: Grouping): readonly Group[] => {
  const groups = new Map<string, Open>()
  const groupOf = (asked: string): Open => {
    const name = groups.has(asked) || groups.size < mostGroups ? asked : others
    const found = groups.get(name)
    if (found !== undefined) return found
    const group = { name, calls: 0, denied: 0, asked: 0, would: 0, first: undefined, last: undefined }
    groups.set(name, group)
    return group
  }
  for (const { columns, test } of list) {
    const { at, codes, names } = columns
    const denied = names.decision.map(name => name === 'deny')
    const asked = names.decision.map(name => name === 'ask' || name === 'defer')
    const would = names.would.map(name => name !== '')
    const place = placing(columns, by, groupOf)
    for (let row = 0; row < columns.count; row++) {
      if (!test(row)) continue
      const time = at[row] ?? Number.NaN
      for (const { group, enforced, trial } of place(row)) {
        group.calls++
        if (enforced && denied[codes.decision[row] ?? 0]) group.denied++
        if (enforced && asked[codes.decision[row] ?? 0]) group.asked++
        if (trial && would[codes.would[row] ?? 0]) group.would++
        if (!(time >= (group.first ?? Number.POSITIVE_INFINITY)) && !Number.isNaN(time)) group.first = time
        if (!(time <= (group.last ?? Number.NEGATIVE_INFINITY)) && !Number.isNaN(time)) group.last = time
      }
    }
  }
  const found = [...groups.values()]
  if (by === 'day' || by === 'hour') return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  return found.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
}

interface Place {
  readonly group: Open
  readonly enforced: boolean
  readonly trial: boolean
}

/** The groups of a row; each combination of names is looked up once. */
const placing = (
  { codes, names, at }: Columns,
  by: Grouping,
  groupOf: (name: string) => Open,
): ((row: number) => readonly Place[]) => {
  const known = new Map<number, readonly Place[]>()
  const once = (key: number, make: () => readonly Place[]): readonly Place[] => {
    const found = known.get(key) ?? make()
    known.set(key, found)
    return found
  }
  const whole = (name: string): readonly Place[] => [{ group: groupOf(name), enforced: true, trial: true }]
  if (by === 'day' || by === 'hour') {
    return row => {
      const time = at[row] ?? Number.NaN
      return Number.isNaN(time) ? [] : once(Math.floor(time / quarter), () => whole(calendarOf(time, by)))
    }
  }
  if (by !== 'rule') {
    return row => {
      const code = codes[by][row] ?? 0
      return once(code, () => whole(names[by][code] || 'unknown'))
    }
  }
  return row => {
    const [enforced, audited] = [codes.rules[row] ?? 0, codes.audited[row] ?? 0]
    return once(enforced * 65_536 + audited, () => {
      const [said, trial] = [listed(names.rules[enforced] ?? ''), listed(names.audited[audited] ?? '')]
      return [...new Set([...said, ...trial])].map(name => ({
        group: groupOf(name),
        enforced: said.includes(name),
        trial: trial.includes(name),
      }))
    })
  }
}

/** No zone of the world is ahead by less. */
const quarter = 900_000

const two = (number: number): string => String(number).padStart(2, '0')

/** The day of the local calendar, or its hour. */
export const calendarOf = (time: number, by: 'day' | 'hour' = 'day'): string => {
  const date = new Date(time)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return by === 'day' ? day : `${day} ${two(date.getHours())}:00`
}

/** The days of the rows, with those between; a wrong clock must not make a million of them. */
export const daysOf = (list: readonly Rows[]): readonly Count[] => {
  const sorted = groupsOf(list, 'day').map(({ name, calls }) => ({ name, count: calls }))
  const days = sorted.filter(({ name }) => name !== others)
  const [first, last] = [days[0]?.name, days.at(-1)?.name]
  if (first === undefined || last === undefined) return []
  const known = new Map(days.map(({ name, count }) => [name, count]))
  const found: Count[] = []
  const date = new Date(`${first}T12:00:00`)
  for (; calendarOf(date.getTime()) <= last && found.length <= mostDays; date.setDate(date.getDate() + 1)) {
    const name = calendarOf(date.getTime())
    found.push({ name, count: known.get(name) ?? 0 })
  }
  return found.length > mostDays ? days : found
}

const mostDays = 400

/** Undefined where no row says how long it took. */
export const latencyOf = (list: readonly Rows[]): Latency | undefined => {
  const times = new Float64Array(list.reduce((sum, { columns }) => sum + columns.count, 0))
  let count = 0
  for (const { columns, test } of list)
    for (let row = 0; row < columns.count; row++) {
      const ms = columns.ms[row] ?? Number.NaN
      if (ms >= 0 && test(row)) times[count++] = ms
    }
  const sorted = times.subarray(0, count).sort()
  const at = (q: number): number => sorted[Math.min(count - 1, Math.floor(count * q))] ?? 0
  return count === 0 ? undefined : { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted[count - 1] ?? 0 }
}
