/** The log as pages ask for it: lists, counts, what sessions are. The same as `audit tail` and `audit stats` say. */

import type { Filters } from '../../hook/audit/wanted.ts'
import { ask } from '../../hook/programs/ask.ts'
import type { CallRow, Group, Groups, Insights, SessionAbout, SessionStats } from './shapes.ts'

/** Why a question has no answer: a filter that is wrong, or too much at once. */
export interface Unanswered {
  readonly status: 422 | 503
  readonly error: string
}

/** What a list is cut to, and in which order it stands. */
export interface Sheet {
  readonly sort: string
  readonly from: number
  readonly most: number
}

export interface Records {
  /** Newest first. */
  readonly calls: (filters: Filters, lines: number) => Promise<readonly CallRow[] | Unanswered>
  readonly groups: (by: string, filters: Filters, sheet: Sheet) => Promise<Groups | Unanswered>
  readonly about: (sessions: readonly string[]) => Promise<Readonly<Record<string, SessionAbout>>>
  readonly stats: (filters: Filters) => Promise<(Insights['stats'] & Pick<SessionStats, 'loops'>) | Unanswered>
  readonly insights: (since: string) => Promise<Insights>
}

export const compared = ['rule', 'client', 'project', 'user'] as const
/** Of the lists of one page of figures; it shows fewer. */
export const mostCompared = 300

const orders: Readonly<Record<string, (a: Group, b: Group) => number>> = {
  last: (a, b) => (b.last ?? 0) - (a.last ?? 0),
  first: (a, b) => (b.first ?? 0) - (a.first ?? 0),
  calls: (a, b) => b.calls - a.calls,
  denied: (a, b) => b.denied - a.denied || b.calls - a.calls,
  asked: (a, b) => b.asked - a.asked || b.calls - a.calls,
  name: (a, b) => (a.name < b.name ? -1 : 1),
}

/** A stretch of a list, and how long all of it is: nothing is cut without a word. */
export const sheetOf = (groups: readonly Group[], { sort, from, most }: Sheet): Groups => {
  const order = Object.hasOwn(orders, sort) ? orders[sort] : undefined
  const sorted = order === undefined ? groups : [...groups].sort(order)
  return { total: groups.length, list: sorted.slice(from, from + most) }
}

export const noGrouping: Unanswered = { status: 422, error: 'Nothing is counted by this.' }

/** A value never becomes an option: each stands behind its own equals sign. */
export const flagsOf = (filters: Filters): readonly string[] =>
  Object.entries(filters).map(([name, value]) => `--${name}=${value}`)

/** Asked of the commands themselves, for those calls alone that `only` names: whoever serves others counts nothing in their own process. */
export const recordsAsked = (only: readonly string[]): Records => {
  const stats = async <T>(more: readonly string[]): Promise<T | Unanswered> => {
    const asked = await ask(['audit', 'stats', '--json', ...more, ...only])
    if (asked.kind === 'busy') return { status: 503, error: 'Too much is asked at once. Try again.' }
    return asked.kind === 'said' ? JSON.parse(asked.text) : { status: 422, error: asked.why }
  }
  const grouped = async (by: string, more: readonly string[]): Promise<readonly Group[] | Unanswered> => {
    const said = await stats<{ readonly groups?: readonly DatedGroup[] }>([`--by=${by}`, ...more])
    return isUnanswered(said) ? said : (said.groups ?? []).map(timed)
  }
  const counted = async (by: string, more: readonly string[]): Promise<readonly Group[]> => {
    const said = await grouped(by, more)
    return isUnanswered(said) ? [] : said
  }
  return {
    calls: async (filters, lines) => {
      const asked = await ask(['audit', 'tail', '--json', `--lines=${lines}`, ...flagsOf(filters), ...only])
      if (asked.kind === 'busy') return { status: 503, error: 'Too much is asked at once. Try again.' }
      if (asked.kind === 'refused') return { status: 422, error: asked.why }
      const { rowOf } = await import('./rows.ts')
      const rows = asked.text.split('\n').filter(Boolean)
      return rows.map(line => rowOf(JSON.parse(line))).reverse()
    },
    groups: async (by, filters, sheet) => {
      const said = await grouped(by, flagsOf(filters))
      return isUnanswered(said) ? said : sheetOf(said, sheet)
    },
    about: async sessions => {
      if (sessions.length === 0) return {}
      const found = await counted('session', [`--session=${sessions.join()}`])
      return Object.fromEntries(found.flatMap(({ name, about }) => (about === undefined ? [] : [[name, about]])))
    },
    stats: filters => stats(flagsOf(filters)),
    insights: async since => {
      const over = since === '' ? [] : [`--since=${since.slice(0, 40)}`]
      const [said, asked, days, ...lists] = await Promise.all([
        stats<Insights['stats']>(over),
        stats<Partial<Pick<Insights, 'asked'>>>([...over, '--asked']),
        counted('day', over),
        ...compared.map(by => counted(by, over)),
      ])
      if (isUnanswered(said) || isUnanswered(asked)) throw new Error('no counts')
      const groups = compared.map((by, at) => ({ by, list: (lists[at] ?? []).slice(0, mostCompared) }))
      return { stats: said, days: days.slice(-400), groups, asked: (asked.asked ?? []).slice(0, 20) }
    },
  }
}

export const isUnanswered = (value: object): value is Unanswered => 'error' in value

type Dated<T> = { readonly [K in keyof T]: K extends 'first' | 'last' ? string | undefined : T[K] }
type DatedGroup = Dated<Omit<Group, 'about'>> & { readonly about?: Dated<SessionAbout> }

const timed = ({ about, first, last, ...rest }: DatedGroup): Group => ({
  ...rest,
  first: momentIn(first),
  last: momentIn(last),
  ...(about && { about: { ...about, first: momentIn(about.first) } }),
})

const momentIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))
