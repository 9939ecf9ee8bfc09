/** The log of this account, kept open: what it holds is known from the first question on. */

import { nearest } from '../../engine/policy/language/suggest.ts'
import type { Wanted } from '../../hook/audit/filter.ts'
import type { Dimension } from '../../hook/audit/history/columns.ts'
import { type Grouping, groupings } from '../../hook/audit/history/groupings.ts'
import { type History, openHistory } from '../../hook/audit/history/history.ts'
import { entriesFromEnd, nothingSkipped } from '../../hook/audit/read.ts'
import { type Filters, wantedFrom } from '../../hook/audit/wanted.ts'
import { hasher } from '../../hook/io.ts'
import { compared, mostCompared, noGrouping, type Records, sheetOf, type Unanswered } from './records.ts'
import { rowOf } from './rows.ts'
import type { CallRow } from './shapes.ts'

export const recordsHere = (stateDir: string): Records => {
  let history: History | undefined
  const now = async (): Promise<History> => {
    history ??= openHistory(stateDir, await hasher())
    history.refresh()
    return history
  }
  /** What there is nothing of may be a slip of the pen. */
  const strange = (found: History, filters: Filters, wanted: Wanted): Unanswered | undefined => {
    for (const [name, dimensions] of named) {
      for (const one of wanted[name] ?? []) {
        if (found.list({ [name]: [one] }, { limit: 1 }).entries.length > 0) continue
        const known = dimensions.flatMap(dimension => found.names(dimension)).filter(text => text !== '')
        const meant = nearest(one, known) ?? known.find(text => text.startsWith(one))
        const hint = meant === undefined ? '' : ` Did you mean ${meant.slice(0, 200)}?`
        return { status: 422, error: `No call of the log has the ${name} "${(filters[name] ?? '').slice(0, 200)}".${hint}` }
      }
    }
    return undefined
  }
  const asked = async <T>(filters: Filters, answer: (found: History, wanted: Wanted) => T): Promise<T | Unanswered> => {
    const wanted = wantedFrom(filters)
    return 'wrong' in wanted ? { status: 422, error: `The filter ${wanted.wrong}` } : answer(await now(), wanted)
  }
  return {
    // The last ones are there at once, whatever the log holds and whether it is known by now.
    calls: async (filters, lines) =>
      Object.keys(filters).length === 0
        ? lastRows(stateDir, lines)
        : asked(filters, (found, wanted) => {
            const { entries } = found.list(wanted, { limit: lines })
            const slip = entries.length === 0 ? strange(found, filters, wanted) : undefined
            return slip ?? entries.map(({ record, id }) => rowOf({ ...record, id }))
          }),
    groups: async (by, filters, sheet) =>
      isGrouping(by)
        ? asked(filters, (found, wanted) => {
            const cut = sheetOf(found.groups(by, wanted), sheet)
            if (by !== 'session') return cut
            const about = found.about(
              cut.list.map(({ name }) => name),
              {},
            )
            return {
              ...cut,
              list: cut.list.map(group => {
                const known = about.get(group.name)
                return known === undefined ? group : { ...group, about: known }
              }),
            }
          })
        : noGrouping,
    about: async sessions => Object.fromEntries((await now()).about(sessions, {})),
    stats: filters =>
      asked(filters, (found, wanted) => ({
        ...found.stats(wanted),
        loops: wanted.session === undefined ? [] : found.loops(wanted),
      })),
    insights: async since => {
      const found = await now()
      const over = wantedFrom(since === '' ? {} : { since })
      const wanted = 'wrong' in over ? {} : over
      return {
        stats: found.stats(wanted),
        days: found.groups('day', wanted).slice(-400),
        groups: compared.map(by => ({ by, list: found.groups(by, wanted).slice(0, mostCompared) })),
        asked: found.asked(wanted).slice(0, 20),
      }
    },
  }
}

const lastRows = async (stateDir: string, lines: number): Promise<readonly CallRow[]> => {
  const rows: CallRow[] = []
  for (const { record, id } of entriesFromEnd(stateDir, await hasher(), nothingSkipped()))
    if (rows.push(rowOf({ ...record, id })) >= lines) break
  return rows
}

const named: readonly (readonly ['client' | 'rule' | 'user' | 'host' | 'project' | 'event' | 'session', readonly Dimension[]])[] =
  [
    ['client', ['client']],
    ['rule', ['rules', 'audited']],
    ['user', ['user']],
    ['host', ['host']],
    ['project', ['project']],
    ['event', ['event']],
    ['session', ['session']],
  ]

const isGrouping = (text: string): text is Grouping => (groupings as readonly string[]).includes(text)
