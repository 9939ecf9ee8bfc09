/** The lines of a part, as values: what is still to be sent, and what never will be. */

import type { NormalizedHookEvent } from '../../core/event.ts'
import { has, isObject, type JsonObject, numberAt, objectAt, readObject, stringAt } from '../../core/json.ts'

export interface Item {
  readonly id: string
  readonly session: string
  readonly size: number
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
}

export interface Note {
  readonly id: string
  readonly dropped: number
}

export interface Lines {
  readonly items: readonly Item[]
  /** Losses that nobody has been told of yet. */
  readonly notes: readonly Note[]
  /** Lines that are torn, too old, or that the gateway refused. */
  readonly lost: number
}

const keptMs = 7 * 86_400_000

/** `done` holds an id per line, with a word behind it when the gateway refused. */
export const readLines = (text: string, done: string, now = Date.now()): Lines => {
  const marks = new Map(done.split('\n').map(mark => [mark.slice(0, 36), mark.length > 36]))
  const items: Item[] = []
  const notes: Note[] = []
  let lost = 0
  for (const line of text.split('\n')) {
    if (line === '') continue
    const read = readObject(line)
    const id = isObject(read) ? stringAt(read, 'id') : undefined
    if (!isObject(read) || id === undefined || !/^[0-9a-f-]{36}$/.test(id)) {
      lost++
      continue
    }
    if (marks.has(id)) {
      if (marks.get(id)) lost++
      continue
    }
    const dropped = numberAt(read, 'dropped')
    if (dropped !== undefined) {
      notes.push({ id, dropped })
      continue
    }
    const event = objectAt(read, 'event')
    const payload = objectAt(read, 'payload')
    if (!isEvent(event) || payload === undefined || now - (numberAt(read, 'at') ?? 0) > keptMs) lost++
    else items.push({ id, session: event.sessionId ?? event.conversationId ?? '', size: line.length, event, payload })
  }
  return { items, notes, lost }
}

/** The file is ours alone; this is against a line of an older version. */
const isEvent = (value: unknown): value is NormalizedHookEvent =>
  isObject(value) &&
  ['client', 'originalEventName', 'category'].every(key => stringAt(value, key) !== undefined) &&
  has(value, 'guardrail') &&
  value.guardrail === null
