/**
 * Google Antigravity, CLI (`agy`) and desktop. Docs: https://antigravity.google/docs/hooks. From live notes on 1.1.2 to 1.2.3 and the
 * messages declared in 1.1.20, 2026; not recorded.
 *
 * Its payloads name no event: the registration says it, and the fields tell what it can be. Before a tool it fails closed, and `{}`
 * denies, so that "no objection" is an empty stdout. An unknown key spoils an answer.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { atLeast, type Hook } from '../../core/install.ts'
import { has, type JsonObject, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, splitServedName, textOf } from '../../core/tool.ts'
import { say, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { lacks } from './shared/evidence.ts'
import { commandHandler, entriesIn, groups, handlers } from './shared/install.ts'
import { listed } from './shared/lists.ts'
import { hookTimeouts } from './shared/registration.ts'
import { json, setting } from './shared/switches.ts'
import { changedOnly, fromRow, merges, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const tells: Can = { ...canNothing, context: true }

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', {
    ...canNothing,
    deny: 'block',
    ask: true,
    rewriteInput: true,
  }),
  PostToolUse: traits('a tool returned; its result is not told', 'analytics', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  PreInvocation: traits('before every call of the model', 'lifecycle', null, tells),
  PostInvocation: traits('the model answered', 'output', 'llmOutputGuardrails', { ...tells, deny: 'feedback' }),
  Stop: traits('the agent stops', 'lifecycle', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  run_command: 'shell',
  view_file: 'file-read',
  view_file_outline: 'file-read',
  view_code_item: 'file-read',
  list_dir: 'file-read',
  find_by_name: 'file-read',
  grep_search: 'file-read',
  write_to_file: 'file-write',
  replace_file_content: 'file-edit',
  multi_replace_file_content: 'file-edit',
  read_url_content: 'web',
  search_web: 'web',
  invoke_subagent: 'agent',
  browser_subagent: 'agent',
}

export default {
  id: 'antigravity',
  title: 'Google Antigravity',
  docs: 'https://antigravity.google/docs/hooks',
  verified: '1.2.3, notes of 2026',
  events,

  detect: payload =>
    claimed(payload, 'antigravity', () =>
      // One of the common fields alone.
      stringAt(payload, 'conversationId') !== undefined && lacks(payload, 'hook_event_name', 'hookEventName', 'sessionId')
        ? 'weak'
        : 'no',
    ),

  normalise: (payload, _env, hints) => {
    const name = eventOf(payload, hints.event)
    if (name === undefined) return fail({ kind: 'event-unknown', client: 'antigravity', event: hints.event ?? '' })
    const call = objectAt(payload, 'toolCall')
    const args = argumentsIn(call?.args)
    const roots = stringsAt(payload, 'workspacePaths')
    const cwd = stringAt(args ?? {}, 'Cwd') || roots[0]
    return ok({
      client: 'antigravity',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: roots,
      metadata: only(payload, ['stepIdx', 'modelName', 'invocationNum', 'executionNum', 'terminationReason', 'fullyIdle']),
      ...(cwd && { cwd }),
      ...strings(payload, { sessionId: 'conversationId', conversationId: 'conversationId' }),
      ...view(name, payload, call, args),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    // Keys are merged into the arguments: one taken away would stay.
    return { ...events[name].can, takes: rewrite => rewrite.of === 'input' && merges(rewrite) }
  },

  render: (verdict, event) => {
    const { ruling, rewrite, context, message } = verdict
    const name = event.originalEventName
    const quiet = message === undefined ? silent : warn(oneLine(message, 900))
    if (name === 'PreToolUse') {
      const overwrite = rewrite?.of === 'input' ? { overwrite: changedOnly(rewrite.input, rewrite.changed) } : {}
      // `ask` leaves the question to the client's own rules; `allow` would answer it in the person's place.
      if (ruling.decision === 'allow')
        return rewrite?.of === 'input' ? { ...quiet, ...say({ decision: 'ask', ...overwrite }) } : quiet
      const reason = objectionText(ruling)
      return say(ruling.decision === 'deny' ? { decision: 'deny', reason } : { decision: 'force_ask', reason, ...overwrite })
    }
    if (ruling.decision !== 'allow') return name === 'PostInvocation' ? told(objectionText(ruling)) : quiet
    return context !== undefined && isEvent(name) && events[name].can.context ? told(contextText(context)) : quiet
  },

  failDefault: name => (name === 'PreToolUse' ? 'closed' : 'open'),
  // None is documented.
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, eventName = 'PreToolUse') =>
    mode === 'closed' && !(isEvent(eventName) ? eventName !== 'PreToolUse' : /^(?:Post|Stop|Session)/.test(eventName))
      ? say({ decision: 'deny', reason })
      : warn(reason),

  registration: {
    files: (_env, home, roots) => [
      ...roots.flatMap(root => [
        `${root}/.agents/hooks.json`,
        `${root}/_agents/hooks.json`,
        `${root}/.antigravitycli/hooks.json`,
      ]),
      `${home}/.gemini/config/hooks.json`,
      `${home}/.gemini/hooks.json`,
    ],
    // There is no switch: before a tool every failure denies.
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['agy', 'antigravity'],
    editors: ['antigravity'],
    folders: ({ home }) => [`${home}/.gemini/antigravity-cli`, `${home}/.gemini/antigravity`, `${home}/.antigravity`],
    scopes: ['project', 'user'],
    writes: (ground, hook) => {
      const handler = (name: EventName) => withoutShell(commandHandler(ground, hook, 'cmd')(name), hook)
      return entriesIn(
        ground,
        { project: `${ground.root}/.agents/hooks.json`, user: `${ground.home}/.gemini/config/hooks.json` },
        // A result is not told, and a stop must not be held back.
        [
          ...groups<EventName>(['PreToolUse'], handler, { matchers: ['PreToolUse'], at: ['tfy-hook'] }),
          ...handlers<EventName>(['PostInvocation'], handler, ['tfy-hook']),
        ],
      )
    },
    switches: ({ root, home }) => ({
      sources: [json('project', `${root}/.agents/hooks.json`), json('user', `${home}/.gemini/config/hooks.json`)],
      list: [
        setting('tfy-hook.enabled', false, { layers: ['project'], spares: ['user', 'managed'] }),
        setting('tfy-hook.enabled', false, { id: 'user.tfy-hook.enabled', layers: ['user'], spares: ['project', 'managed'] }),
      ],
    }),
    notes: () => [
      'Prompts and the results of tools have no hook event in Antigravity; they stay unguarded.',
      'Antigravity drops the whole file, silently, when another hook in it has one wrong type.',
    ],
  },
} satisfies ClientAdapter

/** Before 1.1 the command was cut at blanks and run without a shell. */
const withoutShell = (handler: JsonObject, { version }: Hook): JsonObject => {
  if (version !== undefined && !atLeast(version, [1, 1]) && /["']/.test(stringAt(handler, 'command') ?? ''))
    throw new RangeError('Antigravity before 1.1 cannot be given a path with blanks')
  return handler
}

const told = (text: string) => say({ injectSteps: [{ ephemeralMessage: text }] })

/**
 * What the fields allow, and among that what the registration says. Whether a call has run already is told by `error`, which some
 * versions send with a failure only.
 */
const eventOf = (payload: JsonObject, hint: string | undefined): EventName | undefined => {
  const [first, second] = candidates(payload)
  if (hint === undefined || hint === first) return first
  if (hint === second) return second
  return isEvent(hint) ? first : undefined
}

const candidates = (payload: JsonObject): readonly [EventName, EventName?] => {
  if (!lacks(payload, 'toolCall', 'stepIdx'))
    return has(payload, 'error') ? ['PostToolUse', 'PreToolUse'] : ['PreToolUse', 'PostToolUse']
  if (!lacks(payload, 'invocationNum', 'initialNumSteps', 'modelOutput', 'modelThinking'))
    return lacks(payload, 'modelOutput', 'modelThinking')
      ? ['PreInvocation', 'PostInvocation']
      : ['PostInvocation', 'PreInvocation']
  return lacks(payload, 'executionNum', 'terminationReason', 'fullyIdle', 'finalModelOutput') ? ['SessionStart'] : ['Stop']
}

const view = (name: EventName, payload: JsonObject, call: JsonObject | undefined, args: JsonObject | undefined): View => {
  switch (name) {
    case 'PreToolUse':
      return called(call, args)
    case 'PostToolUse': {
      // The result is not told, so the call and its error are all that rules can see.
      const { category, guardrail } = events[name]
      return { ...called(call, args), subject: 'output', content: textOf([args ?? {}, payload.error ?? '']), category, guardrail }
    }
    case 'PostInvocation':
      return plain('output', stringAt(payload, 'modelOutput') ?? '', only(payload, ['modelOutput', 'modelThinking']))
    case 'PreInvocation':
    case 'SessionStart':
      return plain('session', '', only(payload, ['invocationNum', 'initialNumSteps']))
    case 'Stop':
      return plain('stop', stringAt(payload, 'finalModelOutput') ?? '', only(payload, ['executionNum', 'terminationReason']))
    default:
      return name satisfies never
  }
}

const called = (call: JsonObject | undefined, args: JsonObject | undefined): View => {
  const name = stringAt(call ?? {}, 'name') ?? ''
  const typed = typing.has(name) ? stringAt(args ?? {}, 'Input') : undefined
  if (typed !== undefined) return { ...toolCall(name, 'shell', args), content: typed }
  const own = Object.hasOwn(tools, name) ? tools[name] : undefined
  const mcp = own === undefined ? mcpOf(name, args ?? {}) : undefined
  const toolType = mcp !== undefined ? 'mcp' : (own ?? 'other')
  const seen = mcp === undefined ? listed(toolType, name, args) : toolCall(name, toolType, args, mcp)
  return name === '' ? { ...seen, unread: 'the call' } : seen
}

/** Tools that can type into a command that is running. */
const typing: ReadonlySet<string> = new Set(['send_command_input', 'manage_task'])

/** The dispatcher says in its arguments whose tool it calls; otherwise the name does. */
const mcpOf = (name: string, args: JsonObject): { readonly server: string; readonly tool: string } | undefined => {
  const server = stringAt(args, 'ServerName')
  const tool = stringAt(args, 'ToolName')
  return server !== undefined && tool !== undefined ? { server, tool } : splitServedName(name)
}
