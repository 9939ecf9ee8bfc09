/** What only the content of files shows: mods of Claude Code, and whether Codex was told to trust what stands in its file now. */

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import claude from '../../src/adapters/clients/claude-code.ts'
import codex from '../../src/adapters/clients/codex.ts'
import copilot from '../../src/adapters/clients/copilot-cli.ts'
import type { Ground, Scope } from '../../src/core/install.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Facts, Fault, Switches } from '../../src/core/switches.ts'

const home = '/home/ada'
const root = '/srv/shop'
const ground = (scope: Scope): Ground => ({ scope, system: 'linux', env: {}, home, root })

type Held = Readonly<Record<string, JsonObject>>

const facts = (scope: Scope, file: string, held: Held, called = false): Facts => ({
  ground: ground(scope),
  file,
  events: ['PreToolUse'],
  called,
  json: path => held[path],
  toml: path => held[path],
  list: dir =>
    Object.keys(held).flatMap(path => (path.startsWith(`${dir}/`) ? [path.slice(dir.length + 1).split('/')[0] ?? ''] : [])),
  sha256: text => createHash('sha256').update(text).digest('hex'),
})

const sees = (switches: Switches, id: string, given: Facts): Fault | undefined => {
  const found = switches.list.find(one => one.id === id)
  if (found?.kind !== 'condition') throw new Error(id)
  return found.sees(given)
}

const modules = { modules: ['./register.js'] }
const trusted = { [`${home}/.claude.json`]: { projects: { [root]: { hasTrustDialogAccepted: true } } } }
const plugins = { plugins: { 'a@b': [{ scope: 'user', installPath: '/opt/plugins/a' }] } }

const mods: readonly (readonly [string, Scope, Held, string | undefined])[] = [
  ['nothing', 'user', {}, undefined],
  ['a skill without a mod', 'user', { [`${home}/.claude/skills/a/SKILL.md`]: {} }, undefined],
  ['hooks without modules', 'user', { [`${home}/.claude/skills/a/hooks/hooks.json`]: { hooks: {} } }, undefined],
  ['an empty list', 'user', { [`${home}/.claude/skills/a/hooks/hooks.json`]: { modules: [] } }, undefined],
  ['a mod of the user', 'user', { [`${home}/.claude/skills/a/hooks/hooks.json`]: modules }, `${home}/.claude/skills/a`],
  ['and a project’s hook', 'project', { [`${home}/.claude/skills/a/hooks/hooks.json`]: modules }, `${home}/.claude/skills/a`],
  ['and a managed hook', 'managed', { [`${home}/.claude/skills/a/hooks/hooks.json`]: modules }, undefined],
  ['a mod of a project', 'user', { [`${root}/.claude/skills/a/hooks/hooks.json`]: modules }, undefined],
  [
    'a mod of a trusted project',
    'user',
    { ...trusted, [`${root}/.claude/skills/a/hooks/hooks.json`]: modules },
    `${root}/.claude/skills/a`,
  ],
  [
    'an installed plugin',
    'user',
    { [`${home}/.claude/plugins/installed_plugins.json`]: plugins, '/opt/plugins/a/hooks/hooks.json': modules },
    '/opt/plugins/a',
  ],
  ['one without a mod', 'user', { [`${home}/.claude/plugins/installed_plugins.json`]: plugins }, undefined],
  [
    'under managed settings',
    'user',
    {
      '/etc/claude-code/managed-settings.json': { cleanupPeriodDays: 30 },
      [`${home}/.claude/skills/a/hooks/hooks.json`]: modules,
    },
    undefined,
  ],
  [
    'under a managed folder',
    'user',
    { '/etc/claude-code/managed-settings.d/a.json': { model: 'large' }, [`${home}/.claude/skills/a/hooks/hooks.json`]: modules },
    undefined,
  ],
]

test('Claude Code, more skills than anybody reads', () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`${home}/.claude/skills/s${i}/SKILL.md`, {}]))
  const fault = sees(claude.install.switches(ground('user')), 'mods', facts('user', `${home}/.claude/settings.json`, many))
  expect(fault?.because).toContain(`${home}/.claude/skills has more than 1000 entries`)
})

test.each(mods)('Claude Code, %s', (_name, scope, held, named) => {
  const fault = sees(claude.install.switches(ground(scope)), 'mods', facts(scope, `${home}/.claude/settings.json`, held))
  expect(fault?.answer).toBe(named === undefined ? undefined : 'cannot be known')
  if (named !== undefined) expect(fault?.because).toContain(named)
})

const file = `${home}/.codex/hooks.json`
const key = (event: string): string => `${file}:${event}:0:0`
const entry = (timeout: number) => [{ hooks: [{ type: 'command', command: '/opt/tfy-hook --client codex', timeout }] }]
const hooks = { PreToolUse: entry(30), UserPromptSubmit: entry(30) }
/** As the client itself tells it for the first of these (`hooks/list` of 0.169.0). */
const told = 'sha256:8d8dc75996e5db52396b8ec5813989a58f1632e41a96f360e7f5549916d7a9fb'
const formOf = (event: string): string =>
  `{"event_name":"${event}","hooks":[{"async":false,"command":"/opt/tfy-hook --client codex","timeout":30,"type":"command"}]}`
const hashed = (event: string) => ({ trusted_hash: `sha256:${createHash('sha256').update(formOf(event)).digest('hex')}` })
const both = { [key('pre_tool_use')]: hashed('pre_tool_use'), [key('user_prompt_submit')]: hashed('user_prompt_submit') }

const codexSays = (state: JsonObject, given: JsonObject = hooks, called = false): Fault | undefined =>
  sees(
    codex.install.switches(ground('user')),
    'hooks.state',
    facts('user', file, { [file]: { hooks: given }, [`${home}/.codex/config.toml`]: { hooks: { state } } }, called),
  )

test('Codex: what is trusted as it stands is guarded', () => {
  expect(codexSays(both)).toBeUndefined()
  expect(codexSays({})?.answer).toBe('cannot be known')
  expect(codexSays({}, hooks, true)?.answer).toBe('cannot be known')
})

test('Codex: what was changed since is not, also when it has called before', () => {
  const changed = codexSays(both, { ...hooks, PreToolUse: entry(31) }, true)
  expect(changed?.answer).toBe('not guarded')
  expect(changed?.because).toContain(key('pre_tool_use'))
})

test('Codex: one hook that was never trusted beside one that was', () => {
  const some = codexSays({ [key('user_prompt_submit')]: hashed('user_prompt_submit') }, hooks, true)
  expect(some?.because).toContain(`no trust for the hook ${key('pre_tool_use')}`)
})

test('Codex: a hook that is switched off, trusted or not', () => {
  expect(codexSays({ ...both, [key('pre_tool_use')]: { ...hashed('pre_tool_use'), enabled: false } })?.answer).toBe('not guarded')
})

test('Codex: the hash is the one that the client tells', () => {
  expect(hashed('pre_tool_use').trusted_hash).toBe(told)
  expect(codexSays({ ...both, [key('pre_tool_use')]: { trusted_hash: told } })).toBeUndefined()
})

test('Copilot CLI: the user’s own switch is about other files than the user’s hooks', () => {
  const { list } = copilot.install.switches(ground('user'))
  const spared = list.filter(one => one.kind === 'setting' && !one.spares?.includes('user')).map(({ id }) => id)
  expect(spared).toEqual(['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization'])
})
