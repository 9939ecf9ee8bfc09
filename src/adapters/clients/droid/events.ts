/** What Droid tells a hook of: its events, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { splitMcpName, textOf } from '../../../core/tool.ts'
import { asOutput, namedCall, only, plain, promptOf, traits, type View } from '../shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }

const feeds: Can = { ...canNothing, deny: 'feedback', message: true }

export const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, grant: true, rewriteInput: true }),
  PostToolUse: traits('a tool returned', 'output', 'llmOutputGuardrails', { ...feeds, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true, context: true }),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  SubagentStop: traits('a subagent ended', 'lifecycle', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, { ...canNothing, context: true }),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  Notification: traits('a notification is shown', 'analytics', null, canNothing),
  PreCompact: traits('before compaction', 'analytics', null, blocks),
} as const satisfies Record<string, EventTraits>

export type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  Execute: 'shell',
  Read: 'file-read',
  LS: 'file-read',
  Grep: 'file-read',
  Glob: 'file-read',
  Create: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  ApplyPatch: 'file-edit',
  NotebookEdit: 'file-edit',
  FetchUrl: 'web',
  WebSearch: 'web',
  Task: 'agent',
}

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return namedCall(payload, tools, splitName)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools, splitName), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'Stop':
      return plain('stop', '', only(payload, ['stop_hook_active', 'tool_execution_count', 'elapsed_time']))
    case 'SubagentStop': {
      const fields = only(payload, ['task_name', 'task_result', 'task_error'])
      return plain('stop', textOf(fields), fields)
    }
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'previous_session_id']))
    case 'SessionEnd':
    case 'Notification':
    case 'PreCompact': {
      const fields = only(payload, ['reason', 'message', 'notification_type', 'trigger', 'custom_instructions'])
      return plain('other', textOf(fields), fields)
    }
    default:
      return name satisfies never
  }
}

/** `server___tool` of an MCP server, `app__capability` of a connector. No built-in tool has two underscores in a row. */
const splitName = (name: string): { readonly server: string; readonly tool: string } | undefined => {
  const claudes = splitMcpName(name)
  if (claudes !== undefined) return claudes
  const mark = name.includes('___') ? '___' : '__'
  const at = name.indexOf(mark)
  return at > 0 ? { server: name.slice(0, at), tool: name.slice(at + mark.length) } : undefined
}
