/** Goose, with hooks of the Open Plugins format. Known second-hand, 2026. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, isPascal, lacks } from './_claims.ts'

export default {
  id: 'goose',
  title: 'Goose',
  detect: payload =>
    claimed(payload, 'goose', () =>
      isPascal(stringAt(payload, 'event')) && lacks(payload, 'hook_event_name', 'hookEventName', 'agent_action_name')
        ? 'possible'
        : 'no',
    ),
} satisfies ClientSignature
