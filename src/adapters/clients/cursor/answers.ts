/** What Cursor is answered. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, numberAt } from '../../../core/json.ts'
import { contextText, messageText, objectionText } from '../../../core/message.ts'
import { textOf } from '../../../core/tool.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { changedOnly } from '../shared/view.ts'
import { events, isEvent } from './events.ts'

// Old versions (1.7) read camelCase, today's read snake_case; the model is told `user_message`, so the reason stands in both.
export const messages = (text: string): JsonObject => ({
  user_message: text,
  agent_message: text,
  userMessage: text,
  agentMessage: text,
})

export const neutral = (name: string): JsonObject => {
  if (name === 'beforeSubmitPrompt' || name === 'sessionStart') return { continue: true }
  return isEvent(name) && events[name].can.deny === 'block' ? { permission: 'allow' } : {}
}

export const answer = (verdict: Verdict, event: NormalizedHookEvent): JsonObject => {
  const name = event.originalEventName
  const { ruling } = verdict
  const context: JsonObject = verdict.context === undefined ? {} : { additional_context: contextText(verdict.context) }
  if (ruling.decision !== 'allow') {
    const text = objectionText(ruling)
    switch (name) {
      case 'beforeSubmitPrompt':
      case 'sessionStart':
        return { continue: false, ...messages(text) }
      case 'stop':
      case 'subagentStop':
        // Without bound when imported from a Claude file; the loop count is the only thing that tells.
        return (numberAt(event.metadata, 'loop_count') ?? 0) > 0 ? {} : { followup_message: text }
      case 'postToolUse':
        return event.toolType === 'mcp'
          ? { updated_mcp_tool_output: { content: [{ type: 'text', text }], isError: true } }
          : { additional_context: text }
      case 'postToolUseFailure':
        return { additional_context: text }
      case 'preCompact':
        return { user_message: text }
      default:
        return isEvent(name) && events[name].can.deny === 'block' ? { permission: 'deny', ...messages(text) } : {}
    }
  }
  const { rewrite, message } = verdict
  return {
    ...neutral(name),
    ...(isEvent(name) && events[name].can.context && context),
    ...(message !== undefined && isEvent(name) && events[name].can.message && { user_message: messageText(message) }),
    ...(rewrite?.of === 'input' && { updated_input: changedOnly(rewrite.input, rewrite.changed) }),
    ...(rewrite?.of === 'output' && { updated_mcp_tool_output: asMcpOutput(rewrite.output) }),
  }
}

const asMcpOutput = (output: JsonValue): JsonValue =>
  isObject(output) && Array.isArray(output.content)
    ? output
    : { content: [{ type: 'text', text: textOf(output) }], isError: false }
