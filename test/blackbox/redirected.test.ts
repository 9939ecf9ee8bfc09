/** An environment that a repository can set (settings files of clients do that) must not loosen what the user has, or the preset. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'

const binary = executables[0]

const loose = {
  '.x/tfy-hook/policy.yaml': 'version: 1\nextends: none\nexceptions: [{ rule: "*", reason: no }]\n',
  '.x/tfy-hook/config.yaml': 'fail: open\naudit: false\n',
  '.config/tfy-hook/policy.yaml': 'version: 1\nextends: none\n',
}

const ask = async (
  command: string,
  env: (repository: string) => Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = loose,
  below = '',
) => {
  if (binary === undefined) throw new Error('no binary')
  const repository = folder(files)
  const cwd = join(repository, below)
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash', tool_input: { command } }
  return call(binary, {
    args: ['--client', 'claude-code'],
    stdin: JSON.stringify(payload),
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env(repository) },
  })
}

describe('a repository that redirects the user directory into itself', () => {
  it.each([
    ['XDG_CONFIG_HOME', (repository: string) => ({ HOME: folder({}), XDG_CONFIG_HOME: join(repository, '.x') })],
    ['HOME', (repository: string) => ({ HOME: repository })],
    ['the name of its own directory', () => ({ HOME: folder({}), XDG_CONFIG_HOME: '/proc/self/cwd/.x' })],
    ['a way round', (repository: string) => ({ HOME: folder({}), XDG_CONFIG_HOME: `/tmp/../${repository}/.x` })],
    ['both', (repository: string) => ({ HOME: repository, XDG_CONFIG_HOME: join(repository, '.x') })],
  ])('by %s loosens nothing', async (_, env) => {
    expect(await ask('rm -rf /', env)).toMatchObject({ exitCode: 2 })
  })

  it('loosens nothing from a folder beside the one the client works in', async () => {
    const env = (repository: string) => ({ HOME: folder({}), XDG_CONFIG_HOME: join(repository, '.x') })
    const files = { ...loose, '.git/HEAD': 'ref: refs/heads/main\n', 'packages/cart/package.json': '{}\n' }
    expect(await ask('rm -rf /', env, files, 'packages/cart')).toMatchObject({ exitCode: 2 })
    // Without a repository around both, it is a directory of the user like any other.
    const { '.git/HEAD': _, ...free } = files
    expect(await ask('rm -rf /', env, free, 'packages/cart')).toMatchObject({ exitCode: 0 })
  })

  it('may still tighten', async () => {
    const strict = {
      '.x/tfy-hook/policy.yaml':
        'version: 1\nrules: [{ id: a.b, on: shell, when: { text: hello }, decision: deny, reason: no }]\n',
    }
    const env = (repository: string) => ({ HOME: folder({}), XDG_CONFIG_HOME: join(repository, '.x') })
    expect(await ask('echo hello', env, { ...loose, ...strict })).toMatchObject({ exitCode: 2 })
  })

  it('a directory of the user elsewhere is the user layer', async () => {
    const mine = folder({ 'tfy-hook/policy.yaml': 'version: 1\nextends: none\n' })
    expect(await ask('rm -rf /', () => ({ HOME: folder({}), XDG_CONFIG_HOME: mine }))).toMatchObject({ exitCode: 0 })
  })
})
