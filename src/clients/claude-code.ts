/**
 * Claude Code. Docs: https://code.claude.com/docs/en/hooks. Verified on 2.1.329, 2026-11 (recorded payloads, measured answers).
 *
 * Silence is "no objection": an explicit allow would switch the person's own prompt off. One illegal value makes Claude
 * drop the whole answer, deny included, so every answer is built here from what the event's schema accepts.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import { atLeast, type Ground, type Hook, type HttpHook } from '../core/install.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import type { Facts, Fault, Switches } from '../core/switches.ts'
import { textOf } from '../core/tool.ts'
import type { Verdict } from '../core/verdict.ts'
import { hookSpecific, say, sayOrSilent, silent } from './_answer.ts'
import { claudeContradicted } from './_claims.ts'
import { isClaudeEventName, lacks } from './_evidence.ts'
import { commandText, fileIn, groups, leftOut, limitSeconds } from './_install.ts'
import { closedHookEntry, hookTimeouts } from './_registration.ts'
import { includes, json, noted, objectIn, preferences, registry, setting, unknown, variable } from './_switches.ts'
import {
  asOutput,
  batchResults,
  fromRow,
  namedCall,
  only,
  plain,
  promptOf,
  strings,
  toolCall,
  traits,
  type View,
} from './_view.ts'

const says: Can = { ...canNothing, message: true }
const blocks: Can = { ...says, deny: 'block' }
const feeds: Can = { ...says, deny: 'feedback', context: true }
const tells: Can = { ...says, context: true }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  PreToolUse: traits('before every tool', 'input', input, {
    ...blocks,
    ask: true,
    defer: true,
    grant: true,
    rewriteInput: true,
    context: true,
  }),
  PermissionRequest: traits('a permission dialog would open', 'input', input, { ...blocks, ask: true, grant: true }),
  PermissionDenied: traits('a permission was denied', 'analytics', null, says),
  PostToolUse: traits('a tool succeeded', 'output', output, { ...feeds, rewriteOutput: true }),
  PostToolUseFailure: traits('a tool failed', 'output', output, feeds),
  PostToolBatch: traits('a batch of tools ended', 'output', output, { ...blocks, context: true }),
  UserPromptSubmit: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  UserPromptExpansion: traits('a slash command expands', 'input', input, { ...blocks, context: true }),
  SessionStart: traits('a session begins', 'lifecycle', null, tells),
  Setup: traits('setup runs', 'lifecycle', null, tells),
  SessionEnd: traits('a session ends', 'lifecycle', null, says),
  Stop: traits('the turn is about to end', 'lifecycle', null, feeds),
  SubagentStop: traits('a subagent is about to end', 'lifecycle', null, feeds),
  StopFailure: traits('a turn ended by an error', 'analytics', null, canNothing),
  SubagentStart: traits('a subagent begins', 'lifecycle', null, tells),
  PreCompact: traits('before compaction', 'analytics', null, blocks),
  PostCompact: traits('after compaction', 'analytics', null, says),
  PreModelSwitch: traits('before the model changes', 'analytics', null, { ...blocks, ask: true, grant: true }),
  PostModelSwitch: traits('after the model changed', 'analytics', null, tells),
  Notification: traits('a notification is shown', 'analytics', null, tells),
  Elicitation: traits('an MCP server asks the person', 'mcp-post', 'mcpToolPostInvokeGuardrails', blocks),
  ElicitationResult: traits('the answer goes to the MCP server', 'mcp-pre', 'mcpToolPreInvokeGuardrails', blocks),
  ConfigChange: traits('a settings file changed', 'analytics', null, blocks),
  InstructionsLoaded: traits('instructions were loaded', 'analytics', null, says),
  // A registered WorktreeCreate hook replaces the client's own creation and must print a path, so it is only good for a deny.
  WorktreeCreate: traits('a worktree is created', 'analytics', null, { ...canNothing, deny: 'block' }),
  WorktreeRemove: traits('a worktree is removed', 'analytics', null, says),
  CwdChanged: traits('the current directory changed', 'analytics', null, says),
  FileChanged: traits('a watched file changed', 'analytics', null, says),
  DirectoryAdded: traits('a directory was added', 'analytics', null, says),
  TeammateIdle: traits('a teammate goes idle', 'analytics', null, { ...says, deny: 'feedback' }),
  TaskCreated: traits('a task is created', 'analytics', null, blocks),
  TaskCompleted: traits('a task is completed', 'analytics', null, blocks),
  MessageDisplay: traits('a message is displayed', 'output', output, { ...canNothing, rewriteOutput: true }),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  Bash: 'shell',
  PowerShell: 'shell',
  Monitor: 'shell',
  Read: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  LS: 'file-read',
  LSP: 'file-read',
  NotebookRead: 'file-read',
  Write: 'file-write',
  Edit: 'file-edit',
  MultiEdit: 'file-edit',
  NotebookEdit: 'file-edit',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'agent',
  Agent: 'agent',
}

// With these modes nobody is asked: measured on 2.1.329 (an `ask` is refused) and reported earlier (auto-approved, issue 77212).
const unattendedModes = ['bypassPermissions', 'dontAsk']

export default {
  id: 'claude-code',
  title: 'Claude Code',
  docs: 'https://code.claude.com/docs/en/hooks',
  verified: '2.1.329, 2026-11',
  events,

  detect: (payload, env) => {
    if (claudeContradicted(payload)) return 'no'
    const name = stringAt(payload, 'hook_event_name')
    const session = stringAt(payload, 'session_id')
    if (name !== undefined && !isClaudeEventName(name)) return /^[A-Z]/.test(name) ? 'possible' : 'no'
    if (session !== undefined && env.CLAUDE_CODE_SESSION_ID === session) return 'strong'
    return name !== undefined && session !== undefined ? 'weak' : 'possible'
  },

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'claude-code', event: name })
    const cwd = stringAt(payload, 'cwd') ?? stringAt(payload, 'new_cwd')
    const root = env.CLAUDE_PROJECT_DIR ?? cwd
    const mode = stringAt(payload, 'permission_mode')
    return ok({
      client: 'claude-code',
      originalEventName: name,
      ...fromRow(events[name]),
      attended: env.CLAUDE_CODE_SESSION_ATTENDED !== '0' && !unattendedModes.includes(mode ?? ''),
      workspaceRoots: root === undefined ? [] : [root],
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id', permissionMode: 'permission_mode', agentType: 'agent_type' }),
      ...view(name, payload),
    })
  },

  can: event => {
    const name = event.originalEventName
    if (!isEvent(name)) return canNothing
    const can = canNow(name, event)
    if (name !== 'PostToolUse') return can
    return { ...can, takes: rewrite => rewrite.of === 'output' && replaces(rewrite.output, event) }
  },

  render: (verdict, event, env) => render(verdict, event, env),

  failDefault: () => 'open',
  timeoutMs: name => (name === 'UserPromptSubmit' ? 30_000 : name === 'SessionEnd' ? 1_500 : 600_000),

  renderFailure: (mode, reason, eventName) => {
    if (mode === 'closed') return { exitCode: 2, stdout: '', stderr: `${plainRefusal(reason)}\n` }
    // There stdout is the path of the new worktree.
    if (eventName === 'WorktreeCreate') return { exitCode: 0, stdout: '', stderr: `${reason}\n` }
    return say({ systemMessage: reason })
  },

  registration: {
    files: (env, home, roots) => [
      '/etc/claude-code/managed-settings.json',
      '/Library/Application Support/ClaudeCode/managed-settings.json',
      'C:\\Program Files\\ClaudeCode\\managed-settings.json',
      ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
      `${ownFolder({ env, home })}/settings.json`,
    ],
    failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.onFailure === 'block'),
    timeouts: hookTimeouts,
  },

  install: {
    binaries: ['claude'],
    packages: { npm: ['@anthropic-ai/claude-code'], brew: ['claude-code'], versions: ['claude/versions'] },
    folders: ground => [ownFolder(ground)],
    scopes: ['project', 'user', 'managed'],
    writes: (ground, hook) =>
      fileIn(ground, {
        project: `${ground.root}/.claude/settings.json`,
        user: `${ownFolder(ground)}/settings.json`,
        managed: `${managedDir(ground)}/managed-settings.json`,
      }).map(file => ({
        kind: 'entries',
        file,
        entries: groups(registered(hook.version), name => handler(name, ground, hook), {
          matchers: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
        }),
        ...(hook.http !== undefined && {
          joins: [
            { at: 'allowedHttpHookUrls', value: hook.http.url },
            ...hook.http.variables.map(value => ({ at: 'httpHookAllowedEnvVars', value })),
          ],
        }),
        ...(ground.scope === 'managed' && { needs: [onlyManagedMods] }),
      })),
    http: [2, 1, 295],
    gaps: version => [
      ...(version === undefined ? [leftOut('Claude Code', newer, 'It gets them when init finds claude on the PATH.')] : []),
      ...(atLeast(version, closing)
        ? []
        : [
            `Claude Code before ${closing.join('.')}${version === undefined ? '' : ` (here: ${version.join('.')})`} lets an action go on when the hook cannot be started, crashes or is late: update it.`,
          ]),
    ],
    switches: ground => switchesOf(ground),
    notes: ({ scope }) =>
      scope === 'project'
        ? [
            'Claude Code runs the hooks of a project after its folder was trusted.',
            'Cloud sessions read this file, and not the settings in your home directory: install tfy-hook at the same path there, or the closed form stops every prompt.',
          ]
        : [],
  },
} satisfies ClientAdapter

/** Read in the client's own code (2.1.329): how it puts its hooks together. */
const switchesOf = (ground: Ground): Switches => {
  const own = ownFolder(ground)
  const managed = managedDir(ground)
  const policies = 'SOFTWARE\\Policies\\ClaudeCode'
  const byManager = { layers: ['managed'], counts: 'any' } as const
  return {
    sources: [
      // What the server of an organisation said last. Without its account the client did not go by it (2.1.329).
      {
        ...json('managed', `${own}/remote-settings.json`),
        unsure: 'which Claude Code goes by with an account of that organisation only',
      },
      ...(ground.system === 'win32' ? [registry('managed', 'HKLM', policies, 'Settings')] : []),
      ...(ground.system === 'darwin' ? preferences(ground, 'com.anthropic.claudecode') : []),
      { layer: 'managed', kind: 'folder', at: `${managed}/managed-settings.d` },
      json('managed', `${managed}/managed-settings.json`),
      ...(ground.system === 'win32' ? [registry('managed', 'HKCU', policies, 'Settings')] : []),
      json('project', `${ground.root}/.claude/settings.local.json`),
      json('project', `${ground.root}/.claude/settings.json`),
      json('user', `${own}/settings.json`),
    ],
    reading: { comments: 'none' },
    env: ['env'],
    // The oldest that was seen to run them. 1.0.38 drops a file with our events, and takes the matcher `*` for no tool (measured).
    since: [1, 0, 60],
    list: [
      setting('disableAllHooks', true, { layers: ['project', 'user'], spares: ['managed'] }),
      setting('disableAllHooks', true, { id: 'managed.disableAllHooks', ...byManager }),
      setting('allowManagedHooksOnly', true, { ...byManager, spares: ['managed'] }),
      setting('strictPluginOnlyCustomization', true, {
        ...byManager,
        spares: ['managed'],
        off: value => value === true || includes(value, 'hooks'),
      }),
      variable('CLAUDE_CODE_SIMPLE', { spares: ['managed'] }),
      variable('CLAUDE_CODE_SAFE_MODE', { spares: ['managed'] }),
      // A cloud session has the repository and what its organisation says, and nobody's home.
      variable('CLAUDE_CODE_REMOTE', { spares: ['managed', 'project'] }),
      {
        kind: 'condition',
        id: 'trust',
        says: 'a folder that nobody has trusted',
        sees: ({ ground: { scope, root }, json: read }) => {
          if (scope !== 'project') return undefined
          return trusts(ground, read)
            ? undefined
            : unknown(
                `Claude Code runs a project’s hooks only in a trusted folder, and ${notesFile(ground)} has no trust for ${root}`,
                `Start claude in ${root} and trust the folder`,
              )
        },
      },
      {
        kind: 'condition',
        id: 'mods',
        says: 'a mod: a plugin with `modules` in its `hooks/hooks.json`',
        sees: facts => modsIn(facts, trusts(ground, facts.json)),
      },
    ],
  }
}

/** Where Claude Code notes what a person has said about a folder. */
const notesFile = ({ env, home }: Ground): string => `${env.CLAUDE_CONFIG_DIR ?? home}/.claude.json`

const trusts = (ground: Ground, read: Facts['json']): boolean => {
  const accepted = (value: JsonValue) => (isObject(value) && value.hasTrustDialogAccepted === true ? true : undefined)
  return noted(read(notesFile(ground))?.projects, ground.root, accepted) === true
}

/**
 * A mod answers for hooks that are not managed, or overrules them, and nothing shows from outside whether it does (measured on 2.1.329). Any managed
 * settings keep it from that.
 */
const modsIn = (facts: Facts, trusted: boolean): Fault | undefined => {
  const { ground, json: read, list } = facts
  const own = ownFolder(ground)
  const managed = managedDir(ground)
  const drops = list(`${managed}/managed-settings.d`).filter(name => name.endsWith('.json') && !name.startsWith('.'))
  const files = [`${managed}/managed-settings.json`, ...drops.map(name => `${managed}/managed-settings.d/${name}`)]
  if (ground.scope === 'managed' || files.some(file => Object.keys(read(file) ?? {}).length > 0)) return undefined
  const settings = [
    `${own}/settings.json`,
    ...(trusted ? ['json', 'local.json'].map(end => `${ground.root}/.claude/settings.${end}`) : []),
  ]
  const skills = [`${own}/skills`, ...(trusted ? [`${ground.root}/.claude/skills`] : [])]
  const fix = (folder: string) =>
    `Read ${folder}, or register in managed settings: tfy-hook init --client claude-code --scope managed`
  const crowded = skills.find(dir => list(dir).length > most)
  if (crowded !== undefined)
    return unknown(
      `${crowded} has more than ${most} entries, and any of them may be a mod, code that can answer before a hook`,
      fix(crowded),
    )
  const folders = [
    ...skills.flatMap(dir => list(dir).map(name => `${dir}/${name}`)),
    ...installedIn(read(`${own}/plugins/installed_plugins.json`)),
    ...settings.flatMap(file => enabledIn(read(file), read)),
  ]
  const mod = folders.find(folder => {
    const modules = read(`${folder}/hooks/hooks.json`)?.modules
    return Array.isArray(modules) && modules.length > 0
  })
  return mod === undefined
    ? undefined
    : unknown(`${mod} is a mod, code inside Claude Code that can answer before a hook that is not managed`, fix(mod))
}

/** So many entries of a folder are looked into. */
const most = 1_000

const installedIn = (noted: JsonObject | undefined): readonly string[] =>
  Object.values(objectIn(noted, 'plugins') ?? {})
    .flat()
    .flatMap(plugin => (isObject(plugin) && typeof plugin.installPath === 'string' ? [plugin.installPath] : []))

/** Plugins that settings switch on, from a folder that the same settings name as a marketplace. */
const enabledIn = (settings: JsonObject | undefined, read: Facts['json']): readonly string[] =>
  Object.entries(objectIn(settings, 'enabledPlugins') ?? {}).flatMap(([name, on]) => {
    const cut = name.lastIndexOf('@')
    const dir = stringAt(objectIn(settings, 'extraKnownMarketplaces', name.slice(cut + 1), 'source') ?? {}, 'path')
    if (on !== true || cut < 0 || dir === undefined) return []
    const offered = read(`${dir}/.claude-plugin/marketplace.json`)?.plugins
    const plugin = (Array.isArray(offered) ? offered : []).find(one => isObject(one) && one.name === name.slice(0, cut))
    const source = isObject(plugin) ? stringAt(plugin, 'source') : undefined
    return source === undefined ? [] : [`${dir}/${source.replace(/^(?:\.?\/)+/, '')}`.replace(/\/\.?$/, '')]
  })

const registered = (version: readonly number[] | undefined): readonly EventName[] => [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
  ...(version === undefined || atLeast(version, [1, 0, 85]) ? (['SessionStart', 'SessionEnd'] as const) : []),
  ...(atLeast(version, [2, 1, 121]) ? newer : []),
]

/** A version that does not know a registered event drops the whole file (measured: 1.0.60, 2.0.50, 2.1.44, 2.1.85). */
const newer = ['UserPromptExpansion', 'PostToolUseFailure', 'ElicitationResult'] as const

/** The first with `onFailure`. Older ones ignore the key (measured from 1.0.60 on), and a client updates itself. */
const closing = [2, 1, 295] as const

/**
 * One text for a shell: other clients read the same file, and one of them drops `args` and would run the bare program. On Windows the shell
 * is a guess, so there the words go without one from the version that takes them (2.1.139).
 */
const handler = (name: EventName, ground: Ground, hook: Hook): JsonObject => ({
  ...(hook.http !== undefined && name !== 'SessionStart' ? overHttp(hook.http) : asCommand(name, ground, hook)),
  timeout: limitSeconds(hook),
  ...(hook.closed && events[name].can.deny === 'block' && { onFailure: 'block' }),
})

const overHttp = ({ url, headers, variables }: HttpHook): JsonObject => ({
  type: 'http',
  url,
  headers,
  ...(variables.length > 0 && { allowedEnvVars: variables }),
  statusMessage: 'Asking tfy-hook',
})

const asCommand = (name: EventName, ground: Ground, hook: Hook): JsonObject => ({
  type: 'command',
  ...(ground.system === 'win32' && atLeast(hook.version, [2, 1, 139])
    ? { command: hook.command(name).executable, args: hook.command(name).args }
    : { command: commandText(hook, name, ground, 'posix') }),
})

/** Mods are code inside the client. A person's own could run programs of which no hook hears (measured on 2.1.329). */
const onlyManagedMods = {
  at: ['pluginConfigs', 'cc-plugin-sec-default@builtin', 'options', 'allowManagedModsOnly'],
  value: true,
} as const
const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.CLAUDE_CONFIG_DIR ?? `${home}/.claude`

const managedDir = ({ system }: Ground): string =>
  ({ linux: '/etc/claude-code', darwin: '/Library/Application Support/ClaudeCode', win32: 'C:/Program Files/ClaudeCode' })[system]

const render = (verdict: Verdict, event: NormalizedHookEvent, env: Env): Answer => {
  const name = event.originalEventName
  if (!isEvent(name)) return silent
  const { ruling, rewrite, message } = verdict
  const can = canNow(name, event)
  const specific: Record<string, JsonValue> = {}
  const top: Record<string, JsonValue> = {}
  if (message !== undefined && can.message) top.systemMessage = messageText(message)
  if (verdict.context !== undefined && can.context) specific.additionalContext = contextText(verdict.context)

  if (ruling.decision === 'allow') {
    if (rewrite?.of === 'input') specific.updatedInput = rewrite.input
    if (rewrite?.of === 'output') {
      if (name === 'MessageDisplay') specific.displayContent = textOf(rewrite.output)
      else specific.updatedToolOutput = rewrite.output
    }
    if (ruling.grant && name === 'PermissionRequest') specific.decision = { behavior: 'allow' }
    else if (ruling.grant) specific.permissionDecision = 'allow'
    return tell(name, top, specific)
  }

  const text = objectionText(ruling)
  if (can.deny === 'none') return tell(name, can.message ? { systemMessage: text, ...top } : top, specific)
  if (ruling.decision !== 'deny') {
    // A permission dialog is already the question; silence opens it.
    if (name === 'PermissionRequest') return tell(name, { systemMessage: text, ...top }, specific)
    if (rewrite?.of === 'input' && name === 'PreToolUse') specific.updatedInput = rewrite.input
    return tell(name, top, { ...specific, permissionDecision: ruling.decision, permissionDecisionReason: text })
  }
  return deny(name, event, env, text, top, specific)
}

/** Exit 2, the reason on stderr and the event's own deny JSON together: each blocks alone, none spoils another since 2.1.90. */
const deny = (
  name: EventName,
  event: NormalizedHookEvent,
  env: Env,
  text: string,
  top: JsonObject,
  specific: JsonObject,
): Answer => {
  const stderr = `${plainRefusal(text)}\n`
  if (name === 'WorktreeCreate') return { exitCode: 2, stdout: '', stderr }
  const withheld = name === 'PostToolUse' ? withhold(event, text) : undefined
  const json = ((): JsonObject => {
    switch (name) {
      case 'PreToolUse':
      case 'PreModelSwitch':
        return hookSpecific(name, { ...specific, permissionDecision: 'deny', permissionDecisionReason: text }, top)
      case 'PermissionRequest':
        return hookSpecific(name, { ...specific, decision: { behavior: 'deny', message: text } }, top)
      case 'Elicitation':
      case 'ElicitationResult':
        return hookSpecific(name, { ...specific, action: 'decline' }, top)
      case 'PostToolUse':
        return hookSpecific(name, withheld === undefined ? specific : { ...specific, updatedToolOutput: withheld }, {
          ...top,
          decision: 'block',
          reason: text,
        })
      default:
        return hookSpecific(name, specific, { ...top, decision: 'block', reason: text })
    }
  })()
  // Replacing a result is an answer, not a refusal: it was measured at exit 0 only.
  if (withheld !== undefined) return say(json)
  return { exitCode: 2, stdout: takesJsonAtExit2(env) ? `${JSON.stringify(json)}\n` : '', stderr }
}

/** On four events Claude takes exit 2 with such words on stderr for a missing script, which blocks nothing. */
const plainRefusal = (text: string): string => text.replace(/no such file|can't open/gi, words => words.replace(' ', '-'))

const tell = (name: EventName, top: JsonObject, specific: JsonObject): Answer => sayOrSilent(hookSpecific(name, specific, top))

/** The version stands in `AI_AGENT` (`claude-code_2-1-329_harness`). Older than 2.1.90, or unknown: exit 2 only. */
const takesJsonAtExit2 = (env: Env): boolean => {
  const version = /claude-code[_/](\d{1,4})[-.](\d{1,4})[-.](\d{1,5})/.exec(env.AI_AGENT ?? '')
  if (version === null) return false
  const [major = 0, minor = 0, patch = 0] = version.slice(1).map(Number)
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= 90)))
}

/** A result whose shape is known is replaced by the reason; Claude ignores a replacement of any other shape. */
const withhold = (event: NormalizedHookEvent, text: string): JsonValue | undefined => {
  const result = event.toolOutput
  if (event.toolType === 'mcp') return [{ type: 'text', text }]
  return event.toolType === 'shell' && isObject(result) && 'stdout' in result
    ? { ...result, stdout: text, stderr: '' }
    : undefined
}

const canNow = (name: EventName, event: NormalizedHookEvent): Can => {
  // A stop that was already held back once is not held back again: it would loop. Policy settings are never held back.
  const free = alreadyStopped(event) || (name === 'ConfigChange' && event.metadata.source === 'policy_settings')
  if (free) return { ...events[name].can, deny: 'none' }
  const before = name === 'PreToolUse' || name === 'PermissionRequest'
  return before && asksBarely(event) ? { ...events[name].can, ask: false } : events[name].can
}

/**
 * The dialogs for files (Read, Write, Edit, NotebookEdit) show no reason and no message of a hook, those of the other tools do: measured in
 * the terminal of 2.1.330. Who is not told why is not really asked.
 */
const asksBarely = ({ toolType }: NormalizedHookEvent): boolean => toolType?.startsWith('file-') === true

/** A replacement of another shape is ignored without a word (measured on Bash; MCP takes a list of content). */
const replaces = (output: JsonValue, event: NormalizedHookEvent): boolean =>
  event.toolType === 'mcp' ? Array.isArray(output) : sameShape(output, event.toolOutput)

const sameShape = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(b)) return Array.isArray(a)
  if (!isObject(b)) return typeof a === typeof b && (a === null) === (b === null)
  return isObject(a) && Object.keys(b).every(key => sameShape(a[key], b[key]))
}

const alreadyStopped = (event: NormalizedHookEvent): boolean =>
  (event.originalEventName === 'Stop' || event.originalEventName === 'SubagentStop') && event.metadata.stop_hook_active === true

const metadataOf = (payload: JsonObject): JsonObject =>
  only(payload, [
    'prompt_id',
    'tool_use_id',
    'agent_id',
    'stop_hook_active',
    'source',
    'reason',
    'trigger',
    'notification_type',
    'duration_ms',
  ])

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'PreToolUse':
      return call(payload)
    case 'PermissionRequest':
    case 'PermissionDenied':
      // PreToolUse has had the call; the RFC's table knows these two with a session and nothing else.
      return lacks(payload, 'tool_name', 'tool_input') ? toolCall('', 'other', {}) : call(payload)
    case 'PostToolUse':
      return asOutput(call(payload), payload.tool_response ?? '')
    case 'PostToolUseFailure':
      return asOutput(call(payload), stringAt(payload, 'error') ?? '')
    case 'PostToolBatch':
      return plain('output', textOf(batchResults(payload.tool_calls)), only(payload, ['tool_calls']))
    case 'UserPromptSubmit':
      return promptOf(stringAt(payload, 'prompt'))
    case 'UserPromptExpansion':
      return plain(
        'prompt',
        stringAt(payload, 'prompt') ?? '',
        only(payload, ['prompt', 'command_name', 'command_args', 'command_source']),
      )
    case 'SessionStart':
      return plain('session', '', only(payload, ['source', 'model', 'session_title']))
    case 'Stop':
    case 'SubagentStop':
      return plain('stop', stringAt(payload, 'last_assistant_message') ?? '', only(payload, ['stop_hook_active', 'agent_type']))
    case 'MessageDisplay':
      return asOutput(plain('output', '', only(payload, ['message_id', 'index', 'final'])), stringAt(payload, 'delta') ?? '')
    case 'Elicitation':
    case 'ElicitationResult': {
      const fields = only(payload, ['mcp_server_name', 'message', 'mode', 'url', 'requested_schema', 'action', 'content'])
      const row = events[name]
      const seen = toolCall('', 'mcp', fields, { server: stringAt(payload, 'mcp_server_name') })
      return { ...seen, category: row.category, guardrail: row.guardrail }
    }
    case 'SubagentStart':
      return plain('agent', stringAt(payload, 'agent_type') ?? '', only(payload, ['agent_id', 'agent_type']))
    default: {
      const { session_id: _s, transcript_path: _t, hook_event_name: _h, cwd: _c, prompt_id: _p, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}

/** An MCP server that the payload names by itself is told apart better than by the tool's name. */
const call = (payload: JsonObject): View => {
  const server = stringAt(objectAt(payload, 'mcp_server') ?? {}, 'name')
  return { ...namedCall(payload, tools), ...(server !== undefined && { mcpServer: server }) }
}
