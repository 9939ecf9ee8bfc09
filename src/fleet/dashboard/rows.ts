/** A recorded call as a list shows it. */

import { isObject, type JsonObject, numberAt, stringAt, stringsAt } from '../../core/json.ts'
import type { CallRow } from './shapes.ts'

/** Longest text of a list; the page of the call has the rest. */
const most = 400

export const rowOf = (record: JsonObject): CallRow => {
  const replay = isObject(record.replay) ? record.replay : {}
  const text = (key: string, from = record): string => (stringAt(from, key) ?? '').slice(0, most)
  const list = (key: string): readonly string[] => stringsAt(record, key).slice(0, 20)
  return {
    id: text('id'),
    time: text('time'),
    client: text('client'),
    event: text('event'),
    tool: text('tool'),
    decision: text('decision'),
    told: text('told'),
    rules: list('rules'),
    audited: list('audited'),
    would: text('would'),
    reason: text('reason'),
    failure: text('failure'),
    session: text('session'),
    user: text('user'),
    project: stringsAt(replay, 'workspaceRoots')[0]?.slice(0, most) ?? text('cwd', replay),
    content: text('content', replay),
    of: text('subject', replay) === 'output' ? askedIn(replay) : '',
    path: stringsAt(replay, 'paths')[0]?.slice(0, most) ?? '',
    ms: numberAt(record, 'ms') ?? null,
  }
}

/** What the call was whose result this is: its command, path or address, else the first of its arguments. */
const askedIn = (replay: JsonObject): string => {
  const input = isObject(replay.structuredInput) ? replay.structuredInput : {}
  const [path] = stringsAt(replay, 'paths')
  const texts = [stringAt(input, 'command'), path, stringAt(input, 'url'), ...Object.values(input)]
  return (texts.find((one): one is string => typeof one === 'string' && one !== '') ?? '').slice(0, most)
}
