/**
 * Goose, as a plugin of the Open Plugins format. Docs: https://block.github.io/goose (documentation/docs/guides/context-engineering/hooks.md of the
 * repository, read 2026-11). From its documents; not run.
 *
 * Only PreToolUse and Stop are heard: exit 2 with the reason on stderr, or `{"decision":"block"}` on stdout. Exit 0 without a word is a yes; any
 * other word on stdout is no decision, so no objection is silence.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground, Hook, Write } from '../../core/install.ts'
import { has, type JsonObject, stringAt } from '../../core/json.ts'
import { objectionText } from '../../core/message.ts'
import { splitMcpName, textOf } from '../../core/tool.ts'
import { refuse, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { commandText, fileIn, limitSeconds } from './shared/install.ts'
import { closedHookEntry, hookTimeouts } from './shared/registration.ts'
import { includes, json, setting } from './shared/switches.ts'
import { fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './shared/view.ts'

const seen = (when: string, category: EventTraits['category'] = 'analytics'): EventTraits =>
  traits(when, category, null, canNothing)

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...canNothing, deny: 'block' }),
  Stop: traits('the turn is about to end', 'lifecycle', null, { ...canNothing, deny: 'feedback' }),
  UserPromptSubmit: traits('a prompt is sent; the answer is not heard', 'input', 'llmInputGuardrails', canNothing),
  PostToolUse: seen('a tool succeeded'),
  PostToolUseFailure: seen('a tool failed'),
  PreToolUseResult: seen('a call was allowed or denied'),
  SessionStart: seen('a session begins', 'lifecycle'),
  SessionEnd: seen('a session ends', 'lifecycle'),
  BeforeReadFile: seen('before a file is read'),
  AfterFileEdit: seen('a file was edited'),
  BeforeShellExecution: seen('before a command runs'),
  AfterShellExecution: seen('a command ran'),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Tools of the extension `developer`, with their extension in front as documented. Older versions call the last one `text_editor`.
const tools: Readonly<Record<string, ToolType>> = {
  developer__shell: 'shell',
  shell: 'shell',
  developer__write: 'file-write',
  developer__edit: 'file-edit',
  developer__text_editor: 'file-edit',
  developer__tree: 'file-read',
  developer__read_image: 'file-read',
}

export default {
  id: 'goose',
  title: 'Goose',
  docs: 'https://block.github.io/goose',
  verified: 'from documents of 2026-11, not run',
  events,

  // Every event that its documents name stands under a key of its own.
  detect: payload => claimed(payload, 'goose', () => 'no'),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'event') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'goose', event: name })
    const cwd = stringAt(payload, 'working_dir')
    return ok({
      client: 'goose',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: cwd === undefined ? [] : [cwd],
      metadata: only(payload, ['tool_call_id', 'decision', 'policy_evaluated', 'blocked_by', 'cause']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  render: ({ ruling }, event) => {
    const name = event.originalEventName
    const can: Can = isEvent(name) ? events[name].can : canNothing
    return ruling.decision === 'allow' || can.deny === 'none' ? silent : stop(objectionText(ruling))
  },

  failDefault: () => 'open',
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, eventName = '') => {
    const free = isEvent(eventName) && events[eventName].can.deny !== 'block'
    return mode === 'closed' && !free ? stop(reason) : warn(reason)
  },

  registration: {
    files: (_env, home, roots) => [...roots, home].map(hooksFile),
    failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.on_failure === 'block'),
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['goose'],
    folders: ({ env, home }) => [`${env.XDG_CONFIG_HOME || `${home}/.config`}/goose`],
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      fileIn(ground, { project: ground.root, user: ground.home }).flatMap(base => pluginIn(base, ground, hook)),
    switches: ({ env, home, root }) => ({
      sources: [
        json('project', `${root}/.config/goose/settings.json`),
        json('user', `${env.XDG_CONFIG_HOME || `${home}/.config`}/goose/settings.json`),
      ],
      list: [setting('disabledPlugins', ['tfy-hook'], { counts: 'any', off: value => includes(value, 'tfy-hook') })],
    }),
    notes: () => [
      'Goose reads plugins when a session starts: start a new one.',
      'Goose does not hear an objection to a prompt or to a result: only calls and the end of a turn can be stopped.',
    ],
  },
} satisfies ClientAdapter

const hooksFile = (base: string): string => `${base}/.agents/plugins/tfy-hook/hooks/hooks.json`

const registered = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
] as const satisfies readonly EventName[]

/** The plugin: what it is called, and its hooks. A rule without a matcher runs for everything; `*` would be no regular expression. */
const pluginIn = (base: string, ground: Ground, hook: Hook): readonly Write[] => [
  file(`${base}/.agents/plugins/tfy-hook/plugin.json`, {
    name: 'tfy-hook',
    version: '1.0.0',
    description: 'Asks tfy-hook before tools run.',
  }),
  file(hooksFile(base), {
    hooks: Object.fromEntries(
      registered.map(name => [
        name,
        [
          {
            hooks: [
              {
                type: 'command',
                command: commandText(hook, name, ground, 'cmd'),
                timeout: limitSeconds(hook),
                ...(hook.closed && name === 'PreToolUse' && { on_failure: 'block' }),
              },
            ],
          },
        ],
      ]),
    ),
  }),
]

const file = (path: string, content: JsonObject): Write => ({
  kind: 'file',
  file: path,
  text: `${JSON.stringify(content, undefined, 2)}\n`,
})

/** Both signals: each blocks alone. */
const stop = (reason: string) => refuse(reason, { decision: 'block', reason })

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PreToolUseResult':
      return namedCall(payload, tools, toolName => (Object.hasOwn(tools, toolName) ? undefined : ofExtension(toolName)))
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'message'))
    case 'Stop':
      return plain('stop', textOf(payload.last_assistant_message ?? ''), {})
    default:
      return plain(
        name.startsWith('Session') ? 'session' : 'other',
        has(payload, 'matcher_context') ? textOf(payload.matcher_context ?? '') : '',
        {},
      )
  }
}

/** `extension__tool`: an extension is an MCP server, but for the ones that come with Goose. */
const ofExtension = (toolName: string): { readonly server: string; readonly tool: string } | undefined => {
  const claudes = splitMcpName(toolName)
  if (claudes !== undefined) return claudes
  const at = toolName.indexOf('__')
  return at > 0 ? { server: toolName.slice(0, at), tool: toolName.slice(at + 2) } : undefined
}
