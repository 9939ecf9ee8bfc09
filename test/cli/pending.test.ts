/** Whatever `init` would change about a registration, `doctor` speaks of it: every client, every scope, every way to be different. */

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { type Installable, installables } from '../../src/cli/commands/registration/registrations.ts'
import { folder } from '../blackbox/call.ts'

const all = await installables()
const having = (scope: 'user' | 'project'): readonly string[] =>
  all.filter(({ installation }: Installable) => installation.scopes.includes(scope)).map(({ client }) => client)

const program = resolve('dist/tfy-hook')

interface Initialised {
  readonly clients: readonly {
    readonly client: string
    readonly files?: readonly { readonly file: string; readonly action: string }[]
  }[]
}

interface Found {
  readonly id: string
  readonly severity: string
  readonly client?: string
  readonly what: string
  readonly fix?: string
}

const ground = () => {
  const home = folder({ 'shop/readme.md': '', 'tmp/readme.md': '' })
  mkdirSync(join(home, 'tools'))
  symlinkSync(program, join(home, 'tools/tfy-hook'))
  const run = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: '/usr/bin:/bin', HOME: home, SHELL: '/bin/bash', TMPDIR: join(home, 'tmp') }
    const { stdout } = await execa(program, [...args], { env, extendEnv: false, reject: false, cwd: join(home, 'shop') })
    return stdout
  }
  const init = async (...args: readonly string[]): Promise<Initialised> => JSON.parse(await run('init', '--json', ...args))
  return {
    home,
    init,
    /** Files that would change, by client. */
    pending: async (clients: readonly string[], ...args: readonly string[]): Promise<readonly string[]> => {
      const { clients: told } = await init('--dry-run', ...args, '--client', ...clients)
      return told.filter(({ files }) => files?.some(({ action }) => action !== 'none')).map(({ client }) => client)
    },
    warned: async (clients: readonly string[]): Promise<readonly Found[]> => {
      const { findings } = JSON.parse(await run('doctor', '--json', '--no-drill', '--client', ...clients)) as {
        findings: readonly Found[]
      }
      return findings.filter(({ severity, id }) => severity !== 'ok' && /^(?:registration|program)\./.test(id))
    },
    /** Every file of a registration, changed. */
    edit: ({ clients }: Initialised, change: (text: string) => string): void => {
      for (const file of new Set(clients.flatMap(({ files }) => (files ?? []).map(one => one.file))))
        if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8')))
    },
  }
}

/** The program of the account's registrations, and the name in a project's. */
const started = new RegExp(
  String.raw`${program.replace(/\W/g, String.raw`\$&`)}|(?<![\w/.-])tfy-hook(?=['"]? --client)|(?<="command": ?")tfy-hook(?=")|(?<="?command"?: ?\[\s*['"])tfy-hook(?=['"])`,
  'g',
)

/** In front of a path fewer variables are emptied than in front of a name, which may lead to any of our executables. */
const startsOther = { user: /tools\/tfy-hook/, project: /tools\/tfy-hook|is not what init writes today/ }

const about = ['registration.stale', 'registration.chosen', 'registration.elsewhere']
const named = (findings: readonly Found[], ids: readonly string[] = about): readonly string[] => [
  ...new Set(findings.filter(({ id }) => ids.includes(id)).flatMap(({ client }) => client ?? [])),
]

describe.each(['user', 'project'] as const)('in the %s scope', scope => {
  const clients = having(scope)
  const usual = scope === 'user' ? clients : clients.filter(client => !having('user').includes(client))

  it('says nothing where init would change nothing', async () => {
    const here = ground()
    await here.init('--yes', '--scope', scope, '--client', ...clients)
    expect(await here.pending(clients, '--scope', scope)).toEqual([])
    expect(named(await here.warned(clients), ['registration.stale', 'registration.chosen'])).toEqual([])
    expect(named(await here.warned(usual))).toEqual([])
  })

  const ways: readonly (readonly [string, readonly string[], (text: string, home: string) => string, RegExp])[] = [
    ['fail open', ['--fail-open'], text => text, /with --fail-open/],
    ['start another program', [], (text, home) => text.replaceAll(started, join(home, 'tools/tfy-hook')), startsOther[scope]],
    [
      'differ in one entry',
      [],
      text =>
        text.replace(/--fail-closed|"failClosed": true/, found =>
          found.startsWith('--') ? '--fail-open' : '"failClosed": false',
        ),
      /init writes today|with --fail-open/,
    ],
  ]
  it.each(ways)('speaks of all that %s', async (_, flags, change, words) => {
    const here = ground()
    const made = await here.init('--yes', '--scope', scope, ...flags, '--client', ...clients)
    here.edit(made, text => change(text, here.home))
    const pending = await here.pending(clients, '--scope', scope)
    expect(pending.length).toBeGreaterThan(clients.length - 3)
    const warned = await here.warned(clients)
    expect(named(warned)).toEqual(expect.arrayContaining([...pending]))
    for (const { id, what, fix } of warned.filter(found => about.includes(found.id) && found.id !== 'registration.elsewhere')) {
      expect(`${id} ${what}`).toMatch(words)
      expect(fix).toContain(`--scope ${scope}`)
    }
  })
})

it('speaks of what is registered for one project alone, where init would register for the account', async () => {
  const here = ground()
  const both = having('project').filter(client => having('user').includes(client))
  await here.init('--yes', '--scope', 'project', '--client', ...both)
  const pending = await here.pending(both)
  expect(pending.length).toBeGreaterThan(both.length - 3)
  expect(named(await here.warned(both), ['registration.elsewhere'])).toEqual([...pending])
})

it('speaks of a file that is gone, of clients that have more than one', async () => {
  const here = ground()
  const clients = having('user')
  const { clients: told } = await here.init('--yes', '--client', ...clients)
  const many = told.filter(({ files }) => (files ?? []).length > 1)
  expect(many.length).toBeGreaterThan(0)
  for (const { files } of many) for (const { file } of (files ?? []).slice(-1)) rmSync(file)
  const pending = await here.pending(clients)
  expect(pending).toEqual(expect.arrayContaining(many.map(({ client }) => client)))
  expect(named(await here.warned(clients), [...about, 'registration.missing', 'registration.off'])).toEqual(
    expect.arrayContaining([...pending]),
  )
})
