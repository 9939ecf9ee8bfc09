/** Auggie (Augment Code). Known second-hand, 2026. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed } from './_claims.ts'
import { eventName, isPascal, lacks } from './_evidence.ts'

export default {
  id: 'auggie',
  title: 'Auggie',
  detect: payload =>
    claimed(payload, 'auggie', () => {
      if (!isPascal(eventName(payload)) || stringAt(payload, 'conversation_id') === undefined) return 'no'
      return lacks(payload, 'session_id', 'generation_id') ? 'weak' : 'possible'
    }),
} satisfies ClientSignature
