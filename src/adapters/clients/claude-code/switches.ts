/** What keeps Claude Code from running a hook that is registered. */

import type { Ground } from '../../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import type { Facts, Fault, Switches } from '../../../core/switches.ts'
import { includes, json, noted, objectIn, preferences, registry, setting, unknown, variable } from '../shared/switches.ts'

/** Read in the client's own code (2.1.329): how it puts its hooks together. */
export const switchesOf = (ground: Ground): Switches => {
  const own = ownFolder(ground)
  const managed = managedDir(ground)
  const policies = 'SOFTWARE\\Policies\\ClaudeCode'
  const byManager = { layers: ['managed'], counts: 'any' } as const
  return {
    live: true,
    repository: { file: '.claude/settings.json', says: '"disableAllHooks": true', managedRuns: true },
    flags: ['--bare', '--safe-mode', '--cowork'],
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
    // One value of a wrong type, anywhere in the file, and all of it is dropped: silently but for a terminal (2.1.329).
    reading: { comments: 'none', bom: 'skipped', doubled: 'last', schema: { name: 'claude-code', version: '2.1.329' } },
    env: ['env'],
    // The oldest that was seen to run them. 1.0.38 drops a file with our events, and takes the matcher `*` for no tool (measured).
    since: [1, 0, 60],
    list: [
      setting('disableAllHooks', true, { layers: ['project', 'user'], spares: ['managed'] }),
      setting('disableAllHooks', true, { id: 'managed.disableAllHooks', ...byManager }),
      // A value of another kind counts as true there.
      setting('allowManagedHooksOnly', true, {
        ...byManager,
        spares: ['managed'],
        off: value => value !== false && value !== null,
      }),
      setting('strictPluginOnlyCustomization', true, {
        ...byManager,
        spares: ['managed'],
        off: value => value === true || includes(value, 'hooks'),
      }),
      variable('CLAUDE_CODE_SIMPLE', { spares: ['managed'] }),
      variable('CLAUDE_CODE_SAFE_MODE', { spares: ['managed'] }),
      variable('CLAUDE_CODE_USE_COWORK_PLUGINS', { spares: ['managed', 'project'] }),
      {
        kind: 'condition',
        id: 'CLAUDE_CODE_SHELL_PREFIX',
        says: 'CLAUDE_CODE_SHELL_PREFIX, a program that gets every command',
        sees: facts => prefixed(facts),
      },
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

/** Whatever it is, it stands in our place; it got hooks of an untrusted folder's settings too, and none of an administrator's (measured on 2.1.329). */
const prefixed = ({ ground, file, json: read }: Facts): Fault | undefined => {
  const { root, env } = ground
  if (ground.scope === 'managed' || !startsByShell(read(file))) return undefined
  const name = 'CLAUDE_CODE_SHELL_PREFIX'
  const files = [`${root}/.claude/settings.local.json`, `${root}/.claude/settings.json`, `${ownFolder(ground)}/settings.json`]
  const where = files.find(one => stringAt(objectIn(read(one), 'env') ?? {}, name))
  if (where === undefined && !env[name]) return undefined
  return unknown(
    `${where ?? 'this environment'} sets ${name}, and Claude Code gives that program our hook in place of starting it`,
    `Remove ${name}${where === undefined ? '' : ` from ${where}`}, or register without a shell: tfy-hook init --client claude-code`,
  )
}

const startsByShell = (settings: JsonObject | undefined): boolean =>
  Object.values(objectIn(settings, 'hooks') ?? {})
    .flatMap(groups => (Array.isArray(groups) ? groups.filter(isObject) : []))
    .flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []))
    .some(hook => hook.args === undefined && stringAt(hook, 'command')?.includes('tfy-hook') === true)

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

export const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.CLAUDE_CONFIG_DIR ?? `${home}/.claude`

export const managedDir = ({ system }: Ground): string =>
  ({ linux: '/etc/claude-code', darwin: '/Library/Application Support/ClaudeCode', win32: 'C:/Program Files/ClaudeCode' })[system]
