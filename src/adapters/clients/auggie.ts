/**
 * Auggie (Augment Code). Docs: https://docs.augmentcode.com/cli/hooks. From its documents of 2026-07 and the code of @augmentcode/auggie 0.36.0,
 * read 2026-11; not run. Auggie 1, a prerelease, sends other payloads (`hook_type`), which nobody here knows.
 *
 * Only PreToolUse can stop something: exit 2 with the reason on stderr, or a nested `permissionDecision: "deny"`. An `ask` is not asked: the tool
 * runs. At exit 2 PostToolUse adds stderr to the result. What Stop says is dropped, although the documents say that it is heard.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { type Hook, limitMs } from '../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import { contextText, messageText, objectionText } from '../../core/message.ts'
import { argumentsIn } from '../../core/tool.ts'
import type { Verdict } from '../../core/verdict.ts'
import { hookSpecific, refuse, sayOrSilent, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { entriesIn, groups, systemDir } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { off } from './shared/switches.ts'
import { asOutput, folderOf, fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './shared/view.ts'

const says: Can = { ...canNothing, message: true }

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...says, deny: 'block', rewriteInput: true }),
  PostToolUse: traits('a tool returned', 'output', 'llmOutputGuardrails', { ...says, deny: 'feedback', context: true }),
  Stop: traits('the turn has ended', 'lifecycle', null, says),
  SessionStart: traits('a session begins', 'lifecycle', null, says),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  PromptSubmit: traits('a prompt is sent; the answer is not heard', 'input', 'llmInputGuardrails', canNothing),
  Notification: traits('a notification is shown', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  'launch-process': 'shell',
  'write-process': 'shell',
  view: 'file-read',
  'view-range-untruncated': 'file-read',
  'grep-search': 'file-read',
  'save-file': 'file-write',
  'remove-files': 'file-write',
  'str-replace-editor': 'file-edit',
  apply_patch: 'file-edit',
  'web-fetch': 'web',
  'web-search': 'web',
  'open-browser': 'web',
  'sub-agent': 'agent',
}

export default {
  id: 'auggie',
  title: 'Auggie',
  docs: 'https://docs.augmentcode.com/cli/hooks',
  verified: 'from documents and the source of 0.36.0, not run, 2026-11',
  events,

  // Its three common fields are in every payload.
  detect: payload => claimed(payload, 'auggie', () => 'no'),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'auggie', event: name })
    const given = stringsAt(payload, 'workspace_roots')
    const roots = given.length > 0 ? given : env.AUGMENT_PROJECT_DIR === undefined ? [] : [env.AUGMENT_PROJECT_DIR]
    const cwd = folderOf(roots[0], stringAt(objectAt(payload, 'tool_input') ?? {}, 'cwd'))
    return ok({
      client: 'auggie',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: roots,
      metadata: only(payload, ['is_mcp_tool', 'agent_stop_cause', 'notification_type', 'tool_error']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'conversation_id' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  render: (verdict, event) => {
    const name = event.originalEventName
    return isEvent(name) ? render(name, verdict, event) : silent
  },

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, eventName = '') => {
    const free = isEvent(eventName) && events[eventName].can.deny !== 'block'
    return mode === 'closed' && !free ? stop(reason) : warn(reason)
  },

  registration: {
    files: (env, home, roots) => [
      ...roots.flatMap(root => [`${root}/.augment/settings.local.json`, `${root}/.augment/settings.json`]),
      `${home}/.augment/settings.json`,
      env.ProgramData === undefined ? '/etc/augment/settings.json' : `${env.ProgramData}/Augment/settings.json`,
    ],
    // There is no switch for it: every failure lets the call go on.
    failMode: () => undefined,
    timeouts: (text, eventName) => hookTimeouts(text, eventName, { unitMs: 1 }),
  },

  install: {
    binaries: ['auggie'],
    packages: { npm: ['@augmentcode/auggie'] },
    folders: ({ home }) => [`${home}/.augment`],
    scopes: ['project', 'user', 'managed'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        {
          project: `${ground.root}/.augment/settings.json`,
          user: `${ground.home}/.augment/settings.json`,
          managed: `${systemDir(ground, { linux: '/etc/augment', darwin: '/etc/augment', win32: 'Augment' })}/settings.json`,
        },
        groups(registered, handler(hook)),
      ),
    switches: () => ({
      sources: [],
      list: [
        {
          kind: 'condition',
          id: 'refused-hook',
          says: 'a hook of the same event in the same file that Auggie does not accept',
          sees: ({ file, events: ours, json }) => {
            const all = objectAt(json(file) ?? {}, 'hooks') ?? {}
            const bad = ours.find(name => !accepted(all[name]))
            return bad === undefined
              ? undefined
              : off(
                  `${file} has a hook of ${bad} that Auggie does not accept, and then it runs none of that event`,
                  `Correct it in ${file}`,
                )
          },
        },
      ],
    }),
    notes: () => [
      'Augment switches hooks on by account: type `/hooks` in Auggie, which lists what it runs. Where there is no such command, it runs none.',
    ],
  },
} satisfies ClientAdapter

const registered = ['PreToolUse', 'PostToolUse', 'SessionStart', 'Stop'] as const satisfies readonly EventName[]

/** Program and arguments apart, so that no shell reads them. Auggie puts variables into both. */
const handler =
  (hook: Hook) =>
  (name: EventName): JsonObject => {
    const { executable, args } = hook.command(name)
    if ([executable, ...args].some(word => word.includes('${') || /[\0\r\n]/.test(word)))
      throw new RangeError('a line break or a variable in a path or argument')
    if (executable.startsWith('~')) throw new RangeError('a path that begins with ~')
    return { type: 'command', command: executable, args, timeout: limitMs(hook) }
  }

/** The groups of one event, as its schema has them: one that does not fit takes all others along. */
const accepted = (list: JsonValue | undefined): boolean =>
  Array.isArray(list) &&
  list.every(
    group =>
      isObject(group) &&
      (group.matcher === undefined || isPattern(group.matcher)) &&
      Array.isArray(group.hooks) &&
      group.hooks.every(
        hook =>
          isObject(hook) &&
          hook.type === 'command' &&
          (stringAt(hook, 'command') ?? '') !== '' &&
          (hook.args === undefined || (Array.isArray(hook.args) && hook.args.every(arg => typeof arg === 'string'))) &&
          (hook.timeout === undefined || (typeof hook.timeout === 'number' && hook.timeout > 0)),
      ),
  )

const isPattern = (value: JsonValue): boolean => {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}

/** Exit 2, and beside it what denies at exit 0, should a shell lose the code. */
const stop = (reason: string): Answer =>
  refuse(reason, hookSpecific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason }))

const render = (name: EventName, { ruling, message, context, rewrite }: Verdict, event: NormalizedHookEvent): Answer => {
  const can: Can = events[name].can
  const told = message !== undefined && can.message ? { systemMessage: messageText(message) } : {}
  if (ruling.decision !== 'allow' && can.deny !== 'none')
    return can.deny === 'block' ? stop(objectionText(ruling)) : refuse(objectionText(ruling))
  // The whole input is replaced by this one.
  const updated = rewrite?.of === 'input' && can.rewriteInput ? { updatedInput: rewrite.input } : {}
  const added = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  return sayOrSilent(hookSpecific(event.originalEventName, { ...updated, ...added }, told))
}

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return called(payload)
    case 'PostToolUse':
      return asOutput(called(payload), payload.tool_output ?? payload.tool_error ?? '')
    case 'PromptSubmit':
      return promptOf(stringAt(payload, 'user_prompt'))
    case 'Stop':
      return plain('stop', '', only(payload, ['agent_stop_cause']))
    case 'SessionStart':
    case 'SessionEnd':
      return plain('session', '', {})
    case 'Notification':
      return plain('other', stringAt(payload, 'notification_message') ?? '', {})
    default:
      return name satisfies never
  }
}

const called = (payload: JsonObject): View => {
  const name = stringAt(payload, 'tool_name') ?? ''
  const agent = name.startsWith('sub-agent-')
  const seen = namedCall(payload, agent ? { [name]: 'agent' } : tools, () =>
    payload.is_mcp_tool === true ? served(name) : undefined,
  )
  const input = argumentsIn(payload.tool_input) ?? {}
  if (seen.toolType === 'agent' && agent) return { ...seen, agentType: name.slice('sub-agent-'.length) }
  if (seen.toolType !== 'mcp' && Object.hasOwn(deciding, name)) return { ...seen, ...deciding[name]?.(input, seen) }
  if (seen.subject !== 'file-write') return seen
  const text = Object.entries(input).flatMap(([key, value]) => (written.test(key) && typeof value === 'string' ? [value] : []))
  return text.length > 0 ? { ...seen, content: text.join('\n') } : seen
}

/** Tools whose argument has a name of its own: one that the tool does not read must not stand for it. */
const deciding: Readonly<Record<string, (input: JsonObject, seen: View) => Partial<View>>> = {
  'write-process': ({ input_text: text }) => (typeof text === 'string' ? { content: text } : { unread: 'the typed text' }),
  'remove-files': (input, { paths }) => ({ paths: [...new Set([...stringsAt(input, 'file_paths'), ...paths])] }),
  apply_patch: ({ input: patch }) => (typeof patch === 'string' ? { content: patch, paths: [patch] } : { unread: 'the patch' }),
}

/** What the two writing tools write; the edits of one call are counted. */
const written = /^(?:file_content|(?:old|new)_str(?:_\d{1,4})?)$/

/** `tool_server`; of several underscores the last one, since tools have them more than servers. */
const served = (name: string): { readonly server?: string; readonly tool: string } => {
  const at = name.lastIndexOf('_')
  return at > 0 ? { server: name.slice(at + 1), tool: name.slice(0, at) } : { tool: name }
}
