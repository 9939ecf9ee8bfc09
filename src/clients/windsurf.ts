/** Windsurf (Devin Desktop), Cascade's hooks. Known from its documentation, read 2026-10. */

import type { ClientSignature } from '../core/client.ts'
import { has } from '../core/json.ts'
import { claimed, lacks } from './_claims.ts'

export default {
  id: 'windsurf',
  title: 'Windsurf Cascade',
  detect: payload =>
    claimed(payload, 'windsurf', () =>
      // The rest of its frame, should the action's name ever be missing.
      has(payload, 'trajectory_id') && has(payload, 'tool_info') && lacks(payload, 'hook_event_name', 'hookEventName')
        ? 'weak'
        : 'no',
    ),
} satisfies ClientSignature
