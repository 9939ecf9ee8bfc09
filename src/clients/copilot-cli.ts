/**
 * GitHub Copilot CLI, both dialects: camelCase keys for events registered in lowerCamel, snake_case keys for those registered in
 * PascalCase. Seen: 47 payloads of Copilot CLI 1.0.102, recorded 2026-11.
 */

import type { ClientSignature } from '../core/client.ts'
import { has, stringAt } from '../core/json.ts'
import { claimed, eventName, isoTimestamp, lacks } from './_claims.ts'

export default {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  detect: payload =>
    claimed(payload, 'copilot-cli', () => {
      // The clock, always a number in this dialect, is the fingerprint; without it the camelCase keys are a hint at most.
      if (stringAt(payload, 'sessionId') !== undefined && lacks(payload, 'hookEventName', 'taskId', 'workspaceRoot'))
        return 'possible'
      if (!events.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'permission_mode', 'tool_use_id', 'tool_response', 'prompt_id', 'turn_id')) return 'no'
      // Only the two stops know their transcript, and say why they stop.
      if (has(payload, 'transcript_path')) return has(payload, 'stop_reason') ? 'weak' : 'no'
      return 'weak'
    }),
} satisfies ClientSignature

// PascalCase names of the documented events. PermissionRequest, Notification and SubagentStart were recorded in camelCase keys all the same.
const events: ReadonlySet<string> = new Set([
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'ErrorOccurred',
])
