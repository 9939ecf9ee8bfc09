/** How Droid is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import type { Ground, Installation } from '../../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import type { Facts, Switches } from '../../../core/switches.ts'
import { commandHandler, fileIn, groups } from '../shared/install.ts'
import { hookTimeouts } from '../shared/registration.ts'
import { isTruthy, json, objectIn, off, setting } from '../shared/switches.ts'
import type { EventName } from './events.ts'

export const registration = {
  files: (env, home, roots) => [
    ...(env.FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH ? [env.FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH] : []),
    '/etc/factory/settings.json',
    '/Library/Application Support/Factory/settings.json',
    'C:\\Program Files\\Factory\\settings.json',
    ...[env.FACTORY_HOME_OVERRIDE ?? home, ...roots].flatMap(root => [
      `${root}/.factory/hooks.json`,
      `${root}/.factory/settings.json`,
      `${root}/.factory/hooks/hooks.json`,
    ]),
  ],
  // There is no switch for it: every failure lets the action go on.
  failMode: () => undefined,
  timeouts: hookTimeouts,
} satisfies Registration

export const install = {
  binaries: ['droid'],
  packages: { npm: ['@factory/cli', 'droid'], brew: ['droid'] },
  servers: [
    ['.factory/mcp.json', 'mcpServers'],
    ['~/.factory/mcp.json', 'mcpServers'],
  ],
  // A variable that moves it hides it from nobody.
  folders: ground => [...new Set([ownFolder(ground), `${ground.home}/.factory`])],
  scopes: ['project', 'user', 'managed'],
  writes: (ground, hook) =>
    fileIn(ground, {
      project: `${ground.root}/.factory/settings.json`,
      user: `${ownFolder(ground)}/settings.json`,
      managed: managedFile(ground),
    }).map(file => ({
      kind: 'entries',
      file,
      // 0.225.2 takes an event from there alone as soon as that file has a list for it, even an empty one.
      ...(ground.scope === 'managed' && { needs: [{ at: ['hooks', 'hooksDisabled'], value: false }] }),
      ...(ground.scope !== 'managed' && {
        behind: ['hooks.json', 'hooks/hooks.json'].map(name => file.replace(/settings\.json$/, name)),
      }),
      entries: groups<EventName>(
        ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop'],
        name => withoutQuotes(commandHandler(ground, hook, 'cmd')(name), ground),
        { matchers: ['PreToolUse', 'PostToolUse'] },
      ),
    })),
  switches: ground => switchesOf(ground),
  deployed: { since: [0, 225, 2], older: 'was not tried' },
  notes: ({ scope }) => [
    ...(scope === 'managed'
      ? []
      : [
          'An event that hooks.json names is taken from there alone: init registers such an event in hooks.json. Run it again when that file changes.',
        ]),
    'Droid calls no hook for a prompt in droid exec.',
  ],
} satisfies Installation

/** As its own code (0.225.2) puts the settings of a folder together: those of `hooks.json` over those of `settings.json`, event by event. */
const switchesOf = (ground: Ground): Switches => {
  const { root } = ground
  // The root of the repository counts from below, too (measured on 0.225.2).
  const projects = [root, ...(ground.repository === undefined ? [] : [ground.repository])].map(dir => `${dir}/.factory`)
  const folders = [...projects, ownFolder(ground)]
  const flat = (folder: string, read: Facts['json']): readonly [string, JsonObject | undefined] => {
    const file = `${folder}/hooks.json`
    const found = read(file)
    return found === undefined ? [`${folder}/hooks/hooks.json`, read(`${folder}/hooks/hooks.json`)] : [file, found]
  }
  return {
    repository: { file: '.factory/settings.json', says: '"hooks": { "hooksDisabled": true }', managedRuns: true },
    sources: [
      json('managed', managedFile(ground)),
      ...folders.flatMap((folder, i) =>
        ['hooks.json', 'settings.json'].map(name => json(i < projects.length ? 'project' : 'user', `${folder}/${name}`)),
      ),
    ],
    reading: { comments: 'any' },
    list: [
      setting('allowManagedHooksOnly', true, { layers: ['managed'], counts: 'any', spares: ['managed'] }),
      {
        kind: 'condition',
        id: 'hooksDisabled',
        says: '"hooks": { "hooksDisabled": true }',
        sees: ({ json: read }) => {
          // What an administrator says about it stands above (measured on 0.225.2).
          const deployed = objectIn(read(managedFile(ground)), 'hooks')?.hooksDisabled
          if (deployed === false) return undefined
          if (deployed === true) return off(`${managedFile(ground)} sets "hooksDisabled": true`, 'Ask an administrator')
          const runtime = ground.env.FACTORY_RUNTIME_SETTINGS_PATH
          const given = runtime === undefined ? undefined : objectIn(read(runtime), 'hooks')?.hooksDisabled
          if (given !== undefined && isTruthy(given))
            return off(
              `${runtime}, which FACTORY_RUNTIME_SETTINGS_PATH names, sets hooksDisabled`,
              'unset FACTORY_RUNTIME_SETTINGS_PATH',
            )
          for (const folder of folders) {
            const [file, direct] = flat(folder, read)
            const settings = `${folder}/settings.json`
            const said: readonly (readonly [string, JsonValue | undefined])[] = [
              [file, direct?.hooksDisabled],
              [settings, objectIn(read(settings), 'hooks')?.hooksDisabled],
            ]
            // Of another type it drops the hooks of its own file (`hooks.entry`), and switches nothing off elsewhere.
            const [where, value] = said.find(([, found]) => typeof found === 'boolean') ?? []
            if (where === undefined) continue
            return value === true ? off(`${where} sets "hooksDisabled": true`, `Remove hooksDisabled from ${where}`) : undefined
          }
          return undefined
        },
      },
      {
        kind: 'condition',
        id: 'hooks.entry',
        says: 'an entry that Droid does not take, anybody’s',
        // Each form was tried on 0.225.2: for any of them the hooks of the whole file are dropped.
        sees: ({ file, json: read }) => {
          const said = read(file)
          const events = Object.entries(/[\\/]settings\.json$/.test(file) ? (objectIn(said, 'hooks') ?? {}) : (said ?? {}))
          const odd = events.find(([key, value]) =>
            key === 'hooksDisabled' ? typeof value !== 'boolean' : Array.isArray(value) && value.some(isOddGroup),
          )
          return odd === undefined
            ? undefined
            : off(
                `${file} has an entry for ${odd[0]} that Droid does not take, and it then drops all hooks of the file`,
                `Correct ${odd[0]} in ${file}`,
              )
        },
      },
      {
        kind: 'condition',
        id: 'hooks.json',
        says: 'an event of ours in a hooks.json beside settings.json',
        sees: ({ file, events: own, json: read }) => {
          if (!/[\\/]settings\.json$/.test(file)) return undefined
          const [beside, entries] = flat(file.replace(/[\\/]settings\.json$/, ''), read)
          const hidden = own
            .filter(event => ['PreToolUse', 'UserPromptSubmit', 'PostToolUse'].includes(event))
            .filter(event => {
              const there = entries?.[event]
              return there !== undefined && !JSON.stringify(there).includes('tfy-hook')
            })
          return hidden.length === 0
            ? undefined
            : off(
                `${beside} has ${hidden.join(', ')}, and Droid then leaves out what ${file} has for it`,
                `tfy-hook init --client droid${file.startsWith(root) ? ' --scope project' : ''}`,
              )
        },
      },
    ],
  }
}

const isOddGroup = (group: JsonValue): boolean =>
  !isObject(group) ||
  (group.matcher !== undefined && typeof group.matcher !== 'string') ||
  !Array.isArray(group.hooks) ||
  group.hooks.some(isOddHook)

const isOddHook = (hook: JsonValue): boolean =>
  !isObject(hook) ||
  hook.type !== 'command' ||
  typeof hook.command !== 'string' ||
  (hook.timeout !== undefined && typeof hook.timeout !== 'number')

const managedFile = ({ system, env }: Ground): string => {
  const dir = { linux: '/etc/factory', darwin: '/Library/Application Support/Factory', win32: 'C:/Program Files/Factory' }[system]
  return env.FACTORY_ORG_MANAGED_SETTINGS_LOCAL_PATH ?? `${dir}/settings.json`
}

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => `${env.FACTORY_HOME_OVERRIDE ?? home}/.factory`

/** On Windows a path has to do without blanks. */
const withoutQuotes = (handler: JsonObject, { system }: Ground): JsonObject => {
  if (system === 'win32' && stringAt(handler, 'command')?.includes('"'))
    throw new RangeError('Droid on Windows cannot be given a path with blanks')
  return handler
}
