/** How Qwen Code is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import { atLeast, type Ground, type Installation, limitMs } from '../../../core/install.ts'
import { commandHandler, fileIn, groups, leftOut, systemDir } from '../shared/install.ts'
import { hookTimeouts } from '../shared/registration.ts'
import { isTruthy, json, noted, objectIn, oddMatcher, off, setting, unknown, variable, walked } from '../shared/switches.ts'
import type { EventName } from './events.ts'

export const registration = {
  files: (env, home, roots) => [
    ...(env.QWEN_CODE_SYSTEM_SETTINGS_PATH ? [env.QWEN_CODE_SYSTEM_SETTINGS_PATH] : []),
    '/etc/qwen-code/settings.json',
    '/Library/Application Support/QwenCode/settings.json',
    'C:\\ProgramData\\qwen-code\\settings.json',
    ...roots.map(root => `${root}/.qwen/settings.json`),
    `${ownFolder({ env, home })}/settings.json`,
  ],
  // There is no switch for it.
  failMode: () => undefined,
  // Seconds, but from 1000 on milliseconds; and no hook is waited for longer than the client waits by itself.
  timeouts: (text, name) =>
    hookTimeouts(text, name, { unitMs: 1 }).map(given =>
      given === undefined ? undefined : Math.min(given < 1_000 ? given * 1_000 : given, limitOf(name)),
    ),
} satisfies Registration

export const install = {
  binaries: ['qwen'],
  marks: ['QWEN_CODE'],
  packages: { npm: ['@qwen-code/qwen-code'], brew: ['qwen-code'] },
  servers: [
    ['.qwen/settings.json', 'mcpServers'],
    ['~/.qwen/settings.json', 'mcpServers'],
  ],
  folders: ground => [ownFolder(ground)],
  scopes: ['project', 'user', 'managed'],
  http: 'it lets an action go on when a server does not answer, and has no switch against that (measured)',
  writes: (ground, hook) =>
    fileIn(ground, {
      project: `${ground.root}/.qwen/settings.json`,
      user: `${ownFolder(ground)}/settings.json`,
      managed: ground.env.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`,
    }).map(file => ({
      kind: 'entries',
      file,
      entries: groups<EventName>(
        registered(hook.version),
        name => ({
          ...commandHandler(ground, hook, 'powershell')(name),
          name: 'tfy-hook',
          // From 1000 on every version reads milliseconds; below, older ones do too.
          timeout: limitMs(hook),
          // Which shell it takes by itself there depends on how it was started.
          ...(ground.system === 'win32' && { shell: 'powershell' }),
        }),
        { matchers: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] },
      ),
      // Of this switch the strongest file decides.
      ...(ground.scope === 'managed' && { needs: [{ at: ['disableAllHooks'], value: false }] }),
    })),
  deployed: { since: [0, 24], older: 'drops the whole file' },
  gaps: version => (version === undefined ? [leftOut('Qwen Code', newer, 'It gets them when init finds qwen on the PATH.')] : []),
  switches: ground => {
    const { env, root } = ground
    const own = ownFolder(ground)
    const system = env.QWEN_CODE_SYSTEM_SETTINGS_PATH ?? `${systemDir(ground, systemDirs)}/settings.json`
    const defaults = env.QWEN_CODE_SYSTEM_DEFAULTS_PATH ?? system.replace(/[^\\/]*$/, 'system-defaults.json')
    const sources = [
      json('managed', system),
      json('project', `${root}/.qwen/settings.json`),
      json('user', `${own}/settings.json`),
      json('managed', defaults),
    ]
    return {
      repository: { file: '.qwen/settings.json', says: '"disableAllHooks": true', managedRuns: false },
      flags: ['--bare', '--safe-mode'],
      sources,
      dotenv: {
        nearest: walked(ground.root, '.qwen', ground.home),
        others: [...new Set([`${own}/.env`, `${ground.home}/.qwen/.env`, `${ground.home}/.env`])],
        tooLate: ['QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
      },
      list: [
        setting('disableAllHooks', true, { off: isTruthy }),
        oddMatcher(
          'Qwen Code',
          sources.map(({ at }) => at),
          ['PreToolUse', 'UserPromptSubmit'],
        ),
        variable('QWEN_CODE_SAFE_MODE'),
        variable('QWEN_CODE_SIMPLE'),
        {
          kind: 'condition',
          id: 'trust',
          says: 'a folder that nobody has trusted',
          sees: ({ ground: { scope }, json: read }) => {
            if (scope !== 'project') return undefined
            const enabled = sources
              .map(({ at }) => objectIn(read(at), 'security', 'folderTrust')?.enabled)
              .find(value => value !== undefined)
            // Every folder counts as trusted until somebody asks for the question.
            if (enabled !== true) return undefined
            const file = env.QWEN_CODE_TRUSTED_FOLDERS_PATH ?? `${own}/trustedFolders.json`
            const said = noted(read(file), root, value =>
              typeof value === 'string' && value !== 'TRUST_PARENT' ? value : undefined,
            )
            const fix = `Start qwen in ${root} and trust the folder`
            if (said === 'DO_NOT_TRUST')
              return off(`${file} says that ${root} is not trusted, so Qwen Code runs no hooks of the project`, fix)
            return said === 'TRUST_FOLDER'
              ? undefined
              : unknown(`Qwen Code runs a project’s hooks only in a trusted folder, and ${file} says nothing about ${root}`, fix)
          },
        },
      ],
    }
  },
  notes: ({ scope }) => (scope === 'project' ? ['Qwen Code runs the hooks of a project after its folder was trusted.'] : []),
} satisfies Installation

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.QWEN_HOME ?? `${home}/.qwen`

const systemDirs = { linux: '/etc/qwen-code', darwin: '/Library/Application Support/QwenCode', win32: 'qwen-code' }

/** A permission request is a second question about a call, a batch a second look at its results. */
const registered = (version: readonly number[] | undefined): readonly EventName[] => [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SessionStart',
  'Stop',
  'SubagentStop',
  ...(atLeast(version, [0, 24]) ? newer : []),
]

const newer = ['UserPromptExpansion', 'PostToolUseFailure'] as const

export const limitOf = (name: string): number => (name === 'PostToolBatch' ? 15_000 : 60_000)
