/**
 * Grok CLI (Grok Build). Docs: https://docs.x.ai/build/features/hooks. Recorded from the hook runner of 1.0.6 (its own code, made-up
 * calls), 2026-11; older versions from notes on 0.2.106. It also runs the hooks in Claude Code's and Cursor's files, with payloads of its
 * own.
 *
 * A refusal is exit 2 with a top-level decision: either suffices, and the JSON counts at any exit code. It is heard before a tool and at a
 * stop. A prompt and a result are only observed: 1.0.6 records exit 2 there as a failed hook and goes on. The source of 1.0 reads
 * questions, rewrites and context as well; 0.2 does not, no payload tells the version, and nobody has tried them: they are not used.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { has, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, splitServedName, textOf } from '../../core/tool.ts'
import { refuse, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { isSnake, lacks, shortAt } from './shared/evidence.ts'
import { commandHandler, ownFile, perEvent } from './shared/install.ts'
import { listed } from './shared/lists.ts'
import { hookTimeouts } from './shared/registration.ts'
import { hiddenTrust } from './shared/switches.ts'
import { asOutput, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const feeds: Can = { ...canNothing, deny: 'feedback' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  pre_tool_use: traits('before every tool', 'input', input, blocks),
  user_prompt_submit: traits('a prompt is sent', 'input', input, canNothing),
  post_tool_use: traits('a tool returned', 'output', output, canNothing),
  post_tool_use_failure: traits('a tool failed', 'output', output, canNothing),
  permission_denied: traits('a permission was denied', 'analytics', null, canNothing),
  stop: traits('a turn is about to end', 'lifecycle', null, feeds),
  subagent_stop: traits('a subagent is about to end', 'lifecycle', null, feeds),
  stop_failure: traits('a turn ended by an error', 'analytics', null, canNothing),
  stop_cancelled: traits('a turn was cancelled', 'analytics', null, canNothing),
  session_start: traits('a session begins', 'lifecycle', null, canNothing),
  session_end: traits('a session ends', 'lifecycle', null, canNothing),
  subagent_start: traits('a subagent begins', 'lifecycle', null, canNothing),
  notification: traits('a notification is shown', 'analytics', null, canNothing),
  pre_compact: traits('before compaction', 'analytics', null, canNothing),
  post_compact: traits('after compaction', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  run_terminal_command: 'shell',
  read_file: 'file-read',
  hashline_read: 'file-read',
  grep: 'file-read',
  hashline_grep: 'file-read',
  list_dir: 'file-read',
  write: 'file-write',
  write_file: 'file-write',
  search_replace: 'file-edit',
  hashline_edit: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  spawn_subagent: 'agent',
}

export default {
  id: 'grok',
  title: 'Grok CLI',
  docs: 'https://docs.x.ai/build/features/hooks',
  verified: '1.0.6, its hook runner with made-up calls, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'grok', () => {
      // The name in snake_case, where an early VS Code preview wrote PascalCase under the same key.
      if (!isSnake(shortAt(payload, 'hookEventName', 100))) return 'no'
      return lacks(payload, 'hook_event_name', 'session_id') ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = snake(stringAt(payload, 'hookEventName') ?? hints.event ?? '')
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'grok', event: name })
    const cwd = stringAt(payload, 'cwd')
    const root = stringAt(payload, 'workspaceRoot') ?? env.GROK_WORKSPACE_ROOT ?? cwd
    const row = events[name]
    return ok({
      client: 'grok',
      originalEventName: name,
      category: row.category,
      guardrail: row.guardrail,
      blocking: canNow(name, payload).deny === 'block',
      // There every prompt is answered with yes.
      attended: stringAt(payload, 'permissionMode') !== 'bypassPermissions',
      workspaceRoots: root ? [root] : [],
      metadata: only(payload, [
        'promptId',
        'toolUseId',
        'subagentType',
        'stopHookActive',
        'reason',
        'source',
        'notificationType',
      ]),
      ...(cwd && { cwd }),
      ...strings(payload, { sessionId: 'sessionId', permissionMode: 'permissionMode', agentType: 'subagentType' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? canNow(event.originalEventName, event.metadata) : canNothing),

  render: (verdict, event) => {
    const { ruling, message } = verdict
    if (ruling.decision !== 'allow' && isEvent(event.originalEventName)) {
      const said = objection(event.originalEventName, event, objectionText(ruling))
      if (said !== undefined) return said
    }
    return message === undefined ? silent : warn(oneLine(message, 900))
  },

  failDefault: () => 'open',
  // 1.0 waits longer for prompts, stops and results; 0.2 does not.
  timeoutMs: name => (snake(name) === 'session_end' ? 1_500 : 5_000),

  renderFailure: (mode, reason, eventName) => {
    if (mode === 'open') return warn(reason)
    const name = snake(eventName ?? 'pre_tool_use')
    if (name.startsWith('pre_tool_use')) return refuse(reason, { decision: 'deny', reason })
    // Without the payload nobody knows whether this stop was held back already.
    return isEvent(name) ? warn(reason) : refuse(reason)
  },

  registration: {
    // Every file in the two folders is a registration; this is the name that ours has.
    files: (env, home, roots) => [
      ...roots.map(root => `${root}/.grok/hooks/tfy-hook.json`),
      `${ownFolder({ env, home })}/hooks/tfy-hook.json`,
      ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
      `${home}/.claude/settings.json`,
    ],
    // Every failure lets the action go on, and no entry changes that.
    failMode: () => undefined,
    timeouts: (text, eventName) => spellings(eventName).flatMap(name => hookTimeouts(text, name)),
  },

  install: {
    binaries: ['grok'],
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      ownFile(
        ground,
        { project: `${ground.root}/.grok/hooks`, user: `${ownFolder(ground)}/hooks` },
        {
          hooks: perEvent(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop'], name => ({
            hooks: [withoutVariables(commandHandler(ground, hook, 'cmd')(name))],
          })),
        },
      ),
    switches: () => ({ sources: [], list: [hiddenTrust('Grok')] }),
    notes: ({ scope }) => [
      ...(scope === 'project' ? ['Grok skips a project’s hooks in silence until somebody has typed /hooks-trust.'] : []),
      'Grok lets a hook stop tools and, from 1.0 on, the end of a turn. Prompts and results can only be watched.',
      'Grok runs the hooks in Claude Code’s and Cursor’s files as well: a registration there runs a second time in Grok.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.GROK_HOME ?? `${home}/.grok`

/** Grok puts values in the place of `$NAME` itself, also between quotes. */
const withoutVariables = (handler: JsonObject): JsonObject => {
  if (stringAt(handler, 'command')?.includes('$')) throw new RangeError('Grok cannot be given a path with $ in it')
  return handler
}

/** Payloads say `pre_tool_use`, registrations `PreToolUse` or, as Cursor does, `preToolUse`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replace(/^_/, '')

const spellings = (name: string): readonly string[] => {
  const camel = snake(name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set([`${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`, camel, snake(name)])]
}

const canNow = (name: EventName, facts: JsonObject): Can => {
  const ending = name === 'stop' || name === 'subagent_stop'
  // A stop that was held back already is let go. With the session itself there is no turn to go on with.
  const over = facts.stopHookActive === true || (name === 'stop' && has(facts, 'reason') && facts.reason !== 'end_turn')
  return ending && over ? canNothing : events[name].can
}

const objection = (name: EventName, event: NormalizedHookEvent, reason: string): Answer | undefined => {
  if (canNow(name, event.metadata).deny === 'none') return undefined
  return refuse(reason, { decision: name === 'pre_tool_use' ? 'deny' : 'block', reason })
}

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'pre_tool_use':
      return call(payload)
    case 'post_tool_use':
      return asOutput(call(payload), payload.toolResult ?? '')
    case 'post_tool_use_failure':
      return asOutput(call(payload), payload.error ?? '')
    case 'user_prompt_submit': {
      const prompt = stringAt(payload, 'prompt')
      return {
        ...plain('prompt', prompt ?? '', only(payload, ['prompt'])),
        ...(prompt === undefined && { unread: 'the prompt' }),
      }
    }
    case 'stop':
    case 'subagent_stop':
      return plain('stop', stringAt(payload, 'lastAssistantMessage') ?? '', only(payload, ['reason', 'stopHookActive']))
    case 'session_start':
      return plain('session', '', only(payload, ['source']))
    case 'subagent_start': {
      const fields = only(payload, ['subagentId', 'subagentType', 'description'])
      return plain('agent', textOf(only(payload, ['subagentType', 'description'])), fields)
    }
    case 'permission_denied':
    case 'stop_failure':
    case 'stop_cancelled':
    case 'session_end':
    case 'notification':
    case 'pre_compact':
    case 'post_compact': {
      const fields = only(payload, [
        'toolName',
        'toolInput',
        'error',
        'errorDetails',
        'reason',
        'source',
        'message',
        'notificationType',
      ])
      return plain('other', textOf(fields), fields)
    }
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject): View => {
  const toolName = stringAt(payload, 'toolName') ?? ''
  const given = argumentsIn(payload.toolInput)
  const mcp = splitServedName(toolName)
  // A call through the dispatcher has the tool's own name, and the dispatcher's two arguments.
  const dispatched = Object.keys(given ?? {}).every(key => key === 'tool_name' || key === 'tool_input')
  const inner = mcp !== undefined && dispatched ? objectAt(given ?? {}, 'tool_input') : undefined
  const toolType = mcp !== undefined ? 'mcp' : Object.hasOwn(tools, toolName) ? (tools[toolName] ?? 'other') : 'other'
  const seen = mcp === undefined ? listed(toolType, toolName, given) : toolCall(toolName, toolType, inner ?? given, mcp)
  // More than 128 KiB arrive as the beginning of a text.
  return payload.toolInputTruncated === true ? { ...seen, unread: 'the whole of the arguments' } : seen
}
