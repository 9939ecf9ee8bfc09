/** Which entries a person asked for. */

import { type JsonValue, objectAt, stringAt } from '../../core/json.ts'
import { type Entry, hasId } from './entry.ts'

export interface Wanted {
  readonly client?: readonly string[]
  readonly rule?: readonly string[]
  readonly decision?: readonly string[]
  readonly user?: readonly string[]
  readonly host?: readonly string[]
  /** Folders; calls in one below count. */
  readonly project?: readonly string[]
  readonly event?: readonly string[]
  readonly session?: readonly string[]
  readonly id?: readonly string[]
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number
  readonly until?: number
  /** Only calls on which a rule held that is on trial. */
  readonly trial?: boolean
  /** Whose calls at a server; nobody else's are counted, listed or named then. */
  readonly tenant?: string
  /** Stands in the tool, the content, the arguments, paths, addresses or the reason, in these letters. */
  readonly text?: string
}

export const matches = (entry: Entry, wanted: Wanted): boolean =>
  (wanted.tenant === undefined || wanted.tenant === stringAt(entry.record, 'tenant')) &&
  among(wanted.client, one => one === (entry.client || 'unknown')) &&
  among(wanted.rule, one => [...entry.rules, ...entry.audited].some(rule => isRule(rule, one))) &&
  among(wanted.decision, one => one === entry.decision || one === `would-${entry.would}`) &&
  among(wanted.user, one => one === entry.user) &&
  among(wanted.host, one => one === stringAt(entry.record, 'host')) &&
  among(wanted.project, one => isBelow(projectOf(entry), one)) &&
  (wanted.trial !== true || entry.audited.length > 0) &&
  among(wanted.event, one => one.toLowerCase() === entry.event.toLowerCase()) &&
  among(wanted.session, one => entry.session.startsWith(one)) &&
  among(wanted.id, one => hasId(entry, one)) &&
  (wanted.since === undefined || (entry.at !== undefined && entry.at >= wanted.since)) &&
  (wanted.until === undefined || (entry.at !== undefined && entry.at <= wanted.until)) &&
  (wanted.text === undefined || says(entry, wanted.text))

const among = (list: readonly string[] | undefined, holds: (one: string) => boolean): boolean =>
  list === undefined || list.length === 0 || list.some(holds)

/** Where the call was made: the workspace, or the folder where no client says one. */
export const projectOf = ({ record }: Entry): string => {
  const event = objectAt(record, 'replay') ?? {}
  const [root] = Array.isArray(event.workspaceRoots) ? event.workspaceRoots : []
  return typeof root === 'string' ? root : (stringAt(event, 'cwd') ?? '')
}

export const isBelow = (folder: string, asked: string): boolean => {
  const whole = asked.replace(/[/\\]+$/, '')
  return folder === asked || (folder.startsWith(whole) && /^(?:$|[/\\])/.test(folder.slice(whole.length)) && folder !== '')
}

export const says = ({ tool, record }: Entry, text: string): boolean => {
  const { content, paths, urls, structuredInput } = objectAt(record, 'replay') ?? {}
  return [tool, stringAt(record, 'reason'), content, paths, urls, structuredInput].some(one => holds(one, text))
}

/** Whether a text stands in this one, or in one that lies in it. */
const holds = (value: JsonValue | undefined, text: string): boolean => {
  if (typeof value === 'string') return value.includes(text)
  return typeof value === 'object' && value !== null && Object.values(value).some(one => holds(one, text))
}

/** `git` and `git.*` stand for all rules of the pack. */
export const isRule = (rule: string, asked: string): boolean =>
  rule === asked || rule.startsWith(asked.endsWith('.*') ? asked.slice(0, -1) : `${asked}.`)

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * A moment as people write it: `90m`, `12h`, `7d` ago, `today`, `yesterday`, or a date with or without a time. A day stands for its
 * beginning, or with `end` for its last moment.
 */
export const momentOf = (text: string, now: number, end = false): number | undefined => {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) return now - Number(amount) * (unitMs[unit] ?? 0)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const day =
    text === 'today'
      ? new Date(midnight)
      : text === 'yesterday'
        ? new Date(new Date(midnight).setDate(new Date(midnight).getDate() - 1))
        : /^\d{4}-\d\d-\d\d$/.test(text)
          ? new Date(`${text}T00:00:00`)
          : undefined
  const at = day?.getTime() ?? (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN)
  if (Number.isNaN(at)) return undefined
  return day !== undefined && end ? new Date(at).setDate(new Date(at).getDate() + 1) - 1 : at
}
