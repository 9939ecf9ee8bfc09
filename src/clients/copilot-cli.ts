/**
 * GitHub Copilot CLI and cloud agent. Docs: https://docs.github.com/en/copilot/reference/hooks-reference. Verified on 1.0.102, 2026-11
 * (47 recorded payloads and measured answers); the rarer events are known from the documentation only.
 *
 * The spelling of the event in the registration chooses the dialect: lowerCamel brings camelCase keys and no event name, PascalCase brings
 * snake_case keys, but for three events that come in camelCase all the same.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import { has, isObject, type JsonObject, type JsonValue, stringAt, stringsAt } from '../core/json.ts'
import { contextText, objectionText } from '../core/message.ts'
import { oneLine } from '../core/redact.ts'
import type { Condition } from '../core/switches.ts'
import { argumentsIn, textOf } from '../core/tool.ts'
import type { Rewrite, Verdict } from '../core/verdict.ts'
import { losesExitCode, refuse, say, sayOrSilent, silent, warn } from './_answer.ts'
import { claimed } from './_claims.ts'
import { eventName, isoTimestamp, lacks } from './_evidence.ts'
import { copilotHooks, systemDir } from './_install.ts'
import { hookTimeoutsOf } from './_registration.ts'
import { json, setting, unknown } from './_switches.ts'
import { asOutput, fromRow, only, plain, strings, toolCall, traits, type View } from './_view.ts'

const [input, output] = ['llmInputGuardrails', 'llmOutputGuardrails'] as const
const says: Can = { ...canNothing, context: true }
const blocks: Can = { ...says, deny: 'block' }
const tells: Can = { ...canNothing, deny: 'feedback' }

const camel = {
  sessionStart: traits('a session begins or is resumed', 'lifecycle', null, says),
  sessionEnd: traits('a session ends', 'lifecycle', null, canNothing),
  userPromptSubmitted: traits('a prompt is sent', 'input', input, { ...blocks, rewriteInput: true }),
  userPromptTransformed: traits('the prompt in the form that the model gets', 'analytics', null, canNothing),
  preToolUse: traits('before every tool', 'input', input, { ...blocks, ask: true, grant: true, rewriteInput: true }),
  permissionRequest: traits('before permission is looked up', 'input', input, { ...canNothing, deny: 'block', grant: true }),
  postToolUse: traits('a tool succeeded', 'output', output, { ...blocks, rewriteOutput: true }),
  postToolUseFailure: traits('a tool failed', 'output', output, tells),
  subagentStart: traits('a subagent begins', 'analytics', null, says),
  subagentStop: traits('a subagent ends', 'lifecycle', null, tells),
  agentStop: traits('a turn ends', 'lifecycle', null, tells),
  notification: traits('the client notifies the person', 'analytics', null, says),
  preCompact: traits('before summarising', 'analytics', null, canNothing),
  errorOccurred: traits('an error occurred', 'analytics', null, canNothing),
} as const satisfies Record<string, EventTraits>

type Kind = keyof typeof camel

const pascal: Readonly<Record<string, Kind>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PermissionRequest: 'permissionRequest',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  Stop: 'agentStop',
  Notification: 'notification',
  PreCompact: 'preCompact',
  ErrorOccurred: 'errorOccurred',
}

const events: Readonly<Record<string, EventTraits>> = {
  ...camel,
  ...Object.fromEntries(Object.entries(pascal).map(([name, kind]) => [name, camel[kind]])),
}

const isCamel = (name: string): name is Kind => Object.hasOwn(camel, name)
const kindOf = (name: string | undefined): Kind | undefined =>
  name === undefined ? undefined : isCamel(name) ? name : Object.hasOwn(pascal, name) ? pascal[name] : undefined

// Runtime names, and those that PascalCase payloads use for them (documentation, 2026-10). An MCP tool is `server-tool`.
const tools: Readonly<Record<string, ToolType>> = {
  bash: 'shell',
  powershell: 'shell',
  write_bash: 'shell',
  write_powershell: 'shell',
  Bash: 'shell',
  view: 'file-read',
  glob: 'file-read',
  grep: 'file-read',
  rg: 'file-read',
  Read: 'file-read',
  Glob: 'file-read',
  Grep: 'file-read',
  create: 'file-write',
  Write: 'file-write',
  edit: 'file-edit',
  str_replace_editor: 'file-edit',
  apply_patch: 'file-edit',
  Edit: 'file-edit',
  web_fetch: 'web',
  web_search: 'web',
  WebFetch: 'web',
  WebSearch: 'web',
  task: 'agent',
  Agent: 'agent',
  Task: 'agent',
}

export default {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  docs: 'https://docs.github.com/en/copilot/reference/hooks-reference',
  verified: '1.0.102, 2026-11',
  events,

  detect: payload =>
    claimed(payload, 'copilot-cli', () => {
      // The clock, always a number in this dialect, is the fingerprint; without it the camelCase keys are a hint at most.
      if (stringAt(payload, 'sessionId') !== undefined && lacks(payload, 'hookEventName', 'taskId', 'workspaceRoot'))
        return 'possible'
      if (!snake.has(eventName(payload) ?? '') || stringAt(payload, 'session_id') === undefined) return 'no'
      if (!isoTimestamp(payload) || !has(payload, 'cwd')) return 'no'
      if (!lacks(payload, 'permission_mode', 'tool_use_id', 'tool_response', 'prompt_id', 'turn_id', 'model')) return 'no'
      // Only the two stops know their transcript, and say why they stop.
      if (has(payload, 'transcript_path')) return has(payload, 'stop_reason') ? 'weak' : 'no'
      return 'weak'
    }),

  normalise: (payload, env, hints) => {
    const name = nameOf(payload, hints.event)
    const kind = kindOf(name)
    if (name === undefined || kind === undefined)
      return fail({ kind: 'event-unknown', client: 'copilot-cli', event: ownName(payload) ?? hints.event ?? '' })
    const cwd = stringAt(payload, 'cwd')
    const root = env.COPILOT_PROJECT_DIR ?? cwd
    return ok({
      client: 'copilot-cli',
      originalEventName: name,
      ...fromRow(camel[kind]),
      // The cloud agent's sandbox; a headless run on a desk says nothing, and denies a question by itself.
      attended: env.COPILOT_AGENT_PROMPT === undefined,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: metadataOf(payload),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'sessionId', agentType: 'agentType' }),
      ...strings(payload, { sessionId: 'session_id', agentType: 'agent_type' }),
      ...view(kind, payload),
    })
  },

  can: event => ({ ...canNow(event), takes: rewrite => takes(rewrite, event) }),

  render: (verdict, event, env) => {
    const kind = kindOf(event.originalEventName)
    if (kind === undefined) return silent
    const { ruling, rewrite, message } = verdict
    if (ruling.decision === 'allow') {
      const stderr = message === undefined ? '' : `${oneLine(message, 900)}\n`
      return { ...sayOrSilent(allowed(verdict, kind, canNow(event))), stderr }
    }
    if (canNow(event).deny === 'none') return silent
    const text = objectionText(ruling)
    // Whether the answer to a question keeps the rewrite beside it was not measured.
    if (ruling.decision !== 'deny' && kind === 'preToolUse' && rewrite === undefined)
      return say(both({ permissionDecision: 'ask', permissionDecisionReason: text }))
    return denied(kind, text, event.originalEventName, losesExitCode(env, event.cwd))
  },

  // Crash and nonzero exit deny a tool; a timeout never does.
  failDefault: name => (kindOf(name) === 'preToolUse' ? 'closed' : 'open'),
  timeoutMs: () => 30_000,

  renderFailure: (mode, reason, name, env) => {
    if (mode === 'open') return warn(reason)
    const kind = kindOf(name)
    if (kind === undefined) return say({ ...superset(reason), behavior: 'deny', message: reason })
    // VS Code reads the same file, and hears no code that a PowerShell has made 1 of.
    if (kind === 'preToolUse' && losesExitCode(env)) return say(superset(reason))
    // Whether the stop was held back before is in the payload that could not be read.
    return camel[kind].can.deny === 'block' ? denied(kind, reason, name, losesExitCode(env)) : warn(reason)
  },

  registration: {
    // Copilot reads every file in the folders named `hooks` and `policy.d`; ours has this name.
    files: (env, home, roots) => {
      const own = env.COPILOT_HOME ?? `${home}/.copilot`
      const inRepository = ['github/copilot/settings.local.json', 'github/copilot/settings.json', 'claude/settings.local.json']
      return [
        '/etc/github-copilot/policy.d/tfy-hook.json',
        'C:\\ProgramData\\GitHub\\Copilot\\policy.d\\tfy-hook.json',
        `${own}/hooks/tfy-hook.json`,
        `${own}/settings.json`,
        ...roots.flatMap(root =>
          ['github/hooks/tfy-hook.json', ...inRepository, 'claude/settings.json'].map(file => `${root}/.${file}`),
        ),
      ]
    },
    // There is no switch for it.
    failMode: () => undefined,
    timeouts: (text, name) =>
      hookTimeoutsOf(
        text,
        Object.keys(events).filter(other => kindOf(other) === kindOf(name)),
        ['timeoutSec', 'timeout'],
      ),
  },

  install: {
    binaries: ['copilot'],
    packages: { npm: ['@github/copilot'], brew: ['copilot-cli'] },
    folders: ({ env, home }) => [env.COPILOT_HOME ?? `${home}/.copilot`],
    scopes: ['project', 'user', 'managed'],
    http: 'it asks no server on this machine unless COPILOT_HOOK_ALLOW_LOCALHOST is set',
    writes: (ground, hook) =>
      copilotHooks(ground, hook, {
        user: `${ground.env.COPILOT_HOME ?? `${ground.home}/.copilot`}/hooks`,
        managed: `${systemDir(ground, { linux: '/etc/github-copilot', darwin: '/etc/github-copilot', win32: 'GitHub/Copilot' })}/policy.d`,
      }),
    switches: ({ env, home, root }) => {
      const own = env.COPILOT_HOME ?? `${home}/.copilot`
      return {
        sources: [
          json('project', `${root}/.github/copilot/settings.local.json`),
          json('project', `${root}/.github/copilot/settings.json`),
          json('user', `${own}/settings.json`),
          json('user', `${own}/config.json`),
        ],
        list: [
          setting('disableAllHooks', true, { layers: ['project'], counts: 'any', spares: ['managed'] }),
          // The hooks of the user ran all the same, wherever the user's own settings had it (measured on 1.0.102).
          setting('disableAllHooks', true, {
            id: 'user.disableAllHooks',
            layers: ['user'],
            counts: 'any',
            spares: ['managed', 'user'],
          }),
          copilotTrust(own),
        ],
      }
    },
    notes: ({ scope }) =>
      scope === 'project'
        ? [
            'Copilot runs the hooks of a repository after its folder was trusted.',
            'Copilot’s cloud agent runs them too once they are on the default branch: tfy-hook has to be at the same path there, or every tool is denied.',
          ]
        : scope === 'managed'
          ? ['A file in policy.d has to belong to root, and nobody else may write it.']
          : [],
  },
} satisfies ClientAdapter

const copilotTrust = (own: string): Condition => ({
  kind: 'condition',
  id: 'trust',
  says: 'a folder that nobody has trusted',
  sees: ({ ground: { scope, root }, json: read }) => {
    if (scope !== 'project') return undefined
    const file = `${own}/config.json`
    const said = read(file)
    const folders = said === undefined ? [] : [...stringsAt(said, 'trusted_folders'), ...stringsAt(said, 'trustedFolders')]
    return folders.some(folder => `${root}/`.startsWith(`${folder.replace(/[\\/]+$/, '')}/`))
      ? undefined
      : unknown(
          `Copilot runs a repository’s hooks only in a trusted folder, and ${file} does not name ${root}`,
          `Start copilot in ${root} and trust the folder`,
        )
  },
})

// Those that were seen, or are documented, with snake_case keys.
const snake: ReadonlySet<string> = new Set(
  Object.keys(pascal).filter(name => !['PermissionRequest', 'SubagentStart', 'Notification'].includes(name)),
)

const ownName = (payload: JsonObject): string | undefined => eventName(payload) ?? stringAt(payload, 'hookName')

/** What the payload calls itself, else what its fields prove it to be, else what the registration says; in the registration's spelling. */
const nameOf = (payload: JsonObject, hint: string | undefined): string | undefined => {
  const own = ownName(payload)
  if (has(payload, 'session_id')) return own ?? hint
  const kind = own === undefined ? (shownBy(payload) ?? kindOf(hint)) : kindOf(own)
  return kind !== undefined && kindOf(hint) === kind ? hint : kindOf(own) === undefined ? kind : own
}

/** camelCase payloads have no name, but each documented one has a field of its own. */
const shownBy = (payload: JsonObject): Kind | undefined => {
  if (!has(payload, 'sessionId')) return undefined
  if (has(payload, 'toolName')) {
    if (has(payload, 'toolResult')) return 'postToolUse'
    if (has(payload, 'error')) return 'postToolUseFailure'
    return has(payload, 'toolArgs') ? 'preToolUse' : has(payload, 'toolInput') ? 'permissionRequest' : undefined
  }
  if (has(payload, 'transformedPrompt')) return 'userPromptTransformed'
  if (has(payload, 'prompt')) return 'userPromptSubmitted'
  if (has(payload, 'stopReason')) return has(payload, 'agentName') ? 'subagentStop' : 'agentStop'
  if (has(payload, 'agentName')) return 'subagentStart'
  if (has(payload, 'errorContext')) return 'errorOccurred'
  if (has(payload, 'trigger')) return 'preCompact'
  return has(payload, 'source') ? 'sessionStart' : has(payload, 'reason') ? 'sessionEnd' : undefined
}

const canNow = ({ originalEventName: name, attended, metadata }: NormalizedHookEvent): Can => {
  const can = Object.hasOwn(events, name) ? (events[name]?.can ?? canNothing) : canNothing
  const kind = kindOf(name)
  // A stop that was already held back once is not held back again.
  if ((kind === 'agentStop' || kind === 'subagentStop') && metadata.stop_hook_active === true) return { ...can, deny: 'none' }
  // The cloud agent drops a rewritten prompt.
  return kind === 'userPromptSubmitted' && !attended ? { ...can, rewriteInput: false } : can
}

const takes = (rewrite: Rewrite, event: NormalizedHookEvent): boolean => {
  if (rewrite.of === 'output') return textIn(rewrite.output) !== undefined
  // An empty prompt is ignored; arguments that came as plain text would come back as an object.
  if (kindOf(event.originalEventName) === 'userPromptSubmitted')
    return rewrite.changed.every(key => key === 'prompt') && (stringAt(rewrite.input, 'prompt') ?? '') !== ''
  return event.metadata.textArguments !== true
}

/** What the model would read of a result. */
const textIn = (result: JsonValue): string | undefined =>
  typeof result === 'string'
    ? result
    : isObject(result)
      ? (stringAt(result, 'textResultForLlm') ?? stringAt(result, 'text_result_for_llm'))
      : undefined

/** A rewritten input replaces the whole. */
const allowed = ({ ruling, rewrite, context }: Verdict, kind: Kind, can: Can): JsonObject => {
  const granted = ruling.decision === 'allow' && ruling.grant && can.grant
  const told = context !== undefined && can.context ? { additionalContext: contextText(context) } : {}
  if (kind === 'permissionRequest') return granted ? { behavior: 'allow' } : {}
  if (kind === 'preToolUse')
    return {
      ...(granted && both({ permissionDecision: 'allow' })),
      ...(rewrite?.of === 'input' && { modifiedArgs: rewrite.input }),
      ...told,
    }
  if (rewrite?.of === 'input') return { modifiedPrompt: rewrite.input.prompt ?? '', ...told }
  if (rewrite?.of === 'output') return { modifiedResult: result(textIn(rewrite.output) ?? ''), ...told }
  return told
}

const result = (text: string): JsonObject => ({ resultType: 'success', textResultForLlm: text })

/** PascalCase hears the flat form and the nested one, camelCase the flat one; VS Code, which reads the same files, the nested one. */
const both = (said: JsonObject): JsonObject => ({ ...said, hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })

const denial = (text: string): JsonObject => ({ permissionDecision: 'deny', permissionDecisionReason: text })

const superset = (text: string): JsonObject => ({ decision: 'block', reason: text, ...both(denial(text)) })

/** Exit 2 only where every exit code but 0 denies, or where the code arrives: elsewhere the JSON counts at exit 0 alone. */
const denied = (kind: Kind, text: string, name: string | undefined, codeIsLost: boolean): Answer => {
  switch (kind) {
    case 'preToolUse':
      // At exit 2 PascalCase hears the flat form alone: beside the nested one its reason is lost.
      return refuse(text, name !== undefined && isCamel(name) ? superset(text) : denial(text))
    case 'permissionRequest': {
      const said = { behavior: 'deny', message: text }
      return codeIsLost ? say(said) : refuse(text, said)
    }
    case 'postToolUse':
      // The first was measured, the second is documented; either keeps the result from the model.
      return say({ decision: 'block', reason: text, modifiedResult: result(text) })
    case 'postToolUseFailure':
      return refuse(text, { additionalContext: text })
    default:
      return say({ decision: 'block', reason: text })
  }
}

const metadataOf = (payload: JsonObject): JsonObject => ({
  ...only(payload, ['stop_hook_active', 'source', 'reason', 'trigger', 'notification_type', 'agentName', 'agent_name']),
  ...(isText(payload.toolArgs ?? payload.tool_input) && { textArguments: true }),
})

/** Neither an object nor its JSON. */
const isText = (args: unknown): boolean => typeof args === 'string' && !args.trimStart().startsWith('{')

const view = (kind: Kind, payload: JsonObject): View => {
  const { sessionId: _i, session_id: _s, timestamp: _t, cwd: _c, hook_event_name: _h, ...fields } = payload
  const { transcriptPath: _p, transcript_path: _q, ...rest } = fields
  switch (kind) {
    case 'preToolUse':
    case 'permissionRequest':
      return call(payload)
    case 'postToolUse':
      return asOutput(call(payload), payload.toolResult ?? payload.tool_result ?? '')
    case 'postToolUseFailure':
      return asOutput(call(payload), payload.error ?? '')
    case 'userPromptSubmitted':
      return plain('prompt', stringAt(payload, 'prompt') ?? '', only(payload, ['prompt']))
    case 'sessionStart':
      return plain('session', '', rest)
    case 'agentStop':
    case 'subagentStop':
      return plain('stop', stringAt(payload, 'response') ?? stringAt(payload, 'last_assistant_message') ?? '', rest)
    case 'subagentStart':
      return plain('agent', stringAt(payload, 'agentName') ?? '', rest)
    default:
      return plain('other', textOf(rest), rest)
  }
}

const call = (payload: JsonObject): View => {
  const key = ['toolArgs', 'toolInput', 'tool_input'].find(name => has(payload, name))
  const args = key === undefined ? undefined : argumentsIn(payload[key])
  const given = stringAt(payload, 'toolName') ?? stringAt(payload, 'tool_name') ?? ''
  const toolName = isPatched(given, args ?? {}) ? 'apply_patch' : given
  const known = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined
  const mcp = known === undefined ? mcpIn(toolName) : undefined
  const seen = toolCall(toolName, mcp === undefined ? (known ?? 'other') : 'mcp', args, mcp)
  if (toolName.startsWith('write_') && args !== undefined && known === 'shell') return typed(seen, args)
  // PascalCase calls PowerShell by the name of the other shell, which Windows does not have.
  const drive = /^(?:[A-Za-z]:|\\\\)/.test(stringAt(payload, 'cwd') ?? '')
  return toolName === 'Bash' && drive ? { ...seen, shell: 'powershell' } : seen
}

/** PascalCase calls apply_patch `Edit` as well. */
const isPatched = (name: string, args: JsonObject): boolean =>
  name === 'Edit' &&
  lacks(args, 'path', 'file_path') &&
  Object.values(args).some(value => typeof value === 'string' && value.trimStart().startsWith('*** Begin Patch'))

/** `server/tool` where permission is asked, else `server-tool`: of several dashes the last one, since servers have them more than tools. */
const mcpIn = (name: string): { readonly server: string; readonly tool: string } | undefined => {
  const at = name.includes('/') ? name.indexOf('/') : name.lastIndexOf('-')
  return at > 0 ? { server: name.slice(0, at), tool: name.slice(at + 1) } : undefined
}

/** Text typed into a running shell, with its special keys in braces. Keys that change what was typed leave unknown what will run. */
const typed = (seen: View, args: JsonObject): View => {
  const text = stringAt(args, 'input')
  if (text === undefined) return { ...seen, unread: 'the typed text' }
  const lines = text.replaceAll('{enter}', '\n')
  const words = lines.replace(/\{[a-z]{1,12}\}/g, '')
  return words !== lines && words.trim() !== '' ? { ...seen, unread: 'the typed keys' } : { ...seen, content: words }
}
