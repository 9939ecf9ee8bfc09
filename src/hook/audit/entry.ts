/** One line of the log as a value. Whatever stands there, reading it never throws. */

import { readCallId } from '../../core/call-id.ts'
import { isObject, type JsonObject, numberAt, readObject, stringAt, stringsAt } from '../../core/json.ts'
import { type Hash, type Link, linkOf } from './chain.ts'

export interface Entry {
  /** What `show` and `explain` find it by: the call's own; in lines of earlier versions the front of the seal, or of the hash where there is none. */
  readonly id: string
  /** Milliseconds since 1970; undefined when the line has no time that can be read. */
  readonly at: number | undefined
  readonly time: string
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly decision: string
  readonly rules: readonly string[]
  /** Rules on trial that held. */
  readonly audited: readonly string[]
  /** What they would have made of the decision, where that is stricter; else empty. */
  readonly would: string
  readonly user: string
  readonly session: string
  readonly ms: number | undefined
  readonly link: Link | undefined
  readonly record: JsonObject
}

export type Read =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'blank' }
  /** `half`: the last line has no end yet. */
  | { readonly kind: 'damaged'; readonly half: boolean }

export const idLength = 10

/** Eight or more digits of a seal: fewer are taken for the id of a call. */
export const isSeal = (asked: string): boolean => /^[0-9a-f]{8,64}$/.test(asked)

/** Whether an id, or its beginning, means this line. A seal may be given as well, as far as one likes. */
export const hasId = ({ id, link }: Pick<Entry, 'id' | 'link'>, asked: string): boolean => {
  const call = readCallId(asked)
  if (call !== undefined) return id.startsWith(call)
  return isSeal(asked) && (link === undefined ? id.startsWith(asked.slice(0, idLength)) : link.seal.startsWith(asked))
}

export const readEntry = (bytes: Uint8Array | undefined, ended: boolean, hash: Hash): Read => {
  if (bytes === undefined) return { kind: 'damaged', half: false }
  const text = textOf(bytes)
  if (text === '') return { kind: 'blank' }
  const record = recordIn(text)
  if (record === undefined) return { kind: 'damaged', half: !ended }
  const link = linkOf(text)
  const time = stringAt(record, 'time') ?? ''
  const at = Date.parse(time)
  const entry: Entry = {
    id: stringAt(record, 'id')?.slice(0, idLength) ?? (link?.seal ?? hash(text)).slice(0, idLength),
    at: Number.isNaN(at) ? undefined : at,
    time,
    client: stringAt(record, 'client') ?? '',
    event: stringAt(record, 'event') ?? '',
    tool: stringAt(record, 'tool') ?? '',
    decision: stringAt(record, 'decision') ?? '',
    rules: stringsAt(record, 'rules'),
    audited: stringsAt(record, 'audited'),
    would: stringAt(record, 'would') ?? '',
    user: stringAt(record, 'user') ?? '',
    session: stringAt(record, 'session') ?? '',
    ms: numberAt(record, 'ms'),
    link,
    record,
  }
  return { kind: 'entry', entry }
}

/** Without a byte order mark, and without the carriage return that another program may have left. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim()

const recordIn = (text: string): JsonObject | undefined => {
  const whole = objectIn(text)
  if (whole !== undefined) return whole
  const at = startOf(text)
  return at > 0 ? objectIn(text.slice(at)) : undefined
}

/** Where our last record in a line begins: behind the rest of one whose writer was killed, there may be no line break. */
export const startOf = (text: string): number => Math.max(0, text.lastIndexOf('{"v":'))

const objectIn = (text: string): JsonObject | undefined => {
  if (!text.startsWith('{')) return undefined
  const record = readObject(text)
  return isObject(record) && stringAt(record, 'decision') !== undefined ? record : undefined
}
