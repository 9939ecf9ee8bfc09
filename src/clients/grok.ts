/** Grok CLI. Known from live notes on 0.2.106, 2026. It also runs the hooks in Claude Code's files. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, lacks } from './_claims.ts'

export default {
  id: 'grok',
  title: 'Grok CLI',
  detect: payload =>
    claimed(payload, 'grok', () => {
      // The name in snake_case, where an early VS Code preview wrote PascalCase under the same key.
      const event = stringAt(payload, 'hookEventName')
      if (event === undefined || !/^[a-z]+(_[a-z]+)*$/.test(event)) return 'no'
      return lacks(payload, 'hook_event_name', 'session_id') ? 'weak' : 'no'
    }),
} satisfies ClientSignature
