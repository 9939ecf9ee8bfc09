import { describe, expect, it } from 'vitest'
import { hosts } from '../commands/registration/bridge-files.ts'
import { installables, writesFor } from '../commands/registration/registrations.ts'
import type { Ground } from '../core/install.ts'
import { clearsOf, isCleared, knowsPrefix } from './cleared.ts'

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
    expect(clearsOf(['/opt/tfy-hook'])).toEqual(['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT'])
    for (const program of [['/opt/tfy-hook-node'], ['/usr/bin/node', '/opt/tfy-hook.mjs']])
      expect(clearsOf(program)).toEqual(['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT', 'NODE_OPTIONS'])
  })
  it('are known again when they are emptied, and only then', () => {
    for (const word of ['BUN_OPTIONS=', 'NODE_OPTIONS=']) expect(isCleared(word)).toBe(true)
    for (const word of ['BUN_OPTIONS=x', 'BUN_OPTIONS', 'PATH=', '=']) expect(isCleared(word)).toBe(false)
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

describe.each(shelled)('%s', client => {
  const prefix = client === 'cline' ? 'unset BUN_OPTIONS BUN_BE_BUN BUN_INSPECT' : 'BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= '
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
