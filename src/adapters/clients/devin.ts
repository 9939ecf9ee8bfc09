/**
 * Devin CLI, and the local agent of Devin Desktop. Docs: https://docs.devin.ai/cli/extensibility/hooks, read 2026-10; not recorded by us
 * from a running client. It also runs the hooks in Claude Code's files.
 *
 * Exit 2 blocks, and so does `decision: "block"`; any other code but 0 is logged, and the action goes on.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import type { Ground } from '../../core/install.ts'
import { has, type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { oneLine } from '../../core/redact.ts'
import { argumentsIn, textOf } from '../../core/tool.ts'
import type { Verdict } from '../../core/verdict.ts'
import { hookSpecific, refuse, say, sayOrSilent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { eventName, lacks, toolOwner } from './shared/evidence.ts'
import { commandHandler, groups } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { hiddenTrust } from './shared/switches.ts'
import {
  asOutput,
  folderOf,
  fromRow,
  namedCall,
  only,
  plain,
  promptOf,
  strings,
  toolCall,
  traits,
  type View,
} from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const feeds: Can = { ...canNothing, deny: 'feedback' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  PreToolUse: traits('before every tool', 'input', input, blocks),
  // In a run without a terminal nobody is there to decide, and no field tells: nothing can be asked.
  PermissionRequest: traits('a permission decision is needed', 'input', input, { ...blocks, grant: true }),
  PostToolUse: traits('a tool finished', 'output', output, { ...feeds, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  Stop: traits('the agent wants to stop', 'lifecycle', null, feeds),
  SessionStart: traits('a session begins', 'lifecycle', null, { ...canNothing, context: true }),
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  PostCompaction: traits('after compaction', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// From its documentation and the tool lists of published agents.
const tools: Readonly<Record<string, ToolType>> = {
  exec: 'shell',
  write_to_process: 'shell',
  read: 'file-read',
  grep: 'file-read',
  glob: 'file-read',
  notebook_read: 'file-read',
  edit: 'file-edit',
  notebook_edit: 'file-edit',
  apply_patch: 'file-edit',
  write: 'file-write',
  webfetch: 'web',
  web_search: 'web',
  run_subagent: 'agent',
}

export default {
  id: 'devin',
  title: 'Devin CLI',
  docs: 'https://docs.devin.ai/cli/extensibility/hooks',
  verified: 'documentation of 2026-10',
  events,

  detect: payload =>
    claimed(payload, 'devin', () => {
      if (!isEvent(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      // Claude Code's names, without the three fields that Claude Code, Kiro and VS Code cannot do without.
      if (!lacks(payload, 'cwd', 'transcript_path', 'permission_mode', 'timestamp', 'turn_id')) return 'no'
      const owner = toolOwner(payload)
      if (owner !== undefined && owner !== 'devin') return 'no'
      return has(payload, 'prompt_id') || owner === 'devin' ? 'weak' : 'possible'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'devin', event: name })
    const root = env.DEVIN_PROJECT_DIR
    const cwd = folderOf(root, stringAt(objectAt(payload, 'tool_input') ?? {}, 'workdir'))
    return ok({
      client: 'devin',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: root ? [root] : [],
      metadata: only(payload, ['prompt_id', 'tool_use_id', 'stop_hook_active', 'source', 'reason']),
      ...(cwd && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    return stopped(event) ? { ...events[name].can, deny: 'none' } : events[name].can
  },

  render: (verdict, event) => render(verdict, event),

  failDefault: () => 'open',
  // None is documented: a cautious guess.
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, given) => {
    const mayBlock = given === undefined || !isEvent(given) || events[given].can.deny === 'block'
    return mode === 'closed' && mayBlock ? deny(reason) : warn(reason)
  },

  registration: {
    files: (env, home, roots) => [
      `${ownFolder({ env, home })}/config.json`,
      ...roots.flatMap(root => ['hooks.v1.json', 'config.local.json', 'config.json'].map(file => `${root}/.devin/${file}`)),
    ],
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['devin'],
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user'],
    writes: (ground, hook) => {
      const project = ground.scope === 'project'
      return [
        {
          kind: 'entries',
          file: project ? `${ground.root}/.devin/hooks.v1.json` : `${ownFolder(ground)}/config.json`,
          // A permission request is a second question about a call.
          entries: groups<EventName>(
            ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop'],
            commandHandler(ground, hook, 'cmd'),
            { at: project ? [] : ['hooks'] },
          ),
        },
      ]
    },
    switches: () => ({ sources: [], list: [hiddenTrust('Devin')] }),
    notes: () => [
      'Devin loads no hooks in a workspace that is not trusted, and none in cloud sessions.',
      'Devin runs the hooks in Claude Code’s files as well: a registration there runs a second time in Devin.',
    ],
  },
} satisfies ClientAdapter

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string =>
  env.APPDATA ? `${env.APPDATA}\\devin` : `${env.XDG_CONFIG_HOME || `${home}/.config`}/devin`

const render = ({ ruling, context, message }: Verdict, event: NormalizedHookEvent): Answer => {
  const name = event.originalEventName
  const can: Can = isEvent(name) ? events[name].can : canNothing
  const specific: JsonObject = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  const added = hookSpecific(name, specific)
  if (ruling.decision !== 'allow') {
    const text = objectionText(ruling)
    return can.deny === 'none' || stopped(event) ? warn(text) : deny(text, added)
  }
  if (ruling.grant && can.grant) return say({ decision: 'approve' })
  return { ...sayOrSilent(added), stderr: message === undefined ? '' : `${oneLine(message, 900)}\n` }
}

/** Either blocks alone: the code, with the reason on stderr, and the decision, should a wrapper lose the code. */
const deny = (reason: string, added: JsonObject = {}): Answer => refuse(reason, { ...added, decision: 'block', reason })

const stopped = (event: NormalizedHookEvent): boolean => event.metadata.stop_hook_active === true

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return call(payload)
    case 'PostToolUse':
      return asOutput(call(payload), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'Stop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active']))
    case 'SessionStart':
      return plain('session', '', only(payload, ['source']))
    case 'SessionEnd':
      return plain('other', '', only(payload, ['reason']))
    case 'PostCompaction':
      return plain('other', stringAt(payload, 'summary') ?? '', only(payload, ['summary']))
    default:
      return name satisfies never
  }
}

const call = (payload: JsonObject): View => {
  const named = namedCall(payload, tools)
  const args = named.structuredInput
  // The one tool that calls any server's; whose and which is among its arguments.
  if (named.toolName === 'mcp_call_tool') {
    const [server, ...servers] = given(args, ['server_name', 'server', 'mcp_server'])
    const [tool, ...others] = given(args, ['tool_name', 'tool', 'name'])
    const seen = toolCall('mcp_call_tool', 'mcp', argumentsIn(payload.tool_input), { server, tool })
    return servers.length + others.length === 0 ? seen : { ...seen, unread: 'which tool is called' }
  }
  // Under which key it is told what to type is not known either.
  if (named.toolName === 'write_to_process') return { ...named, content: textOf(args) }
  const profile = named.toolType === 'agent' ? stringAt(args, 'profile') : undefined
  return profile === undefined ? named : { ...named, agentType: profile }
}

/** What stands under any of the keys, each value once. */
const given = (args: JsonObject, keys: readonly string[]): readonly string[] => [
  ...new Set(keys.flatMap(key => stringAt(args, key) ?? [])),
]
