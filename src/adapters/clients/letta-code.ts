/**
 * Letta Code. Docs: https://docs.letta.com/letta-code/hooks. Verified on 0.32.18 with its local backend, 2026-11 (recorded payloads, measured answers,
 * its own code).
 *
 * Exit 2 with the reason on stderr stops; no JSON does. At exit 0 stdout is context on a prompt, and grants what PermissionRequest asks for. Hooks run
 * one after the other, those of the project first, and each sees the call as the model made it: of two rewrites the first is taken.
 */

import { type Can, type ClientAdapter, canNothing, type EventTraits } from '../../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../../core/event.ts'
import { fail, ok } from '../../core/failure.ts'
import { limitMs } from '../../core/install.ts'
import { type JsonObject, objectAt, stringAt } from '../../core/json.ts'
import { contextText, objectionText } from '../../core/message.ts'
import { textOf } from '../../core/tool.ts'
import { hookSpecific, leave, refuse, say, silent, warn } from './shared/answer.ts'
import { claimed } from './shared/claims.ts'
import { commandHandler, fileIn, groups } from './shared/install.ts'
import { hookTimeouts } from './shared/registration.ts'
import { json, objectIn, off } from './shared/switches.ts'
import {
  asOutput,
  changedOnly,
  folderOf,
  fromRow,
  merges,
  namedCall,
  only,
  plain,
  promptOf,
  strings,
  traits,
  type View,
} from './shared/view.ts'

const blocks: Can = { ...canNothing, deny: 'block' }
const feeds: Can = { ...canNothing, deny: 'feedback', context: true }
const seen = (when: string, category: EventTraits['category'] = 'analytics'): EventTraits =>
  traits(when, category, null, canNothing)

const events = {
  PreToolUse: traits('before every tool', 'input', 'llmInputGuardrails', { ...blocks, rewriteInput: true }),
  PermissionRequest: traits('the person would be asked', 'input', 'llmInputGuardrails', { ...blocks, grant: true }),
  PostToolUse: traits('a tool returned, or failed', 'output', 'llmOutputGuardrails', feeds),
  PostToolUseFailure: traits('a tool failed, after PostToolUse', 'output', 'llmOutputGuardrails', feeds),
  UserPromptSubmit: traits('a prompt is typed', 'input', 'llmInputGuardrails', { ...blocks, context: true }),
  SessionStart: traits('a session in the terminal begins', 'lifecycle', null, { ...canNothing, context: true }),
  SessionEnd: seen('such a session ends', 'lifecycle'),
  // Nothing in it tells that the turn was held back before: a deny would hold it for ever.
  Stop: seen('a turn in the terminal is about to end', 'lifecycle'),
  SubagentStop: seen('a subagent ended', 'lifecycle'),
  PreCompact: seen('before compaction'),
  Notification: seen('a notification is shown'),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

// Names of 0.32.18, by its toolsets; `Agent` is told to hooks as `Task`. MCP servers are reached by `letta mcp call` in the shell.
const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  Monitor: 'shell',
  exec_command: 'shell',
  write_stdin: 'shell',
  shell: 'shell',
  Shell: 'shell',
  shell_command: 'shell',
  ShellCommand: 'shell',
  Read: 'file-read',
  ReadLSP: 'file-read',
  ReadFile: 'file-read',
  read_file: 'file-read',
  ViewImage: 'file-read',
  LS: 'file-read',
  ListDir: 'file-read',
  list_dir: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  GrepFiles: 'file-read',
  grep_files: 'file-read',
  Write: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  ApplyPatch: 'file-edit',
  Task: 'agent',
  SendAgentMessage: 'agent',
}

export default {
  id: 'letta-code',
  title: 'Letta Code',
  docs: 'https://docs.letta.com/letta-code/hooks',
  verified: '0.32.18, 2026-11',
  events,

  detect: payload => claimed(payload, 'letta-code', () => 'no'),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'event_type') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'letta-code', event: name })
    const folder = stringAt(payload, 'working_directory')
    const cwd = folderOf(folder, stringAt(objectAt(payload, 'tool_input') ?? {}, 'workdir'))
    return ok({
      client: 'letta-code',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: true,
      workspaceRoots: folder === undefined ? [] : [folder],
      metadata: only(payload, ['tool_call_id', 'stop_reason', 'is_new_session', 'conversation_id', 'subagent_type', 'level']),
      ...(cwd !== undefined && { cwd }),
      // An agent remembers, and a call does not say in which of its conversations it is.
      ...strings(payload, { sessionId: 'agent_id' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    // The tools of mods run with what the model said.
    return name === 'PreToolUse' ? { ...events[name].can, rewriteInput: isBuiltIn(event), takes: fits } : events[name].can
  },

  render: ({ ruling, rewrite, context }, event) => {
    const name = event.originalEventName
    const can: Can = isEvent(name) ? events[name].can : canNothing
    if (ruling.decision !== 'allow' && can.deny !== 'none') return refuse(objectionText(ruling))
    if (name === 'PermissionRequest') return ruling.decision === 'allow' && ruling.grant ? silent : leave(unasked)
    if (rewrite?.of === 'input') return say(hookSpecific(name, { updatedInput: changedOnly(rewrite.input, rewrite.changed) }))
    if (context === undefined || !can.context) return silent
    const text = contextText(context)
    return can.deny === 'feedback' ? say(hookSpecific(name, { additionalContext: text })) : { ...silent, stdout: `${text}\n` }
  },

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, given, { LETTA_HOOK_EVENT: named = '' }) => {
    const eventName = given ?? named
    const free = isEvent(eventName) && events[eventName].can.deny !== 'block'
    if (mode === 'closed' && !free) return refuse(reason)
    // Of a call that nobody could read, exit 0 might be what grants it.
    return isEvent(eventName) && eventName !== 'PermissionRequest' ? warn(reason) : leave(reason)
  },

  registration: {
    files: (_env, home, roots) => [
      ...roots.flatMap(root => [`${root}/.letta/settings.local.json`, `${root}/.letta/settings.json`]),
      `${home}/.letta/settings.json`,
    ],
    // There is no switch for it: every failure lets the action go on.
    failMode: () => undefined,
    timeouts: (text, name) => hookTimeouts(text, name, { unitMs: 1 }),
  },

  install: {
    binaries: ['letta'],
    packages: { npm: ['@letta-ai/letta-code'] },
    folders: ({ home }) => [`${home}/.letta`],
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      fileIn(ground, { project: settingsIn(ground.root), user: settingsIn(ground.home) }).map(file => ({
        kind: 'entries',
        file,
        entries: groups<EventName>(
          ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart'],
          name => ({
            ...commandHandler(ground, hook, 'powershell')(name),
            timeout: limitMs(hook),
            // Without it every call is printed, into the output of `letta -p` as well.
            quiet: true,
          }),
          { matchers: ['PreToolUse', 'PostToolUse'] },
        ),
        // The person's `false` stands above a project's `true`: every call then fails there (measured on 0.32.18), and none runs unasked.
        ...(ground.scope === 'user' && { needs: [{ at: ['hooks', 'disabled'], value: false }] }),
      })),
    switches: ground => {
      const user = settingsIn(ground.home)
      const project = settingsIn(ground.root)
      const files = [user, project, project.replace(/json$/, 'local.json')]
      return {
        sources: files.map(file => json(file === user ? 'user' : 'project', file)),
        reading: { comments: 'none', doubled: 'last' },
        list: [
          {
            kind: 'condition',
            id: 'hooks.disabled',
            says: '"hooks": { "disabled": true }',
            sees: ({ json: read }) => {
              const said = (file: string) => objectIn(read(file), 'hooks')?.disabled
              const file = said(user) === false ? undefined : files.find(each => said(each) === true)
              return file === undefined
                ? undefined
                : off(`${file} sets "disabled": true for hooks`, `Remove disabled from hooks in ${file}`)
            },
          },
        ],
      }
    },
    notes: () => [
      'Without a terminal, as in letta -p, hooks are called for tools alone: for no prompt, and no start of a session.',
      'Tools that run on Letta’s server cannot be stopped.',
    ],
  },
} satisfies ClientAdapter

const unasked = 'tfy-hook has no objection, and leaves the question to you.'

const settingsIn = (folder: string): string => `${folder}/.letta/settings.json`

const isBuiltIn = ({ toolName = '' }: NormalizedHookEvent): boolean => Object.hasOwn(tools, toolName)

const fits: NonNullable<Can['takes']> = rewrite => rewrite.of === 'input' && merges(rewrite)

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return namedCall(payload, tools)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools), objectAt(payload, 'tool_result')?.output ?? payload.tool_result ?? '')
    case 'PostToolUseFailure':
      return asOutput(namedCall(payload, tools), payload.error_message ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'Stop':
      return plain('stop', stringAt(payload, 'assistant_message') ?? '', only(payload, ['stop_reason', 'user_message']))
    case 'SessionStart':
      return plain('session', '', only(payload, ['is_new_session', 'agent_name']))
    default: {
      const { event_type: _, agent_id: __, working_directory: ___, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}
