/** What Cursor tells a hook of: its events, and a payload as an event of ours. */

import { type Can, canNothing, type EventTraits } from '../../../core/adapter.ts'
import type { ToolType } from '../../../core/event.ts'
import { type JsonObject, stringAt } from '../../../core/json.ts'
import { argumentsIn, unpack, viewTool } from '../../../core/tool.ts'
import { attachedIn } from '../shared/mentions.ts'
import { asOutput, only, plain, toolCall, traits, type View } from '../shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block', message: true }

const contextOnly: Can = { ...canNothing, deny: 'feedback', context: true }

export const events = {
  sessionStart: traits('a conversation begins', 'lifecycle', null, { ...blocks, context: true }),
  sessionEnd: traits('a conversation is closed', 'lifecycle', null, canNothing),
  beforeSubmitPrompt: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  preToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, context: true, rewriteInput: true }),
  postToolUse: traits('a tool succeeded', 'output', 'llmOutputGuardrails', { ...contextOnly, rewriteOutput: true }),
  postToolUseFailure: traits('a tool failed or was denied', 'output', 'llmOutputGuardrails', contextOnly),
  beforeShellExecution: traits('before a command, after preToolUse', 'input', 'llmInputGuardrails', blocks),
  afterShellExecution: traits('a command ended', 'output', 'llmOutputGuardrails', canNothing),
  beforeMCPExecution: traits('before an MCP call, after preToolUse', 'mcp-pre', 'mcpToolPreInvokeGuardrails', blocks),
  afterMCPExecution: traits('an MCP call ended', 'mcp-post', 'mcpToolPostInvokeGuardrails', canNothing),
  beforeReadFile: traits('file loaded, before the model sees it', 'input', 'llmInputGuardrails', blocks),
  afterFileEdit: traits('after a write or edit', 'output', 'llmOutputGuardrails', canNothing),
  beforeTabFileRead: traits('Tab completion reads a file', 'input', 'llmInputGuardrails', blocks),
  afterTabFileEdit: traits('Tab completion edited a file', 'output', 'llmOutputGuardrails', canNothing),
  subagentStart: traits('before a subagent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  subagentStop: traits('a subagent ended', 'lifecycle', null, { ...contextOnly }),
  stop: traits('a turn ended', 'lifecycle', null, { ...canNothing, deny: 'feedback' }),
  afterAgentResponse: traits('the assistant answered', 'output', 'llmOutputGuardrails', canNothing),
  afterAgentThought: traits('the assistant thought', 'analytics', null, canNothing),
  preCompact: traits('before summarising', 'analytics', null, { ...canNothing, message: true }),
  workspaceOpen: traits('a workspace was opened', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events

export const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Tool names read in the SDK's own tables, 2026-11.
const tools: Readonly<Record<string, ToolType>> = {
  Shell: 'shell',
  WriteShellStdin: 'shell',
  Read: 'file-read',
  Grep: 'file-read',
  List: 'file-read',
  ReadLints: 'file-read',
  Write: 'file-write',
  Delete: 'file-write',
  Fetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
}

export const metadataOf = (payload: JsonObject): JsonObject =>
  only(payload, [
    'generation_id',
    'model',
    'tool_use_id',
    'mcp_server_url',
    'loop_count',
    'status',
    'composer_mode',
    'cursor_version',
  ])

export const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'preToolUse':
      return toolView(payload)
    case 'postToolUse': {
      const raw = payload.tool_output
      const output = unpack(raw) ?? raw ?? ''
      return asOutput(toolView(payload), output)
    }
    case 'postToolUseFailure':
      return asOutput(toolView(payload), stringAt(payload, 'error_message') ?? '')
    case 'beforeShellExecution':
      return {
        // The gateway's own body says `text`.
        ...viewTool('shell', only(payload, ['command', 'text'])),
        structuredInput: only(payload, ['command', 'cwd', 'sandbox']),
        toolName: 'Shell',
        toolType: 'shell',
        ...(typeof payload.sandbox === 'boolean' && { sandboxed: payload.sandbox ? 'inside' : 'outside' }),
      }
    case 'afterShellExecution':
      return asOutput(
        { ...plain('output', '', only(payload, ['command', 'duration'])), toolName: 'Shell', toolType: 'shell' },
        stringAt(payload, 'output') ?? '',
      )
    case 'beforeMCPExecution':
      return mcpView(payload)
    case 'afterMCPExecution':
      return asOutput(mcpView(payload), unpack(payload.result_json) ?? stringAt(payload, 'result_json') ?? '')
    case 'beforeReadFile':
    case 'beforeTabFileRead': {
      const read = viewTool('file-read', only(payload, ['file_path']))
      const content = [read.content, stringAt(payload, 'content') ?? ''].join('\n')
      return {
        ...read,
        content,
        structuredInput: only(payload, ['file_path', 'attachments']),
        toolName: 'Read',
        toolType: 'file-read',
      }
    }
    case 'afterFileEdit':
    case 'afterTabFileEdit': {
      const edit = viewTool('file-edit', only(payload, ['file_path', 'edits']))
      return {
        ...edit,
        subject: 'output',
        structuredInput: only(payload, ['file_path', 'edits']),
        toolName: 'Write',
        toolType: 'file-edit',
      }
    }
    case 'subagentStart': {
      const agent = viewTool('agent', only(payload, ['subagent_type', 'task', 'description', 'prompt']))
      return {
        ...agent,
        structuredInput: only(payload, ['subagent_type', 'task', 'subagent_model', 'git_branch']),
        toolName: 'Task',
        toolType: 'agent',
      }
    }
    case 'subagentStop':
      return plain('stop', stringAt(payload, 'summary') ?? '', only(payload, ['subagent_type', 'status', 'task', 'description']))
    case 'beforeSubmitPrompt':
      return {
        ...plain('prompt', stringAt(payload, 'prompt') ?? '', only(payload, ['prompt', 'attachments'])),
        paths: attachedIn(payload.attachments),
      }
    case 'afterAgentResponse':
    case 'afterAgentThought':
      return plain(name === 'afterAgentResponse' ? 'output' : 'other', stringAt(payload, 'text') ?? '', {})
    case 'sessionStart':
      return plain('session', '', only(payload, ['is_background_agent', 'composer_mode']))
    case 'stop':
      return plain('stop', '', only(payload, ['status', 'loop_count']))
    case 'sessionEnd':
      return plain('other', stringAt(payload, 'error_message') ?? '', only(payload, ['reason', 'final_status']))
    case 'preCompact':
    case 'workspaceOpen':
      return plain('other', '', only(payload, ['trigger']))
    default:
      return name satisfies never
  }
}

const toolView = (payload: JsonObject): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const input = argumentsIn(payload.tool_input)
  // The server's name comes with beforeMCPExecution, which follows and can block.
  if (toolName.startsWith('MCP:'))
    return { ...toolCall(toolName, 'mcp', input, { tool: toolName.slice(4) }), later: ['mcpServer'] }
  return toolCall(toolName, Object.hasOwn(tools, toolName) ? (tools[toolName] ?? 'other') : 'other', input)
}

const mcpView = (payload: JsonObject): View => {
  const input = argumentsIn(payload.tool_input)
  const tool = stringAt(payload, 'tool_name')
  const url = stringAt(payload, 'mcp_server_url') ?? stringAt(payload, 'url')
  const call = toolCall(`MCP:${tool ?? ''}`, 'mcp', input, { server: stringAt(payload, 'mcp_server_name'), tool })
  const command = stringAt(payload, 'command')
  if (url !== undefined) return { ...call, urls: [...call.urls, url], mcpTold: { url } }
  return command === undefined ? call : { ...call, mcpTold: { command } }
}
