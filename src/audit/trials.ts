/** What rules on trial would have stopped, and for whom: ranked, in bounded memory whatever the log holds. */

import { objectAt, stringAt } from '../core/json.ts'
import type { Entry } from './entry.ts'
import { type Count, others, tally, whatOf } from './stats.ts'

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
  readonly example: { readonly id: string; readonly what: string }
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

export const trialsOf = (list: Iterable<Entry>): Trials => {
  const rules = new Map<string, ReturnType<typeof counter>>()
  const woulds = tally()
  let calls = 0
  for (const entry of list) {
    if (entry.audited.length === 0) continue
    calls++
    if (entry.would !== '') woulds.add(entry.would)
    for (const rule of new Set(entry.audited)) {
      const name = rules.has(rule) || rules.size < mostRules ? rule : others
      const found = rules.get(name) ?? counter(name)
      rules.set(name, found)
      found.add(entry)
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
  const [would, users, clients, projects, sessions] = [tally(), tally(), tally(), tally(), tally()]
  let calls = 0
  let last = ''
  let example: (Trial['example'] & { readonly stopped: boolean }) | undefined
  return {
    add: (entry: Entry): void => {
      const stopped = entry.would !== ''
      calls++
      if (stopped) would.add(entry.would)
      users.add(entry.user || 'unknown')
      clients.add(entry.client || 'unknown')
      projects.add(projectOf(entry) || 'unknown')
      sessions.add(entry.session)
      if (entry.time > last) last = entry.time
      if (stopped || example?.stopped !== true) example = { id: entry.id, what: whatOf(entry), stopped }
    },
    trial: (): Trial => ({
      rule,
      calls,
      would: would.list(),
      users: users.list(),
      clients: clients.list(),
      projects: projects.list(),
      sessions: sessions.list().length,
      last,
      example: { id: example?.id ?? '', what: example?.what ?? '' },
    }),
  }
}

/** Where the call was made: the workspace, or the folder where no client says one. */
const projectOf = ({ record }: Entry): string => {
  const event = objectAt(record, 'replay') ?? {}
  const [root] = Array.isArray(event.workspaceRoots) ? event.workspaceRoots : []
  return typeof root === 'string' ? root : (stringAt(event, 'cwd') ?? '')
}
