/** Devin CLI. Known from its documentation, read 2026-10. It also runs the hooks in Claude Code's files. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, lacks, toolOwner } from './_claims.ts'

export default {
  id: 'devin',
  title: 'Devin CLI',
  detect: payload =>
    claimed(payload, 'devin', () => {
      if (!events.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      // Claude Code's names, without the three fields that Claude Code, Kiro and VS Code cannot do without.
      if (!lacks(payload, 'cwd', 'transcript_path', 'permission_mode', 'timestamp', 'turn_id')) return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined && owner !== 'devin') return 'no'
      return has(payload, 'prompt_id') || owner === 'devin' ? 'weak' : 'possible'
    }),
} satisfies ClientSignature

const events: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
  'UserPromptSubmit',
  'Stop',
  'SessionStart',
  'SessionEnd',
  'PostCompaction',
])
