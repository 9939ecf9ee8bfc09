/**
 * Kiro, IDE 1.x and CLI 2 and 3. Docs: https://kiro.dev/docs/hooks. Known from its documentation, from raw payloads of the IDE published
 * 2026-07 and from its issues up to 2026-08; not recorded by us.
 *
 * Exit 2 with the reason on stderr denies a tool, and nothing else can be said: JSON is not read, and any word on stdout goes to the model.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { Env } from '../../core/client.ts'
import type { ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { has, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { splitMcpName, textOf } from '../../core/tool.ts'
import { refuse, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, lacks, toolOwner } from './shared/evidence.ts'
import { commandText, limitSeconds, ownFile } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { asOutput, folderOf, fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const tells: Can = { ...canNothing, context: true }
const input = 'llmInputGuardrails'

const beforeTool = traits('before every tool', 'input', input, blocks)
const afterTool = traits('a tool returned', 'output', 'llmOutputGuardrails', canNothing)
// Exit 2 is said all the same. IDE 1.0.337 sends the prompt (kirodotdev/Kiro#11050); CLI 3 promises not to.
const onPrompt = traits('a prompt is sent', 'input', input, tells)
const onStop = traits('the turn ended', 'lifecycle', null, canNothing)
const onStart = traits('a session begins', 'lifecycle', null, tells)
const seen = (when: string): EventTraits => traits(when, 'analytics', null, canNothing)

const events = {
  PreToolUse: beforeTool,
  PostToolUse: afterTool,
  UserPromptSubmit: onPrompt,
  Stop: onStop,
  SessionStart: onStart,
  // Documented to block. It does not.
  PreTaskExec: seen('before a task of a spec'),
  PostTaskExec: seen('a task of a spec ended'),
  PostFileCreate: seen('a file was created'),
  PostFileSave: seen('a file was saved'),
  PostFileDelete: seen('a file was deleted'),
  Manual: seen('a person started the hook'),
  // CLI 2.
  preToolUse: beforeTool,
  postToolUse: afterTool,
  userPromptSubmit: onPrompt,
  stop: onStop,
  agentSpawn: onStart,
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// The IDE's names, and the aliases of CLI 2 and 3.
const tools: Readonly<Record<string, ToolType>> = {
  execute_bash: 'shell',
  execute_pwsh: 'shell',
  execute_cmd: 'shell',
  control_bash_process: 'shell',
  control_pwsh_process: 'shell',
  shell: 'shell',
  fs_read: 'file-read',
  read: 'file-read',
  read_file: 'file-read',
  read_multiple_files: 'file-read',
  list_directory: 'file-read',
  file_search: 'file-read',
  grep_search: 'file-read',
  glob: 'file-read',
  grep: 'file-read',
  fs_write: 'file-write',
  write: 'file-write',
  fs_append: 'file-edit',
  str_replace: 'file-edit',
  delete_file: 'file-write',
  web_fetch: 'web',
  web_search: 'web',
  subagent: 'agent',
  use_subagent: 'agent',
  invoke_sub_agent: 'agent',
  delegate: 'agent',
}

export default {
  id: 'kiro',
  title: 'Kiro',
  docs: 'https://kiro.dev/docs/hooks',
  verified: 'IDE 1.0, CLI 2 and 3; documentation, published payloads and issues up to 2026-08',
  events,

  detect: payload =>
    claimed(payload, 'kiro', () => {
      // The IDE may send `{}` and put the data into the environment (kirodotdev/Kiro#7375).
      if (Object.keys(payload).length === 0) return 'possible'
      const event = eventName(payload)
      if (event === undefined) return 'no'
      if (!lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'tool_use_id', 'prompt_id', 'turn_id')) return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined && owner !== 'kiro') return 'no'
      const placed = stringAt(payload, 'cwd') !== undefined
      // CLI 2 knows no session. ProxyAI's documentation uses the same names; its environment proves it, and then its claim is the stronger.
      if (cli2Events.has(event)) {
        if (!lacks(payload, 'session_id', 'conversation_id', 'generation_id')) return 'no'
        return placed ? 'weak' : 'possible'
      }
      if (!shared.has(event)) return 'no'
      // Without one of Kiro's tools this is also a Claude Code payload with few fields, and Devin's with a `cwd`.
      return owner === 'kiro' && placed && has(payload, 'session_id') ? 'weak' : 'possible'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'kiro', event: name })
    const root = stringAt(payload, 'cwd') ?? env.PWD
    const cwd = folderOf(root, stringAt(objectAt(payload, 'tool_input') ?? {}, 'cwd'))
    return ok({
      client: 'kiro',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['spec_name', 'task_name', 'task_success']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload, env),
    })
  },

  can: event => (isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  render: ({ ruling, context }, event) => {
    const name = event.originalEventName
    if (!isEvent(name)) return silent
    if (ruling.decision !== 'allow') return hearsExit2(name) ? refuse(objectionText(ruling)) : silent
    return context !== undefined && events[name].can.context ? { ...silent, stdout: `${contextText(context)}\n` } : silent
  },

  failDefault: () => 'open',
  timeoutMs: name => (/^[a-z]/.test(name) ? 30_000 : 60_000),

  renderFailure: (mode, reason, eventName) =>
    mode === 'closed' && (eventName === undefined || !isEvent(eventName) || hearsExit2(eventName))
      ? refuse(reason)
      : warn(reason),

  registration: {
    // Any file of the folder may hold hooks; this is the name under which ours are. CLI 2 keeps them in its agents' files.
    files: (env, home, roots) => [
      `${ownFolder({ env, home })}/hooks/tfy-hook.json`,
      ...roots.map(root => `${root}/.kiro/hooks/tfy-hook.json`),
    ],
    // There is no switch for it: every failure lets the action go on.
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['kiro', 'kiro-cli'],
    editors: ['kiro'],
    servers: [
      ['.kiro/settings/mcp.json', 'mcpServers'],
      ['~/.kiro/settings/mcp.json', 'mcpServers'],
      ['.amazonq/mcp.json', 'mcpServers'],
      ['~/.amazonq/mcp.json', 'mcpServers'],
    ],
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      ownFile(
        ground,
        { project: `${ground.root}/.kiro/hooks`, user: `${ownFolder(ground)}/hooks` },
        {
          version: 'v1',
          // The result of a tool can only be audited.
          hooks: (['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart'] as const).map(name => ({
            name: `tfy-hook ${name}`,
            trigger: name,
            action: { type: 'command', command: commandText(hook, name, ground, 'cmd') },
            timeout: limitSeconds(hook),
          })),
        },
      ),
    notes: ({ scope }) => [
      ...(scope === 'user'
        ? [
            'Only Kiro’s CLI 3 reads the hooks of the user; the IDE reads those of a project: `tfy-hook init --scope project` there.',
          ]
        : []),
      'Kiro reads hooks when a session starts: open a new one.',
      'Kiro’s CLI 2 keeps hooks in each agent’s own file, which is left alone: its page says what to write there.',
      'Some versions of Kiro send a prompt although a hook has refused it.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.KIRO_HOME ?? `${home}/.kiro`

const cli2Events: ReadonlySet<string> = new Set(['preToolUse', 'postToolUse', 'stop'])
const shared: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'])

/** Tools, and prompts where the version keeps its word. */
const hearsExit2 = (name: EventName): boolean => events[name] === beforeTool || name === 'UserPromptSubmit'

const view = (name: EventName, payload: JsonObject, env: Env): View => {
  switch (name) {
    case 'PreToolUse':
    case 'preToolUse':
      return namedCall(payload, tools, splitName)
    case 'PostToolUse':
    case 'postToolUse':
      return asOutput(namedCall(payload, tools, splitName), payload.tool_response ?? '')
    case 'UserPromptSubmit':
    case 'userPromptSubmit':
      return promptOf(stringAt(payload, 'prompt') || env.USER_PROMPT || stringAt(payload, 'prompt'))
    case 'Stop':
    case 'stop':
      return plain('stop', stringAt(payload, 'assistant_response') ?? '', only(payload, ['assistant_response']))
    case 'SessionStart':
    case 'agentSpawn':
      return plain('session', '', {})
    case 'PostFileCreate':
    case 'PostFileSave':
    case 'PostFileDelete': {
      const path = stringAt(payload, 'file_path')
      return { ...plain('other', path ?? '', only(payload, ['file_path'])), paths: path === undefined ? [] : [path] }
    }
    case 'PreTaskExec':
    case 'PostTaskExec':
    case 'Manual': {
      const fields = only(payload, ['spec_name', 'task_name', 'task_success'])
      return plain('other', textOf(fields), fields)
    }
    default:
      return name satisfies never
  }
}

/** `@server/tool`, or `mcp_server_tool` in the IDE, which does not say where the server's name ends. */
const splitName = (name: string): { readonly server?: string; readonly tool: string } | undefined => {
  const at = name.indexOf('/')
  if (name.startsWith('@') && at > 1) return { server: name.slice(1, at), tool: name.slice(at + 1) }
  return splitMcpName(name) ?? (name.startsWith('mcp_') ? { tool: name.slice(4) } : undefined)
}
