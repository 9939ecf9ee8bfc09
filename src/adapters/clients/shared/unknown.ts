/** The answer to a caller nobody recognises: the one form that denied on every client it was measured on. */

import type { Answer } from '../../../core/adapter.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { FailMode } from '../../../core/verdict.ts'

/**
 * Deny is exit 2 with the reason on stderr and the superset JSON: it blocked on Claude Code, Codex, Qwen, Gemini and Copilot alike
 * (measured 2026-11). Open is exit 0, silent on stdout, with the warning on stderr.
 */
export const unknownAnswer = (mode: FailMode, reason: string, eventName: string | undefined): Answer => {
  if (mode === 'open') return { exitCode: 0, stdout: '', stderr: `${reason}\n` }
  const flat: JsonObject = { decision: 'block', reason, permissionDecision: 'deny', permissionDecisionReason: reason }
  const nested =
    eventName === 'PreToolUse'
      ? { hookSpecificOutput: { hookEventName: eventName, permissionDecision: 'deny', permissionDecisionReason: reason } }
      : {}
  return { exitCode: 2, stdout: `${JSON.stringify({ ...flat, ...nested })}\n`, stderr: `${reason}\n` }
}
