/** Factory Droid. Read in the source of Droid 0.225.2, 2026-11; not recorded. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, lacks, permissionMode, toolOwner } from './_claims.ts'

export default {
  id: 'droid',
  title: 'Factory Droid',
  detect: payload =>
    claimed(payload, 'droid', () => {
      if (!events.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!lacks(payload, 'timestamp', 'prompt_id', 'turn_id', 'tool_use_id')) return 'no'
      // The autonomy level stands in every payload; another mode is another client's.
      if (permissionMode(payload) !== undefined) return 'no'
      // The environment file's name travels in the payload, and nowhere else.
      if (has(payload, 'CLAUDE_ENV_FILE')) return 'weak'
      if (has(payload, 'transcript_path') && stringAt(payload, 'transcript_path') === undefined) return 'no'
      const owner = toolOwner(payload)
      if (owner === undefined) return 'possible'
      return owner === 'droid' ? 'weak' : 'no'
    }),
} satisfies ClientSignature

const events: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
  'Notification',
  'PreCompact',
])
