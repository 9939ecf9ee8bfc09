/** Google Antigravity, CLI and desktop. Known from live notes on 1.1.2 to 1.2.3, 2026. Its payloads name no event. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, lacks } from './_claims.ts'

export default {
  id: 'antigravity',
  title: 'Google Antigravity',
  detect: payload =>
    claimed(payload, 'antigravity', () =>
      // One of the common fields alone.
      stringAt(payload, 'conversationId') !== undefined && lacks(payload, 'hook_event_name', 'hookEventName', 'sessionId')
        ? 'weak'
        : 'no',
    ),
} satisfies ClientSignature
