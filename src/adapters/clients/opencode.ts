/**
 * OpenCode, through our bridge plugin (`tfy-hook bridge opencode`). Docs: https://opencode.ai/docs/plugins. Verified on 1.18.33, 2026-11
 * (36 recorded payloads, measured answers of plugin hooks).
 *
 * The same file is a plugin of OpenCode 2, written from its published types and other people's plugins; no 2.x was run.
 *
 * The bridge throws on a deny, which is all that OpenCode understands; it cannot ask from a plugin.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { atLeast, type Ground } from '../../core/install.ts'
import { has, isObject, type JsonObject, type JsonValue, objectAt, stringAt, stringsAt } from '../../core/json.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import { bridgeTimeoutMs, failBridge, partTexts, tellBridge } from './shared/bridge.ts'
import { claimed } from './shared/claims.ts'
import { bridgeIn } from './shared/install.ts'
import { attachedIn } from './shared/mentions.ts'
import { variable } from './shared/switches.ts'
import { asOutput, folderOf, fromRow, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const seen = (when: string): EventTraits => traits(when, 'analytics', null, canNothing)

const events = {
  'tool.execute.before': traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true }),
  'tool.execute.after': traits('a tool succeeded', 'output', 'llmOutputGuardrails', { ...blocks, rewriteOutput: true }),
  'chat.message': traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  'command.execute.before': traits('a slash command expands', 'input', 'llmInputGuardrails', blocks),
  event: seen('on the event bus; nobody waits for the answer'),
  // The bridge leaves these alone; a plugin of somebody else's may send them.
  config: seen('the configuration was loaded'),
  'plugin.init': seen('a plugin starts'),
  'shell.env': seen('a shell gets its environment'),
  'tool.definition': seen('a tool is described to the model'),
  'chat.params': seen('parameters of a model call'),
  'chat.headers': seen('headers of a model call'),
  'experimental.chat.messages.transform': seen('messages of a model call'),
  'experimental.chat.system.transform': seen('system prompt of a model call'),
  'experimental.text.complete': seen('the model wrote a text'),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Tool ids of 1.18.33; `shell` and `subagent` are those of version 2, from its documents. MCP tools are named `<server>_<tool>`, both sanitised.
const tools: Readonly<Record<string, ToolType>> = {
  bash: 'shell',
  shell: 'shell',
  read: 'file-read',
  glob: 'file-read',
  grep: 'file-read',
  list: 'file-read',
  write: 'file-write',
  edit: 'file-edit',
  multiedit: 'file-edit',
  patch: 'file-edit',
  apply_patch: 'file-edit',
  webfetch: 'web',
  websearch: 'web',
  codesearch: 'web',
  task: 'agent',
  subagent: 'agent',
  plan_enter: 'other',
  plan_exit: 'other',
}

type TypeOf = (toolName: string, input: JsonObject | undefined) => ToolType | undefined

export const typeOf: TypeOf = toolName => (Object.hasOwn(tools, toolName) ? tools[toolName] : undefined)

/** For OpenCode, and for a client that is built on it and has tools of its own. */
export const normaliseAs =
  (client: string, typeOf: TypeOf): ClientAdapter['normalise'] =>
  (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client, event: name })
    const given = objectAt(payload, 'input') ?? {}
    const folder = stringAt(payload, 'cwd') ?? stringAt(given, 'cwd')
    const cwd = folderOf(folder, stringAt(objectAt(payload, 'tool_input') ?? {}, 'workdir'))
    // The worktree is `/` outside version control.
    const worktree = stringAt(payload, 'worktree')
    const root = worktree === undefined || worktree === '/' ? folder : worktree
    return ok({
      client,
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: { ...only(given, ['callID', 'agent', 'messageID']), ...only(payload, ['event_type']) },
      ...(cwd !== undefined && { cwd }),
      ...strings({ ...properties(given), ...given }, { sessionId: 'sessionID' }),
      ...view(name, payload, typeOf),
    })
  }

export default {
  id: 'opencode',
  title: 'OpenCode',
  docs: 'https://opencode.ai/docs/plugins',
  verified: '1.18.33, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'opencode', () => {
      // The bridge always says who it speaks for and which event; a payload with half of that is not ours for certain.
      const named = stringAt(payload, 'client')
      if (named !== undefined) return named === 'opencode' ? 'possible' : 'no'
      return has(payload, 'input') && has(payload, 'output') ? 'possible' : 'no'
    }),

  normalise: normaliseAs('opencode', typeOf),

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = events[name].can
    if (name !== 'tool.execute.after') return can
    return { ...can, takes: rewrite => rewrite.of === 'output' && replaces(rewrite.output, event) }
  },

  render: (verdict, event) =>
    tellBridge(verdict, isEvent(event.originalEventName) ? events[event.originalEventName].can : canNothing),

  failDefault: () => 'open',
  timeoutMs: () => bridgeTimeoutMs,
  renderFailure: failBridge,

  install: {
    binaries: ['opencode'],
    marks: ['OPENCODE'],
    packages: { npm: ['opencode-ai'], brew: ['opencode'] },
    servers: [
      ['opencode.json', 'mcp'],
      ['~/.config/opencode/opencode.json', 'mcp'],
      ['opencode.jsonc', 'mcp'],
      ['~/.config/opencode/opencode.jsonc', 'mcp'],
    ],
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: ground => bridgeIn(ground, { project: `${ground.root}/.opencode/plugin`, user: `${ownFolder(ground)}/plugin` }),
    gaps: version =>
      atLeast(version, [2])
        ? [
            'The bridge for OpenCode 2 is written from its documents and was not run: see that a refused command is refused there.',
          ]
        : [],
    switches: () => ({
      flags: ['--pure'],
      // Before, a plugin file could not have both forms.
      since: [1, 18, 29],
      sources: [],
      list: [variable('OPENCODE_PURE'), variable('OPENCODE_DISABLE_PROJECT_CONFIG', { spares: ['user', 'managed'] })],
    }),
    notes: () => [
      'OpenCode runs without plugins when it is started with --pure or OPENCODE_PURE=1. Commands that the person types with ! stay unguarded.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Ground): string => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`

/** A built-in tool's text stands in `output`, that of an MCP tool in `content`: the other key is not read (measured). */
const replaces = (output: JsonValue, { toolOutput }: NormalizedHookEvent): boolean => {
  if (!isObject(output) || !isObject(toolOutput)) return false
  if (typeof toolOutput.output === 'string') return typeof output.output === 'string'
  return Array.isArray(toolOutput.content) && Array.isArray(output.content)
}

const properties = (given: JsonObject): JsonObject => objectAt(objectAt(given, 'event') ?? {}, 'properties') ?? {}

const view = (name: EventName, payload: JsonObject, typeOf: TypeOf): View => {
  const given = objectAt(payload, 'input') ?? {}
  switch (name) {
    case 'tool.execute.before':
      return call(payload, typeOf)
    case 'tool.execute.after':
      return asOutput(call(payload, typeOf), payload.output ?? '')
    case 'chat.message':
    case 'command.execute.before': {
      const parts = partTexts(objectAt(payload, 'output')?.parts)
      return {
        ...plain('prompt', stringAt(payload, 'prompt') ?? textOf([given.arguments, parts]), only(payload, ['prompt', 'files'])),
        paths: attachedIn(payload.files),
      }
    }
    case 'event': {
      const created = stringAt(payload, 'event_type') === 'session.created'
      return plain(created ? 'session' : 'other', textOf(given), only(payload, ['event_type']))
    }
    default:
      return plain('other', textOf([payload.input, payload.output]), {})
  }
}

const call = (payload: JsonObject, typeOf: TypeOf): View => {
  const toolName = stringAt(payload, 'tool_name') ?? stringAt(objectAt(payload, 'input') ?? {}, 'tool') ?? ''
  const input = argumentsIn(payload.tool_input)
  const type = typeOf(toolName, input)
  if (type !== undefined) return toolCall(toolName, type, input)
  const mcp = mcpName(toolName, stringsAt(payload, 'mcp_servers'))
  return toolCall(toolName, mcp === undefined ? 'other' : 'mcp', input, mcp)
}

/** The longest configured server whose name the tool begins with; else what stands before the first `_`. */
const mcpName = (toolName: string, servers: readonly string[]): { server: string; tool: string } | undefined => {
  const prefix = (server: string): string => `${server.replace(/[^a-zA-Z0-9_-]/g, '_')}_`
  const known = servers
    .filter(server => toolName.startsWith(prefix(server)))
    .sort((a, b) => b.length - a.length)
    .at(0)
  if (known !== undefined) return { server: known, tool: toolName.slice(prefix(known).length) }
  const at = toolName.indexOf('_')
  return at < 1 ? undefined : { server: toolName.slice(0, at), tool: toolName.slice(at + 1) }
}
