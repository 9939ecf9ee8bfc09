/** How Codex is made to call us, and what keeps it from that. */

import type { Registration } from '../../../core/adapter.ts'
import type { Ground, Installation, Scope } from '../../../core/install.ts'
import { isObject, type JsonObject, type JsonValue, stringAt } from '../../../core/json.ts'
import type { Facts, Switches } from '../../../core/switches.ts'
import { commandHandler, fileIn, groups, systemDir } from '../shared/install.ts'
import { hookTimeouts } from '../shared/registration.ts'
import { noted, objectIn, off, setting, unknown, upwards } from '../shared/switches.ts'
import type { EventName } from './events.ts'

export const registration = {
  // Other TOML files can hold hooks as well; they are not read.
  files: (env, home, roots) => [
    '/etc/codex/requirements.toml',
    `${ownFolder({ env, home })}/hooks.json`,
    ...roots.map(root => `${root}/.codex/hooks.json`),
  ],
  failMode: () => undefined,
  timeouts: (text, name) => [...hookTimeouts(text, name), ...timeoutsInTables(text, name)],
} satisfies Registration

/** In the form that is deployed: an entry for each event, in tables. */
const timeoutsInTables = (text: string, name: string): readonly (number | undefined)[] =>
  text
    .split(/^\[/m)
    .filter(table => table.startsWith(`[hooks.${name}]]`) && table.includes('tfy-hook'))
    .map(table => {
      const seconds = Number(/\btimeout = (\d+)/.exec(table)?.[1])
      return seconds > 0 ? seconds * 1000 : undefined
    })

export const install = {
  binaries: ['codex'],
  marks: ['CODEX_SANDBOX', 'CODEX_THREAD_ID'],
  packages: { npm: ['@openai/codex'], brew: ['codex'] },
  servers: [
    ['.codex/config.toml', 'mcp_servers'],
    ['~/.codex/config.toml', 'mcp_servers'],
  ],
  folders: ground => [ownFolder(ground)],
  scopes: ['project', 'user', 'managed'],
  writes: (ground, hook) =>
    fileIn(ground, {
      project: `${ground.root}/.codex/hooks.json`,
      user: `${ownFolder(ground)}/hooks.json`,
      managed: `${machineFolder(ground)}/requirements.toml`,
    }).map(file => ({
      kind: 'entries',
      file,
      // A permission request is a second question about a call.
      entries: groups<EventName>(
        ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionStart', 'Stop', 'SubagentStop'],
        commandHandler(ground, hook, 'powershell'),
      ),
      // Nobody's `[features] hooks = false` counts against it.
      ...(ground.scope === 'managed' && { needs: [{ at: ['features', 'hooks'], value: true }] }),
    })),
  inert: ({ scope }) => (scope === 'managed' ? undefined : trustHooks),
  switches: ground => switchesOf(ground),
  deployed: { since: [0, 162, 1], older: 'was not tried' },
  notes: ({ scope }) => [
    ...(scope === 'managed' ? [] : [trustHooks]),
    ...(scope === 'project'
      ? ['The project has to be trusted as well; codex exec --trust does that, and does not trust the hooks.']
      : []),
    'Web search and input to a running program have no hook event in Codex; they stay unguarded.',
  ],
} satisfies Installation

const trustHooks = 'Codex skips a hook that is new or changed until a person has trusted it: start `codex`, type /hooks.'

/** Keys and files as its own code (0.169.0) has them. */
const switchesOf = (ground: Ground): Switches => {
  const { root } = ground
  const own = ownFolder(ground)
  const user = `${own}/config.toml`
  // From the root of the repository down to here, the nearest first.
  const projects = between(root, ground.repository).map(folder => `${folder}/.codex/config.toml`)
  const machine = machineFolder(ground)
  const toml = (layer: Scope, at: string) => ({ layer, kind: 'toml', at }) as const
  const level = (facts: Facts): string | undefined =>
    noted(facts.toml(user)?.projects, root, value => (isObject(value) ? stringAt(value, 'trust_level') : undefined))
  return {
    repository: { file: '.codex/config.toml', says: '[features] hooks = false', managedRuns: true },
    flags: ['--disable hooks', '-c features.hooks=false'],
    sources: [
      toml('managed', `${machine}/requirements.toml`),
      toml('managed', `${machine}/managed_config.toml`),
      ...projects.map(file => toml('project', file)),
      toml('user', user),
      toml('managed', `${machine}/config.toml`),
    ],
    reading: { comments: 'none', fault: oddIn },
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
            ...(level(facts) === 'trusted' ? projects : []),
            user,
            `${machine}/config.toml`,
          ]
          for (const file of files) {
            const said = facts.toml(file)
            // A project cannot choose one (measured on 0.169.0).
            const profile = said === undefined || projects.includes(file) ? undefined : stringAt(said, 'profile')
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
          // What is deployed runs without anybody's trust, and nobody's switch counts against it (measured on 0.169.0).
          if (facts.ground.scope === 'managed') return undefined
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
          // A former call says nothing: it may have come with `--dangerously-bypass-hook-trust`, or from elsewhere.
          return known
            ? undefined
            : unknown(`Codex skips a hook that is new or changed until a person has trusted it, and ${user} notes no trust`, fix)
        },
      },
    ],
  }
}

/** As the parser of 0.169.0 takes the file (measured): one entry that it does not take, anybody's, and it drops all of them. */
const oddIn = (root: JsonObject): string | undefined => {
  const key = Object.keys(root).find(name => name !== 'hooks' && name !== 'description')
  if (key !== undefined) return `the key ${key} is unknown`
  for (const [event, groups] of Object.entries(objectIn(root, 'hooks') ?? {})) {
    if (!Array.isArray(groups)) return `hooks.${event} is no list`
    for (const group of groups) {
      if (!isObject(group)) return `an entry for ${event} is no object`
      const { matcher, hooks = [] } = group
      if (matcher !== undefined && matcher !== null && typeof matcher !== 'string') return `a matcher for ${event} is no text`
      if (!Array.isArray(hooks) || !hooks.every(isHook)) return `a hook for ${event} is none that Codex takes`
    }
  }
  return undefined
}

const isHook = (hook: JsonValue): boolean =>
  isObject(hook) &&
  (hook.type === 'command'
    ? typeof hook.command === 'string' &&
      (hook.timeout === undefined || hook.timeout === null || (Number.isInteger(hook.timeout) && Number(hook.timeout) >= 0))
    : hook.type === 'prompt' || hook.type === 'agent')

const between = (root: string, repository = root): readonly string[] => {
  const all = upwards(root)
  const end = all.indexOf(repository)
  return end < 0 ? [root] : all.slice(0, end + 1)
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

const machineFolder = (ground: Ground): string =>
  systemDir(ground, { linux: '/etc/codex', darwin: '/etc/codex', win32: 'OpenAI/Codex' })

const ownFolder = ({ env, home }: Pick<Ground, 'env' | 'home'>): string => env.CODEX_HOME ?? `${home}/.codex`
