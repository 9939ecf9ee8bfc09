/** A recorded call as a list shows it. */

import { isObject, type JsonObject, numberAt, stringAt, stringsAt } from '../core/json.ts'
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
    ms: numberAt(record, 'ms') ?? null,
  }
}
