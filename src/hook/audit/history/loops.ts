/** The same call, refused again and again: what an agent does that does not understand why. */

import { stringAt } from '../../../core/json.ts'
import type { Entry } from '../entry.ts'
import { contentOf, type Example, whatOf } from './stats.ts'

export interface Loop {
  readonly session: string
  readonly decision: string
  readonly times: number
  /** The last one. */
  readonly example: Example
}

/** Fewer in a row are a second try. */
const fewest = 3
const mostShown = 50

/** Oldest first, as the log has them; each session for itself. The longest comes first. */
export const loopsIn = (entries: Iterable<Entry>): readonly Loop[] => {
  const found: Loop[] = []
  const open = new Map<string, { readonly call: string; readonly times: number; readonly last: Entry }>()
  const end = (session: string): void => {
    const run = open.get(session)
    open.delete(session)
    if (run !== undefined && run.times >= fewest)
      found.push({
        session,
        decision: run.last.decision,
        times: run.times,
        example: { id: run.last.id, what: whatOf(run.last) },
      })
  }
  for (const entry of entries) {
    const { session, tool, decision, record } = entry
    if (session === '') continue
    const before = open.get(session)
    // The digest is that of the whole content, which the log may have cut.
    const call = `${tool}\n${stringAt(record, 'digest') ?? contentOf(entry)}`
    const goesOn = decision === 'allow' || decision === 'contain'
    if (before?.call !== call || goesOn) end(session)
    if (!goesOn) open.set(session, { call, times: (open.get(session)?.times ?? 0) + 1, last: entry })
  }
  for (const session of [...open.keys()]) end(session)
  return found.sort((a, b) => b.times - a.times).slice(0, mostShown)
}
