/**
 * Qwen Code. Docs: https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/hooks.md. Verified on 0.24.4, 2026-11 (recorded
 * payloads, measured answers, the client's own code).
 *
 * Claude Code's events in another ear. At exit 2 stdout is not read and stderr is parsed; a plain text there denies, but neither todos nor
 * permission requests, and the allow of another hook undoes it. So a deny says the same JSON on both, with `continue: false`.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import { atLeast, type Ground, limitMs } from '../core/install.ts'
import { type JsonObject, stringAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import { argumentsIn, textOf } from '../core/tool.ts'
import type { Verdict } from '../core/verdict.ts'
import { hookSpecific, refuse, say } from './_answer.ts'
import { claimed } from './_claims.ts'
import { eventName, isoTimestamp, isPascal, lacks } from './_evidence.ts'
import { commandHandler, entriesIn, groups, leftOut, systemDir } from './_install.ts'
import { hookTimeouts } from './_registration.ts'
import { json, noted, objectIn, off, setting, unknown, variable } from './_switches.ts'
import {
  asOutput,
  batchResults,
  folderOf,
  fromRow,
  namedCall,
  only,
  plain,
  promptOf,
  strings,
  traits,
  type View,
} from './_view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const tells: Can = { ...canNothing, context: true }
const holds: Can = { ...canNothing, deny: 'feedback' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
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

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

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

export default {
  id: 'qwen-code',
  title: 'Qwen Code',
  docs: 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/hooks.md',
  verified: '0.24.4, 2026-11',
  events,

  detect: (payload, env) =>
    claimed(payload, 'qwen-code', () => {
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isPascal(eventName(payload)) || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'tool_result', 'stop_reason', 'initial_prompt')) return 'no'
      // Set for every hook, equal to the payload's id on all recorded ones.
      if (env.QWEN_CODE_SESSION_ID === session) return 'strong'
      // Every recorded payload has a mode beside the clock, and a session id at the head of its prompt id.
      return stringAt(payload, 'prompt_id')?.startsWith(`${session}###`) ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'qwen-code', event: name })
    const root = stringAt(payload, 'cwd') ?? env.QWEN_PROJECT_DIR
    const cwd = folderOf(root, folderNamed(payload))
    return ok({
      client: 'qwen-code',
      originalEventName: name,
      ...fromRow(events[name]),
      // A headless run says no more than this; in its other modes the client refuses what it cannot ask.
      attended: stringAt(payload, 'permission_mode') !== 'yolo',
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, metadataKeys),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  render: (verdict, event) => render(verdict, event),

  failDefault: () => 'open',
  timeoutMs: name => limitOf(name),

  renderFailure: (mode, reason, name) => {
    if (mode === 'open') return say({ systemMessage: reason })
    return denied(name !== undefined && isEvent(name) ? name : undefined, reason)
  },

  registration: {
    files: (env, home, roots) => [
      ...(env.QWEN_CODE_SYSTEM_SETTINGS_PATH ? [env.QWEN_CODE_SYSTEM_SETTINGS_PATH] : []),
      '/etc/qwen-code/settings.json',
      '/Library/Application Support/QwenCode/settings.json',
      'C:\\ProgramData\\qwen-code\\settings.json',
      ...roots.map(root => `${root}/.qwen/settings.json`),
      `${ownFolder({ env, home })}/settings.json`,
    ],
    // There is no switch for it.
    failMode: () => undefined,
    // Seconds, but from 1000 on milliseconds; and no hook is waited for longer than the client waits by itself.
    timeouts: (text, name) =>
      hookTimeouts(text, name, { unitMs: 1 }).map(given =>
        given === undefined ? undefined : Math.min(given < 1_000 ? given * 1_000 : given, limitOf(name)),
      ),
  },

  install: {
    binaries: ['qwen'],
    packages: { npm: ['@qwen-code/qwen-code'], brew: ['qwen-code'] },
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user', 'managed'],
    http: 'it lets an action go on when a server does not answer, and has no switch against that (measured)',
    writes: (ground, hook) =>
      entriesIn(
        ground,
        {
          project: `${ground.root}/.qwen/settings.json`,
          user: `${ownFolder(ground)}/settings.json`,
          managed: ground.env.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`,
        },
        groups<EventName>(
          registered(hook.version),
          name => ({
            ...commandHandler(ground, hook, 'powershell')(name),
            name: 'tfy-hook',
            // From 1000 on every version reads milliseconds; below, older ones do too.
            timeout: limitMs(hook),
            // Which shell it takes by itself there depends on how it was started.
            ...(ground.system === 'win32' && { shell: 'powershell' }),
          }),
          { matchers: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] },
        ),
      ),
    gaps: version =>
      version === undefined ? [leftOut('Qwen Code', newer, 'It gets them when init finds qwen on the PATH.')] : [],
    switches: ground => {
      const { env, root } = ground
      const own = ownFolder(ground)
      const system = env.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`
      const defaults = env.QWEN_CODE_SYSTEM_DEFAULTS_PATH ?? system.replace(/[^\\/]*$/, 'system-defaults.json')
      const sources = [
        json('managed', system),
        json('project', `${root}/.qwen/settings.json`),
        json('user', `${own}/settings.json`),
        json('managed', defaults),
      ]
      return {
        sources,
        list: [
          setting('disableAllHooks', true),
          variable('QWEN_CODE_SAFE_MODE'),
          variable('QWEN_CODE_SIMPLE'),
          {
            kind: 'condition',
            id: 'trust',
            says: 'a folder that nobody has trusted',
            sees: ({ ground: { scope }, json: read }) => {
              if (scope !== 'project') return undefined
              const enabled = sources
                .map(({ at }) => objectIn(read(at), 'security', 'folderTrust')?.enabled)
                .find(value => value !== undefined)
              // Every folder counts as trusted until somebody asks for the question.
              if (enabled !== true) return undefined
              const file = env.QWEN_CODE_TRUSTED_FOLDERS_PATH ?? `${own}/trustedFolders.json`
              const said = noted(read(file), root, value =>
                typeof value === 'string' && value !== 'TRUST_PARENT' ? value : undefined,
              )
              const fix = `Start qwen in ${root} and trust the folder`
              if (said === 'DO_NOT_TRUST')
                return off(`${file} says that ${root} is not trusted, so Qwen Code runs no hooks of the project`, fix)
              return said === 'TRUST_FOLDER'
                ? undefined
                : unknown(
                    `Qwen Code runs a project’s hooks only in a trusted folder, and ${file} says nothing about ${root}`,
                    fix,
                  )
            },
          },
        ],
      }
    },
    notes: ({ scope }) => (scope === 'project' ? ['Qwen Code runs the hooks of a project after its folder was trusted.'] : []),
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.QWEN_HOME ?? `${home}/.qwen`
const systemDirs = { linux: '/etc/qwen-code', darwin: '/Library/Application Support/QwenCode', win32: 'qwen-code' }

/** A permission request is a second question about a call, a batch a second look at its results. */
const registered = (version: readonly number[] | undefined): readonly EventName[] => [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SessionStart',
  'Stop',
  'SubagentStop',
  ...(atLeast(version, [0, 24]) ? newer : []),
]

const newer = ['UserPromptExpansion', 'PostToolUseFailure'] as const

const limitOf = (name: string): number => (name === 'PostToolBatch' ? 15_000 : 60_000)

const render = ({ ruling, context, message }: Verdict, event: NormalizedHookEvent): Answer => {
  const name = event.originalEventName
  if (!isEvent(name)) return say({})
  const can = canNow(name, event)
  const top: JsonObject = message === undefined ? {} : { systemMessage: messageText(message) }
  const added: JsonObject = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  if (ruling.decision === 'allow') {
    const granted = ruling.grant && name === 'PermissionRequest' ? { decision: { behavior: 'allow' } } : {}
    return say(hookSpecific(name, { ...added, ...granted }, top))
  }
  const text = objectionText(ruling)
  if (can.deny === 'none') return say({ systemMessage: message === undefined ? text : `${text}\n${messageText(message)}` })
  if (ruling.decision !== 'deny') {
    // A permission dialog is already the question; without a decision it opens.
    if (name === 'PermissionRequest') return say(top)
    // Where another hook's allow takes the question away, `continue` stops the call instead.
    return say(hookSpecific(name, { permissionDecision: 'ask' }, { ...top, reason: text, continue: false }))
  }
  // The result of a tool that failed can neither be kept back nor blocked.
  if (name === 'PostToolUseFailure') return say(hookSpecific(name, { additionalContext: text }, top))
  return denied(name, text, top)
}

/** Exit 2 and one JSON on both channels: stderr is read at 2, stdout where a PowerShell has made 1 of it or the stderr is lost. */
const denied = (name: EventName | undefined, reason: string, top: JsonObject = {}): Answer => {
  const common: JsonObject = { decision: 'block', reason, continue: false }
  const json = ((): JsonObject => {
    const specific = { permissionDecision: 'deny' }
    const decision = { behavior: 'deny', message: reason }
    switch (name) {
      case 'PreToolUse':
        return hookSpecific(name, specific, common)
      case 'PermissionRequest':
        return hookSpecific(name, { decision })
      case undefined:
        return { ...common, hookSpecificOutput: { ...specific, decision } }
      default:
        return common
    }
  })()
  return refuse(JSON.stringify(json), { ...top, ...json })
}

const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can => {
  // A stop that was already held back once is not held back again. A written todo stays written.
  const held = (name === 'Stop' || name === 'SubagentStop') && metadata.stop_hook_active === true
  const written = (name === 'TodoCreated' || name === 'TodoCompleted') && metadata.phase === 'postWrite'
  return held || written ? { ...events[name].can, deny: 'none' } : events[name].can
}

const metadataKeys = [
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

const view = (name: EventName, payload: JsonObject): View => {
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
      const sent = promptOf(stringAt(payload, 'prompt'))
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

const folderNamed = (payload: JsonObject): string | undefined =>
  tools[stringAt(payload, 'tool_name') ?? ''] === 'shell'
    ? stringAt(argumentsIn(payload.tool_input) ?? {}, 'directory')
    : undefined
