/**
 * Codex CLI. Docs: https://learn.chatgpt.com/docs/hooks. Verified on 0.169.0, 2026-11 (recorded payloads, measured answers, the schemas
 * in its binary).
 *
 * One unknown key, an `allow` without a new input or an empty reason makes Codex drop the whole answer and go on, so every answer is
 * built here from what the event's schema accepts. At exit 2 only stderr is read.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import type { Ground, Scope } from '../core/install.ts'
import { has, isObject, type JsonObject, type JsonValue, stringAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import type { Facts, Switches } from '../core/switches.ts'
import { textOf } from '../core/tool.ts'
import type { Rewrite, Verdict } from '../core/verdict.ts'
import { hookSpecific, losesExitCode, refuse, say, sayOrSilent, silent, warn } from './_answer.ts'
import { claimed } from './_claims.ts'
import { eventName, lacks, permissionMode } from './_evidence.ts'
import { commandHandler, entriesIn, groups } from './_install.ts'
import { hookTimeouts } from './_registration.ts'
import { noted, objectIn, off, setting, unknown } from './_switches.ts'
import { asOutput, fromRow, namedCall, only, plain, promptOf, strings, traits, type View } from './_view.ts'

const says: Can = { ...canNothing, message: true }
const tells: Can = { ...says, context: true }
const blocks: Can = { ...says, deny: 'block' }
const feeds: Can = { ...says, deny: 'feedback' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  PreToolUse: traits('before each local tool', 'input', input, { ...blocks, rewriteInput: true, context: true }),
  // What no hook decides goes to a person or to the client's reviewing agent, and no field says to whom: nothing can be asked.
  PermissionRequest: traits('before an approval is asked for', 'input', input, { ...blocks, grant: true }),
  // The reason takes the place of the result.
  PostToolUse: traits('a tool returned', 'output', output, { ...blocks, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  SubagentStart: traits('a subagent begins', 'lifecycle', null, tells),
  SubagentStop: traits('a subagent is about to end', 'lifecycle', null, feeds),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  PreCompact: traits('before compaction', 'analytics', null, says),
  PostCompact: traits('after compaction', 'analytics', null, says),
  // Nothing but its transcript's folder tells it from Claude Code's, so nothing is printed.
  SessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  Interrupt: traits('a turn was interrupted', 'analytics', null, says),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  apply_patch: 'file-edit',
  view_image: 'file-read',
  spawn_agent: 'agent',
  send_input: 'agent',
  send_message: 'agent',
  followup_task: 'agent',
}

const modes: ReadonlySet<string> = new Set(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'])
/** `bypassPermissions` is the approval policy "never". */
const unattendedModes: ReadonlySet<string> = new Set(['dontAsk', 'bypassPermissions'])

export default {
  id: 'codex',
  title: 'Codex CLI',
  docs: 'https://learn.chatgpt.com/docs/hooks',
  verified: '0.169.0, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'codex', () => {
      if (!isEvent(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      // Never on a Codex payload, always or often on those of its look-alikes.
      if (!lacks(payload, 'prompt_id', 'effort', 'timestamp', 'duration_ms', 'tool_result')) return 'no'
      if (!modes.has(permissionMode(payload) ?? 'default')) return 'no'
      // The other events carry `turn_id`, which is a fingerprint and would have been seen.
      if (eventName(payload) !== 'SessionStart' && eventName(payload) !== 'SessionEnd') return 'no'
      // The schema allows null where Claude Code always has a string.
      if (has(payload, 'transcript_path') && payload.transcript_path === null) return 'weak'
      return 'possible'
    }),

  normalise: (payload, _env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'codex', event: name })
    const cwd = stringAt(payload, 'cwd')
    return ok({
      client: 'codex',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: !unattendedModes.has(permissionMode(payload) ?? ''),
      workspaceRoots: cwd === undefined ? [] : [cwd],
      metadata: only(payload, ['turn_id', 'tool_use_id', 'agent_id', 'model', 'stop_hook_active', 'source', 'reason', 'trigger']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can: Can = { ...events[name].can, takes: rewrite => newInput(rewrite, event) !== undefined }
    // Codex bounds no loop: a stop that was held back is let go.
    return event.metadata.stop_hook_active === true ? { ...can, deny: 'none' } : can
  },

  render: (verdict, event, env) => render(verdict, event, env),

  failDefault: () => 'open',
  timeoutMs: () => 600_000,

  renderFailure: (mode, reason, given, env) => {
    const name = given !== undefined && isEvent(given) ? given : undefined
    if (mode === 'closed' && (name === undefined || events[name].can.deny === 'block')) return deny(name, reason, {}, {}, env)
    return name === 'SessionEnd' ? warn(reason) : say({ systemMessage: reason })
  },

  registration: {
    // Its TOML files can hold hooks as well; they are not read.
    files: (env, home, roots) => [`${ownFolder({ env, home })}/hooks.json`, ...roots.map(root => `${root}/.codex/hooks.json`)],
    failMode: () => undefined,
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['codex'],
    packages: { npm: ['@openai/codex'], brew: ['codex'] },
    folders: ground => [ownFolder(ground)],
    // An administrator's place is a TOML file, and none is edited.
    scopes: ['project', 'user'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        { project: `${ground.root}/.codex/hooks.json`, user: `${ownFolder(ground)}/hooks.json` },
        // A permission request is a second question about a call.
        groups<EventName>(
          ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop', 'SubagentStop'],
          commandHandler(ground, hook, 'powershell'),
        ),
      ),
    inert: true,
    switches: ground => switchesOf(ground),
    notes: ({ scope }) => [
      'Codex skips a hook that is new or changed until a person has trusted it: start `codex`, type /hooks.',
      ...(scope === 'project'
        ? ['The project has to be trusted as well; codex exec --trust does that, and does not trust the hooks.']
        : []),
      'Web search and input to a running program have no hook event in Codex; they stay unguarded.',
    ],
  },
} satisfies ClientAdapter

/** Keys and files as its own code (0.169.0) has them. */
const switchesOf = (ground: Ground): Switches => {
  const { env, root, system } = ground
  const own = ownFolder(ground)
  const user = `${own}/config.toml`
  const project = `${root}/.codex/config.toml`
  const machine = system === 'win32' ? `${env.ProgramData ?? 'C:\\ProgramData'}\\OpenAI\\Codex` : '/etc/codex'
  const toml = (layer: Scope, at: string) => ({ layer, kind: 'toml', at }) as const
  const level = (facts: Facts): string | undefined =>
    noted(facts.toml(user)?.projects, root, value => (isObject(value) ? stringAt(value, 'trust_level') : undefined))
  return {
    sources: [
      toml('managed', `${machine}/requirements.toml`),
      toml('managed', `${machine}/managed_config.toml`),
      toml('project', project),
      toml('user', user),
      toml('managed', `${machine}/config.toml`),
    ],
    reading: { comments: 'none' },
    list: [
      {
        kind: 'condition',
        id: 'features.hooks',
        says: '[features] hooks = false',
        sees: facts => {
          const files = [
            `${machine}/requirements.toml`,
            `${machine}/managed_config.toml`,
            // Of a project that is not trusted Codex reads nothing.
            ...(level(facts) === 'trusted' ? [project] : []),
            user,
            `${machine}/config.toml`,
          ]
          for (const file of files) {
            const said = facts.toml(file)
            const profile = said === undefined ? undefined : stringAt(said, 'profile')
            const chosen = profile === undefined ? undefined : objectIn(said, 'profiles', profile, 'features')
            for (const [features, key] of [
              [chosen, `profiles.${profile}.features`],
              [objectIn(said, 'features'), 'features'],
            ] as const) {
              const value = features?.hooks ?? features?.codex_hooks
              if (value === false) return off(`${file} sets hooks = false in [${key}]`, `Remove hooks from [${key}] in ${file}`)
              if (value === true) return undefined
            }
          }
          return undefined
        },
      },
      setting('allow_managed_hooks_only', true, {
        says: 'allow_managed_hooks_only = true',
        layers: ['managed'],
        counts: 'any',
        spares: ['managed'],
      }),
      {
        kind: 'condition',
        id: 'trust',
        says: 'a project that nobody has trusted',
        sees: facts => {
          if (facts.ground.scope !== 'project') return undefined
          const said = level(facts)
          const fix = `Start codex in ${root} and trust the project`
          if (said === 'trusted') return undefined
          return said === undefined
            ? unknown(`Codex runs a project’s hooks only in a trusted project, and ${user} says nothing about ${root}`, fix)
            : off(`${user} says that ${root} is ${said}, so Codex runs no hooks of the project`, fix)
        },
      },
      {
        kind: 'condition',
        id: 'hooks.state',
        says: 'enabled = false in [hooks.state]',
        sees: facts => {
          const states = Object.entries(objectIn(facts.toml(user), 'hooks', 'state') ?? {}).filter(([key]) =>
            key.startsWith(`${facts.file}:`),
          )
          const disabled = states.find(([, state]) => isObject(state) && state.enabled === false)
          if (disabled !== undefined)
            return off(`${user} switches off the hook ${disabled[0]}`, 'Start codex, type /hooks and switch it on')
          const fix = 'Start codex, type /hooks and trust the hooks of tfy-hook'
          const { known, changed, missing } = trustIn(facts, Object.fromEntries(states))
          if (changed !== undefined) return off(`${user} has trust for another form of the hook ${changed}`, fix)
          if (known && missing !== undefined) return off(`${user} has no trust for the hook ${missing}`, fix)
          return known || facts.called
            ? undefined
            : unknown('Codex skips a hook that is new or changed until a person has trusted it, and it has not called yet', fix)
        },
      },
    ],
  }
}

/** What a person has said in `/hooks` about the hooks of ours in a file: whether anything, and a hook that was changed since or never trusted. */
const trustIn = (
  { file, json: read, sha256 }: Facts,
  states: JsonObject,
): { readonly known: boolean; readonly changed?: string | undefined; readonly missing?: string | undefined } => {
  const hooks = Object.entries(objectIn(read(file), 'hooks') ?? {}).flatMap(([event, groups]) =>
    objectsIn(groups).flatMap((group, i) =>
      objectsIn(group.hooks).flatMap((hook, k) => {
        const command = stringAt(hook, 'command')
        if (!command?.includes('tfy-hook')) return []
        const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
        const key = `${file}:${name}:${i}:${k}`
        const noted = stringAt(objectIn(states, key) ?? {}, 'trusted_hash')
        const same = noted === `sha256:${sha256(trustedForm(name, group, hook))}`
        // The form of a group with a matcher, or of another shell's command, was seen for these events only.
        const sure = (group.matcher === undefined || /_tool_use$/.test(name)) && hook.commandWindows === undefined
        return [{ key, noted: noted !== undefined, changed: noted !== undefined && sure && !same }]
      }),
    ),
  )
  return {
    known: hooks.some(hook => hook.noted),
    changed: hooks.find(hook => hook.changed)?.key,
    missing: hooks.find(hook => !hook.noted)?.key,
  }
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** What is hashed, as 0.169.0 writes it: keys in alphabetical order, nothing for what is not there (measured). */
const trustedForm = (event: string, { matcher }: JsonObject, hook: JsonObject): string => {
  const { command = '', statusMessage, timeout = 600 } = hook
  return JSON.stringify({
    event_name: event,
    hooks: [{ async: hook.async ?? false, command, statusMessage, timeout, type: 'command' }],
    matcher,
  })
}

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.CODEX_HOME ?? `${home}/.codex`

const render = (verdict: Verdict, event: NormalizedHookEvent, env: Env): Answer => {
  const name = event.originalEventName
  if (!isEvent(name) || name === 'SessionEnd') return silent
  const { ruling, rewrite, message } = verdict
  const top: JsonObject = message === undefined ? {} : { systemMessage: messageText(message) }
  const specific: JsonObject =
    verdict.context !== undefined && events[name].can.context ? { additionalContext: contextText(verdict.context) } : {}

  if (ruling.decision !== 'allow') {
    const text = objectionText(ruling)
    const stopped = event.metadata.stop_hook_active === true
    if (!stopped && events[name].can.deny !== 'none') return deny(name, text, top, specific, env, event.cwd)
    return sayOrSilent(hookSpecific(name, specific, { ...top, systemMessage: text }))
  }
  const updated = rewrite === undefined ? undefined : newInput(rewrite, event)
  if (updated !== undefined)
    return say(hookSpecific(name, { ...specific, permissionDecision: 'allow', updatedInput: updated }, top))
  if (ruling.grant && name === 'PermissionRequest') return say(hookSpecific(name, { decision: { behavior: 'allow' } }, top))
  return sayOrSilent(hookSpecific(name, specific, top))
}

/**
 * Exit 2 and the reason on stderr survive what a login shell prints around them. Where the code arrives as 1, which lets the action go
 * on, JSON at exit 0 is the one way.
 */
const deny = (
  name: EventName | undefined,
  text: string,
  top: JsonObject,
  specific: JsonObject,
  env: Env,
  cwd?: string,
): Answer => {
  const json = ((): JsonObject => {
    switch (name) {
      case 'PreToolUse':
        return hookSpecific(name, { ...specific, permissionDecision: 'deny', permissionDecisionReason: text }, top)
      case 'PermissionRequest':
        return hookSpecific(name, { decision: { behavior: 'deny', message: text } }, top)
      case undefined:
        return { decision: 'block', reason: text }
      default:
        return hookSpecific(name, specific, { ...top, decision: 'block', reason: text })
    }
  })()
  return losesExitCode(env, cwd) ? say(json) : refuse(text, json)
}

/** Of a command or a patch Codex takes `command`, of an MCP call the whole input. Nothing is known of other tools. */
const newInput = (rewrite: Rewrite, event: NormalizedHookEvent): JsonObject | undefined => {
  if (rewrite.of !== 'input' || event.originalEventName !== 'PreToolUse') return undefined
  if (event.toolType === 'mcp') return rewrite.input
  const command = stringAt(rewrite.input, 'command')
  const commanded = event.toolName === 'Bash' || event.toolName === 'apply_patch'
  return commanded && command !== undefined && rewrite.changed.every(key => key === 'command') ? { command } : undefined
}

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return namedCall(payload, tools)
    case 'PostToolUse':
      return asOutput(namedCall(payload, tools), payload.tool_response ?? '')
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model']))
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    case 'SubagentStop':
    case 'Stop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active', 'agent_type']))
    default: {
      const fields = only(payload, ['reason', 'trigger'])
      return plain('other', textOf(fields), fields)
    }
  }
}
