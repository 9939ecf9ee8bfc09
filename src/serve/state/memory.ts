/** What sessions did before: in files of this machine, or where other replicas find it as well. */

import { noteIn } from '../../call.ts'
import type { Earlier } from '../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Call } from '../../decide.ts'
import { earlierAt, sessionPlace } from '../../sources/session-file.ts'
import { growingMemory } from './growing-memory.ts'

export interface SessionMemory {
  /** Undefined for an event that does not say which session it belongs to. */
  readonly earlier: (event: NormalizedHookEvent) => Promise<(() => Earlier) | undefined>
  readonly note: NonNullable<Call['note']>
}

export const memoryInFiles = (stateDir: string): SessionMemory => {
  const known = growingMemory()
  return {
    earlier: async event => {
      const place = sessionPlace(stateDir, event)
      return place && earlierAt(place, known)
    },
    note: noteIn(stateDir),
  }
}
