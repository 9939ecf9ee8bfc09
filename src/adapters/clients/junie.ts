/**
 * JetBrains Junie CLI. Docs: https://junie.jetbrains.com/docs/junie-cli-hooks.html. Known from its documentation of 2026-07 and notes
 * of 2026-09; not recorded from a running client.
 *
 * The answer is flat, and exit 2 blocks whatever stands beside it. At PermissionRequest silence at exit 0 approves the action, so that
 * "no objection" there is the one other code: with it the usual dialog opens.
 *
 * No `switches`: its documentation names no setting or variable against hooks.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { type JsonObject, type JsonValue, stringAt } from '../../core/json.ts'
import { contextText, messageText, objectionText } from '../../core/message.ts'
import { textOf } from '../../core/tool.ts'
import type { Verdict } from '../../core/verdict.ts'
import { leave, refuse, say, sayOrSilent, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, lacks, toolOwner } from './shared/evidence.ts'
import { commandHandler, entriesIn, groups } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true, context: true }),
  PermissionRequest: traits('a permission dialog would open', 'input', 'llmInputGuardrails', {
    ...blocks,
    ask: true,
    grant: true,
  }),
  UserPromptSubmit: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  Stop: traits('a task is about to end', 'lifecycle', null, { ...canNothing, deny: 'feedback', message: true }),
  StopFailure: traits('a turn ended by an error', 'analytics', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, canNothing),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  Read: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  LS: 'file-read',
  Write: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  NotebookEdit: 'file-edit',
  apply_patch: 'file-edit',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
  Agent: 'agent',
}

export default {
  id: 'junie',
  title: 'JetBrains Junie',
  docs: 'https://junie.jetbrains.com/docs/junie-cli-hooks.html',
  verified: 'early access, documentation of 2026-07 and 2026-09',
  events,

  detect: payload =>
    claimed(payload, 'junie', () => {
      const event = eventName(payload) ?? ''
      if (!isEvent(event) || toolOwner(payload) !== undefined) return 'no'
      if (!lacks(payload, 'transcript_path', 'permission_mode', 'timestamp', 'tool_use_id', 'prompt_id', 'turn_id')) return 'no'
      // Its Stop has no session and no directory, which every other client with this name sends.
      if (event !== 'Stop') return 'possible'
      return Object.keys(payload).every(key => stopKeys.has(key)) && stringAt(payload, 'session_id') === undefined
        ? 'weak'
        : 'possible'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'junie', event: name })
    const project = stringAt(payload, 'project_path')
    // Most events do not say where they are; the shell that starts us does.
    const cwd = stringAt(payload, 'cwd') ?? project ?? env.PWD
    const root = project ?? cwd
    return ok({
      client: 'junie',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['source', 'reason', 'stop_hook_active', 'permission_reason', 'error']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    return isEvent(name) ? canNow(name, event) : canNothing
  },

  render: (verdict, event) => {
    const name = event.originalEventName
    return isEvent(name) ? render(name, verdict, event) : silent
  },

  failDefault: () => 'open',
  timeoutMs: name => defaults[name] ?? 10_000,

  renderFailure: (mode, reason, eventName) => {
    const known = eventName !== undefined && isEvent(eventName) ? eventName : undefined
    // A stop without a payload to say that it was held back before is let go.
    const free = known === 'Stop' || (known !== undefined && events[known].can.deny === 'none')
    if (mode === 'closed' && !free) return refuse(reason, denial(known ?? 'PreToolUse', reason))
    if (known === 'Stop') return say({ systemMessage: reason })
    // Where the event is not known it may be a permission, and nobody is to be passed over.
    return known === undefined || known === 'PermissionRequest' ? leave(reason) : warn(reason)
  },

  registration: {
    // A project's own file is not read for hooks.
    files: (env, home) => [`${ownFolder({ env, home })}/config.json`],
    // `blockOnError` counts at Stop only, where nothing is to be guarded.
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['junie'],
    servers: [
      ['.junie/mcp/mcp.json', 'mcpServers'],
      ['~/.junie/mcp/mcp.json', 'mcpServers'],
    ],
    folders: ground => [ownFolder(ground)],
    // Of a project no hooks are read.
    scopes: ['user'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        { user: `${ownFolder(ground)}/config.json` },
        // At a permission request silence would be an approval.
        groups<EventName>(['UserPromptSubmit', 'PreToolUse', 'Stop'], commandHandler(ground, hook, 'cmd')),
      ),
    notes: () => [
      'Junie’s plugin in the IDE and its ACP server run no hooks; they stay unguarded.',
      'The results of tools have no hook event in Junie, and its batch mode sends no prompts; they stay unguarded.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.JUNIE_HOME ?? `${home}/.junie`

const stopKeys: ReadonlySet<string> = new Set(['hook_event_name', 'stop_hook_active', 'last_assistant_message'])
const defaults: Readonly<Record<string, number>> = { Stop: 600_000, StopFailure: 60_000, SessionEnd: 2_000 }

const render = (name: EventName, verdict: Verdict, event: NormalizedHookEvent): Answer => {
  const { ruling, rewrite, context, message } = verdict
  const can = canNow(name, event)
  const text = ruling.decision === 'allow' ? undefined : objectionText(ruling)
  if (text !== undefined && can.deny !== 'none' && (ruling.decision === 'deny' || !can.ask))
    return refuse(text, denial(name, text))
  if (name === 'PermissionRequest') {
    if (ruling.decision === 'allow' && ruling.grant) return say({ decision: 'allow' })
    return leave(text ?? message ?? 'tfy-hook has no objection, and leaves the question to you.')
  }
  const answer: Record<string, JsonValue> = {}
  if (rewrite?.of === 'input') answer.updatedInput = rewrite.input
  if (context !== undefined && can.context) answer.additionalContext = contextText(context)
  const shown = text ?? message
  if (shown !== undefined && can.message) answer.systemMessage = messageText(shown)
  return sayOrSilent(answer)
}

const denial = (name: EventName, reason: string): JsonObject => ({
  decision: name === 'PreToolUse' || name === 'PermissionRequest' ? 'deny' : 'block',
  reason,
})

/** A stop that was held back once is not held back again. */
const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can =>
  name === 'Stop' && metadata.stop_hook_active === true ? { ...events.Stop.can, deny: 'none' } : events[name].can

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return namedCall(payload, tools)
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'Stop':
      return plain(
        'stop',
        stringAt(payload, 'last_assistant_message') ?? '',
        only(payload, ['stop_hook_active', 'last_assistant_message']),
      )
    case 'SessionStart':
      return plain('session', '', only(payload, ['source']))
    case 'StopFailure':
    case 'SessionEnd': {
      const fields = only(payload, ['error', 'error_details', 'reason'])
      return plain('other', textOf(fields), fields)
    }
    default:
      return name satisfies never
  }
}
