/** Goose, with hooks of the Open Plugins format. Known second-hand, 2026. */

import type { ClientSignature } from '../core/client.ts'
import { claimed } from './_claims.ts'
import { isPascal, lacks, shortAt } from './_evidence.ts'

export default {
  id: 'goose',
  title: 'Goose',
  detect: payload =>
    claimed(payload, 'goose', () =>
      isPascal(shortAt(payload, 'event', 100)) && lacks(payload, 'hook_event_name', 'hookEventName', 'agent_action_name')
        ? 'possible'
        : 'no',
    ),
} satisfies ClientSignature
