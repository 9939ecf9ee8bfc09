/**
 * OpenClaw, through our bridge plugin (`tfy-hook bridge openclaw`). Docs: https://docs.openclaw.ai/plugins/hooks. Verified on 2026.9.6,
 * 2026-11 (26 recorded payloads, measured results of plugin hooks, the packaged source for what was not measured).
 *
 * Parameters that a hook returns are merged over the original ones, whatever the documentation says.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { has, isObject, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import type { Rewrite } from '../../core/verdict.ts'
import { bridgeTimeoutMs, failBridge, tellBridge } from './shared/bridge.ts'
import { claimed } from './shared/claims.ts'
import { bridgeIn } from './shared/install.ts'
import { includes, json, off, setting, unknown } from './shared/switches.ts'
import { asOutput, folderOf, fromRow, merges, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const seen = (when: string): EventTraits => traits(when, 'analytics', null, canNothing)

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  before_tool_call: traits('before every tool', 'input', input, { ...blocks, ask: true, rewriteInput: true }),
  after_tool_call: seen('a tool returned; nobody waits for the answer'),
  tool_result_persist: traits('a result is written to the transcript', 'output', output, { ...blocks, rewriteOutput: true }),
  before_agent_run: traits('a prompt goes to the model', 'input', input, blocks),
  before_prompt_build: traits('a prompt is put together', 'lifecycle', null, { ...canNothing, context: true }),
  before_agent_finalize: traits('the turn is about to end', 'lifecycle', null, { ...canNothing, deny: 'feedback' }),
  message_sending: traits('a message goes out to a channel', 'output', output, { ...blocks, rewriteOutput: true }),
  session_start: traits('a session begins', 'lifecycle', null, canNothing),
  session_end: traits('a session ends', 'lifecycle', null, canNothing),
  subagent_spawned: traits('a subagent begins', 'lifecycle', null, canNothing),
  subagent_ended: traits('a subagent ended', 'lifecycle', null, canNothing),
  agent_end: seen('a run ended'),
  // The bridge leaves these alone; a plugin of somebody else's may send them.
  agent_turn_prepare: seen('a turn is prepared'),
  before_agent_reply: seen('before a reply'),
  before_model_resolve: seen('the model is chosen'),
  llm_input: seen('what a model call is given'),
  llm_output: seen('what a model call gave'),
  model_call_started: seen('a model call begins'),
  model_call_ended: seen('a model call ended'),
  resolve_exec_env: seen('a command gets its environment'),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Canonical tool ids of 2026.9.6. MCP tools are named `<server>__<tool>`.
const tools: Readonly<Record<string, ToolType>> = {
  exec: 'shell',
  read: 'file-read',
  ls: 'file-read',
  find: 'file-read',
  grep: 'file-read',
  write: 'file-write',
  edit: 'file-edit',
  apply_patch: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  spawn_agent: 'agent',
  sessions_spawn: 'agent',
}

// What started a run where no person sits in front of it.
const unattendedTriggers = ['cron', 'heartbeat']

export default {
  id: 'openclaw',
  title: 'OpenClaw',
  docs: 'https://docs.openclaw.ai/plugins/hooks',
  verified: '2026.9.6, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'openclaw', () => {
      const named = stringAt(payload, 'client')
      if (named !== undefined) return named === 'openclaw' ? 'possible' : 'no'
      // Every handler gets an event and a context; the bridge passes both on.
      return has(payload, 'event') && has(payload, 'ctx') ? 'possible' : 'no'
    }),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'openclaw', event: name })
    const event = objectAt(payload, 'event') ?? {}
    const ctx = objectAt(payload, 'ctx') ?? {}
    const folder = stringAt(payload, 'cwd') ?? stringAt(ctx, 'workspaceDir') ?? stringAt(event, 'cwd')
    const cwd = folderOf(folder, stringAt(objectAt(payload, 'tool_input') ?? {}, 'workdir'))
    return ok({
      client: 'openclaw',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: !unattendedTriggers.includes(stringAt(ctx, 'trigger') ?? ''),
      workspaceRoots: folder === undefined ? [] : [folder],
      metadata: {
        ...only(ctx, ['agentId', 'runId', 'trigger', 'channelId', 'requester']),
        ...only(event, ['toolCallId', 'toolKind', 'toolInputKind', 'stopHookActive', 'durationMs', 'to']),
      },
      ...(cwd !== undefined && { cwd }),
      ...strings({ ...event, ...ctx }, { sessionId: 'sessionId', conversationId: 'sessionKey' }),
      ...view(name, payload, event),
    })
  },

  can: event => {
    const name = event.originalEventName
    return isEvent(name) ? { ...canNow(name, event), takes: rewrite => takes(rewrite, event) } : canNothing
  },

  render: (verdict, event) =>
    tellBridge(verdict, isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  // The host blocks when a handler of these throws or is late; of the others it skips the answer.
  failDefault: name => (name === 'before_tool_call' || name === 'before_agent_run' ? 'closed' : 'open'),
  timeoutMs: () => bridgeTimeoutMs,
  renderFailure: failBridge,

  install: {
    binaries: ['openclaw'],
    marks: ['OPENCLAW_CLI'],
    packages: { npm: ['openclaw'] },
    folders: ({ home }) => [`${home}/.openclaw`],
    scopes: ['user'],
    // Its configuration is JSON5 and names the plugins, so its own commands have to do that.
    writes: ground => bridgeIn(ground, { user: `${ground.home}/.openclaw/tfy-hook` }),
    inert: ground => told(ground),
    switches: ({ env, home, root }) => {
      const file = env.OPENCLAW_CONFIG_PATH ?? `${env.OPENCLAW_STATE_DIR ?? `${home}/.openclaw`}/openclaw.json`
      return {
        sources: [json('user', file)],
        dotenv: { nearest: [], others: [`${root}/.env`, `${env.OPENCLAW_STATE_DIR ?? `${home}/.openclaw`}/.env`] },
        list: [
          setting('plugins.enabled', false),
          setting('plugins.entries.tfy-hook.enabled', false),
          setting('plugins.deny', ['tfy-hook'], { off: value => includes(value, 'tfy-hook') }),
          setting('plugins.allow', ['other'], {
            says: '"plugins.allow" without "tfy-hook"',
            off: value => Array.isArray(value) && value.length > 0 && !includes(value, 'tfy-hook') && !includes(value, '*'),
          }),
          {
            kind: 'condition',
            id: 'unlinked',
            says: 'a plugin that OpenClaw was not told of',
            sees: ({ ground, called, json: read }) => {
              const plugins = objectAt(read(file) ?? {}, 'plugins')
              const paths = plugins === undefined ? undefined : objectAt(plugins, 'load')?.paths
              // Linking the folder writes both; a plugin that has called was linked, wherever that is noted.
              if (includes(paths ?? null, ownFolder(ground))) return undefined
              if (plugins !== undefined && !has(objectAt(plugins, 'entries') ?? {}, 'tfy-hook') && paths === undefined)
                return off(`${file} does not name the plugin`, installing(ground))
              return called
                ? undefined
                : unknown('OpenClaw loads a plugin only after it was told of it, and it has not called yet', installing(ground))
            },
          },
        ],
      }
    },
    leaves: () => ['OpenClaw still names the plugin in its configuration: `openclaw plugins uninstall tfy-hook --force`.'],
    notes: ({ home }) => [
      told({ home }),
      'OpenClaw shows prompts to a plugin only with plugins.entries.tfy-hook.hooks.allowConversationAccess: true in its configuration; tools are guarded without it.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ home }: { readonly home: string }): string => `${home}/.openclaw/tfy-hook`

const told = (ground: { readonly home: string }): string => `OpenClaw has to be told of the plugin: ${installing(ground)}.`

const installing = ({ home }: { readonly home: string }): string =>
  `\`openclaw plugins install --link ${shellWord(ownFolder({ home }))} --force --accept-capabilities\`, then \`openclaw plugins enable tfy-hook\``

const shellWord = (path: string): string => (/\s/.test(path) ? `"${path}"` : path)

/** A turn that was already revised once is not revised again: it would loop. */
const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can =>
  name === 'before_agent_finalize' && metadata.stopHookActive === true ? canNothing : events[name].can

const takes = (rewrite: Rewrite, { toolOutput }: NormalizedHookEvent): boolean => {
  if (rewrite.of === 'input') return merges(rewrite)
  const { output: next } = rewrite
  if (typeof toolOutput === 'string') return typeof next === 'string'
  return isObject(next) && Array.isArray(next.content)
}

const view = (name: EventName, payload: JsonObject, event: JsonObject): View => {
  switch (name) {
    case 'before_tool_call':
      return call(payload, event)
    case 'after_tool_call':
      return { ...asOutput(call(payload, event), event.result ?? event.error ?? ''), category: 'analytics', guardrail: null }
    case 'tool_result_persist':
      return asOutput(call(payload, event), payload.output ?? '')
    case 'message_sending':
      return { ...plain('output', textOf(payload.output), {}), toolOutput: stringAt(payload, 'output') ?? '' }
    case 'before_agent_run':
    case 'before_prompt_build': {
      const prompt = stringAt(payload, 'prompt') ?? stringAt(event, 'prompt') ?? ''
      return plain('prompt', prompt, { prompt })
    }
    case 'before_agent_finalize':
      return plain('stop', stringAt(event, 'lastAssistantMessage') ?? '', only(event, ['stopHookActive']))
    case 'session_start':
      return plain('session', textOf(event), {})
    case 'subagent_ended':
      return plain('stop', textOf(event), {})
    default:
      return plain('other', textOf([payload.prompt, event]), {})
  }
}

const call = (payload: JsonObject, event: JsonObject): View => {
  const toolName = stringAt(payload, 'tool_name') ?? stringAt(event, 'toolName') ?? ''
  const given = argumentsIn(payload.tool_input)
  // In code mode `exec` takes a program in JavaScript or TypeScript, not a command.
  if (has(event, 'toolKind')) return toolCall(toolName, 'other', given)
  if (Object.hasOwn(tools, toolName)) return toolCall(toolName, tools[toolName] ?? 'other', given)
  const at = toolName.indexOf('__')
  return at < 1
    ? toolCall(toolName, 'other', given)
    : toolCall(toolName, 'mcp', given, { server: toolName.slice(0, at), tool: toolName.slice(at + 2) })
}
