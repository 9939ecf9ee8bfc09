/** Counts over the log: what `audit stats`, with and without `--by`, says of the same time. */

import { momentOf } from '../audit/filter.ts'
import { type Grouping, groupings } from '../audit/history/groupings.ts'
import { type History, openHistory } from '../audit/history/history.ts'
import { hasher } from '../io.ts'
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
      // The latest sessions, not the longest: those that a person comes for.
      const list = [...groups(by, wanted(since))]
      return (by === 'session' ? list.sort((a, b) => (b.last ?? 0) - (a.last ?? 0)) : list).slice(0, most)
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

const isGrouping = (text: string): text is Grouping => (groupings as readonly string[]).includes(text)
