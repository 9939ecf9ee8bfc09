/** VS Code's agent, Local harness. Known from its documentation, read 2026-10; its Copilot harness calls as Copilot CLI does. */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, isoTimestamp, lacks, toolOwner } from './_claims.ts'

export default {
  id: 'vscode',
  title: 'VS Code (Local)',
  detect: payload =>
    claimed(payload, 'vscode', () => {
      // Early previews spelled these two in camelCase.
      const event = eventName(payload) ?? stringAt(payload, 'hookEventName')
      const session = stringAt(payload, 'session_id') ?? stringAt(payload, 'sessionId')
      if (!events.has(event ?? '') || session === undefined || !isoTimestamp(payload)) return 'no'
      // Qwen has a mode and a prompt id; Copilot a result and a reason for stopping; Gemini's start has another source.
      if (!lacks(payload, 'permission_mode', 'prompt_id', 'turn_id', 'tool_result', 'stop_reason', 'initial_prompt')) return 'no'
      if (event === 'SessionStart' && (stringAt(payload, 'source') ?? 'new') !== 'new') return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined) return owner === 'vscode' ? 'weak' : 'no'
      // The documentation promises one of the two; with neither it is Copilot, which reads the same files.
      return has(payload, 'transcript_path') || has(payload, 'tool_use_id') ? 'weak' : 'no'
    }),
} satisfies ClientSignature

const events: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SubagentStart',
  'SubagentStop',
  'Stop',
])
