/** How Claude Code is made to call us. */

import type { Registration } from '../../core/adapter.ts'
import { atLeast, type Ground, type Hook, type HttpHook, type Installation } from '../../core/install.ts'
import type { JsonObject } from '../../core/json.ts'
import { commandText, fileIn, groups, leftOut, limitSeconds } from '../shared/install.ts'
import { closedHookEntry, hookTimeouts } from '../shared/registration.ts'
import { type EventName, events } from './events.ts'
import { managedDir, ownFolder, switchesOf } from './switches.ts'

export const registration = {
  files: (env, home, roots) => [
    '/etc/claude-code/managed-settings.json',
    '/Library/Application Support/ClaudeCode/managed-settings.json',
    'C:\\Program Files\\ClaudeCode\\managed-settings.json',
    ...roots.flatMap(root => [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`]),
    `${ownFolder({ env, home })}/settings.json`,
  ],
  failMode: (text, eventName) => closedHookEntry(text, eventName, entry => entry.onFailure === 'block'),
  timeouts: hookTimeouts,
} satisfies Registration

export const install = {
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
