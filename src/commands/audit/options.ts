/** `audit`: what hooks have decided. What all its commands take: where the log is, and which entries count. */

import { homedir } from 'node:os'
import { resolve, win32 } from 'node:path'
import { momentOf, type Wanted } from '../../audit/filter.ts'
import { type History, openHistory } from '../../audit/history/history.ts'
import type { Skipped } from '../../audit/read.ts'
import { placesOf } from '../../config.ts'
import { oneLine } from '../../core/redact.ts'
import { hasher, writeAll } from '../../io.ts'
import { ConfigError } from '../terminal/errors.ts'

export interface Asked {
  /** These are lists with commas. */
  readonly client?: string
  readonly rule?: string
  readonly decision?: string
  readonly event?: string
  readonly session?: string
  readonly user?: string
  readonly host?: string
  readonly project?: string
  readonly text?: string
  readonly id?: string
  readonly since?: string
  readonly until?: string
  readonly trial?: boolean
  readonly tenant?: string
  readonly dir?: string
  readonly json?: boolean
}

/** The log, with a word to whoever waits for it to be read. */
export const historyOf = async (asked: Asked): Promise<History> => {
  const started = performance.now()
  let told = false
  const onProgress = (): void => {
    if (told || performance.now() - started < 1_000) return
    told = true
    writeAll(2, 'tfy-hook: reading the audit log …\n')
  }
  return openHistory(stateOf(asked), await hasher(), { onProgress })
}

export const stateOf = ({ dir }: Asked): string => dir ?? placesOf(process.env).state

const decisions = ['allow', 'ask', 'defer', 'deny', 'would-ask', 'would-defer', 'would-deny']

export const wantedBy = (asked: Asked, now = Date.now()): Wanted => {
  const { since, until } = asked
  const list = (text: string | undefined): readonly string[] | undefined => text?.split(',').map(one => one.trim())
  const [client, rule, decision] = [list(asked.client), list(asked.rule), list(asked.decision)]
  const [event, session, id] = [list(asked.event), list(asked.session), list(asked.id)]
  const unknown = decision?.find(one => !decisions.includes(one))
  if (unknown !== undefined) throw new ConfigError(`--decision is one of ${decisions.join(', ')}, not "${oneLine(unknown, 40)}".`)
  const moment = (flag: string, text: string | undefined, end: boolean): number | undefined => {
    if (text === undefined) return undefined
    const at = momentOf(text, now, end)
    if (at === undefined)
      throw new ConfigError(`--${flag} takes 90m, 12h, 7d, today, yesterday, a date or an ISO time, not "${oneLine(text, 40)}".`)
    return at
  }
  // A page has no shell that would have done this.
  const project = asked.project?.replace(/^~(?=\/|$)/, homedir())
  const [from, to] = [moment('since', since, false), moment('until', until, true)]
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
    ...(asked.trial === true && { trial: true }),
    ...(asked.tenant !== undefined && { tenant: asked.tenant }),
    ...(id && { id }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}

/** Damaged lines are said on stderr, so that what is on stdout stays what was asked for. */
export const saySkipped = ({ damaged, half }: Skipped): void => {
  if (damaged === 0) return
  const what = damaged === 1 ? '1 line cannot be read and was left out' : `${damaged} lines cannot be read and were left out`
  writeAll(2, `tfy-hook: ${what}${half ? ' (the last one is half written)' : ''}. See: tfy-hook audit verify\n`)
}
