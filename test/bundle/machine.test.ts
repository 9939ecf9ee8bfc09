/** The built executables on a machine with a managed configuration: a namespace whose /etc is ours. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/hook/bundle/verify.ts'
import { call } from '../blackbox/call.ts'
import { type Executable, executables } from '../blackbox/executables.ts'
import { until } from '../until.ts'
import { bundleBy, pair, policy, scratch, tests } from './make.ts'
import { away, kept, type Machine, machineWith } from './managed-machine.ts'

const mine = pair()
let served: string | undefined
const server = createServer((_, response) => response.writeHead(served === undefined ? 503 : 200).end(served))
let config = ''
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  config = `bundle:\n  url: http://127.0.0.1:${port}/shop.bundle\n  keys: [${mine.line}]\n`
})
afterAll(() => server.close())

const machine = (executable: Executable): Machine => machineWith({ 'config.yaml': config }, executable)

describe.skipIf(!away)('a managed machine', () => {
  const usable = executables.filter(({ excuse }) => excuse === undefined).filter(({ file }) => existsSync(file))

  it.each(usable)(
    '$name: is stopped without a bundle, fetches it behind a call, and keeps it',
    { timeout: 120_000 },
    async one => {
      const here = machine(one)
      served = undefined
      const missing = await here.hook('ls', '--fail-closed')
      expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('the policy bundle cannot be used')])
      const open = await here.hook('ls')
      expect([open.exitCode, `${open.stdout}${open.stderr}`]).toEqual([0, expect.stringContaining('NOT CHECKED')])
      await until(() => existsSync(join(kept(here), 'pull.json')))
      expect(JSON.parse(readFileSync(join(kept(here), 'pull.json'), 'utf8'))).toMatchObject({ outcome: 'unreachable' })

      served = bundleBy(mine)
      rmSync(kept(here), { recursive: true })
      await here.hook('ls', '--fail-closed')
      await until(() => existsSync(join(kept(here), 'active.json')))
      const denied = await here.hook('helm delete web', '--fail-closed')
      expect([denied.exitCode, denied.stderr]).toEqual([2, expect.stringContaining('shop.no-deletes')])
      expect((await here.hook('ls', '--fail-closed')).exitCode).toBe(0)
      const digest = sha256(JSON.parse(served).payload)
      const lines = readFileSync(join(here.home, '.local/state/tfy-hook/audit.jsonl'), 'utf8').trimEnd().split('\n')
      expect(lines.slice(-2).map(line => JSON.parse(line).bundle)).toEqual(Array(2).fill({ name: 'shop', version: '1', digest }))

      served = bundleBy(pair(), { counter: 2 })
      const refused = await here.run('policy', 'pull')
      expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringMatching(/^refused: its key .* is not trusted\n$/)])
      expect((await here.hook('helm delete web')).exitCode).toBe(2)
      const status = await here.run('policy', 'status', '--json')
      expect([status.exitCode, JSON.parse(status.stdout)]).toMatchObject([
        1,
        { active: { name: 'shop', counter: 1 }, last: { outcome: 'refused' }, warning: expect.stringContaining('not trusted') },
      ])
      expect((await here.run('policy', 'show')).stdout).toContain('shop.no-deletes')
      expect((await here.run('doctor', '--no-drill')).stdout).toContain('The bundle shop 1 is in force')
      expect((await here.run('status')).stdout).toMatch(/Bundle +shop 1, looked at/)
    },
  )

  it('reads what the environment points to only where the account keeps nothing', { timeout: 60_000 }, async () => {
    const [one] = usable
    if (one === undefined) throw new Error('nothing is built')
    const here = machine(one)
    served = bundleBy(mine)
    expect((await here.run('policy', 'pull')).stdout).toBe('activated shop, counter 1\n')
    const elsewhere = scratch()
    const said = await here.started({ HOME: elsewhere, XDG_STATE_HOME: elsewhere }).hook('helm delete web')
    expect([said.exitCode, said.stderr]).toEqual([2, expect.stringContaining('shop.no-deletes')])
  })

  it.skipIf(!existsSync('dist/tfy-hook-door'))(
    'the door answers as the whole program does, also when a bundle is to be pulled',
    { timeout: 60_000 },
    async () => {
      const whole = executables[0]
      if (whole === undefined) throw new Error('nothing is built')
      const here = machine({ ...whole, command: resolve('dist/tfy-hook-door') })
      served = bundleBy(mine)
      expect((await here.hook('ls', '--fail-closed')).exitCode).toBe(2)
      await until(() => existsSync(join(kept(here), 'active.json')))
      expect((await here.hook('helm delete web')).exitCode).toBe(2)
      expect((await here.hook('ls', '--fail-closed')).exitCode).toBe(0)
    },
  )

  it('builds, signs and verifies by the command line', { timeout: 60_000 }, async () => {
    const [one] = usable
    if (one === undefined) throw new Error('nothing is built')
    const dir = scratch()
    const next = pair()
    const files = {
      'policy.yaml': policy(),
      'policy.test.yaml': tests(),
      key: mine.secretPem,
      'key.pub': mine.publicPem,
      next: next.secretPem,
      'next.pub': next.publicPem,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await call(one, {
        args: ['policy', ...args],
        stdin: '',
        cwd: dir,
        env: { PATH: process.env.PATH ?? '', HOME: dir },
      })
      return [exitCode, `${stdout}${stderr}`]
    }
    const build = [
      'bundle',
      'build',
      'policy.yaml',
      '--out',
      'shop.bundle',
      '--name',
      'shop',
      '--version',
      '1',
      '--counter',
      '7',
      '--expires',
      '2099-01-01',
    ]
    expect(await run(...build)).toEqual([
      0,
      expect.stringContaining('shop.bundle: shop 1, counter 7, until 2099-01-01, 2 tests passed'),
    ])
    expect(await run('bundle', 'verify', 'shop.bundle', '--keys', 'key.pub')).toEqual([1, 'shop.bundle: it is not signed\n'])
    expect(await run('test', 'shop.bundle')).toEqual([0, 'shop.bundle: policy.test.yaml: 2 passed, 0 failed, 0 skipped\n'])
    expect(await run('bundle', 'sign', 'shop.bundle', '--key', 'key')).toEqual([0, 'shop.bundle: signed\n'])
    expect(await run('bundle', 'verify', 'shop.bundle', '--keys', 'key.pub')).toEqual([
      0,
      expect.stringMatching(/^shop.bundle: shop 1, counter 7, signed by [0-9A-F]{16}, until 2099-01-01\n$/),
    ])
    expect(await run('bundle', 'sign', 'shop.bundle', '--key', 'key', '--new-keys', 'next.pub')).toEqual([
      0,
      expect.stringContaining('1 new keys'),
    ])
    expect(await run('bundle', 'verify', 'shop.bundle', '--keys', 'key.pub')).toEqual([1, expect.stringContaining('not trusted')])
    await run('bundle', 'sign', 'shop.bundle', '--key', 'next')
    expect((await run('bundle', 'verify', 'shop.bundle', '--keys', 'key.pub'))[0]).toBe(0)
    expect((await run(...build.slice(0, -4), '--previous', 'shop.bundle', '--percent', '10', '--group', 'canary'))[0]).toBe(0)
    await run('bundle', 'sign', 'shop.bundle', '--key', 'next')
    expect((await run('bundle', 'verify', 'shop.bundle', '--keys', 'key.pub', '--json'))[1]).toContain(
      '"rollout":{"percent":10,"groups":["canary"]}',
    )
    writeFileSync(join(dir, 'policy.test.yaml'), tests('allow'))
    expect(await run(...build)).toEqual([1, expect.stringContaining('its test policy.test.yaml:2 fails')])
    expect(await run('bundle', 'verify', 'shop.bundle')).toEqual([2, expect.stringContaining('Say whom you trust')])
    expect(await run('bundle', 'sign', 'shop.bundle', '--key', 'policy.yaml')).toEqual([
      2,
      expect.stringContaining('no secret key of ed25519'),
    ])
    expect(await run('pull')).toEqual([2, expect.stringContaining('No bundle is named')])
  })
})
