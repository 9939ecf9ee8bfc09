/**
 * Amp, through our bridge plugin (`tfy-hook bridge amp`). Docs: https://ampcode.com/manual/plugin-api. Its own plugin runtime
 * (0.0.1790142911) ran our bridge with made-up events, 2026-11: calls, prompts, results and ends are refused as they should be.
 *
 * Amp asks nobody before a tool runs, so an allow is a run; a question is put by the bridge, through the plugin's own dialog.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { isObject, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { argumentsIn, splitMcpName, textOf } from '../../core/tool.ts'
import type { Rewrite } from '../../core/verdict.ts'
import { bridgeTimeoutMs, failBridge, tellBridge } from './shared/bridge.ts'
import { claimed } from './shared/claims.ts'
import { bridgeIn } from './shared/install.ts'
import { variable } from './shared/switches.ts'
import { asOutput, folderOf, fromRow, merges, only, plain, strings, toolCall, traits, type View } from './shared/view.ts'

const says: Can = { ...canNothing, message: true }
const blocks: Can = { ...says, deny: 'block' }

const events = {
  'session.start': traits('a thread is opened', 'lifecycle', null, says),
  'agent.start': traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  'tool.call': traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, ask: true, rewriteInput: true }),
  'tool.result': traits('a tool returned', 'output', 'llmOutputGuardrails', { ...blocks, rewriteOutput: true }),
  'agent.end': traits('the turn is about to end', 'lifecycle', null, { ...says, deny: 'feedback' }),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Names of the built-in tools, from the manual and published plugins. MCP tools are named `mcp__<server>__<tool>`.
const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  shell_command: 'shell',
  Read: 'file-read',
  Grep: 'file-read',
  glob: 'file-read',
  Glob: 'file-read',
  look_at: 'file-read',
  view_media: 'file-read',
  create_file: 'file-write',
  edit_file: 'file-edit',
  undo_edit: 'file-edit',
  apply_patch: 'file-edit',
  format_file: 'file-edit',
  read_web_page: 'web',
  web_search: 'web',
  Task: 'agent',
}

export default {
  id: 'amp',
  title: 'Amp',
  docs: 'https://ampcode.com/manual/plugin-api',
  verified: '0.0.1790142911, its plugin runtime with made-up events, 2026-11',
  events,

  detect: payload => claimed(payload, 'amp', () => (stringAt(payload, 'client') === 'amp' ? 'possible' : 'no')),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'amp', event: name })
    const folder = stringAt(payload, 'cwd')
    const given = objectAt(payload, 'tool_input') ?? {}
    const cwd = folderOf(folder, stringAt(given, 'cwd') ?? stringAt(given, 'workdir'))
    return ok({
      client: 'amp',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: folder === undefined ? [] : [folder],
      metadata: only(payload, ['call_id', 'status', 'stop_hook_active']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    return isEvent(name) ? { ...canNow(name, event), takes: rewrite => takes(rewrite, event) } : canNothing
  },

  render: (verdict, event) =>
    tellBridge(verdict, isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  failDefault: () => 'open',
  timeoutMs: () => bridgeTimeoutMs,
  renderFailure: failBridge,

  install: {
    binaries: ['amp'],
    packages: { npm: ['@sourcegraph/amp', '@ampcode/cli'] },
    folders: ({ home }) => [`${home}/.config/amp`],
    scopes: ['project', 'user'],
    writes: ground => bridgeIn(ground, { project: `${ground.root}/.amp/plugins`, user: `${ground.home}/.config/amp/plugins` }),
    switches: () => ({
      sources: [],
      list: [
        variable('PLUGINS', { says: 'PLUGINS=off', off: value => ['off', '0', 'false'].includes(value.trim().toLowerCase()) }),
      ],
    }),
    notes: () => [
      'Amp reads plugins when it starts; in a running one, `plugins: reload` in the command palette does it.',
      'Headless runs of Amp need --plugin-ready-timeout 30: without it a turn can begin before it is guarded.',
    ],
  },
} satisfies ClientAdapter

/** A turn that was already continued once is not continued again: it would go on until Amp's own limit. */
const canNow = (name: EventName, { metadata }: NormalizedHookEvent): Can =>
  name === 'agent.end' && metadata.stop_hook_active === true ? says : events[name].can

/** Whether a changed input replaces or is merged is not documented, so nothing is taken away. A result keeps its kind. */
const takes = (rewrite: Rewrite, { toolOutput }: NormalizedHookEvent): boolean =>
  rewrite.of === 'input' ? merges(rewrite) : kindOf(rewrite.output) === kindOf(toolOutput)

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : isObject(value) ? 'object' : typeof value)

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'tool.call':
      return call(payload)
    case 'tool.result':
      return asOutput(call(payload), payload.output ?? '')
    case 'agent.start': {
      const prompt = stringAt(payload, 'prompt') ?? ''
      return plain('prompt', prompt, { prompt })
    }
    case 'agent.end':
      return plain('stop', textOf(payload.output), only(payload, ['status']))
    case 'session.start':
      return plain('session', '', {})
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const given = argumentsIn(payload.tool_input)
  if (Object.hasOwn(tools, toolName)) return toolCall(toolName, tools[toolName] ?? 'other', given)
  const mcp = splitMcpName(toolName)
  return toolCall(toolName, mcp === undefined ? 'other' : 'mcp', given, mcp)
}
