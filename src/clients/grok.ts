/** Grok CLI. Known from live notes on 0.2.106, 2026. It also runs the hooks in Claude Code's files. */

import type { ClientSignature } from '../core/client.ts'
import { claimed, isSnake, lacks, shortAt } from './_claims.ts'

export default {
  id: 'grok',
  title: 'Grok CLI',
  detect: payload =>
    claimed(payload, 'grok', () => {
      // The name in snake_case, where an early VS Code preview wrote PascalCase under the same key.
      if (!isSnake(shortAt(payload, 'hookEventName', 100))) return 'no'
      return lacks(payload, 'hook_event_name', 'session_id') ? 'weak' : 'no'
    }),
} satisfies ClientSignature
