/** Counts over the log: what `audit stats`, with and without `--by`, says of the same time. */

import { momentOf } from '../audit/filter.ts'
import { type Grouping, groupings } from '../audit/history/groupings.ts'
import { type History, openHistory } from '../audit/history/history.ts'
import { hasher } from '../io.ts'
import { ask } from './ask.ts'
import type { Group, Insights } from './shapes.ts'

export interface Counts {
  /** Undefined for what nothing is counted by. */
  readonly groups: (by: string, since: string) => Promise<readonly Group[] | undefined>
  readonly insights: (since: string) => Promise<Insights>
}

/** Of a list: pages show fewer. */
const most = 300
const compared = ['rule', 'client', 'project', 'user'] as const

export const countsOf = (stateDir: string): Counts => {
  let history: History | undefined
  const now = async (): Promise<History> => {
    history ??= openHistory(stateDir, await hasher())
    history.refresh()
    return history
  }
  const wanted = (since: string): { since?: number } => {
    const at = momentOf(since, Date.now())
    return at === undefined ? {} : { since: at }
  }
  return {
    groups: async (by, since) => {
      if (!isGrouping(by)) return undefined
      const { groups } = await now()
      return latestFirst(by, groups(by, wanted(since))).slice(0, most)
    },
    insights: async since => {
      const { stats, groups, asked } = await now()
      const over = wanted(since)
      return {
        stats: stats(over),
        days: groups('day', over).slice(-400),
        groups: compared.map(by => ({ by, list: groups(by, over).slice(0, most) })),
        asked: asked(over).slice(0, 20),
      }
    },
  }
}

/** The same, asked of the commands themselves, for those calls alone that `only` names. */
export const countsAsked = (only: readonly string[]): Counts => ({
  groups: async (by, since) => {
    if (!isGrouping(by)) return undefined
    const { groups = [] } = await statsSaid<{ groups?: readonly DatedGroup[] }>(since, [...only, `--by=${by}`])
    const list = groups.map(group => ({ ...group, first: momentIn(group.first), last: momentIn(group.last) }))
    return latestFirst(by, list).slice(0, most)
  },
  insights: async since => {
    const [stats, { asked = [] }, days, ...lists] = await Promise.all([
      statsSaid<Insights['stats']>(since, only),
      statsSaid<Partial<Pick<Insights, 'asked'>>>(since, [...only, '--asked']),
      countsAsked(only).groups('day', since),
      ...compared.map(by => countsAsked(only).groups(by, since)),
    ])
    const groups = compared.map((by, at) => ({ by, list: lists[at] ?? [] }))
    return { stats, days: (days ?? []).slice(-400), groups, asked: asked.slice(0, 20) }
  },
})

type DatedGroup = Omit<Group, 'first' | 'last'> & { readonly first?: string; readonly last?: string }

const momentIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))

const statsSaid = async <T>(since: string, more: readonly string[]): Promise<T> => {
  const asked = await ask(['audit', 'stats', '--json', ...(since === '' ? [] : [`--since=${since.slice(0, 40)}`]), ...more])
  if (asked.kind !== 'said') throw new Error('no counts')
  return JSON.parse(asked.text)
}

/** The latest sessions, not the longest: those that a person comes for. */
const latestFirst = (by: string, groups: readonly Group[]): readonly Group[] =>
  by === 'session' ? [...groups].sort((a, b) => (b.last ?? 0) - (a.last ?? 0)) : groups

const isGrouping = (text: string): text is Grouping => (groupings as readonly string[]).includes(text)
