/**
 * Gemini CLI. Docs: https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md. Verified on 0.61.0, 2026-11
 * (recorded payloads, measured answers, the client's own code).
 *
 * JSON counts at any exit code, and JSON without a decision undoes exit 2. With an empty stdout it is stderr that is read. So stdout always
 * holds the whole answer, but where any answer would change the request.
 */

import { type Answer, type Can, type ClientAdapter, canNothing, type EventTraits } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent, ToolType } from '../core/event.ts'
import { fail, ok } from '../core/failure.ts'
import { limitMs } from '../core/install.ts'
import { type JsonObject, objectAt, stringAt } from '../core/json.ts'
import { contextText, messageText, objectionText } from '../core/message.ts'
import type { Facts, Fault, Source } from '../core/switches.ts'
import { argumentsIn, textOf, viewTool } from '../core/tool.ts'
import type { Verdict } from '../core/verdict.ts'
import { hookSpecific, refuse, say, silent } from './_answer.ts'
import { claimed } from './_claims.ts'
import { eventName, isoTimestamp, lacks } from './_evidence.ts'
import { commandHandler, entriesIn, groups, systemDir } from './_install.ts'
import { hookTimeouts } from './_registration.ts'
import { json, noted, objectIn, off, setting, unknown } from './_switches.ts'
import { asOutput, folderOf, fromRow, merges, namedCall, only, plain, promptOf, strings, traits, type View } from './_view.ts'

const says: Can = { ...canNothing, message: true }
const blocks: Can = { ...says, deny: 'block' }

const input = 'llmInputGuardrails'
const output = 'llmOutputGuardrails'

const events = {
  BeforeTool: traits('before every tool', 'input', input, { ...blocks, rewriteInput: true }),
  AfterTool: traits('a tool returned', 'output', output, { ...blocks, context: true }),
  BeforeAgent: traits('a prompt is sent', 'input', input, { ...blocks, context: true }),
  AfterAgent: traits('the turn is about to end', 'lifecycle', null, { ...says, deny: 'feedback' }),
  BeforeModel: traits('before each request to the model', 'input', input, blocks),
  AfterModel: traits('each piece of the model’s answer', 'output', output, blocks),
  BeforeToolSelection: traits('before the model chooses a tool', 'analytics', null, canNothing),
  SessionStart: traits('a session begins', 'lifecycle', null, { ...says, context: true }),
  SessionEnd: traits('a session ends', 'lifecycle', null, says),
  PreCompress: traits('before the history is compressed', 'analytics', null, says),
  Notification: traits('a notification is shown', 'analytics', null, says),
} as const satisfies Record<string, EventTraits>

type EventName = keyof typeof events
const isEvent = (name: string): name is EventName => Object.hasOwn(events, name)

const tools: Readonly<Record<string, ToolType>> = {
  run_shell_command: 'shell',
  read_file: 'file-read',
  read_many_files: 'file-read',
  list_directory: 'file-read',
  glob: 'file-read',
  grep_search: 'file-read',
  // Its name in older versions.
  search_file_content: 'file-read',
  write_file: 'file-write',
  replace: 'file-edit',
  web_fetch: 'web',
  google_web_search: 'web',
  invoke_agent: 'agent',
}

export default {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  docs: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md',
  verified: '0.61.0, 2026-11',
  events,

  detect: (payload, env) =>
    claimed(payload, 'gemini-cli', () => {
      // Eight of the eleven events have names of their own; these three are shared with Claude Code and VS Code.
      const event = eventName(payload)
      if (event !== 'SessionStart' && event !== 'SessionEnd' && event !== 'Notification') return 'no'
      const session = stringAt(payload, 'session_id')
      if (session === undefined || !isoTimestamp(payload)) return 'no'
      if (!lacks(payload, 'permission_mode', 'prompt_id', 'initial_prompt', 'tool_name')) return 'no'
      // The variable is inherited by whatever Gemini starts; only the same session id proves anything.
      if (env.GEMINI_SESSION_ID === session) return 'strong'
      if (stringAt(payload, 'transcript_path') === undefined) return 'no'
      // A new session is `startup` here, `new` in VS Code and Copilot.
      return event === 'SessionStart' && stringAt(payload, 'source') === 'new' ? 'no' : 'weak'
    }),

  normalise: (payload, env, hints) => {
    const name = stringAt(payload, 'hook_event_name') ?? hints.event ?? ''
    if (!isEvent(name)) return fail({ kind: 'event-unknown', client: 'gemini-cli', event: name })
    const root = stringAt(payload, 'cwd') ?? env.GEMINI_PROJECT_DIR
    const cwd = folderOf(root, folderNamed(payload))
    return ok({
      client: 'gemini-cli',
      originalEventName: name,
      ...fromRow(events[name]),
      // Nothing in payload or environment tells a terminal from a headless run.
      attended: true,
      workspaceRoots: root === undefined ? [] : [root],
      metadata: only(payload, ['stop_hook_active', 'source', 'reason', 'trigger', 'notification_type', 'original_request_name']),
      ...(cwd !== undefined && { cwd }),
      ...strings(payload, { sessionId: 'session_id' }),
      ...view(name, payload),
    })
  },

  can: event => (isEvent(event.originalEventName) ? canNow(event.originalEventName, event) : canNothing),

  render: (verdict, event) => render(verdict, event),

  failDefault: () => 'open',
  timeoutMs: () => 60_000,

  renderFailure: (mode, reason, name) => {
    if (mode === 'open') return say({ systemMessage: reason })
    // Only the end of the whole run stops any event that it may be.
    return name !== undefined && isEvent(name) ? denied(name, reason) : ended(reason)
  },

  registration: {
    files: (env, home, roots) => [
      ...(env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ? [env.GEMINI_CLI_SYSTEM_SETTINGS_PATH] : []),
      '/etc/gemini-cli/settings.json',
      '/Library/Application Support/GeminiCli/settings.json',
      'C:\\ProgramData\\gemini-cli\\settings.json',
      ...roots.map(root => `${root}/.gemini/settings.json`),
      `${env.GEMINI_CLI_HOME ?? home}/.gemini/settings.json`,
    ],
    // There is no switch for it.
    failMode: () => undefined,
    timeouts: (text, name) => hookTimeouts(text, name, { unitMs: 1 }),
  },

  install: {
    binaries: ['gemini'],
    packages: { npm: ['@google/gemini-cli'], brew: ['gemini-cli'] },
    folders: ({ env, home }) => [`${env.GEMINI_CLI_HOME ?? home}/.gemini`],
    scopes: ['project', 'user', 'managed'],
    writes: (ground, hook) =>
      entriesIn(
        ground,
        {
          project: `${ground.root}/.gemini/settings.json`,
          user: `${ground.env.GEMINI_CLI_HOME ?? ground.home}/.gemini/settings.json`,
          managed: ground.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`,
        },
        // What a request to the model holds was asked about when it was a prompt.
        groups<EventName>(
          ['BeforeAgent', 'BeforeTool', 'AfterTool', 'SessionStart', 'AfterAgent', 'SessionEnd'],
          name => ({ ...commandHandler(ground, hook, 'powershell')(name), name: 'tfy-hook', timeout: limitMs(hook) }),
          { matchers: ['BeforeTool', 'AfterTool'] },
        ),
      ),
    switches: ground => {
      const own = `${ground.env.GEMINI_CLI_HOME ?? ground.home}/.gemini`
      const system = ground.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`
      const defaults = ground.env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH ?? system.replace(/[^\\/]*$/, 'system-defaults.json')
      const project = `${ground.root}/.gemini/settings.json`
      // What a project says about its own trust is not asked (read in 0.61.0).
      const asked = [system, `${own}/settings.json`, defaults]
      const trusts = ({ json: read }: Pick<Facts, 'json'>): Fault | undefined => {
        const settings = asked.map(file => read(file))
        return trust(ground.env, ground.root, own, settings, read)
      }
      const sources: readonly Source[] = [
        json('managed', system),
        {
          ...json('project', project),
          // With `--skip-trust` the hooks ran all the same (measured on 0.61.0).
          unsure: read => (trusts(read) === undefined ? undefined : 'which Gemini CLI goes by in a trusted folder only'),
        },
        json('user', `${own}/settings.json`),
        json('managed', defaults),
      ]
      return {
        sources,
        // Read in the client's own code (0.61.0): a list in any of these files counts, of a switch the strongest.
        list: [
          setting('hooksConfig.enabled', false),
          setting('hooksConfig.disabled', ['tfy-hook'], {
            counts: 'any',
            // An entry without a name goes by its command.
            off: value => Array.isArray(value) && value.some(name => typeof name === 'string' && name.includes('tfy-hook')),
          }),
          {
            kind: 'condition',
            id: 'trust',
            says: 'a folder that nobody has trusted',
            // In such a folder no hook of any settings file runs, not those of the user or the system either.
            sees: trusts,
          },
        ],
      }
    },
    notes: () => [
      'Gemini CLI runs no hooks in a folder that nobody has trusted, those of the user neither.',
      'Gemini CLI hides variables that look like keys from a hook: keep the gateway’s key in the credentials file.',
    ],
  },
} satisfies ClientAdapter

/** What Gemini's own check of trust comes to, for what can be seen from outside. */
const trust = (
  env: Env,
  root: string,
  own: string,
  settings: readonly (JsonObject | undefined)[],
  read: Facts['json'],
): Fault | undefined => {
  const file = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ?? `${own}/trustedFolders.json`
  const fix = `Start gemini in ${root} and trust the folder`
  if (env.GEMINI_RESTRICTED_MODE === 'true' || env.GEMINI_CLI_TRUST_WORKSPACE === 'false')
    return off(
      `Gemini CLI runs no hooks in a folder that is not trusted, and this environment says that ${root} is not`,
      'unset GEMINI_RESTRICTED_MODE GEMINI_CLI_TRUST_WORKSPACE',
    )
  if (env.GEMINI_CLI_TRUST_WORKSPACE === 'true') return undefined
  const asks = settings.map(one => objectIn(one, 'security', 'folderTrust')?.enabled).find(value => value !== undefined)
  if (asks === false) return undefined
  const table = read(file)
  const said = noted(table, root, value => (value === 'TRUST_FOLDER' || value === 'DO_NOT_TRUST' ? value : undefined))
  const beside = Object.entries(table ?? {}).some(
    ([path, value]) => value === 'TRUST_PARENT' && `${root}/`.startsWith(path.replace(/[^\\/]+$/, '')),
  )
  if (said === 'DO_NOT_TRUST')
    return off(`Gemini CLI runs no hooks in a folder that is not trusted, and ${file} says that ${root} is not`, fix)
  return said === 'TRUST_FOLDER' || beside
    ? undefined
    : unknown(`Gemini CLI runs no hooks in a folder that is not trusted, and ${file} says nothing about ${root}`, fix)
}

const systemDirs = { linux: '/etc/gemini-cli', darwin: '/Library/Application Support/GeminiCli', win32: 'gemini-cli' }

const render = ({ ruling, rewrite, context, message }: Verdict, event: NormalizedHookEvent): Answer => {
  const name = event.originalEventName
  // There any answer, `{}` too, puts a tool configuration into the request.
  if (!isEvent(name) || name === 'BeforeToolSelection') return silent
  const can = canNow(name, event)
  const told = message === undefined ? undefined : messageText(message)
  if (ruling.decision === 'allow') {
    const specific = {
      ...(rewrite?.of === 'input' && { tool_input: rewrite.input }),
      ...(context !== undefined && can.context && { additionalContext: contextText(context) }),
    }
    return say(hookSpecific(name, specific, told === undefined ? {} : { systemMessage: told }))
  }
  const text = objectionText(ruling)
  // Where both are given, a person is shown the message instead of the reason.
  const both = told === undefined ? text : `${text}\n${told}`
  if (can.deny === 'none') return say({ systemMessage: both })
  return denied(name, text, told === undefined ? {} : { systemMessage: both })
}

/** Exit 2, the reason on stderr and the decision on stdout: each blocks alone, with text around it too. */
const denied = (name: EventName, reason: string, top: JsonObject = {}): Answer =>
  // A denied answer is shown and used all the same, and another hook's allow undoes a denied request: only the end of the run holds.
  name === 'AfterModel' || name === 'BeforeModel' ? ended(reason, top) : refuse(reason, { ...top, decision: 'deny', reason })

const ended = (reason: string, top: JsonObject = {}): Answer =>
  refuse(reason, { ...top, decision: 'deny', reason, continue: false })

const canNow = (name: EventName, event: NormalizedHookEvent): Can => {
  // An answer that was sent back once is not sent back again: nothing bounds the loop.
  if (name === 'AfterAgent' && event.metadata.stop_hook_active === true) return { ...events[name].can, deny: 'none' }
  // The input is replaced (0.61.0) or merged (older): the same, unless a key was taken out.
  return name === 'BeforeTool'
    ? { ...events[name].can, takes: rewrite => rewrite.of === 'input' && merges(rewrite) }
    : events[name].can
}

const view = (name: EventName, payload: JsonObject): View => {
  switch (name) {
    case 'BeforeTool':
      return call(payload)
    case 'AfterTool':
      return asOutput(call(payload), payload.tool_response ?? '')
    case 'BeforeAgent':
      return promptOf(stringAt(payload, 'prompt'))
    case 'AfterAgent':
      return plain('stop', stringAt(payload, 'prompt_response') ?? '', only(payload, ['prompt', 'stop_hook_active']))
    case 'BeforeModel': {
      const request = objectAt(payload, 'llm_request')
      const seen = plain('prompt', textOf(request?.messages ?? request), request ?? {})
      return request === undefined ? { ...seen, unread: 'the request' } : seen
    }
    case 'AfterModel':
      return asOutput(plain('output', '', {}), payload.llm_response ?? '')
    case 'SessionStart':
      return plain('session', '', only(payload, ['source']))
    default: {
      const { session_id: _s, transcript_path: _p, hook_event_name: _h, cwd: _c, timestamp: _t, ...fields } = payload
      return plain('other', textOf(fields), fields)
    }
  }
}

const call = (payload: JsonObject): View => {
  const context = objectAt(payload, 'mcp_context')
  const seen = namedCall(payload, tools, name => (context === undefined ? splitName(name) : splitContext(context, name)))
  if (seen.toolName === 'web_fetch') return { ...seen, urls: fetched(seen) }
  const agentType = seen.toolType === 'agent' ? stringAt(seen.structuredInput, 'agent_name') : undefined
  return agentType === undefined ? seen : { ...seen, agentType }
}

/** The addresses in the prompt, whatever stands beside it. */
const fetched = ({ urls, structuredInput }: View): readonly string[] => [
  ...new Set([...urls, ...viewTool('web', only(structuredInput, ['prompt'])).urls]),
]

const splitContext = (context: JsonObject, name: string) => {
  const server = stringAt(context, 'server_name')
  return { tool: stringAt(context, 'tool_name') ?? name, ...(server !== undefined && { server }) }
}

/** The name alone, `mcp_server_tool`, is read as the client reads it: a server has no underscore. */
const splitName = (name: string) => {
  if (!name.startsWith('mcp_')) return undefined
  const at = name.indexOf('_', 4)
  return at < 0 ? { tool: name.slice(4) } : { server: name.slice(4, at), tool: name.slice(at + 1) }
}

const folderNamed = (payload: JsonObject): string | undefined =>
  stringAt(payload, 'tool_name') === 'run_shell_command' ? stringAt(argumentsIn(payload.tool_input) ?? {}, 'dir_path') : undefined
