/** What rules on trial would have stopped, and for whom: ranked, in bounded memory whatever the log holds. */

import { listed, nameAt } from './columns.ts'
import type { Count } from './figures.ts'
import { others, type Rows, tally } from './groups.ts'
import { type Example, exampleOf } from './stats.ts'

export interface Trial {
  readonly rule: string
  /** Calls on which it held. */
  readonly calls: number
  /** Of these, by what the decision would have been; the rest would have gone the same way. */
  readonly would: readonly Count[]
  readonly users: readonly Count[]
  readonly clients: readonly Count[]
  readonly projects: readonly Count[]
  readonly sessions: number
  readonly last: string
  /** The last call that it would have stopped, else on which it held. */
  readonly example: Example
}

export interface Trials {
  /** Calls that went on and would not have, or not without a question. */
  readonly stopped: number
  readonly calls: number
  readonly byWould: readonly Count[]
  /** Most stopped first. */
  readonly rules: readonly Trial[]
}

const mostRules = 500

export const trialsOf = (list: readonly Rows[]): Trials => {
  const rules = new Map<string, ReturnType<typeof counter>>()
  const woulds = tally()
  let calls = 0
  for (const rows of list) {
    const { columns, test } = rows
    const { codes, names } = columns
    const held = names.audited.map(listed)
    for (let row = 0; row < columns.count; row++) {
      const audited = held[codes.audited[row] ?? 0] ?? []
      if (audited.length === 0 || !test(row)) continue
      calls++
      const would = nameAt(columns, 'would', row)
      if (would !== '') woulds.add(would)
      for (const rule of new Set(audited)) {
        const name = rules.has(rule) || rules.size < mostRules ? rule : others
        const found = rules.get(name) ?? counter(name)
        rules.set(name, found)
        found.add(rows, row, would)
      }
    }
  }
  const byWould = woulds.list()
  return {
    stopped: sum(byWould),
    calls,
    byWould,
    rules: [...rules.values()].map(({ trial }) => trial()).sort((a, b) => sum(b.would) - sum(a.would) || b.calls - a.calls),
  }
}

export const sum = (counts: readonly Count[]): number => counts.reduce((all, { count }) => all + count, 0)

const counter = (rule: string) => {
  const [woulds, users, clients, projects, sessions] = [tally(), tally(), tally(), tally(), tally()]
  let calls = 0
  let last: { readonly at: number; readonly rows: Rows; readonly row: number } | undefined
  let example: { readonly stopped: boolean; readonly rows: Rows; readonly row: number } | undefined
  return {
    add: (rows: Rows, row: number, would: string): void => {
      const { columns } = rows
      const stopped = would !== ''
      const at = columns.at[row] ?? Number.NaN
      calls++
      if (stopped) woulds.add(would)
      users.add(nameAt(columns, 'user', row) || 'unknown')
      clients.add(nameAt(columns, 'client', row) || 'unknown')
      projects.add(nameAt(columns, 'project', row) || 'unknown')
      sessions.add(nameAt(columns, 'session', row))
      if (at > (last?.at ?? Number.NEGATIVE_INFINITY)) last = { at, rows, row }
      if (stopped || example?.stopped !== true) example = { stopped, rows, row }
    },
    trial: (): Trial => ({
      rule,
      calls,
      would: woulds.list(),
      users: users.list(),
      clients: clients.list(),
      projects: projects.list(),
      sessions: sessions.list().length,
      last: last?.rows.entry(last.row)?.time ?? '',
      example: example === undefined ? { id: '', what: '' } : exampleOf(example.rows, example.row),
    }),
  }
}
