/**
 * Kimi Code CLI. Docs: https://moonshotai.github.io/kimi-code (hooks in ~/.kimi-code/config.toml). Verified on 2.1.0, 2026-11 (recorded payloads,
 * measured answers, source of the package).
 *
 * A hook can block a call, a prompt and the end of a turn: exit 2 with the reason on stderr, or `permissionDecision: "deny"` at exit 0. What it
 * prints at exit 0 on a prompt goes to the model, JSON without a `message` included, so no objection is silence. Nobody can be asked, nothing
 * can be changed, and results are only told.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { textOf } from '../../core/tool.ts'
import { hookSpecific, refuse, say, silent, warn } from './shared/answer.ts'
import { partTexts } from './shared/bridge.ts'
import { claimed } from './shared/claims.ts'
import { commandText, entriesIn, limitSeconds } from './shared/install.ts'
import { off } from './shared/switches.ts'
import { asOutput, folderOf, fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const seen = (when: string, category: EventTraits['category'] = 'analytics'): EventTraits =>
  traits(when, category, null, canNothing)

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', blocks),
  UserPromptSubmit: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  Stop: traits('the turn is about to end', 'lifecycle', null, { ...canNothing, deny: 'feedback' }),
  PostToolUse: traits('a tool succeeded; nobody waits for the answer', 'output', 'llmOutputGuardrails', canNothing),
  PostToolUseFailure: traits('a tool failed; nobody waits for the answer', 'output', 'llmOutputGuardrails', canNothing),
  SessionStart: seen('a session begins', 'lifecycle'),
  SessionEnd: seen('a session ends', 'lifecycle'),
  SubagentStart: seen('a subagent begins', 'lifecycle'),
  SubagentStop: seen('a subagent ended', 'lifecycle'),
  PermissionRequest: seen('the person is asked for a permission'),
  PermissionResult: seen('the person has answered'),
  UserPromptQueued: seen('a prompt waits for its turn'),
  TurnStarted: seen('a turn begins'),
  TaskStarted: seen('a background task begins'),
  StopFailure: seen('a turn ended by an error'),
  Interrupt: seen('the person stopped a turn'),
  SessionHeartbeat: seen('every minute of a session'),
  PreCompact: seen('before compaction'),
  PostCompact: seen('after compaction'),
  Notification: seen('a notification is shown'),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Names of 2.1.0. MCP tools are named `mcp__<server>__<tool>`.
const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  Read: 'file-read',
  ReadMediaFile: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  Write: 'file-write',
  Edit: 'file-edit',
  FetchURL: 'web',
  WebSearch: 'web',
  Agent: 'agent',
  AgentSwarm: 'agent',
  TowerSpawn: 'agent',
}

export default {
  id: 'kimi-code',
  title: 'Kimi Code',
  docs: 'https://moonshotai.github.io/kimi-code',
  verified: '2.1.0, 2026-11',
  events,

  // It names itself in every payload.
  detect: payload => claimed(payload, 'kimi-code', () => 'no'),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'kimi-code', event: name })
    const folder = stringAt(payload, 'cwd')
    const cwd = folderOf(folder, stringAt(objectAt(payload, 'tool_input') ?? {}, 'cwd'))
    return ok({
      client: 'kimi-code',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: folder === undefined ? [] : [folder],
      metadata: only(payload, ['tool_call_id', 'is_steer', 'stop_hook_active', 'source', 'reason', 'trigger', 'agent_name']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  render: ({ ruling, context }, event) => {
    const name = event.originalEventName
    if (!isEvent(name)) return silent
    const can: Can = events[name].can
    if (ruling.decision !== 'allow' && can.deny !== 'none') return stop(name, objectionText(ruling))
    return context !== undefined && can.context ? say({ message: contextText(context) }) : silent
  },

  failDefault: () => 'open',
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, eventName = '') => {
    const known = isEvent(eventName) ? eventName : undefined
    // An agent that is about to stop is let go, and what nobody waits for is not refused.
    const free = known !== undefined && events[known].can.deny !== 'block'
    return mode === 'closed' && !free ? stop(known ?? 'PreToolUse', reason) : warn(reason)
  },

  registration: {
    files: (env, home) => [settingsFile({ env, home })],
    // There is no switch for it: every failure lets the action go on.
    failMode: () => undefined,
    timeouts: (text, eventName) =>
      text
        .split(/^\s*\[\[\s*hooks\s*\]\]/m)
        .slice(1)
        .filter(table => table.includes('tfy-hook') && /^\s*event\s*=\s*["'](\w+)["']/m.exec(table)?.[1] === eventName)
        .map(table => {
          const seconds = Number(/^\s*timeout\s*=\s*(\d+)/m.exec(table)?.[1] ?? Number.NaN)
          return seconds > 0 ? seconds * 1000 : undefined
        }),
  },

  install: {
    binaries: ['kimi'],
    packages: { npm: ['@moonshot-ai/kimi-code'] },
    folders: ground => [ownFolder(ground)],
    scopes: ['user'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        { user: settingsFile(ground) },
        // A key that Kimi Code does not know would make it drop every hook of the file.
        registered.map(name => ({
          at: ['hooks'],
          value: { event: name, command: commandText(hook, name, ground, 'cmd'), timeout: limitSeconds(hook) },
        })),
      ),
    switches: () => ({
      sources: [],
      list: [
        {
          kind: 'condition',
          id: 'refused-hook',
          says: 'a hook with a key, an event or a timeout that Kimi Code does not know',
          sees: ({ file, toml }) => {
            const hooks = toml(file)?.hooks
            const bad = Array.isArray(hooks) ? hooks.findIndex(hook => !accepted(hook)) : -1
            return bad < 0
              ? undefined
              : off(
                  `${file} has a hook (number ${bad + 1}) that Kimi Code does not accept, and then it runs none`,
                  `Correct it in ${file}`,
                )
          },
        },
      ],
    }),
  },
} satisfies ClientAdapter

const registered = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SessionStart',
  'Stop',
] as const satisfies readonly EventName[]

/** As its schema has it. */
const accepted = (hook: JsonValue): boolean =>
  isObject(hook) &&
  Object.keys(hook).every(key => ['event', 'matcher', 'command', 'timeout'].includes(key)) &&
  isEvent(stringAt(hook, 'event') ?? '') &&
  (hook.matcher === undefined || typeof hook.matcher === 'string') &&
  (stringAt(hook, 'command') ?? '') !== '' &&
  (hook.timeout === undefined || (Number.isInteger(hook.timeout) && Number(hook.timeout) >= 1 && Number(hook.timeout) <= 600))

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.KIMI_CODE_HOME ?? `${home}/.kimi-code`
const settingsFile = (ground: Pick<Ground, 'env' | 'home'>): string => `${ownFolder(ground)}/config.toml`

/** Exit 2, and beside it what denies at exit 0, should a shell lose the code. */
const stop = (name: EventName, reason: string) =>
  refuse(reason, hookSpecific(name, { permissionDecision: 'deny', permissionDecisionReason: reason }))

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return namedCall(payload, tools)
    // At most 2,000 characters of it.
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools), payload.tool_output ?? '')
    case 'PostToolUseFailure':
      return asOutput(namedCall(payload, tools), payload.error ?? '')
    case 'UserPromptSubmit':
      return promptOf(Array.isArray(payload.prompt) ? partTexts(payload.prompt) : stringAt(payload, 'prompt'))
    case 'Stop':
    case 'SubagentStop':
      return plain('stop', textOf(payload.response ?? ''), only(payload, ['stop_hook_active', 'agent_name']))
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model', 'profile']))
    default: {
      const { hook_event_name: _, session_id: __, cwd: ___, client_type: ____, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}
