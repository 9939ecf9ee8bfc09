/** What sessions did before: in files of this machine, or where other replicas find it as well. */

import type { Earlier } from '../../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { Call } from '../../../hook/decide.ts'
import { earlierAt, type SessionPlace, sessionPlace } from '../../../hook/sources/session-file.ts'
import { note } from '../../../hook/sources/session-notes.ts'
import { growingMemory } from './growing-memory.ts'

export interface SessionMemory {
  /** Undefined for an event that does not say which session it belongs to. */
  readonly earlier: (event: NormalizedHookEvent) => Promise<(() => Earlier) | undefined>
  readonly note: NonNullable<Call['note']>
}

/** Sessions whose file is known by name, and the longest such name. */
const most = { named: 4_096, length: 200 }

export const memoryInFiles = (stateDir: string): SessionMemory => {
  const known = growingMemory()
  const named = new Map<string, SessionPlace>()
  const placeOf = (event: NormalizedHookEvent): SessionPlace | undefined => {
    const name = `${event.client}\n${event.sessionId ?? event.conversationId ?? ''}`
    const before = named.get(name)
    if (before !== undefined) return before
    const place = sessionPlace(stateDir, event)
    if (named.size >= most.named) named.clear()
    if (place !== undefined && name.length <= most.length) named.set(name, place)
    return place
  }
  return {
    earlier: async event => {
      const place = placeOf(event)
      return place && earlierAt(place, known)
    },
    note: async (event, words) => {
      const place = placeOf(event)
      return place === undefined || note(place, words, Date.now(), known.wrote)
    },
  }
}
