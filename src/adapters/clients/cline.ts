/**
 * Cline: the extension, and its newer runtime, the CLI and SDK. Docs: https://docs.cline.bot. The CLI was recorded and measured on 3.0.65,
 * 2026-11; the extension is known from its source beside it, 2026-08.
 *
 * JSON on stdout is the whole answer, and no exit code means anything. The extension calls its events in PascalCase and waits for all of
 * them; the newer runtime calls them in snake_case, waits for `tool_call` and `tool_result`, and never hears what the others say. There a
 * refusal ends the run and its reason is shown to nobody; the form that would tell the model runs the call where it is not known, so it is
 * not used (docs/adr/0017).
 *
 * No `switches`: nothing on disk tells. The package of the CLI has no setting or variable against hooks, and the extension keeps its "Enable
 * Hooks" in the editor's own store.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground, Hook, Write } from '../../core/install.ts'
import { has, type JsonObject, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import { say } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { lacks } from './shared/evidence.ts'
import { commandText, fileIn } from './shared/install.ts'
import { given, listed } from './shared/lists.ts'
import { attachedIn, ofWorkspace } from './shared/mentions.ts'
import { asOutput, fromRow, only, plain, promptOf, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const blocksAndTells: Can = { ...blocks, context: true }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  PreToolUse: traits('before every tool', 'input', input, blocksAndTells),
  PostToolUse: traits('a tool returned', 'output', output, blocksAndTells),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, blocks),
  TaskStart: traits('a task begins', 'lifecycle', null, blocks),
  TaskResume: traits('a task is taken up again', 'lifecycle', null, blocks),
  TaskComplete: traits('a task is done', 'output', output, canNothing),
  TaskCancel: traits('a task was cancelled', 'analytics', null, canNothing),
  Notification: traits('a notification is shown', 'analytics', null, canNothing),
  PreCompact: traits('before compaction', 'analytics', null, canNothing),
  tool_call: traits('CLI: before every tool', 'input', input, { ...blocksAndTells, rewriteInput: true }),
  tool_result: traits('CLI: a tool returned', 'output', output, blocksAndTells),
  prompt_submit: traits('CLI: a prompt was sent', 'input', input, canNothing),
  agent_start: traits('CLI: the agent began', 'lifecycle', null, canNothing),
  agent_resume: traits('CLI: the agent was taken up again', 'lifecycle', null, canNothing),
  agent_end: traits('CLI: the agent is done', 'output', output, canNothing),
  agent_abort: traits('CLI: the agent was stopped', 'analytics', null, canNothing),
  agent_error: traits('CLI: the agent failed', 'analytics', null, canNothing),
  session_shutdown: traits('CLI: the session ended', 'lifecycle', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// The extension's own tools, those of the newer runtime, which the extension has today as well, and two for MCP.
const tools: Readonly<Record<string, ToolType>> = {
  execute_command: 'shell',
  run_commands: 'shell',
  read_file: 'file-read',
  read_files: 'file-read',
  list_files: 'file-read',
  list_code_definition_names: 'file-read',
  search_files: 'file-read',
  search_codebase: 'file-read',
  write_to_file: 'file-write',
  replace_in_file: 'file-edit',
  editor: 'file-edit',
  apply_patch: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  fetch_web_content: 'web',
  spawn_agent: 'agent',
  use_subagents: 'agent',
  use_mcp_tool: 'mcp',
  access_mcp_resource: 'mcp',
}

export default {
  id: 'cline',
  title: 'Cline',
  docs: 'https://docs.cline.bot',
  verified: 'CLI 3.0.65, 2026-11; the extension from its source, 2026-08',
  events,

  detect: payload =>
    claimed(payload, 'cline', () =>
      // The name of the hook and the workspaces, should version and task both be missing. Copilot's `hookName` comes with a session.
      has(payload, 'hookName') && has(payload, 'workspaceRoots') && lacks(payload, 'sessionId', 'hook_event_name')
        ? 'weak'
        : 'no',
    ),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hookName') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'cline', event: name })
    const roots = stringsAt(payload, 'workspaceRoots')
    const seen = view(name, payload)
    return ok({
      client: 'cline',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: roots,
      ...(roots[0] !== undefined && { cwd: roots[0] }),
      ...strings(payload, { sessionId: 'taskId', conversationId: 'taskId', user: 'userId' }),
      ...seen,
      metadata: { ...only(payload, ['clineVersion', 'model', 'agent_id', 'parent_agent_id', 'iteration']), ...seen.metadata },
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const { can } = events[name]
    return can.rewriteInput ? { ...can, rewriteInput: event.metadata.rephrased !== true, takes: ({ of }) => of === 'input' } : can
  },

  render: (verdict, event) => {
    const { ruling, rewrite, context, message } = verdict
    const name = event.originalEventName
    const can = isEvent(name) ? events[name].can : canNothing
    if (ruling.decision !== 'allow') return say(can.deny === 'block' ? refusal(objectionText(ruling)) : { cancel: false })
    return {
      ...say({
        cancel: false,
        ...(context !== undefined && can.context && { contextModification: contextText(context) }),
        // It takes the place of the whole input.
        ...(rewrite?.of === 'input' && { overrideInput: rewrite.input }),
      }),
      // On stdout, the newer runtime would take a message for context.
      stderr: message === undefined ? '' : `${oneLine(message, 900)}\n`,
    }
  },

  failDefault: () => 'open',
  timeoutMs: name => (/^[A-Z]/.test(name) ? 30_000 : 120_000),

  renderFailure: (mode, reason, eventName) => {
    const deaf = eventName !== undefined && isEvent(eventName) && events[eventName].can.deny === 'none'
    return mode === 'closed' && !deaf ? say(refusal(reason)) : { ...say({ cancel: false }), stderr: `${reason}\n` }
  },

  install: {
    // Nobody but the folder of its rules says that the extension is here.
    binaries: ['cline'],
    marks: ['CLINE_ACTIVE'],
    packages: { npm: ['cline', '@cline/cli'] },
    folders: ({ home, root }) => [`${home}/Documents/Cline`, `${home}/.cline`, `${root}/.clinerules`],
    scopes: ['project', 'user'],
    // The CLI takes these files for its own events.
    writes: (ground, hook) =>
      fileIn(ground, { project: `${ground.root}/.clinerules/hooks`, user: `${ground.home}/Documents/Cline/Hooks` }).flatMap(
        folder => (['PreToolUse', 'PostToolUse', 'UserPromptSubmit'] as const).map(name => script(folder, name, ground, hook)),
      ),
    notes: () => [
      'Cline’s extension runs hooks only while its setting “Enable Hooks” is on.',
      'Cline’s extension runs the hooks of user and project at once, and a failure of one can discard the refusal of the other: register tfy-hook in one place.',
      'Cline lets an action go on when a hook crashes or is late; the CLI cannot stop a prompt.',
      'Cline’s CLI ends the run at a refusal and shows nobody the reason: tfy-hook explain has it.',
    ],
  },
} satisfies ClientAdapter

/** A file named after its event. Only stdout counts, so the text has to reach us whole and nothing else may be said. */
const script = (folder: string, name: EventName, ground: Ground, hook: Hook): Write => {
  const { clears = {}, ...bare } = hook.command(name)
  const command = commandText({ ...hook, command: () => bare }, name, ground, 'powershell')
  const names = Object.keys(clears)
  const unset = names.length === 0 ? '' : `unset ${names.join(' ')}\n`
  return ground.system === 'win32'
    ? {
        kind: 'file',
        file: `${folder}/${name}.ps1`,
        text: `$OutputEncoding = [Text.UTF8Encoding]::new($false)\n$input | ${command}\n`,
      }
    : { kind: 'file', file: `${folder}/${name}`, text: `#!/bin/sh\n${unset}exec ${command}\n`, executable: true }
}

const refusal = (reason: string): JsonObject => ({ cancel: true, errorMessage: reason })

/** What stands in every payload. */
const frame = [
  'clineVersion',
  'hookName',
  'timestamp',
  'taskId',
  'workspaceRoots',
  'userId',
  'model',
  'agent_id',
  'parent_agent_id',
  'sessionContext',
  'workspaceInfo',
  'iteration',
]

const view = (name: EventName, payload: JsonObject): View => {
  const fields = Object.fromEntries(Object.entries(payload).filter(([key]) => !frame.includes(key)))
  switch (name) {
    case 'PreToolUse':
    case 'tool_call':
      return call(payload, 'tool_call', 'preToolUse')
    case 'PostToolUse':
    case 'tool_result': {
      const { output: result, error } = objectAt(payload, 'tool_result') ?? {}
      return asOutput(
        call(payload, 'tool_result', 'postToolUse'),
        result ?? error ?? objectAt(payload, 'postToolUse')?.result ?? '',
      )
    }
    case 'UserPromptSubmit':
    case 'prompt_submit': {
      const said = objectAt(payload, 'userPromptSubmit')
      const { attachments } = said ?? {}
      const sent = promptOf(stringAt(said ?? {}, 'prompt') ?? '', ofWorkspace)
      const seen = { ...sent, structuredInput: said ?? {}, paths: [...sent.paths, ...attachedIn(attachments)] }
      return said === undefined ? { ...seen, unread: 'the prompt' } : seen
    }
    case 'TaskStart':
    case 'TaskResume':
    case 'agent_start':
    case 'agent_resume':
      return plain('session', textOf(fields), fields)
    case 'TaskComplete':
    case 'agent_end':
      return plain('output', textOf(fields), fields)
    case 'TaskCancel':
    case 'Notification':
    case 'PreCompact':
    case 'agent_abort':
    case 'agent_error':
    case 'session_shutdown':
      return plain('other', textOf(fields), fields)
    default:
      return name satisfies never
  }
}

/** The newer runtime sends the input as it is, under one key, and beside it what the extension sends: every value as text. */
const call = (payload: JsonObject, whole: string, asText: string): View => {
  const own = objectAt(payload, whole)
  const texts = objectAt(payload, asText)
  const name = stringAt(own ?? {}, 'name') ?? stringAt(texts ?? {}, 'toolName') ?? stringAt(texts ?? {}, 'tool') ?? ''
  const at = name.indexOf('__')
  const type = at > 0 ? 'mcp' : Object.hasOwn(tools, name) ? (tools[name] ?? 'other') : 'other'
  const { input: args, rephrased } = given(type, name, own?.input, texts?.parameters)
  const seen = type === 'mcp' ? mcp(name, at, args) : listed(type, name, args)
  return { ...seen, ...(name === '' && { unread: 'the call' }), metadata: rephrased ? { rephrased } : {} }
}

const mcp = (name: string, at: number, args: JsonObject | undefined): View => {
  if (at > 0) return toolCall(name, 'mcp', args, { server: name.slice(0, at), tool: name.slice(at + 2) })
  if (args === undefined) return toolCall(name, 'mcp', undefined)
  const names = { server: stringAt(args, 'server_name'), tool: stringAt(args, 'tool_name') ?? name }
  return toolCall(name, 'mcp', name === 'use_mcp_tool' ? argumentsIn(args.arguments) : args, names)
}
