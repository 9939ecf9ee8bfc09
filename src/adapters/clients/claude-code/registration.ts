/** How Claude Code is made to call us. */

import type { Registration } from '../../../core/adapter.ts'
import { guardrailHeader, guardrailsFor } from '../../../core/config.ts'
import { atLeast, type Entry, type Ground, type Hook, type HttpHook, type Installation } from '../../../core/install.ts'
import type { JsonObject } from '../../../core/json.ts'
import { commandText, fileIn, groups, leftOut, limitSeconds } from '../shared/install.ts'
import { closedHookEntry, hookTimeouts } from '../shared/registration.ts'
import { type EventName, events } from './events.ts'
import { managedDir, ownFolder, switchesOf } from './switches.ts'

/** The first with `onFailure`. Older ones ignore the key (measured from 1.0.60 on), and a client updates itself. */
const closing = [2, 1, 295] as const

/** Beside the settings of others, in a folder of such files: the second has events for which an older version would drop the first. */
const ownDrops = ['50-tfy-hook.json', '51-tfy-hook.json'] as const

export const registration = {
  files: (env, home, roots) => [
    ...['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:\\Program Files\\ClaudeCode'].flatMap(dir =>
      ['json', `d/${ownDrops[0]}`, `d/${ownDrops[1]}`].map(end => `${dir}/managed-settings.${end}`),
    ),
    ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
    `${ownFolder({ env, home })}/settings.json`,
  ],
  failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.onFailure === 'block'),
  timeouts: hookTimeouts,
} satisfies Registration

export const install = {
  binaries: ['claude'],
  marks: ['CLAUDECODE'],
  packages: { npm: ['@anthropic-ai/claude-code'], brew: ['claude-code'], versions: ['claude/versions'] },
  servers: [
    ['.mcp.json', 'mcpServers'],
    ['~/.claude.json', 'mcpServers', 'projects'],
  ],
  folders: ground => [ownFolder(ground)],
  scopes: ['project', 'user', 'managed'],
  writes: (ground, hook) =>
    ground.scope === 'managed'
      ? ownDrops.map((name, i) => ({
          kind: 'entries',
          file: `${managedDir(ground)}/managed-settings.d/${name}`,
          entries: entriesFor(i === 0 ? registered(undefined) : newer, ground, hook),
          ...(i === 0 && { needs: [onlyManagedMods, ...(hook.http === undefined ? [] : onlyHttp(hook.http))] }),
        }))
      : fileIn(ground, {
          project: `${ground.root}/.claude/settings.json`,
          user: `${ownFolder(ground)}/settings.json`,
        }).map(file => ({
          kind: 'entries',
          file,
          entries: entriesFor(registered(hook.version), ground, hook),
          ...(hook.http !== undefined && {
            joins: [
              { at: 'allowedHttpHookUrls', value: hook.http.url },
              ...hook.http.variables.map(value => ({ at: 'httpHookAllowedEnvVars', value })),
            ],
          }),
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
  deployed: {
    since: closing,
    older:
      'goes on with the action when the hook cannot be started, crashes or is late; one that does not know an event drops 51-tfy-hook.json alone',
  },
  notes: ({ scope }) =>
    scope === 'project'
      ? [
          'Claude Code runs the hooks of a project after its folder was trusted.',
          'Cloud sessions read this file, and not the settings in your home directory: install tfy-hook on the PATH there, or the closed form stops every prompt.',
        ]
      : [],
} satisfies Installation

export const registered = (version: readonly number[] | undefined): readonly EventName[] => [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
  ...(version === undefined || atLeast(version, [1, 0, 85]) ? (['SessionStart', 'SessionEnd'] as const) : []),
  ...(atLeast(version, [2, 1, 121]) ? newer : []),
]

const entriesFor = (names: readonly EventName[], ground: Ground, hook: Hook): readonly Entry[] =>
  groups(names, name => handler(name, ground, hook), { matchers: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] })

/** A version that does not know a registered event drops the whole file (measured: 1.0.60, 2.0.50, 2.1.44, 2.1.85). */
const newer = ['UserPromptExpansion', 'PostToolUseFailure', 'ElicitationResult'] as const

const handler = (name: EventName, ground: Ground, hook: Hook): JsonObject => ({
  ...(isOverHttp(name, hook.http) ? overHttp(name, hook.http) : asCommand(name, ground, hook)),
  timeout: limitSeconds(hook),
  ...(hook.closed && events[name].can.deny === 'block' && { onFailure: 'block' }),
})

const isOverHttp = (name: EventName, http: HttpHook | undefined): http is HttpHook =>
  http !== undefined && name !== 'SessionStart' && !http.commands?.includes(name)

const overHttp = (name: EventName, { url, headers, guardrails, variables }: HttpHook): JsonObject => ({
  type: 'http',
  url,
  headers: withGuardrails(headers, guardrails, name),
  ...(variables.length > 0 && { allowedEnvVars: variables }),
  statusMessage: 'Asking tfy-hook',
})

const withGuardrails = (headers: HttpHook['headers'], guardrails: HttpHook['guardrails'], name: EventName): JsonObject => {
  const asked = guardrailsFor(guardrails, name, events[name].guardrail)
  return { ...headers, ...(asked !== undefined && { [guardrailHeader]: asked }) }
}

const asCommand = (name: EventName, ground: Ground, hook: Hook): JsonObject => ({
  type: 'command',
  ...(withoutShell(ground, hook)
    ? { command: hook.command(name).executable, args: hook.command(name).args }
    : { command: commandText(hook, name, ground, 'posix') }),
})

/**
 * A project's `env` can name a shell, code that one loads, or with `CLAUDE_CODE_SHELL_PREFIX` a program in its place; none of it reaches words
 * that are started without one (measured on 2.1.329). On Windows the shell is a guess. What needs its variables cleared still needs a shell
 * for that. Another client that reads the file and drops `args` runs the bare program, which knows its callers by what they say.
 */
const withoutShell = ({ system, scope }: Ground, { version, direct }: Hook): boolean =>
  (system === 'win32' || direct === true) && (atLeast(version, [2, 1, 139]) || (scope === 'managed' && direct === true))

/** Of HTTP hooks these alone, and no variable but theirs in a header. */
const onlyHttp = ({ url, variables }: HttpHook) => [
  { at: ['allowedHttpHookUrls'], value: [url] },
  { at: ['httpHookAllowedEnvVars'], value: variables },
]

/** Mods are code inside the client. A person's own could run programs of which no hook hears (measured on 2.1.329). */
const onlyManagedMods = {
  at: ['pluginConfigs', 'cc-plugin-sec-default@builtin', 'options', 'allowManagedModsOnly'],
  value: true,
} as const
