/** What Codex tells a hook of: its events, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { textOf } from '../../../core/tool.ts'
import { asOutput, namedCall, only, plain, promptOf, traits, type View } from '../shared/view.ts'

export const says: Can = { ...canNothing, message: true }

const tells: Can = { ...says, context: true }

const blocks: Can = { ...says, deny: 'block' }

const feeds: Can = { ...says, deny: 'feedback' }

export const input = 'llmInputGuardrails'

const output = 'llmOutputGuardrails'

export const events = {
  PreToolUse: traits('before each local tool', 'input', input, { ...blocks, rewriteInput: true, context: true }),
  // What no hook decides goes to a person or to the client's reviewing agent, and no field says to whom: nothing can be asked.
  PermissionRequest: traits('before an approval is asked for', 'input', input, { ...blocks, grant: true }),
  // The reason takes the place of the result.
  PostToolUse: traits('a tool returned', 'output', output, { ...blocks, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  SubagentStart: traits('a subagent begins', 'lifecycle', null, tells),
  SubagentStop: traits('a subagent is about to end', 'lifecycle', null, feeds),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  PreCompact: traits('before compaction', 'analytics', null, says),
  PostCompact: traits('after compaction', 'analytics', null, says),
  // Nothing but its transcript's folder tells it from Claude Code's, so nothing is printed.
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  Interrupt: traits('a turn was interrupted', 'analytics', null, says),
} as const satisfies Record<string, EventTraits>

export type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

export const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  apply_patch: 'file-edit',
  view_image: 'file-read',
  spawn_agent: 'agent',
  send_input: 'agent',
  send_message: 'agent',
  followup_task: 'agent',
}

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return call(payload)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model']))
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    case 'SubagentStop':
    case 'Stop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active', 'agent_type']))
    default: {
      const fields = only(payload, ['reason', 'trigger'])
      return plain('other', textOf(fields), fields)
    }
  }
}

/** The tool's own words for leaving the sandbox (0.169). Its hooks are mostly told the command alone. */
const call = (payload: JsonObject): View => {
  const seen = namedCall(payload, tools)
  const { sandbox_permissions: asked, with_escalated_permissions: escalated } = seen.structuredInput
  return asked === 'require_escalated' || escalated === true ? { ...seen, sandboxed: 'leaving' } : seen
}
