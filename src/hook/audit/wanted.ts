/** Filters as people write them, on a command line or a page, as what the log is asked for. */

import { homedir } from 'node:os'
import { resolve, win32 } from 'node:path'
import { oneLine } from '../../core/redact.ts'
import { momentOf, type Wanted } from './filter.ts'

export interface Filters {
  /** These are lists with commas. */
  readonly client?: string
  readonly rule?: string
  readonly decision?: string
  readonly event?: string
  readonly session?: string
  readonly user?: string
  readonly host?: string
  readonly project?: string
  readonly id?: string
  readonly text?: string
  readonly since?: string
  readonly until?: string
  readonly tenant?: string
}

const decisions = ['allow', 'contain', 'ask', 'defer', 'deny', 'would-contain', 'would-ask', 'would-defer', 'would-deny']

/** What is asked for, or which filter is wrong and how it is written. */
export const wantedFrom = (asked: Filters, now = Date.now()): Wanted | { readonly wrong: string } => {
  const { since, until } = asked
  const list = (text: string | undefined): readonly string[] | undefined => text?.split(',').map(one => one.trim())
  const [client, rule, decision] = [list(asked.client), list(asked.rule), list(asked.decision)]
  const [event, session, id] = [list(asked.event), list(asked.session), list(asked.id)]
  const unknown = decision?.find(one => !decisions.includes(one))
  if (unknown !== undefined) return { wrong: `decision is one of ${decisions.join(', ')}, not "${oneLine(unknown, 40)}".` }
  const [from, to] = [moment(since, now, false), moment(until, now, true)]
  for (const [flag, at, text] of [
    ['since', from, since],
    ['until', to, until],
  ] as const)
    if (text !== undefined && at === undefined)
      return { wrong: `${flag} takes 90m, 12h, 7d, today, yesterday, a date or an ISO time, not "${oneLine(text, 40)}".` }
  // A page has no shell that would have done this.
  const project = asked.project?.replace(/^~(?=\/|$)/, homedir())
  return {
    ...(client && { client }),
    ...(rule && { rule }),
    ...(decision && { decision }),
    ...(event && { event }),
    ...(session && { session }),
    ...(asked.user !== undefined && { user: asked.user.split(',') }),
    ...(asked.host !== undefined && { host: asked.host.split(',') }),
    // A path of another machine stays as it is.
    ...(project !== undefined && { project: [win32.isAbsolute(project) ? project : resolve(project)] }),
    ...(asked.text !== undefined && { text: asked.text }),
    ...(asked.tenant !== undefined && { tenant: asked.tenant }),
    ...(id && { id }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}

const moment = (text: string | undefined, now: number, end: boolean): number | undefined =>
  text === undefined ? undefined : momentOf(text, now, end)
