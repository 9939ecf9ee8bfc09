/** What a session is: who works where, and what was asked of the agent first. A bare id says that to nobody. */

import { objectAt, stringAt } from '../../../core/json.ts'
import type { Entry } from '../entry.ts'
import { nameAt } from './columns.ts'
import type { SessionAbout } from './figures.ts'
import type { Rows } from './groups.ts'
import { contentOf, whatOf } from './stats.ts'

/** Longest beginning of a prompt. */
const most = 200
/** Lines without a tool that are read to find a session's first prompt: some clients tell of much before it. */
const mostRead = 8

interface Open {
  about: SessionAbout
  left: number
}

/** Oldest rows first, as the log has them. Sessions that no row names are left out. */
export const sessionsAbout = (list: readonly Rows[], sessions: ReadonlySet<string>): ReadonlyMap<string, SessionAbout> => {
  const found = new Map<string, Open>()
  for (const { columns, test, entry } of list) {
    const { codes, names, at } = columns
    const asked = names.session.map(name => name !== '' && sessions.has(name))
    if (!asked.includes(true)) continue
    const toolless = names.tool.map(name => name === '')
    for (let row = 0; row < columns.count; row++) {
      const code = codes.session[row] ?? 0
      if (!asked[code]) continue
      const name = names.session[code] ?? ''
      const known = found.get(name)
      if (known?.left === 0 || (known !== undefined && !toolless[codes.tool[row] ?? 0]) || !test(row)) continue
      const line = entry(row)
      const of = (dimension: 'client' | 'project' | 'user' | 'host'): string => nameAt(columns, dimension, row)
      const one = known ?? {
        about: {
          client: of('client'),
          project: of('project'),
          user: of('user'),
          host: of('host'),
          first: at[row],
          prompt: '',
          began: line === undefined ? '' : whatOf(line).slice(0, most),
        },
        left: mostRead,
      }
      found.set(name, one)
      one.left--
      const prompt = promptOf(line)
      if (prompt === '') continue
      one.about = { ...one.about, prompt }
      one.left = 0
    }
  }
  return new Map([...found].map(([name, { about }]) => [name, about]))
}

const promptOf = (entry: Entry | undefined): string => {
  const isPrompt = entry !== undefined && stringAt(objectAt(entry.record, 'replay') ?? {}, 'subject') === 'prompt'
  return isPrompt ? contentOf(entry).trim().slice(0, most) : ''
}
