/**
 * pi, through our bridge extension (`tfy-hook bridge pi`). Docs: https://pi.dev/docs (docs/extensions.md of the package). Verified on 1.5.2
 * (@earendil-works/pi-coding-agent), 2026-11: source read, the bridge run in the client end to end. So it was with 0.73.1, the last of
 * @mariozechner/pi-coding-agent.
 *
 * pi asks nobody before a tool runs. A question is the bridge's own dialog, where pi has a screen.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../core/json.ts'
import type { Condition } from '../../core/switches.ts'
import { argumentsIn, splitMcpName } from '../../core/tool.ts'
import { bridgeTimeoutMs, failBridge, tellBridge } from './shared/bridge.ts'
import { claimed } from './shared/claims.ts'
import { bridgeIn } from './shared/install.ts'
import { json, noted, off, setting, unknown } from './shared/switches.ts'
import { asOutput, fromRow, only, plain, promptOf, strings, toolCall, traits, type View } from './shared/view.ts'

const says: Can = { ...canNothing, message: true }
const blocks: Can = { ...says, deny: 'block' }

const events = {
  input: traits('a prompt is sent', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  tool_call: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, ask: true, rewriteInput: true }),
  tool_result: traits('a tool returned, also with an error', 'output', 'llmOutputGuardrails', { ...blocks, rewriteOutput: true }),
  session_start: traits('a session begins', 'lifecycle', null, says),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// The built-in tools of 1.5.2. Every other tool comes from an extension; so does `codemode`, whose scripts reach nothing but tools, each with
// an event of its own.
const tools: Readonly<Record<string, ToolType>> = {
  bash: 'shell',
  powershell: 'shell',
  read: 'file-read',
  grep: 'file-read',
  find: 'file-read',
  ls: 'file-read',
  write: 'file-write',
  edit: 'file-edit',
}

export default {
  id: 'pi',
  title: 'pi',
  docs: 'https://pi.dev/docs',
  verified: '1.5.2, 2026-11',
  events,

  // The bridge always says who it speaks for; nothing else comes from pi.
  detect: payload => claimed(payload, 'pi', () => 'no'),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'pi', event: name })
    const cwd = stringAt(payload, 'cwd')
    return ok({
      client: 'pi',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: payload.attended === true,
      workspaceRoots: cwd === undefined ? [] : [cwd],
      metadata: only(payload, ['call_id', 'is_error', 'source', 'reason']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can = canNow(name, event)
    return name === 'tool_result' ? { ...can, takes: rewrite => rewrite.of === 'output' && isResult(rewrite.output) } : can
  },

  render: (verdict, event) =>
    tellBridge(verdict, isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  failDefault: () => 'open',
  timeoutMs: () => bridgeTimeoutMs,
  renderFailure: failBridge,

  install: {
    binaries: ['pi'],
    packages: { npm: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'] },
    folders: ground => [agentFolder(ground)],
    scopes: ['project', 'user'],
    writes: ground => bridgeIn(ground, { project: `${ground.root}/.pi/extensions`, user: `${agentFolder(ground)}/extensions` }),
    switches: ground => ({
      sources: [json('project', `${ground.root}/.pi/settings.json`), json('user', `${agentFolder(ground)}/settings.json`)],
      list: [
        setting('extensions', ['-extensions/tfy-hook.ts'], {
          counts: 'any',
          off: value => Array.isArray(value) && value.some(excludes),
        }),
        trust,
      ],
    }),
    notes: ({ scope }) => [
      ...(scope === 'project'
        ? ['Since 1.0 pi loads a project’s extensions only where a person has trusted the folder: start pi there.']
        : []),
      'Extensions are read when pi starts; in a running one, /reload does it.',
      'With --no-extensions pi starts without them. Commands that the person types with ! stay unguarded.',
    ],
  },
} satisfies ClientAdapter

/** As core/project-trust.js of 1.5.2 decides, where no extension does. Print mode asks nobody, and loads nothing. */
const trust: Condition = {
  kind: 'condition',
  id: 'trust',
  says: 'a folder that nobody has trusted',
  sees: ({ ground, json: read }) => {
    if (ground.scope !== 'project') return undefined
    const folder = agentFolder(ground)
    const said = noted(read(`${folder}/trust.json`), ground.root, value => (typeof value === 'boolean' ? value : undefined))
    const settings = `${folder}/settings.json`
    const otherwise = read(settings)?.defaultProjectTrust
    const fix = `Start pi in ${ground.root} and trust the folder`
    if (said ?? otherwise === 'always') return undefined
    if (said === false)
      return off(`${folder}/trust.json says that ${ground.root} is not trusted, so pi loads no extension of it`, fix)
    return otherwise === 'never'
      ? off(`${settings} says "defaultProjectTrust": "never", so pi loads no extension of a project`, fix)
      : unknown(
          `pi loads the extensions of a project in a trusted folder only, and ${folder}/trust.json says nothing about ${ground.root}`,
          fix,
        )
  },
}

/** Where nobody is, nobody is asked. */
const canNow = (name: EventName, { attended }: NormalizedHookEvent): Can =>
  name === 'tool_call' && !attended ? { ...events.tool_call.can, ask: false } : events[name].can

/** Entries with a sign in front take out what they match, also by a glob. */
const excludes = (entry: JsonValue): boolean => typeof entry === 'string' && /^[-!].*(?:tfy-hook|\*)/.test(entry)

const agentFolder = ({ env, home }: Ground): string =>
  (env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`).replace(/^~(?=$|[\\/])/, () => home)

/** The bridge puts back the list of parts, and what stands beside it. */
const isResult = (output: JsonValue): boolean => isObject(output) && Array.isArray(output.content)

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'tool_call':
      return call(payload)
    case 'tool_result':
      return asOutput(call(payload), payload.output ?? '')
    case 'input':
      return promptOf(stringAt(payload, 'prompt'))
    case 'session_start':
      return plain('session', '', only(payload, ['reason']))
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject): View => {
  const toolName = stringAt(payload, 'tool_name') ?? ''
  const given = argumentsIn(payload.tool_input)
  if (!Object.hasOwn(tools, toolName)) {
    const mcp = splitMcpName(toolName)
    return toolCall(toolName, mcp === undefined ? 'other' : 'mcp', given, mcp)
  }
  const type = tools[toolName] ?? 'other'
  if (type === 'shell' || given === undefined) return toolCall(toolName, type, given)
  return { ...toolCall(toolName, type, { ...given, ...opened(given) }), structuredInput: given }
}

/** The path that is opened: a leading `@` is dropped, and a blank is a blank whatever its width (path-utils.js, the same in 0.73.1 and 1.5.2). */
const opened = ({ path }: JsonObject): JsonObject =>
  typeof path === 'string' ? { path: path.replace(/^@/, '').replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ') } : {}
