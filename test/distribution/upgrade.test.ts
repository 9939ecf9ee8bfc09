/** `npm install -g` over an older version while hooks are called: what `init` registered is there at any moment. */

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { type Packed, packAll } from './packed.ts'

/** The quicker executable is registered where it is built. */
const door = existsSync('dist/tfy-hook-door') ? '-door' : ''
if (door === '') console.warn('dist/tfy-hook-door is not built (npm run build:door): upgrades are tested without it')

const payload = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/orders/t.jsonl',
  cwd: '/orders',
  tool_name: 'Bash',
  tool_input: { command: 'git push --force origin main' },
})

let packed: Packed
beforeAll(async () => {
  packed = await packAll()
}, 180_000)
afterAll(() => packed?.end())

interface Account {
  readonly home: string
  readonly npm: string
  readonly run: (file: string, args: readonly string[]) => Promise<{ code: number | undefined; out: string }>
  /** The command that is registered at Claude Code, before a tool. */
  readonly registered: () => string
}

const account = async (name: string, ...flags: readonly string[]): Promise<Account> => {
  const home = packed.scratch(name)
  const shop = join(home, 'shop')
  mkdirSync(shop, { recursive: true })
  mkdirSync(join(home, '.claude'))
  const prefix = join(home, 'prefix')
  await packed.npm(home, 'install', '-g', '--offline', '--prefix', prefix, packed.main, packed.platform, ...flags)
  const env = { PATH: `${prefix}/bin:${process.env.PATH}`, HOME: home }
  const settings = join(home, '.claude/settings.json')
  return {
    home,
    npm: join(prefix, 'bin/tfy-hook'),
    run: async (file, args) => {
      const ran = await execa(file, [...args], { cwd: shop, env, extendEnv: false, reject: false, stdin: 'ignore' })
      return { code: ran.exitCode, out: ran.stdout + ran.stderr }
    },
    registered: () => JSON.parse(readFileSync(settings, 'utf8')).hooks.PreToolUse[0].hooks[0].command,
  }
}

const init = ['init', '--yes', '--client', 'claude-code']

describe('after npm install -g', () => {
  it('init registers a copy that no upgrade takes away: no call fails', async () => {
    const here = await account('upgraded')
    expect(await here.run(here.npm, init)).toMatchObject({ code: 0, out: expect.stringContaining('a copy is registered') })
    const copy = join(here.home, '.local/share/tfy-hook/program/tfy-hook')
    expect(here.registered()).toContain(` ${copy}${door} --client claude-code`)
    expect([statSync(copy).mode & 0o777, statSync(join(copy, '..')).mode & 0o777]).toEqual([0o755, 0o700])

    const tarballs = await newer(here.home)
    const command = here.registered()
    let calls = 0
    const wrong: unknown[] = []
    const call = async (): Promise<void> => {
      const ran = await execa('/bin/sh', ['-c', command], {
        input: payload,
        env: { PATH: '/usr/bin:/bin', HOME: here.home },
        extendEnv: false,
        reject: false,
      })
      calls++
      if (ran.exitCode !== 2 || !ran.stderr.includes('git.push-force')) wrong.push([ran.exitCode, ran.stderr])
    }
    let upgrading = true
    let missing = 0
    const upgrades = (async () => {
      const olds = [packed.main, packed.platform]
      // There and back until enough calls were made, five times at most.
      for (let i = 0; i < 5 && (i === 0 || calls < 300); i++)
        await packed.npm(
          here.home,
          'install',
          '-g',
          '--offline',
          '--prefix',
          join(here.home, 'prefix'),
          ...(i % 2 === 0 ? tarballs : olds),
        )
      upgrading = false
    })()
    const watching = (async () => {
      while (upgrading) {
        if (!existsSync(here.npm)) missing++
        await new Promise(done => setTimeout(done, 5))
      }
    })()
    while (upgrading || calls < 300) await Promise.all([call(), call()])
    await Promise.all([upgrades, watching])
    expect(wrong).toEqual([])
    expect(calls).toBeGreaterThanOrEqual(300)
    // Otherwise the upgrade was none, and this proves nothing.
    expect(missing).toBeGreaterThan(0)
  }, 180_000)

  it('init replaces an older copy, uninstall removes the one that nothing names', async () => {
    const here = await account('refreshed')
    await here.run(here.npm, init)
    const copy = join(here.home, '.local/share/tfy-hook/program/tfy-hook')
    writeFileSync(copy, '#!/bin/sh\necho 0.0.9\n')
    const doctor = await here.run(here.npm, ['doctor', '--client', 'claude-code'])
    expect(doctor.out).toContain(`It starts tfy-hook 0.0.9 (${copy.replace(here.home, '~')}${door}), and this is ${version()}`)
    expect(doctor.out).toContain('tfy-hook init --client claude-code')
    expect((await here.run(here.npm, init)).code).toBe(0)
    expect((await here.run(copy, ['--version'])).out).toBe(version())
    if (door !== '') {
      // Nobody is judged by a door of an older build.
      const older = readFileSync(`${copy}-door`)
      older.write('tfy-built-', older.indexOf('tfy-build-'))
      writeFileSync(`${copy}-door`, older)
      expect((await here.run(here.npm, ['doctor'])).out).toContain(`although ~/.local/share/tfy-hook/program/tfy-hook-door is`)
      rmSync(`${copy}-door`)
      expect((await here.run(here.npm, ['doctor'])).out).toContain('program/tfy-hook-door, which')
      expect((await here.run(here.npm, init)).code).toBe(0)
      expect((await here.run(`${copy}-door`, ['--version'])).out).toBe(version())
    }

    await here.run(here.npm, ['init', '--yes', '--client', 'cursor'])
    await here.run(here.npm, ['uninstall', '--yes', '--client', 'claude-code'])
    expect(existsSync(copy)).toBe(true)
    const { out } = await here.run(here.npm, ['uninstall', '--yes'])
    expect(out).toContain(`removed  ${copy}`)
    expect(existsSync(join(here.home, '.local/share/tfy-hook'))).toBe(false)
  }, 120_000)

  it('a place that others can write is refused', async () => {
    const here = await account('shared')
    mkdirSync(join(here.home, '.local/share/tfy-hook/program'), { recursive: true, mode: 0o777 })
    await execa('chmod', ['777', join(here.home, '.local/share/tfy-hook')])
    const { code, out } = await here.run(here.npm, init)
    expect([code, out]).toEqual([2, expect.stringContaining('can be written by other accounts')])
    expect(existsSync(join(here.home, '.claude/settings.json'))).toBe(false)
  }, 120_000)

  it('without an executable, the bundle is copied', async () => {
    const here = await account('bundled', '--ignore-scripts')
    rmSync(join(here.home, 'prefix/lib/node_modules', '@truefoundry'), { recursive: true })
    await packed.npm(
      here.home,
      'install',
      '-g',
      '--offline',
      '--ignore-scripts',
      '--omit=optional',
      '--prefix',
      join(here.home, 'prefix'),
      packed.main,
    )
    expect((await here.run(here.npm, init)).code).toBe(0)
    const copy = join(here.home, '.local/share/tfy-hook/program/node/tfy-hook.mjs')
    expect(here.registered()).toContain(`NODE_OPTIONS= ${process.execPath}`.replace(/ \S*$/, ' '))
    expect(here.registered()).toContain(`${copy} --client claude-code`)
    rmSync(join(here.home, 'prefix'), { recursive: true })
    const ran = await execa('/bin/sh', ['-c', here.registered()], { input: payload, reject: false, env: { HOME: here.home } })
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('git.push-force')])
  }, 120_000)
})

/** The same packages under a higher version, as npm sees it. */
const newer = async (home: string): Promise<readonly string[]> => {
  const dir = join(home, 'newer')
  const made: string[] = []
  for (const [i, tarball] of [packed.main, packed.platform].entries()) {
    const folder = join(dir, String(i))
    mkdirSync(folder, { recursive: true })
    await execa('tar', ['xzf', tarball, '-C', folder])
    const manifest = join(folder, 'package/package.json')
    const read = JSON.parse(readFileSync(manifest, 'utf8'))
    const bumped = { ...read, version: '99.0.0' }
    if (bumped.optionalDependencies)
      bumped.optionalDependencies = Object.fromEntries(Object.keys(bumped.optionalDependencies).map(name => [name, '99.0.0']))
    writeFileSync(manifest, JSON.stringify(bumped))
    const file = join(dir, `newer-${i}.tgz`)
    await execa('tar', ['czf', file, '-C', folder, 'package'])
    made.push(file)
  }
  return made
}
