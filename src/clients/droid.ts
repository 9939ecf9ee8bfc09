/**
 * Factory Droid. Docs: https://docs.factory.ai/harness/hooks. Recorded from `droid exec` 0.225.2 and measured there with a scripted model,
 * 2026-11; the rest is from its source.
 *
 * JSON is read at any exit code, and exit 2 counts beside it, so a deny uses both. Of several hooks only the first one's permission
 * decision and the first one's rewrite are read; exit 2 of any of them denies. Exit 3 would end the whole agent.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import type { Ground } from '../core/install.ts'
import { has, type JsonObject, type JsonValue, stringAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import type { Facts, Switches } from '../core/switches.ts'
import { splitMcpName, textOf } from '../core/tool.ts'
import type { Rewrite, Verdict } from '../core/verdict.ts'
import { hookSpecific, refuse, say, sayOrSilent, silent, warn } from './_answer.ts'
import { claimed } from './_claims.ts'
import { eventName, lacks, permissionMode, toolOwner } from './_evidence.ts'
import { commandHandler, fileIn, groups, systemDir } from './_install.ts'
import { hookTimeouts } from './_registration.ts'
import { json, objectIn, off, setting } from './_switches.ts'
import { asOutput, changedOnly, fromRow, merges, namedCall, only, plain, promptOf, strings, traits, type View } from './_view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const feeds: Can = { ...canNothing, deny: 'feedback', message: true }

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, grant: true, rewriteInput: true }),
  PostToolUse: traits('a tool returned', 'output', 'llmOutputGuardrails', { ...feeds, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true, context: true }),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  SubagentStop: traits('a subagent ended', 'lifecycle', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, { ...canNothing, context: true }),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  Notification: traits('a notification is shown', 'analytics', null, canNothing),
  PreCompact: traits('before compaction', 'analytics', null, blocks),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  Execute: 'shell',
  Read: 'file-read',
  LS: 'file-read',
  Grep: 'file-read',
  Glob: 'file-read',
  Create: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  ApplyPatch: 'file-edit',
  NotebookEdit: 'file-edit',
  FetchUrl: 'web',
  WebSearch: 'web',
  Task: 'agent',
}

const attendedModes = ['off', 'spec']

export default {
  id: 'droid',
  title: 'Factory Droid',
  docs: 'https://docs.factory.ai/harness/hooks',
  verified: '0.225.2, droid exec, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'droid', () => {
      const name = eventName(payload) ?? ''
      if (!isEvent(name) || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!lacks(payload, 'timestamp', 'prompt_id', 'turn_id', 'tool_use_id')) return 'no'
      // The autonomy level stands in every payload; another mode is another client's.
      if (permissionMode(payload) !== undefined) return 'no'
      // The environment file's name travels in the payload, and nowhere else.
      if (has(payload, 'CLAUDE_ENV_FILE')) return 'weak'
      if (has(payload, 'transcript_path') && stringAt(payload, 'transcript_path') === undefined) return 'no'
      const owner = toolOwner(payload)
      if (owner === undefined) return 'possible'
      return owner === 'droid' ? 'weak' : 'no'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'droid', event: name })
    const cwd = stringAt(payload, 'cwd')
    const root = env.FACTORY_PROJECT_DIR ?? cwd
    return ok({
      client: 'droid',
      originalEventName: name,
      ...fromRow(events[name]),
      // Measured on 0.225.2: `droid exec` says `auto-low`, with --skip-permissions-unsafe too, and nothing else in payload or environment
      // tells the two apart. Only where every call is asked about is somebody there for certain.
      attended: attendedModes.includes(permissionMode(payload) ?? ''),
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['message_id', 'stop_hook_active', 'source', 'reason', 'trigger', 'notification_type']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    return isEvent(name) ? { ...canNow(name, event), takes: rewrite => fits(name, rewrite) } : canNothing
  },

  render: (verdict, event) => {
    const name = event.originalEventName
    return isEvent(name) ? render(name, verdict, event) : silent
  },

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, eventName = '') => {
    const known = isEvent(eventName) ? eventName : undefined
    // A stop without a payload to say that it was held back before is let go.
    const free = known !== undefined && (known === 'Stop' || events[known].can.deny === 'none')
    if (mode === 'closed' && !free) return stop(reason, denial(known ?? 'PreToolUse', reason))
    return known === undefined || events[known].can.message ? say({ systemMessage: reason }) : warn(reason)
  },

  registration: {
    files: (env, home, roots) =>
      [env.FACTORY_HOME_OVERRIDE ?? home, ...roots].flatMap(root => [
        `${root}/.factory/hooks.json`,
        `${root}/.factory/settings.json`,
        `${root}/.factory/hooks/hooks.json`,
      ]),
    // There is no switch for it: every failure lets the action go on.
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['droid'],
    packages: { npm: ['@factory/cli', 'droid'], brew: ['droid'] },
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      fileIn(ground, { project: `${ground.root}/.factory`, user: ownFolder(ground) }).map(folder => ({
        kind: 'entries',
        file: `${folder}/settings.json`,
        // 0.225.2 takes an event from there alone as soon as that file has a list for it, even an empty one.
        behind: [`${folder}/hooks.json`, `${folder}/hooks/hooks.json`],
        entries: groups<EventName>(
          ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop'],
          name => withoutQuotes(commandHandler(ground, hook, 'cmd')(name), ground),
          { matchers: ['PreToolUse', 'PostToolUse'] },
        ),
      })),
    switches: ground => switchesOf(ground),
    notes: () => [
      'An event that hooks.json names is taken from there alone: init registers such an event in hooks.json. Run it again when that file changes.',
      'Droid calls no hook for a prompt in droid exec.',
    ],
  },
} satisfies ClientAdapter

/** As its own code (0.225.2) puts the settings of a folder together: those of `hooks.json` over those of `settings.json`, event by event. */
const switchesOf = (ground: Ground): Switches => {
  const { env, root } = ground
  const machine = `${systemDir(ground, { linux: '/etc/factory', darwin: '/Library/Application Support/Factory', win32: '' })}/settings.json`
  const system = ground.system === 'win32' ? 'C:\\Program Files\\Factory\\settings.json' : machine
  const folders = [`${root}/.factory`, ownFolder(ground)]
  const flat = (folder: string, read: Facts['json']): readonly [string, JsonObject | undefined] => {
    const file = `${folder}/hooks.json`
    const found = read(file)
    return found === undefined ? [`${folder}/hooks/hooks.json`, read(`${folder}/hooks/hooks.json`)] : [file, found]
  }
  return {
    sources: [
      json('managed', env.FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH ?? system),
      ...folders.flatMap((folder, i) =>
        ['hooks.json', 'settings.json'].map(name => json(i === 0 ? 'project' : 'user', `${folder}/${name}`)),
      ),
    ],
    list: [
      setting('allowManagedHooksOnly', true, { layers: ['managed'], counts: 'any', spares: ['managed'] }),
      {
        kind: 'condition',
        id: 'hooksDisabled',
        says: '"hooks": { "hooksDisabled": true }',
        sees: ({ json: read }) => {
          for (const folder of folders) {
            const [file, direct] = flat(folder, read)
            const settings = `${folder}/settings.json`
            const said: readonly (readonly [string, JsonValue | undefined])[] = [
              [file, direct?.hooksDisabled],
              [settings, objectIn(read(settings), 'hooks')?.hooksDisabled],
            ]
            const [where, value] = said.find(([, found]) => typeof found === 'boolean') ?? []
            if (value === true) return off(`${where} sets "hooksDisabled": true`, `Remove hooksDisabled from ${where}`)
            if (value === false) return undefined
          }
          return undefined
        },
      },
      {
        kind: 'condition',
        id: 'hooks.json',
        says: 'an event of ours in a hooks.json beside settings.json',
        sees: ({ file, events: own, json: read }) => {
          if (!/[\\/]settings\.json$/.test(file)) return undefined
          const [beside, entries] = flat(file.replace(/[\\/]settings\.json$/, ''), read)
          const hidden = own
            .filter(event => ['PreToolUse', 'UserPromptSubmit', 'PostToolUse'].includes(event))
            .filter(event => {
              const there = entries?.[event]
              return there !== undefined && !JSON.stringify(there).includes('tfy-hook')
            })
          return hidden.length === 0
            ? undefined
            : off(
                `${beside} has ${hidden.join(', ')}, and Droid then leaves out what ${file} has for it`,
                `tfy-hook init --client droid${file.startsWith(root) ? ' --scope project' : ''}`,
              )
        },
      },
    ],
  }
}

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => `${env.FACTORY_HOME_OVERRIDE ?? home}/.factory`

/** On Windows a path has to do without blanks. */
const withoutQuotes = (handler: JsonObject, { system }: Ground): JsonObject => {
  if (system === 'win32' && stringAt(handler, 'command')?.includes('"'))
    throw new RangeError('Droid on Windows cannot be given a path with blanks')
  return handler
}

const render = (name: EventName, verdict: Verdict, event: NormalizedHookEvent): Answer => {
  const { ruling, rewrite, context, message } = verdict
  const can = canNow(name, event)
  const text = ruling.decision === 'allow' ? undefined : objectionText(ruling)
  const shown = text !== undefined && can.deny === 'none' ? text : message
  const top: JsonObject = shown !== undefined && can.message ? { systemMessage: messageText(shown) } : {}
  const specific: Record<string, JsonValue> = {}
  if (context !== undefined && can.context) specific.additionalContext = contextText(context)
  if (ruling.decision === 'allow' || text === undefined || can.deny === 'none') {
    if (rewrite?.of === 'input') specific.updatedInput = changedOnly(rewrite.input, rewrite.changed)
    if (ruling.decision === 'allow' && ruling.grant) specific.permissionDecision = 'allow'
    return sayOrSilent(hookSpecific(name, specific, top))
  }
  return stop(text, denial(name, text, hookSpecific(name, specific, top)))
}

const stop = (reason: string, beside: JsonObject): Answer => refuse(reason, Object.keys(beside).length === 0 ? undefined : beside)

/** What denies without an exit code, should a shell lose it. After a tool and before a compaction nothing does. */
const denial = (name: EventName, reason: string, said: JsonObject = {}): JsonObject => {
  if (name === 'PreToolUse') return hookSpecific(name, { permissionDecision: 'deny', permissionDecisionReason: reason }, said)
  if (name === 'UserPromptSubmit') return { continue: false, stopReason: reason }
  return name === 'Stop' ? { ...said, decision: 'block', reason } : said
}

/** A stop that was held back once is not held back again: nothing in Droid ends that loop. */
const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can =>
  name === 'Stop' && metadata.stop_hook_active === true ? { ...events.Stop.can, deny: 'none' } : events[name].can

/** A rewritten call is merged key by key; of a prompt only the text is taken. */
const fits = (name: EventName, rewrite: Rewrite): boolean =>
  rewrite.of === 'input' &&
  (name === 'PreToolUse'
    ? merges(rewrite)
    : merges(rewrite, ['prompt']) && typeof rewrite.input.prompt === 'string' && rewrite.changed.length > 0)

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return namedCall(payload, tools, splitName)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools, splitName), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'Stop':
      return plain('stop', '', only(payload, ['stop_hook_active', 'tool_execution_count', 'elapsed_time']))
    case 'SubagentStop': {
      const fields = only(payload, ['task_name', 'task_result', 'task_error'])
      return plain('stop', textOf(fields), fields)
    }
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'previous_session_id']))
    case 'SessionEnd':
    case 'Notification':
    case 'PreCompact': {
      const fields = only(payload, ['reason', 'message', 'notification_type', 'trigger', 'custom_instructions'])
      return plain('other', textOf(fields), fields)
    }
    default:
      return name satisfies never
  }
}

/** `server___tool` of an MCP server, `app__capability` of a connector. No built-in tool has two underscores in a row. */
const splitName = (name: string): { readonly server: string; readonly tool: string } | undefined => {
  const claudes = splitMcpName(name)
  if (claudes !== undefined) return claudes
  const mark = name.includes('___') ? '___' : '__'
  const at = name.indexOf(mark)
  return at > 0 ? { server: name.slice(0, at), tool: name.slice(at + mark.length) } : undefined
}
