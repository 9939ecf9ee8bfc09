/** What stands between a client and the hook: a variable that shells obey, and a project's own shell. As the real clients went (fixtures/liveness). */

import { expect, it } from 'vitest'
import claude from '../../src/adapters/clients/claude-code.ts'
import codex from '../../src/adapters/clients/codex.ts'
import copilot from '../../src/adapters/clients/copilot-cli.ts'
import droid from '../../src/adapters/clients/droid.ts'
import gemini from '../../src/adapters/clients/gemini-cli.ts'
import qwen from '../../src/adapters/clients/qwen-code.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { registeredIn } from '../../src/setup/doctor/registrations.ts'
import { replaced } from '../../src/setup/guard/surroundings.ts'

const root = '/srv/shop'
const home = '/home/ada'

interface Around {
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  /** Of the file that holds the registration. */
  readonly variables?: Readonly<Record<string, string>>
  readonly shell?: false
  readonly program?: string
}

const say = (
  adapter: ClientAdapter,
  { env = {}, files = {}, variables = {}, shell, program = '/opt/tfy-hook' }: Around,
): string => {
  const practice = practices[adapter.id]
  const [event = ''] = practice?.events ?? []
  const how = shell === false ? { command: program, args: ['--fail-closed'] } : { command: `${program} --fail-closed` }
  const text = JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', ...how }] }] }, env: variables })
  const file = `${home}/settings.json`
  const place = { file, scope: 'user' as const, text, registered: registeredIn(file, text, 'linux') }
  const seen = {
    adapter,
    installation: adapter.install,
    practice,
    places: [place],
    binary: undefined,
    folder: undefined,
    ground: { scope: 'user' as const, system: 'linux' as const, env, home, root },
    unreadable: [],
    version: undefined,
    calls: undefined,
    logged: { on: true, complete: true },
  }
  const reasons = replaced('user', [place], seen, {
    read: path => files[path],
    list: () => [],
    linked: () => false,
    stores: new Map(),
  })
  return reasons.map(({ answer, because }) => `${answer}: ${because}`).join('; ')
}

const script = { '/srv/shop/env.sh': 'exit 0' }
const bashEnv = { env: { BASH_ENV: '/srv/shop/env.sh' }, files: script }
const ownShells = {
  env: { PATH: '/srv/shop/bin:/usr/bin' },
  files: { '/srv/shop/bin/bash': '', '/srv/shop/bin/sh': '', '/usr/bin/bash': '' },
}

it.each<[string, ClientAdapter, Around, RegExp]>([
  ['BASH_ENV, Codex', codex, bashEnv, /^cannot be known: BASH_ENV/],
  ['BASH_ENV, Copilot', copilot, bashEnv, /^cannot be known: BASH_ENV/],
  ['BASH_ENV, which Qwen Code withholds', qwen, bashEnv, /^$/],
  ['BASH_ENV with a name that the shell expands', codex, { env: { BASH_ENV: '~/x.sh' } }, /^cannot be known: BASH_ENV/],
  ['BASH_ENV of which there is no file', codex, { env: { BASH_ENV: '/nowhere' } }, /^$/],
  ['BASH_ENV, emptied', codex, { env: { BASH_ENV: '' } }, /^$/],
  ['BASH_ENV, which Gemini CLI withholds', gemini, bashEnv, /^$/],
  ['BASH_ENV, Droid, which starts sh', droid, bashEnv, /^$/],
  ['BASH_ENV, no shell in between', codex, { ...bashEnv, shell: false }, /^$/],
  ['BASH_ENV, which Claude Code withholds', claude, bashEnv, /^$/],
  ['BASH_ENV in settings, no shell in between', codex, { variables: { BASH_ENV: './x.sh' }, shell: false }, /^$/],
  ['BASH_ENV in settings', codex, { variables: { BASH_ENV: './x.sh' } }, /^not guarded: .* sets BASH_ENV for every hook/],
  ['BASH_ENV in settings, which Claude Code withholds', claude, { variables: { BASH_ENV: './x.sh' } }, /^$/],
  ['other code in settings, no shell in between', claude, { variables: { LD_PRELOAD: './x.so' }, shell: false }, /^not guarded/],
  [
    'BASH_ENV in .env, which Qwen Code withholds',
    qwen,
    { files: { ...script, '/srv/shop/.env': 'BASH_ENV=/srv/shop/env.sh\n' } },
    /^$/,
  ],
  [
    'other code in .env',
    gemini,
    { files: { '/srv/shop/.env': 'LD_PRELOAD=/srv/shop/x.so\n' } },
    /^cannot be known: .*LD_PRELOAD/,
  ],
  ['BASH_ENV in .env, withheld', gemini, { files: { ...script, '/srv/shop/.env': 'BASH_ENV=/srv/shop/env.sh\n' } }, /^$/],
  ['a shell of the project, Gemini CLI', gemini, ownShells, /^cannot be known: .* \/srv\/shop\/bin\/bash/],
  ['a shell of the project, Qwen Code', qwen, ownShells, /^cannot be known: .* \/srv\/shop\/bin\/bash/],
  ['a shell of the project, Droid', droid, ownShells, /^cannot be known: .* \/srv\/shop\/bin\/sh/],
  ['a shell of the project behind the system’s', qwen, { ...ownShells, env: { PATH: '/usr/bin:/srv/shop/bin' } }, /^$/],
  ['a folder of the project without a shell', qwen, { ...ownShells, files: { '/usr/bin/bash': '' } }, /^$/],
  ['somebody’s own shell', qwen, { env: { PATH: `${home}/.nix/bin` }, files: { [`${home}/.nix/bin/bash`]: '' } }, /^$/],
  ['code for Node in settings', claude, { variables: { NODE_OPTIONS: '--require ./x' }, shell: false }, /^not guarded/],
  [
    'code for Node or Bun, and the door',
    claude,
    { variables: { NODE_OPTIONS: '--require ./x', BUN_OPTIONS: '--preload ./x' }, shell: false, program: '/opt/tfy-hook-door' },
    /^$/,
  ],
  [
    'code that the loader puts in, and the door',
    claude,
    { variables: { LD_PRELOAD: './x.so' }, shell: false, program: '/opt/tfy-hook-door' },
    /^not guarded/,
  ],
  ['nothing', qwen, {}, /^$/],
])('%s', (_, adapter, around, wanted) => {
  expect(say(adapter, around)).toMatch(wanted)
})
