/** Codex CLI. Seen: 19 payloads of Codex 0.169.0, recorded 2026-11, and the schemas in its binary. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, lacks, permissionMode } from './_claims.ts'

export default {
  id: 'codex',
  title: 'Codex CLI',
  detect: payload =>
    claimed(payload, 'codex', () => {
      if (!events.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      // Never on a Codex payload, always or often on those of its look-alikes.
      if (!lacks(payload, 'prompt_id', 'effort', 'timestamp', 'duration_ms', 'tool_result')) return 'no'
      if (!modes.has(permissionMode(payload) ?? 'default')) return 'no'
      // The other events carry `turn_id`, which is a fingerprint and would have been seen.
      if (eventName(payload) !== 'SessionStart' && eventName(payload) !== 'SessionEnd') return 'no'
      // The schema allows null where Claude Code always has a string.
      if (has(payload, 'transcript_path') && payload.transcript_path === null) return 'weak'
      return 'possible'
    }),
} satisfies ClientSignature

// From the binary's embedded schemas.
const events: ReadonlySet<string> = new Set([
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Interrupt',
])
const modes: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'])
