/**
 * ProxyAI (JetBrains plugin). Docs: https://docs.tryproxy.io. Its own hook manager (plugin 3.8.1) started us with made-up calls,
 * 2026-11; what follows beside that is from its source, 2026-05.
 *
 * Only exit 2 denies; `decision` at exit 0 is not read on most events. The pipes are read after exit, so output stays small.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../core/json.ts'
import { objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, viewTool } from '../../core/tool.ts'
import type { Rewrite } from '../../core/verdict.ts'
import { say } from './shared/answer.ts'
import { commandText, handlers, limitSeconds } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { asOutput, changedOnly, fromRow, merges, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }

const events = {
  beforeToolUse: traits('before each built-in tool', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true }),
  afterToolUse: traits('a tool returned', 'output', 'llmOutputGuardrails', { ...blocks, rewriteOutput: true }),
  beforeShellExecution: traits('before a Bash command, after beforeToolUse', 'input', 'llmInputGuardrails', blocks),
  afterShellExecution: traits('a foreground command ended', 'output', 'llmOutputGuardrails', canNothing),
  beforeReadFile: traits('file loaded, before it is returned', 'input', 'llmInputGuardrails', blocks),
  afterFileEdit: traits('after the Edit tool changed a file', 'output', 'llmOutputGuardrails', {
    ...canNothing,
    deny: 'feedback',
  }),
  subagentStart: traits('before a Task subagent', 'input', 'llmInputGuardrails', blocks),
  subagentStop: traits('a subagent ended', 'lifecycle', null, canNothing),
  stop: traits('the agent loop ended', 'lifecycle', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// The plugin's documentation names these two; its source does not know them (yet).
const aliases: Readonly<Record<string, EventName>> = { preToolUse: 'beforeToolUse', postToolUse: 'afterToolUse' }

// Wire names from the plugin's tool classes. MCP tools bypass hooks.
const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  Read: 'file-read',
  IntelliJSearch: 'file-read',
  Edit: 'file-edit',
  Write: 'file-write',
  WebSearch: 'web',
  WebFetch: 'web',
  Task: 'agent',
}

const cursorIds = ['cursor_version', 'conversation_id', 'generation_id', 'workspace_roots']

export default {
  id: 'proxyai',
  title: 'ProxyAI',
  docs: 'https://docs.tryproxy.io',
  verified: 'plugin 3.8.1, its hook manager with made-up calls, 2026-11',
  events,

  detect: (payload, env) => {
    const name = stringAt(payload, 'hook_event_name')
    if (name === undefined || cursorIds.some(id => has(payload, id))) return 'no'
    if (name === 'beforeToolUse' || name === 'afterToolUse') return 'strong'
    if (!isEvent(name) && !Object.hasOwn(aliases, name)) return 'no'
    // The variable is inherited by an agent started from the IDE; only equality with the payload is proof.
    if (env.PROXYAI_HOOK_EVENT === name) return 'strong'
    return has(payload, 'session_id') && isEvent(name) ? 'weak' : 'possible'
  },

  normalise: (payload, env, hints) => {
    const given = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    const name = isEvent(given) ? given : (Object.hasOwn(aliases, given) && aliases[given]) || undefined
    if (name === undefined) return fail({ kind: 'event-unknown', client: 'proxyai', event: given })
    const root = env.PROXYAI_PROJECT_DIR
    const input = objectAt(payload, 'tool_input')
    const cwd =
      (input && (stringAt(input, 'workingDirectory') ?? stringAt(input, 'working_directory'))) || stringAt(payload, 'cwd') || root
    return ok({
      client: 'proxyai',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root ? [root] : cwd ? [cwd] : [],
      metadata: only(payload, ['tool_use_id', 'status', 'exit_code', 'agent_id', 'duration']),
      ...(cwd && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = { ...events[name].can, takes: rewrite => fits(rewrite, event) }
    // Merging works for plain result classes only; Read, Edit and Write have sealed ones.
    return name === 'afterToolUse' ? { ...can, rewriteOutput: event.toolName === 'Bash' } : can
  },

  render: (verdict, event) => {
    const { ruling, rewrite, message } = verdict
    const name = event.originalEventName
    if (ruling.decision !== 'allow') {
      return isEvent(name) && events[name].can.deny !== 'none' ? denied(objectionText(ruling)) : say({})
    }
    const stderr = message === undefined ? '' : `${oneLine(message, 900)}\n`
    return { ...say(rewrite === undefined ? {} : update(rewrite, event)), stderr }
  },

  failDefault: name => (name === 'beforeShellExecution' || name === 'beforeReadFile' ? 'closed' : 'open'),
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason) => (mode === 'closed' ? denied(reason) : { ...say({}), stderr: `${reason}\n` }),

  registration: {
    files: (_env, _home, roots) => roots.map(root => `${root}/.proxyai/settings.json`),
    // There is no switch for it: every failure lets the action go on.
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: [],
    folders: ({ root }) => [`${root}/.proxyai`],
    scopes: ['project'],
    writes: (ground, hook) => [
      {
        kind: 'entries',
        file: `${ground.root}/.proxyai/settings.json`,
        // The shell and read events are second questions about what beforeToolUse has asked; the contents of a file come with the latter.
        entries: handlers(['beforeToolUse', 'afterToolUse', 'beforeReadFile', 'subagentStart'], name => ({
          command: commandText(hook, name, ground, 'cmd'),
          timeout: limitSeconds(hook),
        })),
      },
    ],
    switches: () => ({ sources: [], reading: { comments: 'none' }, list: [] }),
    ignores: '"ignore" in .proxyai/settings.json',
    notes: () => ['MCP tools and prompts have no hook event in ProxyAI; they stay unguarded.'],
  },
} satisfies ClientAdapter

const update = (rewrite: Rewrite, event: NormalizedHookEvent): JsonObject =>
  rewrite.of === 'input'
    ? { updated_input: changedOnly(rewrite.input, rewrite.changed) }
    : { updated_output: changedOutput(rewrite.output, event) }

/** The changed fields of Bash's result. A redacted text is its `output`. */
const changedOutput = (output: JsonValue, { toolOutput }: NormalizedHookEvent): JsonObject => {
  if (!isObject(output)) return { output }
  const before = isObject(toolOutput) ? toolOutput : {}
  return Object.fromEntries(Object.entries(output).filter(([key, value]) => before[key] !== value))
}

/**
 * Only fields that the tool's class has are merged, a value of another type drops the whole update, and an answer that fills the pipe
 * (4 kB on Windows, 64 kB elsewhere) is never read: each would let the original through.
 */
const fits = (rewrite: Rewrite, event: NormalizedHookEvent): boolean => {
  const before = rewrite.of === 'input' ? event.structuredInput : isObject(event.toolOutput) ? event.toolOutput : {}
  if (rewrite.of === 'input' && !merges(rewrite, Object.keys(before))) return false
  const said = update(rewrite, event)
  const fields = objectAt(said, 'updated_input') ?? objectAt(said, 'updated_output') ?? {}
  const pipe = event.workspaceRoots.some(root => /^[A-Za-z]:/.test(root)) ? 4_000 : 60_000
  return (
    Object.entries(fields).every(([key, value]) => has(before, key) && keepsType(before[key], value)) &&
    new TextEncoder().encode(JSON.stringify(said)).length < pipe
  )
}

const keepsType = (before: JsonValue | undefined, value: JsonValue): boolean =>
  value !== null && typeof value === typeof before && (typeof value !== 'number' || Number.isInteger(value))

const denied = (reason: string): Answer => ({
  exitCode: 2,
  stdout: `${JSON.stringify({ decision: 'deny', reason })}\n`,
  stderr: '',
})

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'beforeToolUse':
      return call(payload)
    case 'afterToolUse':
      return asOutput(call(payload), payload.tool_output ?? '')
    case 'beforeShellExecution':
      return {
        ...viewTool('shell', only(payload, ['command'])),
        structuredInput: only(payload, ['command', 'cwd', 'timeout']),
        toolName: 'Bash',
        toolType: 'shell',
      }
    case 'afterShellExecution': {
      const shell = {
        ...plain('output', '', only(payload, ['command', 'exit_code'])),
        toolName: 'Bash',
        toolType: 'shell',
      } as const
      return asOutput(shell, stringAt(payload, 'output') ?? stringAt(payload, 'error') ?? '')
    }
    case 'beforeReadFile': {
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
    case 'afterFileEdit': {
      const edit = viewTool('file-edit', only(payload, ['file_path']))
      const fields = only(payload, ['file_path', 'replacements_made', 'edit_locations'])
      return { ...edit, subject: 'output', structuredInput: fields, toolName: 'Edit', toolType: 'file-edit' }
    }
    case 'subagentStart': {
      const fields = only(payload, ['subagent_type', 'description', 'prompt'])
      return { ...viewTool('agent', fields), structuredInput: fields, toolName: 'Task', toolType: 'agent' }
    }
    case 'subagentStop':
      return plain('stop', stringAt(payload, 'result') ?? '', only(payload, ['subagent_type', 'status']))
    case 'stop':
      return plain('stop', stringAt(payload, 'error') ?? '', only(payload, ['status', 'agent_id']))
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const toolType = Object.hasOwn(tools, toolName) ? (tools[toolName] ?? 'other') : 'other'
  return toolCall(toolName, toolType, argumentsIn(payload.tool_input))
}
