/**
 * Cursor. Docs: https://cursor.com/docs/hooks. Verified on @cursor/sdk 1.0.32, 2026-11 (recorded payloads and measured answers);
 * Tab events, workspaceOpen and the IDE's own call sites are known from the documentation only.
 *
 * Every answer is exit 0 with explicit JSON: exit 2 shows stdout raw to the model and arrives as 1 (allowed) on Windows,
 * and an empty stdout counts as a failed hook.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import { atLeast } from '../core/install.ts'
import { has, isObject, type JsonObject, type JsonValue, numberAt, objectAt, stringAt, stringsAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import { argumentsIn, textOf, unpack, viewTool } from '../core/tool.ts'
import type { Verdict } from '../core/verdict.ts'
import { say } from './_answer.ts'
import { isCursorEventName } from './_evidence.ts'
import { commandText, fileIn, handlers, limitSeconds, systemDir } from './_install.ts'
import { closedHookEntry, hookTimeouts } from './_registration.ts'
import { hiddenTrust } from './_switches.ts'
import { asOutput, changedOnly, fromRow, merges, only, plain, strings, toolCall, traits, type View } from './_view.ts'

const blocks: Can = { ...canNothing, deny: 'block', message: true }
const contextOnly: Can = { ...canNothing, deny: 'feedback', context: true }

const events = {
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
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

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

// The top-level keys that `updated_input` can change, per tool. A file's content is not among them.
const mutable: Readonly<Record<string, readonly string[]>> = {
  Shell: ['command', 'cwd', 'timeout'],
  Read: ['file_path'],
  Write: ['file_path'],
  Delete: ['file_path'],
  List: ['file_path'],
  ReadLints: ['file_path'],
  Grep: ['pattern', 'file_path'],
  Fetch: ['url'],
}

export default {
  id: 'cursor',
  title: 'Cursor',
  docs: 'https://cursor.com/docs/hooks',
  verified: '@cursor/sdk 1.0.32, 2026-11',
  events,

  detect: payload => {
    if (has(payload, 'cursor_version')) return 'strong'
    const name = stringAt(payload, 'hook_event_name')
    if (name === undefined || !isCursorEventName(name))
      return name === undefined && has(payload, 'generation_id') ? 'possible' : 'no'
    if (has(payload, 'conversation_id') && has(payload, 'generation_id')) return 'strong'
    // ProxyAI shares seven event names and never sends these ids; without them only a hint makes it Cursor.
    return has(payload, 'session_id') ? 'no' : 'possible'
  },

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'cursor', event: name })
    const roots = stringsAt(payload, 'workspace_roots')
    const cwd = stringAt(payload, 'cwd') || stringAt(objectAt(payload, 'tool_input') ?? {}, 'cwd') || roots[0]
    return ok({
      client: 'cursor',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: payload.is_background_agent !== true,
      workspaceRoots: roots,
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', conversationId: 'conversation_id', user: 'user_email' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = events[name].can
    if (name === 'preToolUse') {
      const tool = event.toolName ?? ''
      const keys = event.toolType === 'mcp' ? undefined : (Object.hasOwn(mutable, tool) && mutable[tool]) || []
      return {
        ...can,
        rewriteInput: keys === undefined || keys.length > 0,
        // The keys sent are merged: one that Cursor does not take, or one taken away, would leave the original in force.
        takes: rewrite => rewrite.of === 'output' || merges(rewrite, keys),
      }
    }
    if (name === 'postToolUse') return { ...can, rewriteOutput: event.toolType === 'mcp' }
    return can
  },

  render: (verdict, event) => say(answer(verdict, event)),

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, eventName) => {
    if (mode === 'open')
      return {
        ...say({
          ...(eventName === undefined ? { permission: 'allow', continue: true } : neutral(eventName)),
          user_message: reason,
          userMessage: reason,
        }),
        stderr: `${reason}\n`,
      }
    // Without an event name every channel is used at once; unknown keys are ignored.
    return say({ permission: 'deny', continue: false, ...messages(reason) })
  },

  registration: {
    // Order of the SDK's loader. A Claude file registration never fails closed in Cursor.
    files: (env, home, roots) => [
      '/etc/cursor/hooks.json',
      '/Library/Application Support/Cursor/hooks.json',
      ...(env.ProgramData === undefined ? [] : [`${env.ProgramData}\\Cursor\\hooks.json`]),
      ...roots.map(root => `${root}/.cursor/hooks.json`),
      ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
      `${home}/.cursor/hooks.json`,
      `${home}/.claude/settings.json`,
    ],
    failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.failClosed === true),
    timeouts: (text, eventName) => [...hookTimeouts(text, eventName), ...hookTimeouts(text, claudeName(eventName))],
  },

  install: {
    binaries: ['cursor', 'cursor-agent'],
    packages: { versions: ['cursor-agent/versions'] },
    folders: ({ home }) => [`${home}/.cursor`],
    scopes: ['project', 'user', 'managed'],
    writes: (ground, hook) =>
      fileIn(ground, {
        project: `${ground.root}/.cursor/hooks.json`,
        user: `${ground.home}/.cursor/hooks.json`,
        managed: `${systemDir(ground, { linux: '/etc/cursor', darwin: '/Library/Application Support/Cursor', win32: 'Cursor' })}/hooks.json`,
      }).map(file => ({
        kind: 'entries',
        file,
        needs: [{ at: ['version'], value: 1 }],
        entries: handlers(registered(hook.version), name => ({
          command: withoutUrl(commandText(hook, name, ground, 'powershell')),
          timeout: limitSeconds(hook),
          ...(hook.closed && isEvent(name) && events[name].can.deny === 'block' && { failClosed: true }),
        })),
      })),
    gaps: version =>
      version === undefined
        ? ['The version of Cursor is not known. This is the form of 2.4 and later; an older one drops the whole file: update it.']
        : [],
    switches: () => ({
      sources: [],
      // Measured: a file is taken or left as a whole.
      reading: { comments: 'lines', noLinks: true, fault: faultIn },
      list: [hiddenTrust('Cursor')],
    }),
    notes: () => [
      'Cursor reads hooks of Claude Code’s settings files as well: a registration there runs a second time in Cursor.',
    ],
  },
} satisfies ClientAdapter

/** What makes Cursor drop a whole file. */
const faultIn = ({ version, hooks }: JsonObject): string | undefined => {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'it has no whole number as "version"'
  if (!isObject(hooks)) return 'its "hooks" are no object'
  for (const [event, entries] of Object.entries(hooks)) {
    if (!isEvent(event)) return `it does not know the event ${event}`
    if (!Array.isArray(entries)) return `${event} is no list`
    const fault = entries.map(entryFault).find(found => found !== undefined)
    if (fault !== undefined) return `an entry of ${event} ${fault}`
  }
  return undefined
}

const entryFault = (entry: JsonValue): string | undefined => {
  if (!isObject(entry)) return 'is no object'
  if (entry.type !== 'prompt' && (typeof entry.command !== 'string' || entry.command === '')) return 'has no command'
  if (entry.timeout !== undefined && !(typeof entry.timeout === 'number' && entry.timeout > 0))
    return 'has a timeout that is no number above 0'
  if (entry.failClosed !== undefined && typeof entry.failClosed !== 'boolean') return 'has a failClosed that is not true or false'
  if (entry.matcher !== undefined && !isPattern(entry.matcher)) return 'has a matcher that is no regular expression'
  return undefined
}

const isPattern = (matcher: JsonValue): boolean => {
  if (typeof matcher !== 'string') return false
  try {
    if (matcher !== '*') new RegExp(matcher)
    return true
  } catch {
    return false
  }
}

/** One event a version does not know makes it drop the whole file. Since preToolUse is there, the shell's own event asks twice. */
const registered = (version: readonly number[] | undefined): readonly string[] =>
  version !== undefined && !atLeast(version, [2, 4])
    ? ['beforeSubmitPrompt', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile']
    : ['beforeSubmitPrompt', 'preToolUse', 'beforeMCPExecution', 'beforeReadFile', 'postToolUse']

/** Cursor cuts the file at `//`, also within a string. */
const withoutUrl = (command: string): string => {
  if (command.includes('//')) throw new RangeError('Cursor cannot be given a path with // in it')
  return command
}

/** Under what name Cursor finds this event's hooks in a Claude file. */
const claudeName = (name: string): string =>
  name === 'beforeSubmitPrompt' ? 'UserPromptSubmit' : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

// Old versions (1.7) read camelCase, today's read snake_case; the model is told `user_message`, so the reason stands in both.
const messages = (text: string): JsonObject => ({
  user_message: text,
  agent_message: text,
  userMessage: text,
  agentMessage: text,
})

const neutral = (name: string): JsonObject => {
  if (name === 'beforeSubmitPrompt' || name === 'sessionStart') return { continue: true }
  return isEvent(name) && events[name].can.deny === 'block' ? { permission: 'allow' } : {}
}

const answer = (verdict: Verdict, event: NormalizedHookEvent): JsonObject => {
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

const metadataOf = (payload: JsonObject): JsonObject =>
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

const view = (name: EventName, payload: JsonObject): View => {
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
      return plain('prompt', stringAt(payload, 'prompt') ?? '', only(payload, ['prompt', 'attachments']))
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
  return url === undefined ? call : { ...call, urls: [...call.urls, url] }
}
