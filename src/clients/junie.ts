/** JetBrains Junie CLI. Known from its documentation, read 2026-09. Nothing in its payloads is its own. */

import type { ClientSignature } from '../core/client.ts'
import { stringAt } from '../core/json.ts'
import { claimed, eventName, lacks, toolOwner } from './_claims.ts'

export default {
  id: 'junie',
  title: 'JetBrains Junie',
  detect: payload =>
    claimed(payload, 'junie', () => {
      const event = eventName(payload)
      if (!events.has(event ?? '') || toolOwner(payload) !== undefined) return 'no'
      if (!lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'tool_use_id', 'prompt_id', 'turn_id')) return 'no'
      // Its Stop has no session and no directory, which every other client with this name sends.
      if (event !== 'Stop') return 'possible'
      return Object.keys(payload).every(key => stopKeys.has(key)) && stringAt(payload, 'session_id') === undefined
        ? 'weak'
        : 'possible'
    }),
} satisfies ClientSignature

const events: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'Stop',
  'StopFailure',
  'SessionEnd',
])
const stopKeys: ReadonlySet<string> = new Set(['hook_event_name', 'stop_hook_active', 'last_assistant_message'])
