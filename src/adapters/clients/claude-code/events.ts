/** What Claude Code tells a hook of: its events, what each can carry, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../../core/event.ts'
import { type JsonObject, objectAt, stringAt } from '../../../core/json.ts'
import { textOf } from '../../../core/tool.ts'
import { lacks } from '../shared/evidence.ts'
import { afterSpace } from '../shared/mentions.ts'
import { asOutput, batchResults, namedCall, only, plain, promptOf, toolCall, traits, type View } from '../shared/view.ts'

export const says: Can = { ...canNothing, message: true }

export const blocks: Can = { ...says, deny: 'block' }

const feeds: Can = { ...says, deny: 'feedback', context: true }

const tells: Can = { ...says, context: true }

export const input = 'llmInputGuardrails'

export const output = 'llmOutputGuardrails'

export const events = {
  PreToolUse: traits('before every tool', 'input', input, {
    ...blocks,
    ask: true,
    defer: true,
    grant: true,
    rewriteInput: true,
    context: true,
  }),
  PermissionRequest: traits('a permission dialog would open', 'input', input, { ...blocks, ask: true, grant: true }),
  PermissionDenied: traits('a permission was denied', 'analytics', null, says),
  PostToolUse: traits('a tool succeeded', 'output', output, { ...feeds, rewriteOutput: true }),
  PostToolUseFailure: traits('a tool failed', 'output', output, feeds),
  PostToolBatch: traits('a batch of tools ended', 'output', output, { ...blocks, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  UserPromptExpansion: traits('a slash command expands', 'input', input, { ...blocks, context: true }),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  Setup: traits('setup runs', 'lifecycle', null, tells),
  SessionEnd: traits('a session ends', 'lifecycle', null, says),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  SubagentStop: traits('a subagent is about to end', 'lifecycle', null, feeds),
  StopFailure: traits('a turn ended by an error', 'analytics', null, canNothing),
  SubagentStart: traits('a subagent begins', 'lifecycle', null, tells),
  PreCompact: traits('before compaction', 'analytics', null, blocks),
  PostCompact: traits('after compaction', 'analytics', null, says),
  PreModelSwitch: traits('before the model changes', 'analytics', null, { ...blocks, ask: true, grant: true }),
  PostModelSwitch: traits('after the model changed', 'analytics', null, tells),
  Notification: traits('a notification is shown', 'analytics', null, tells),
  Elicitation: traits('an MCP server asks the person', 'mcp-post', 'mcpToolPostInvokeGuardrails', blocks),
  ElicitationResult: traits('the answer goes to the MCP server', 'mcp-pre', 'mcpToolPreInvokeGuardrails', blocks),
  ConfigChange: traits('a settings file changed', 'analytics', null, blocks),
  InstructionsLoaded: traits('instructions were loaded', 'analytics', null, says),
  // A registered WorktreeCreate hook replaces the client's own creation and must print a path, so it is only good for a deny.
  WorktreeCreate: traits('a worktree is created', 'analytics', null, { ...canNothing, deny: 'block' }),
  WorktreeRemove: traits('a worktree is removed', 'analytics', null, says),
  CwdChanged: traits('the current directory changed', 'analytics', null, says),
  FileChanged: traits('a watched file changed', 'analytics', null, says),
  DirectoryAdded: traits('a directory was added', 'analytics', null, says),
  TeammateIdle: traits('a teammate goes idle', 'analytics', null, { ...says, deny: 'feedback' }),
  TaskCreated: traits('a task is created', 'analytics', null, blocks),
  TaskCompleted: traits('a task is completed', 'analytics', null, blocks),
  MessageDisplay: traits('a message is displayed', 'output', output, { ...canNothing, rewriteOutput: true }),
} as const satisfies Record<string, EventTraits>

export type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

export const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  PowerShell: 'shell',
  Monitor: 'shell',
  Read: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  LS: 'file-read',
  LSP: 'file-read',
  NotebookRead: 'file-read',
  Write: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  NotebookEdit: 'file-edit',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
  Agent: 'agent',
}

export const alreadyStopped = (event: NormalizedHookEvent): boolean =>
  (event.originalEventName === 'Stop' || event.originalEventName === 'SubagentStop') && event.metadata.stop_hook_active === true

export const metadataOf = (payload: JsonObject): JsonObject =>
  only(payload, [
    'prompt_id',
    'tool_use_id',
    'agent_id',
    'stop_hook_active',
    'source',
    'reason',
    'trigger',
    'notification_type',
    'duration_ms',
  ])

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return call(payload)
    case 'PermissionRequest':
    case 'PermissionDenied':
      // PreToolUse has had the call; the RFC's table knows these two with a session and nothing else.
      return lacks(payload, 'tool_name', 'tool_input') ? toolCall('', 'other', {}) : call(payload)
    case 'PostToolUse':
      return asOutput(call(payload), payload.tool_response ?? '')
    case 'PostToolUseFailure':
      return asOutput(call(payload), stringAt(payload, 'error') ?? '')
    case 'PostToolBatch':
      return plain('output', textOf(batchResults(payload.tool_calls)), only(payload, ['tool_calls']))
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'), afterSpace)
    case 'UserPromptExpansion':
      return {
        ...promptOf(stringAt(payload, 'prompt') ?? '', afterSpace),
        structuredInput: only(payload, ['prompt', 'command_name', 'command_args', 'command_source']),
      }
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model', 'session_title']))
    case 'Stop':
    case 'SubagentStop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active', 'agent_type']))
    case 'MessageDisplay':
      return asOutput(plain('output', '', only(payload, ['message_id', 'index', 'final'])), stringAt(payload, 'delta') ?? '')
    case 'Elicitation':
    case 'ElicitationResult': {
      const fields = only(payload, ['mcp_server_name', 'message', 'mode', 'url', 'requested_schema', 'action', 'content'])
      const row = events[name]
      const seen = toolCall('', 'mcp', fields, { server: stringAt(payload, 'mcp_server_name') })
      return { ...seen, category: row.category, guardrail: row.guardrail }
    }
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    default: {
      const { session_id: _s, transcript_path: _t, hook_event_name: _h, cwd: _c, prompt_id: _p, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}

/** An MCP server that the payload names by itself is told apart better than by the tool's name. */
const call = (payload: JsonObject): View => {
  const server = stringAt(objectAt(payload, 'mcp_server') ?? {}, 'name')
  const seen = namedCall(payload, tools)
  const leaves = seen.toolType === 'shell' && String(seen.structuredInput.dangerouslyDisableSandbox).toLowerCase() === 'true'
  return { ...seen, ...(server !== undefined && { mcpServer: server }), ...(leaves && { sandboxed: 'leaving' }) }
}
