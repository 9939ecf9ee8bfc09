/** How Copilot is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import type { Installation } from '../../../core/install.ts'
import { stringsAt } from '../../../core/json.ts'
import type { Condition, Reads, Source } from '../../../core/switches.ts'
import { copilotHooks, systemDir } from '../shared/install.ts'
import { hookTimeoutsOf } from '../shared/registration.ts'
import { copilotManaged, json, setting, unknown } from '../shared/switches.ts'
import { events, kindOf } from './events.ts'

export const registration = {
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
} satisfies Registration

export const install = {
  binaries: ['copilot'],
  marks: ['COPILOT_CLI'],
  packages: { npm: ['@github/copilot'], brew: ['copilot-cli'] },
  servers: [['~/.copilot/mcp-config.json', 'mcpServers']],
  folders: ({ env, home }) => [env.COPILOT_HOME ?? `${home}/.copilot`],
  scopes: ['project', 'user', 'managed'],
  http: 'it asks no server on this machine unless COPILOT_HOOK_ALLOW_LOCALHOST is set',
  writes: (ground, hook) =>
    copilotHooks(ground, hook, {
      user: `${ground.env.COPILOT_HOME ?? `${ground.home}/.copilot`}/hooks`,
      managed: `${systemDir(ground, { linux: '/etc/github-copilot', darwin: '/etc/github-copilot', win32: 'GitHub/Copilot' })}/policy.d`,
    }),
  deployed: { since: [1, 0, 102], older: 'was not tried' },
  switches: ground => {
    const { env, home, root } = ground
    const own = env.COPILOT_HOME ?? `${home}/.copilot`
    const top = ground.repository ?? root
    return {
      repository: { file: '.claude/settings.json', says: '"disableAllHooks": true', managedRuns: true },
      sources: [
        ...copilotManaged(ground),
        // Of a repository its root's, wherever in it the client was started (measured on 1.0.102).
        ...[
          '.github/copilot/settings.local.json',
          '.github/copilot/settings.json',
          '.claude/settings.local.json',
          '.claude/settings.json',
        ].map(
          (file): Source => ({
            ...json('project', `${top}/${file}`),
            strict: true,
            unsure: read =>
              top === root || isTrusted(own, top, read)
                ? undefined
                : `which Copilot goes by where ${top} is trusted, and not only ${root}`,
          }),
        ),
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
        // A value of another kind counts as true (measured on 1.0.102).
        setting('allowManagedHooksOnly', true, { ...byManager, off: value => value !== false }),
        setting('strictPluginOnlyCustomization', true, {
          ...byManager,
          off: value => (Array.isArray(value) ? value.includes('hooks') : value !== false),
        }),
        copilotTrust(own),
      ],
    }
  },
  notes: ({ scope }) =>
    scope === 'project'
      ? [
          'Copilot runs the hooks of a repository after its folder was trusted.',
          'Copilot’s cloud agent runs them too once they are on the default branch: tfy-hook has to be on the PATH there, or every tool is denied.',
        ]
      : scope === 'managed'
        ? ['A file in policy.d has to belong to root, and nobody else may write it.']
        : [],
} satisfies Installation

const byManager = { layers: ['managed'], counts: 'any', spares: ['managed'] } as const

const copilotTrust = (own: string): Condition => ({
  kind: 'condition',
  id: 'trust',
  says: 'a folder that nobody has trusted',
  sees: ({ ground: { scope, root }, json: read }) => {
    if (scope !== 'project') return undefined
    const file = `${own}/config.json`
    return isTrusted(own, root, { json: read })
      ? undefined
      : unknown(
          `Copilot runs a repository’s hooks only in a trusted folder, and ${file} does not name ${root}`,
          `Start copilot in ${root} and trust the folder`,
        )
  },
})

const isTrusted = (own: string, folder: string, { json: read }: Pick<Reads, 'json'>): boolean => {
  const said = read(`${own}/config.json`)
  const folders = said === undefined ? [] : [...stringsAt(said, 'trusted_folders'), ...stringsAt(said, 'trustedFolders')]
  return folders.some(one => `${folder}/`.startsWith(`${one.replace(/[\\/]+$/, '')}/`))
}
