/** Ordinary calls that people are asked about again and again: what a policy could permit. */

import { listed, nameAt } from './columns.ts'
import type { Rows } from './groups.ts'
import { type Example, exampleOf } from './stats.ts'

export interface Asked {
  /** What the calls have in common: `Bash git push`. */
  readonly shape: string
  readonly rules: readonly string[]
  readonly count: number
  readonly sessions: number
  readonly projects: number
  /** The last one. */
  readonly example: Example
}

const mostShapes = 5_000
const mostShown = 100
const mostSessions = 10_000

/** Most asked first. What is proved to be dangerous is no ordinary call. */
export const askedOf = (list: readonly Rows[]): readonly Asked[] => {
  const found = new Map<string, { count: number; sessions: Set<string>; projects: Set<string>; rows: Rows; row: number }>()
  for (const rows of list) {
    const { columns, test } = rows
    const { codes, names } = columns
    const asked = names.decision.map(name => name === 'ask')
    const proved = names.certainty.map(name => name === 'proved-dangerous')
    for (let row = 0; row < columns.count; row++) {
      if (!asked[codes.decision[row] ?? 0] || proved[codes.certainty[row] ?? 0] || !test(row)) continue
      const key = `${nameAt(columns, 'shape', row)}\t${nameAt(columns, 'rules', row)}`
      const one = found.get(key) ?? { count: 0, sessions: new Set(), projects: new Set(), rows, row }
      if (one.count === 0 && found.size >= mostShapes) continue
      found.set(key, Object.assign(one, { count: one.count + 1, rows, row }))
      if (one.sessions.size < mostSessions) one.sessions.add(nameAt(columns, 'session', row))
      if (one.projects.size < mostSessions) one.projects.add(nameAt(columns, 'project', row))
    }
  }
  return [...found]
    .sort(([a, { count: first }], [b, { count: second }]) => second - first || (a < b ? -1 : 1))
    .slice(0, mostShown)
    .map(([key, { count, sessions, projects, rows, row }]) => ({
      shape: key.slice(0, key.lastIndexOf('\t')),
      rules: listed(key.slice(key.lastIndexOf('\t') + 1)),
      count,
      sessions: sessions.size,
      projects: projects.size,
      example: exampleOf(rows, row),
    }))
}
