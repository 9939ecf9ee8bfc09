/** What Qwen Code tells a hook of: its events, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { argumentsIn, textOf } from '../../../core/tool.ts'
import { anywhere } from '../shared/mentions.ts'
import { asOutput, batchResults, namedCall, only, plain, promptOf, traits, type View } from '../shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }

const tells: Can = { ...canNothing, context: true }

const holds: Can = { ...canNothing, deny: 'feedback' }

const input = 'llmInputGuardrails'

const output = 'llmOutputGuardrails'

export const events = {
  PreToolUse: traits('before every tool', 'input', input, { ...blocks, ask: true }),
  PermissionRequest: traits('a permission dialog would open', 'input', input, { ...blocks, ask: true, grant: true }),
  PermissionDenied: traits('a permission was denied', 'analytics', null, canNothing),
  PostToolUse: traits('a tool succeeded', 'output', output, { ...blocks, context: true }),
  PostToolUseFailure: traits('a tool failed', 'output', output, { ...holds, context: true }),
  PostToolBatch: traits('a batch of tools ended', 'output', output, { ...blocks, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  UserPromptExpansion: traits('a slash command expands', 'input', input, { ...blocks, context: true }),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  SessionDelete: traits('a session is deleted', 'analytics', null, canNothing),
  Stop: traits('the turn is about to end', 'lifecycle', null, { ...holds, message: true }),
  StopFailure: traits('a turn ended by an error', 'analytics', null, canNothing),
  SubagentStart: traits('a subagent begins', 'lifecycle', null, canNothing),
  SubagentStop: traits('a subagent is about to end', 'lifecycle', null, holds),
  TodoCreated: traits('a todo is added', 'analytics', null, blocks),
  TodoCompleted: traits('a todo is completed', 'analytics', null, blocks),
  PreCompact: traits('before compaction', 'analytics', null, canNothing),
  PostCompact: traits('after compaction', 'analytics', null, canNothing),
  Notification: traits('a notification is shown', 'analytics', null, canNothing),
  InstructionsLoaded: traits('instructions were loaded', 'analytics', null, canNothing),
  MessageDisplay: traits('a message is displayed', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

export type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  run_shell_command: 'shell',
  monitor: 'shell',
  read_file: 'file-read',
  list_directory: 'file-read',
  glob: 'file-read',
  grep_search: 'file-read',
  lsp: 'file-read',
  write_file: 'file-write',
  edit: 'file-edit',
  notebook_edit: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  agent: 'agent',
}

export const metadataKeys = [
  'prompt_id',
  'tool_use_id',
  'agent_id',
  'stop_hook_active',
  'source',
  'reason',
  'trigger',
  'phase',
  'notification_type',
  'duration_ms',
]

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'PermissionDenied':
      return namedCall(payload, tools)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools), payload.tool_response ?? '')
    case 'PostToolUseFailure':
      return asOutput(namedCall(payload, tools), stringAt(payload, 'error') ?? '')
    case 'PostToolBatch':
      return plain('output', textOf(batchResults(payload.tool_calls)), only(payload, ['tool_calls']))
    case 'UserPromptSubmit':
    case 'UserPromptExpansion': {
      // What goes to the model, and what was typed where that differs.
      const fields = only(payload, ['prompt', 'submitted_prompt', 'command_name', 'command_args'])
      const typed = stringAt(payload, 'submitted_prompt')
      const sent = promptOf(stringAt(payload, 'prompt'), anywhere)
      const content = typed === undefined || sent.content.includes(typed) ? sent.content : `${sent.content}\n${typed}`
      return { ...sent, content, structuredInput: fields }
    }
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model']))
    case 'Stop':
    case 'SubagentStop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active', 'agent_type']))
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    default: {
      const { session_id: _s, transcript_path: _p, hook_event_name: _h, cwd: _c, timestamp: _t, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}

export const folderNamed = (payload: JsonObject): string | undefined =>
  tools[stringAt(payload, 'tool_name') ?? ''] === 'shell'
    ? stringAt(argumentsIn(payload.tool_input) ?? {}, 'directory')
    : undefined
