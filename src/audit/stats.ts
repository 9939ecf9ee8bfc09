/** Counts over entries, in bounded memory whatever the log holds. */

import { objectAt, stringAt } from '../core/json.ts'
import type { Entry } from './entry.ts'

export interface Count {
  readonly name: string
  readonly count: number
}

export interface Slow {
  readonly id: string
  readonly time: string
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly ms: number
}

export interface Denied {
  readonly rules: readonly string[]
  readonly count: number
  /** The last call that they denied. */
  readonly example: { readonly id: string; readonly what: string }
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
  readonly ms: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number } | undefined
  readonly slowest: readonly Slow[]
}

const mostNames = 2_000
const mostTimes = 1_000_000
const mostSlow = 10
/** Names beyond `mostNames`. */
export const others = '(others)'

export const statsOf = (list: Iterable<Entry>): Stats => {
  const [clients, decisions, woulds, rules, days, failures] = [tally(), tally(), tally(), tally(), tally(), tally()]
  const denied = tally()
  const examples = new Map<string, Denied['example']>()
  const times: number[] = []
  let slowest: Slow[] = []
  let calls = 0
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const entry of list) {
    calls++
    clients.add(entry.client || 'unknown')
    decisions.add(entry.decision)
    if (entry.would !== '') woulds.add(`would ${entry.would}`)
    for (const rule of new Set(entry.rules)) rules.add(rule)
    const failure = stringAt(entry.record, 'failure')
    if (failure !== undefined) failures.add(failure)
    if (entry.at !== undefined) {
      days.add(dayOf(entry.at))
      first = Math.min(first, entry.at)
      last = Math.max(last, entry.at)
    }
    if (entry.decision === 'deny') {
      const what = whatOf(entry)
      examples.set(denied.add(entry.rules.join(' ')), { id: entry.id, what })
    }
    const { ms } = entry
    if (ms === undefined || ms < 0) continue
    if (times.length < mostTimes) times.push(ms)
    if (slowest.length < mostSlow || ms > (slowest.at(-1)?.ms ?? 0)) {
      const { id, time, client, event, tool } = entry
      slowest = [...slowest, { id, time, client, event, tool, ms }].sort((a, b) => b.ms - a.ms).slice(0, mostSlow)
    }
  }
  times.sort((a, b) => a - b)
  return {
    calls,
    first: isoOf(first),
    last: isoOf(last),
    byClient: clients.list(),
    byDecision: decisions.list(),
    byWould: woulds.list(),
    byRule: rules.list(),
    byDay: filled(days.list()),
    topDenied: denied
      .list()
      .slice(0, 10)
      .map(({ name, count }) => ({
        rules: name.split(' ').filter(Boolean),
        count,
        example: examples.get(name) ?? { id: '', what: '' },
      })),
    byFailure: failures.list(),
    ms:
      times.length === 0 ? undefined : { p50: at(times, 0.5), p90: at(times, 0.9), p99: at(times, 0.99), max: times.at(-1) ?? 0 },
    slowest,
  }
}

/** What an entry was about, in its first line. */
export const whatOf = (entry: Entry): string => {
  const replay = objectAt(entry.record, 'replay')
  const content = (replay && stringAt(replay, 'content')) ?? ''
  return `${entry.tool || entry.event || 'call'} ${content.slice(0, 400).trim()}`.trim()
}

export const tally = () => {
  const counts = new Map<string, number>()
  return {
    add: (name: string): string => {
      const key = counts.has(name) || counts.size < mostNames ? name : others
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return key
    },
    list: (): readonly Count[] =>
      [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  }
}

const at = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0

const isoOf = (time: number): string | undefined => (Number.isFinite(time) ? new Date(time).toISOString() : undefined)

/** The local calendar's day. */
const dayOf = (time: number): string => {
  const date = new Date(time)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const mostDays = 400

/** The days between are there as well, as far as there are not too many: one wrong clock must not make a million. */
const filled = (days: readonly Count[]): readonly Count[] => {
  const sorted = days.filter(({ name }) => name !== others).sort((a, b) => (a.name < b.name ? -1 : 1))
  const [first, last] = [sorted[0]?.name, sorted.at(-1)?.name]
  if (first === undefined || last === undefined) return []
  const known = new Map(sorted.map(({ name, count }) => [name, count]))
  const found: Count[] = []
  const date = new Date(`${first}T12:00:00`)
  for (; dayOf(date.getTime()) <= last && found.length <= mostDays; date.setDate(date.getDate() + 1)) {
    const name = dayOf(date.getTime())
    found.push({ name, count: known.get(name) ?? 0 })
  }
  return found.length > mostDays ? sorted : found
}
