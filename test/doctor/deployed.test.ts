/** `doctor` on a machine that is exactly as an administrator deployed it, and after each thing that can become of it. By an ordinary account. */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { canPlayMachines, deployOn, machineIn } from '../../scripts/project/machine.ts'
import { departures } from './departures.ts'

const whole = resolve('dist/tfy-hook')
const playable = existsSync(whole) && canPlayMachines()
if (!playable) console.warn('only root, with namespaces, can play a deployed machine: what doctor says of one is not tried')

interface Said {
  readonly severity: string
  readonly id: string
  readonly client?: string
  readonly what: string
}

describe.skipIf(!playable)('doctor on a deployed machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-deployed-'))
  const machine = machineIn(folder)
  const [program, beside] = ['/usr/local/bin/tfy-hook', '/usr/local/other/tfy-hook']
  spawnSync(whole, ['init', '--scope', 'managed', '--for', 'linux', '--out', join(folder, 'out')])
  deployOn(machine, join(folder, 'out'))
  for (const name of ['tfy-hook', 'tfy-hook-door']) {
    const file = resolve('dist', name)
    if (existsSync(file)) copyFileSync(file, join(machine.local, 'bin', name))
  }
  mkdirSync(join(machine.local, 'other'))
  copyFileSync(whole, join(machine.local, 'other/tfy-hook'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const at = (path: string): string =>
    path.startsWith('/etc') ? `${machine.etc}${path.slice('/etc'.length)}` : `${machine.local}${path.slice('/usr/local'.length)}`
  const doctor = (flags: readonly string[], by = program) => {
    const [command = '', ...words] = machine.started
    const env = { HOME: '/home', PATH: '/usr/local/bin:/usr/bin:/bin' }
    const { status, stdout } = spawnSync(command, [...words, by, 'doctor', '--json', ...flags], {
      env,
      encoding: 'utf8',
    })
    const { findings, clients } = JSON.parse(stdout) as {
      findings: readonly Said[]
      clients: readonly { readonly client: string }[]
    }
    return { status, clients, faults: findings.filter(({ severity }) => severity !== 'ok') }
  }

  it('finds it in order, for every client', { timeout: 120_000 }, () => {
    const { status, faults, clients } = doctor([])
    expect([status, faults]).toEqual([0, []])
    expect(clients.map(({ client }) => client)).toEqual(
      expect.arrayContaining([
        'auggie',
        'claude-code',
        'codex',
        'copilot-cli',
        'cursor',
        'droid',
        'gemini-cli',
        'qwen-code',
        'windsurf',
      ]),
    )
  })

  const made = departures.filter(({ what }) => !what.includes('door') || existsSync(resolve('dist/tfy-hook-door')))

  it.each(made.map(one => [one.what, one] as const))(
    'sees that %s, and nothing else',
    { timeout: 60_000 },
    (_, { make, undo, finding, follows = [], elsewhere }) => {
      make({ at })
      try {
        const { status, faults } = doctor(['--no-drill'], elsewhere ? beside : program)
        expect(status).toBe(1)
        const own = faults.filter(({ id }) => !follows.includes(id))
        expect(own.map(({ severity, id, what }) => `${severity} ${id} ${what}`)).toEqual([expect.stringContaining(finding)])
        // Nothing is said to follow that does not.
        expect(follows.filter(name => !faults.some(({ id }) => id === name))).toEqual([])
      } finally {
        undo({ at })
      }
    },
  )

  it('is as it was after all of that', { timeout: 60_000 }, () => expect(doctor(['--no-drill'])).toMatchObject({ status: 0 }))
})
