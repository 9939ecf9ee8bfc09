/**
 * VS Code's agent, Local harness. Docs: https://code.visualstudio.com/docs/agents/reference/hooks-reference, read 2026-10, and the source of
 * its Copilot extension. That extension's own hook service (0.42.0) started us with made-up calls, 2026-11. Its Copilot harness calls as Copilot CLI does.
 *
 * Every answer is exit 0 with JSON: on Windows a PowerShell makes 1 of exit 2, and 1 is a warning.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { Env } from '../../core/client.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground, Hook } from '../../core/install.ts'
import { has, isObject, type JsonObject, stringAt } from '../../core/json.ts'
import { contextText, messageText, objectionText } from '../../core/message.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import type { Rewrite } from '../../core/verdict.ts'
import { hookSpecific, say } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, isoTimestamp, lacks, toolOwner } from './shared/evidence.ts'
import { copilotHooks } from './shared/install.ts'
import { hookTimeoutsOf } from './shared/registration.ts'
import { copilotManaged, hiddenTrust, json, preferences, registryValues, setting } from './shared/switches.ts'
import { asOutput, fromRow, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const [input, output] = ['llmInputGuardrails', 'llmOutputGuardrails'] as const
const says: Can = { ...canNothing, context: true, message: true }
const blocks: Can = { ...says, deny: 'block' }
const tells: Can = { ...canNothing, deny: 'feedback', message: true }

const events = {
  SessionStart: traits('a session begins', 'lifecycle', null, says),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, blocks),
  PreToolUse: traits('before every tool', 'input', input, { ...blocks, ask: true, grant: true, rewriteInput: true }),
  PostToolUse: traits('a tool succeeded', 'output', output, { ...tells, context: true }),
  PreCompact: traits('before summarising', 'analytics', null, canNothing),
  SubagentStart: traits('a subagent begins', 'analytics', null, says),
  SubagentStop: traits('a subagent ends', 'lifecycle', null, tells),
  Stop: traits('a turn ends', 'lifecycle', null, tells),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Names of the built-in tools, documentation of 2026-10. An MCP tool is `mcp_server_tool`.
const tools: Readonly<Record<string, ToolType>> = {
  run_in_terminal: 'shell',
  send_to_terminal: 'shell',
  read_file: 'file-read',
  view_image: 'file-read',
  list_dir: 'file-read',
  file_search: 'file-read',
  grep_search: 'file-read',
  semantic_search: 'file-read',
  create_file: 'file-write',
  create_directory: 'file-write',
  create_new_jupyter_notebook: 'file-write',
  replace_string_in_file: 'file-edit',
  multi_replace_string_in_file: 'file-edit',
  insert_edit_into_file: 'file-edit',
  edit_notebook_file: 'file-edit',
  apply_patch: 'file-edit',
  fetch_webpage: 'web',
  open_browser_page: 'web',
  open_simple_browser: 'web',
  runSubagent: 'agent',
}

/** Arguments that hold any text. A rewrite that the tool's schema refuses is dropped whole, and the original runs. */
const free: ReadonlySet<string> = new Set([
  'command',
  'explanation',
  'goal',
  'filePath',
  'dirPath',
  'path',
  'content',
  'oldString',
  'newString',
  'code',
  'query',
  'prompt',
  'description',
])

export default {
  id: 'vscode',
  title: 'VS Code (Local)',
  docs: 'https://code.visualstudio.com/docs/agents/reference/hooks-reference',
  verified: 'chat extension 0.42.0, its hook service with made-up calls, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'vscode', () => {
      // Early previews spelled these two in camelCase.
      const event = eventName(payload) ?? stringAt(payload, 'hookEventName')
      const session = stringAt(payload, 'session_id') ?? stringAt(payload, 'sessionId')
      if (!isEvent(event ?? '') || session === undefined || !isoTimestamp(payload)) return 'no'
      // Qwen has a mode and a prompt id; Copilot a result and a reason for stopping; Gemini's start has another source.
      if (!lacks(payload, 'permission_mode', 'prompt_id', 'turn_id', 'tool_result', 'stop_reason', 'initial_prompt')) return 'no'
      if (event === 'SessionStart' && (stringAt(payload, 'source') ?? 'new') !== 'new') return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined) return owner === 'vscode' ? 'weak' : 'no'
      // Copilot, which reads the same files, always says where it works, and names neither transcript nor call nor model.
      return lacks(payload, 'cwd') || !lacks(payload, 'transcript_path', 'tool_use_id', 'model') ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = eventName(payload) ?? stringAt(payload, 'hookEventName') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'vscode', event: name })
    const cwd = stringAt(payload, 'cwd')
    return ok({
      client: 'vscode',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: cwd === undefined ? [] : [cwd],
      metadata: only(payload, ['tool_use_id', 'stop_hook_active', 'source', 'trigger', 'agent_id']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'sessionId' }),
      ...strings(payload, { sessionId: 'session_id', agentType: 'agent_type' }),
      ...view(name, payload, env),
    })
  },

  can: event => ({ ...canNow(event), takes: rewrite => takes(rewrite, event) }),

  render: ({ ruling, rewrite, context, message }, event) => {
    const name = event.originalEventName
    if (!isEvent(name)) return say({})
    const can = canNow(event)
    const top = message !== undefined && can.message ? { systemMessage: messageText(message) } : {}
    const told = {
      ...(context !== undefined && can.context && { additionalContext: contextText(context) }),
      ...(rewrite?.of === 'input' && { updatedInput: rewrite.input }),
    }
    if (ruling.decision === 'allow')
      return say(hookSpecific(name, { ...(ruling.grant && can.grant && { permissionDecision: 'allow' }), ...told }, top))
    const text = objectionText(ruling)
    if (can.deny === 'none') return say(can.message ? { systemMessage: text, ...top } : {})
    if (ruling.decision !== 'deny')
      return say(hookSpecific(name, { permissionDecision: 'ask', permissionDecisionReason: text, ...told }, top))
    return denied(name, text, top)
  },

  failDefault: () => 'open',
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, name = '') => {
    if (mode === 'open') return name === 'PreCompact' ? { ...say({}), stderr: `${reason}\n` } : say({ systemMessage: reason })
    // The only words that every event hears: the request ends. A name that is not the running event's would spoil the rest.
    if (!isEvent(name))
      return say({
        continue: false,
        stopReason: reason,
        hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason },
      })
    // Whether a stop was held back before is in the payload that could not be read.
    const held = name === 'Stop' || name === 'SubagentStop'
    return held || events[name].can.deny === 'none' ? say({ systemMessage: reason }) : denied(name, reason, {})
  },

  registration: {
    // VS Code reads every file in the folders named `hooks`; ours has this name. Claude Code's files count where a setting says so.
    files: (_env, home, roots) => [
      `${home}/.copilot/hooks/tfy-hook.json`,
      `${home}/.claude/settings.json`,
      ...roots.flatMap(root =>
        ['github/hooks/tfy-hook.json', 'claude/settings.local.json', 'claude/settings.json'].map(file => `${root}/.${file}`),
      ),
    ],
    // There is no switch for it.
    failMode: () => undefined,
    timeouts: (text, name) => hookTimeoutsOf(text, [name, inCopilot[name] ?? lowered(name)], ['timeout', 'timeoutSec']),
  },

  install: {
    binaries: ['code', 'code-insiders'],
    editors: ['code', 'code-insiders'],
    servers: [['.vscode/mcp.json', 'servers']],
    folders: ({ home }) => [`${home}/.vscode`, `${home}/.vscode-insiders`],
    scopes: ['project', 'user'],
    // Copilot CLI reads the same folders. One file has to serve both, or each would ask twice.
    writes: (ground, hook) => copilotHooks(ground, forCopilot(hook), { user: `${ground.home}/.copilot/hooks` }),
    switches: ground => ({
      sources: [
        ...(ground.system === 'win32' ? registryValues('SOFTWARE\\Policies\\Microsoft\\VSCode', byPolicy) : []),
        ...(ground.system === 'darwin' ? preferences(ground, 'com.microsoft.VSCode') : []),
        ...(ground.system === 'linux' ? [json('managed', '/etc/vscode/policy.json')] : []),
        ...copilotManaged(ground),
        json('project', `${ground.root}/.vscode/settings.json`),
        ...['Code', 'Code - Insiders'].map(name => json('user', `${userData(ground)}/${name}/User/settings.json`)),
      ],
      list: [
        // One key with a dot in it.
        setting('chat.useHooks', false, { at: ['chat.useHooks'] }),
        setting(
          'chat.hookFilesLocations',
          { '.github/hooks': false },
          {
            at: ['chat.hookFilesLocations'],
            off: value => isObject(value) && value['.github/hooks'] === false,
            spares: ['user', 'managed'],
          },
        ),
        // Names and kinds as the workbench of 1.139.1 declares them; no VS Code was run with them.
        setting('ChatHooks', false, managed),
        ...['ChatAllowManagedHooksOnly', 'ChatStrictPluginOnlyCustomization'].map(name => setting(name, true, managed)),
        ...['allowManagedHooksOnly', 'strictPluginOnlyCustomization'].map(name => setting(name, true, managed)),
        ...['chat.hooks.allowManagedOnly', 'chat.customizations.strictPluginOnlyCustomization'].map(name =>
          setting(name, true, { at: [name], layers: ['user'] }),
        ),
        hiddenTrust('VS Code'),
      ],
    }),
    // As the workbench of 1.139.1 declares them; no VS Code was run with them.
    policies: {
      runs: 'copilot-cli',
      values: { ChatHooks: true, ChatEditorPreferCopilotHarness: true },
      file: '/etc/vscode/policy.json',
      domain: 'com.microsoft.VSCode',
      key: 'Software\\Policies\\Microsoft\\VSCode',
      notes: [
        '1.134 or newer. New chats of the editor run on the Copilot harness, which runs the hooks of Copilot’s policy.d.',
        'That is a preference and no lock: a session on the Local harness, an older one too, runs none of these hooks.',
      ],
    },
    notes: ({ scope }) => [
      'VS Code and Copilot CLI read the same file: to register one is to register both.',
      ...(scope === 'project' ? ['VS Code runs the hooks of a workspace after it was trusted.'] : []),
      'Hooks are off while the setting chat.useHooks is. A result cannot be withheld from the model.',
    ],
  },
} satisfies ClientAdapter

const byPolicy = ['ChatHooks', 'ChatAllowManagedHooksOnly', 'ChatStrictPluginOnlyCustomization']
const managed = { layers: ['managed'], counts: 'any' } as const

const userData = ({ system, env, home }: Ground): string => {
  if (system === 'win32') return env.APPDATA ?? `${home}/AppData/Roaming`
  return system === 'darwin' ? `${home}/Library/Application Support` : (env.XDG_CONFIG_HOME ?? `${home}/.config`)
}

const forCopilot = (hook: Hook): Hook => ({
  ...hook,
  command: name => {
    const command = hook.command(name)
    return { ...command, args: command.args.map(word => (word === 'vscode' ? 'copilot-cli' : word)) }
  },
})

// Files in Copilot's format are read as well.
const inCopilot: Readonly<Record<string, string>> = { UserPromptSubmit: 'userPromptSubmitted', Stop: 'agentStop' }
const lowered = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)

const canNow = ({ originalEventName: name, metadata }: NormalizedHookEvent): Can => {
  if (!isEvent(name)) return canNothing
  // A stop that was already held back once is not held back again.
  const held = (name === 'Stop' || name === 'SubagentStop') && metadata.stop_hook_active === true
  return held ? { ...events[name].can, deny: 'none' } : events[name].can
}

const takes = (rewrite: Rewrite, { toolName = '', structuredInput: before }: NormalizedHookEvent): boolean =>
  rewrite.of === 'input' &&
  Object.hasOwn(tools, toolName) &&
  rewrite.changed.every(
    key =>
      free.has(key) && typeof before[key] === 'string' && typeof rewrite.input[key] === 'string' && rewrite.input[key] !== '',
  )

/** Each event has a place of its own for the same word; the stops have had two. */
const denied = (name: EventName, text: string, top: JsonObject): Answer => {
  const block = { decision: 'block', reason: text }
  switch (name) {
    case 'PreToolUse':
      return say(hookSpecific(name, { permissionDecision: 'deny', permissionDecisionReason: text }, top))
    case 'UserPromptSubmit':
      // The first ends the request in every version, the second in the newer ones.
      return say({ ...top, continue: false, stopReason: text, ...block })
    case 'Stop':
    case 'SubagentStop':
      return say(hookSpecific(name, block, { ...top, ...block }))
    default:
      return say({ ...top, ...block })
  }
}

const view = (name: EventName, payload: JsonObject, env: Env): View => {
  switch (name) {
    case 'PreToolUse':
      return call(payload, env)
    case 'PostToolUse':
      return asOutput(call(payload, env), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return plain('prompt', stringAt(payload, 'prompt') ?? '', only(payload, ['prompt']))
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model', 'agent_type']))
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    case 'Stop':
    case 'SubagentStop':
      return plain(
        'stop',
        stringAt(payload, 'last_assistant_message') ?? '',
        only(payload, ['stop_hook_active', 'agent_id', 'agent_type']),
      )
    case 'PreCompact':
      return plain('other', textOf(only(payload, ['custom_instructions'])), only(payload, ['trigger', 'custom_instructions']))
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject, env: Env): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const args = has(payload, 'tool_input') ? argumentsIn(payload.tool_input) : undefined
  // The server's name is cut and joined to the tool's by a sign that both may contain: where it ends cannot be said.
  const mcp = toolName.startsWith('mcp_') ? { tool: toolName.slice(4) } : undefined
  const toolType = mcp !== undefined ? 'mcp' : Object.hasOwn(tools, toolName) ? (tools[toolName] ?? 'other') : 'other'
  const seen = toolCall(toolName, toolType, args, mcp)
  return toolType === 'shell' && onWindows(payload, env) ? { ...seen, shell: 'powershell' } : seen
}

/** There the terminal is PowerShell unless a person chose another. */
const onWindows = (payload: JsonObject, env: Env): boolean =>
  env.OS === 'Windows_NT' || /^(?:[A-Za-z]:|\\\\)/.test(stringAt(payload, 'cwd') ?? stringAt(payload, 'transcript_path') ?? '')
