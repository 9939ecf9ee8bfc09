import { describe, expect, it } from 'vitest'
import { hosts } from '../../cli/commands/registration/bridge-files.ts'
import { installables, writesFor } from '../../cli/commands/registration/registrations.ts'
import type { Ground } from '../../core/install.ts'
import { clearsOf, isCleared, knowsPrefix, withoutRuntimes } from '../../hook/programs/cleared-variables.ts'

const clients = await installables()
const textsOf = (client: string, program: readonly [string, ...string[]], more: Partial<Ground> = {}): string => {
  const installable = clients.find(one => one.client === client)
  if (installable === undefined) throw new Error(client)
  const [scope = 'user'] = installable.installation.scopes
  const ground: Ground = { scope, system: 'linux', env: {}, home: '/home/dev', root: '/srv/shop', ...more }
  return JSON.stringify(writesFor(installable, ground, { program, closed: true, budgetMs: 10_000 }, undefined))
}

describe('variables that could make the hook another program', () => {
  it('are those of the runtime, and of a script both', () => {
    const bun = Object.keys(clearsOf(['/opt/tfy-hook']))
    expect(bun.every(name => name.startsWith('BUN_'))).toBe(true)
    for (const program of [['/opt/tfy-hook-node'], ['/usr/bin/node', '/opt/tfy-hook.mjs']])
      expect(Object.keys(clearsOf(program)).slice(0, bun.length + 1)).toEqual([...bun, 'NODE_OPTIONS'])
  })
  it('are known again when they are emptied, and only then', () => {
    for (const word of ['BUN_OPTIONS=', 'NODE_OPTIONS=', 'BUN_JSC_watchdog=0']) expect(isCleared(word)).toBe(true)
    for (const word of ['BUN_OPTIONS=x', 'BUN_OPTIONS', 'PATH=', '=', 'BUN_JSC_watchdog=', 'BUN_JSC_watchdog=1'])
      expect(isCleared(word)).toBe(false)
  })
})

// Auggie starts a program with its arguments, and would look for one called `NODE_OPTIONS=`.
const withoutShell = ['auggie']

// A bridge starts us itself, and leaves them out.
const shelled = clients
  .map(({ client }) => client)
  .filter(client => !(hosts as readonly string[]).includes(client) && !withoutShell.includes(client))

it.each(withoutShell)('%s, which has no shell, is given the program alone', client => {
  expect(textsOf(client, ['/opt/tfy-hook'])).toContain('"command":"/opt/tfy-hook"')
})

it('a program that we start ourselves is given none of them', () => {
  const set = Object.fromEntries(Object.keys(clearsOf(['/usr/bin/node', '/opt/tfy-hook.mjs'])).map(name => [name, 'x']))
  expect(withoutRuntimes({ ...set, BUN_JSC_anything: '1', PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' })).toEqual({
    PATH: '/bin',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  })
})

describe.each(shelled)('%s', client => {
  const prefix = client === 'cline' ? 'unset BUN_OPTIONS BUN_BE_BUN ' : 'BUN_OPTIONS= BUN_BE_BUN= '
  it('is given a command that empties them', () => {
    expect(textsOf(client, ['/opt/tfy-hook'])).toContain(prefix)
  })
  it('is not, on Windows', () => {
    const system = { system: 'win32', home: 'C:\\Users\\dev', root: 'C:\\shop' } as const
    expect(textsOf(client, ['C:\\tools\\tfy-hook.exe'], system)).not.toContain('BUN_OPTIONS')
  })
})

describe('a login shell of another family', () => {
  it.each([undefined, '', '/bin/sh', '/bin/bash', '/usr/bin/zsh', '/usr/bin/fish', '/bin/dash'])('takes it: %s', shell => {
    expect(knowsPrefix(shell)).toBe(true)
    expect(textsOf('codex', ['/opt/tfy-hook'], { scope: 'user', env: { SHELL: shell } })).toContain('BUN_OPTIONS=')
  })
  it.each(['/bin/tcsh', '/usr/bin/csh', '/usr/bin/nu', '/usr/bin/xonsh', '/srv/mybash'])('does not: %s', shell => {
    expect(knowsPrefix(shell)).toBe(false)
    for (const client of ['codex', 'cursor'])
      expect(textsOf(client, ['/opt/tfy-hook'], { scope: 'user', env: { SHELL: shell } })).not.toContain('BUN_OPTIONS=')
    expect(textsOf('gemini-cli', ['/opt/tfy-hook'], { scope: 'user', env: { SHELL: shell } })).toContain('BUN_OPTIONS=')
  })
})
