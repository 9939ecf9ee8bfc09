/** The npm packages as people get them: packed, installed into an empty prefix without a network, and called as a hook. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageName, thisPlatform } from '../../scripts/package/platforms.ts'
import { version } from '../../scripts/project/project.ts'
import { type Packed, packAll } from './packed.ts'

const here = thisPlatform()
const native = here === undefined ? '' : packageName(here)

const payload = (command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    transcript_path: '/orders/t.jsonl',
    cwd: '/orders',
    tool_name: 'Bash',
    tool_input: { command },
  })

let packed: Packed
beforeAll(async () => {
  packed = await packAll()
}, 180_000)
afterAll(() => packed?.end())

interface Called {
  readonly code: number | undefined
  readonly out: string
  readonly err: string
}

const nowhere = '/var/empty'

/** Without Node on the path, unless it is asked for: then a Node process cannot stand in between. */
const call = async (
  file: string,
  args: readonly string[],
  given: { input?: string; node?: boolean; env?: object } = {},
): Promise<Called> => {
  const home = packed.scratch('caller')
  const { exitCode, stdout, stderr } = await execa(file, [...args], {
    input: given.input ?? '',
    env: { PATH: given.node === true ? dirname(process.execPath) : nowhere, HOME: home, ...given.env },
    extendEnv: false,
    reject: false,
  })
  return { code: exitCode, out: stdout, err: stderr }
}

const works = async (file: string, node: boolean): Promise<void> => {
  expect(await call(file, ['--version'], { node })).toEqual({ code: 0, out: version(), err: '' })
  const denied = await call(file, ['--client', 'claude-code', '--fail-closed'], { node, input: payload('rm -rf ~') })
  expect([denied.code, denied.err]).toEqual([2, expect.stringContaining('filesystem.delete-home')])
  expect(await call(file, ['--client', 'claude-code'], { node, input: payload('ls') })).toEqual({ code: 0, out: '', err: '' })
}

const isExecutable = (file: string): boolean => !readFileSync(file).subarray(0, 2).equals(Buffer.from('#!'))

describe('npm install -g', () => {
  const install = async (name: string, ...flags: readonly string[]): Promise<string> => {
    const home = packed.scratch(name)
    await packed.npm(home, 'install', '-g', '--prefix', join(home, 'prefix'), '@truefoundry/tfy-hook', ...flags)
    return join(home, 'prefix')
  }

  it('starts the native executable with no Node in between, and fetches this platform alone', async () => {
    packed.fetched.length = 0
    const prefix = await install('scripts')
    const bin = join(prefix, 'bin/tfy-hook')
    expect(isExecutable(bin)).toBe(true)
    await works(bin, false)
    expect([...packed.fetched].sort()).toEqual(['@truefoundry/tfy-hook', native])
    expect(statSync(join(prefix, 'share/man/man1/tfy-hook.1')).size).toBeGreaterThan(1000)
    // One file under two names, not a copy of a hundred megabytes.
    expect(statSync(bin).nlink).toBe(2)
  }, 120_000)

  it('without scripts, starts it from the launcher', async () => {
    const prefix = await install('no-scripts', '--ignore-scripts')
    const bin = join(prefix, 'bin/tfy-hook')
    expect(isExecutable(bin)).toBe(false)
    // The bundle is away, so whoever answers is the executable.
    rmSync(join(dirname(realpathSync(bin)), '../node'), { recursive: true })
    await works(bin, true)
  }, 120_000)

  it('without a package for the platform, runs on Node', async () => {
    packed.offer.native = false
    const prefix = await install('no-native')
    packed.offer.native = true
    const bin = join(prefix, 'bin/tfy-hook')
    expect(isExecutable(bin)).toBe(false)
    expect(readdirSync(join(prefix, 'lib/node_modules/@truefoundry'))).toEqual(['tfy-hook'])
    await works(bin, true)
  }, 120_000)
})

describe('from the tarballs alone, offline', () => {
  it('in a project', async () => {
    const home = packed.scratch('project')
    writeFileSync(join(home, 'package.json'), '{ "name": "orders", "private": true }\n')
    await packed.npm(home, 'install', '--offline', packed.main, packed.platform)
    await works(join(home, 'node_modules/.bin/tfy-hook'), false)
  }, 120_000)

  it('the package of the platform by itself, which has no script', async () => {
    const home = packed.scratch('by-itself')
    await packed.npm(home, 'install', '-g', '--offline', '--ignore-scripts', '--prefix', join(home, 'prefix'), packed.platform)
    await works(join(home, 'prefix/bin/tfy-hook'), false)
  }, 120_000)

  it('what is packed says that it must not be published', async () => {
    for (const tarball of [packed.main, packed.platform]) {
      const { stdout } = await execa('tar', ['xzOf', tarball, 'package/package.json'])
      expect(JSON.parse(stdout)).toMatchObject({ private: true, version: version(), license: 'Apache-2.0' })
    }
  })

  it('the packages carry the licences of what they contain', async () => {
    for (const [tarball, file] of [
      [packed.main, 'package/node/THIRD-PARTY-LICENSES.txt'],
      [packed.platform, 'package/THIRD-PARTY-LICENSES.txt'],
      [packed.platform, 'package/LICENSE'],
    ] as const)
      expect((await execa('tar', ['xzOf', tarball, file])).stdout.length).toBeGreaterThan(1000)
  })
})

describe('the launcher', () => {
  /** The package unpacked, with what stands beside it made by hand. */
  const ground = async (name: string, beside?: { text: string; version?: string; mode?: number }): Promise<string> => {
    const modules = join(packed.scratch(name), 'node_modules')
    const own = join(modules, '@truefoundry/tfy-hook')
    mkdirSync(own, { recursive: true })
    await execa('tar', ['xzf', packed.main, '--strip-components=1', '-C', own])
    if (beside !== undefined) {
      const bin = join(modules, native, 'bin')
      mkdirSync(bin, { recursive: true })
      writeFileSync(join(modules, native, 'package.json'), JSON.stringify({ version: beside.version ?? version() }))
      writeFileSync(join(bin, 'tfy-hook'), beside.text)
      chmodSync(join(bin, 'tfy-hook'), beside.mode ?? 0o755)
    }
    return own
  }
  const launcher = (own: string): string => join(own, 'bin/tfy-hook')
  const impostor = '#!/bin/sh\necho impostor\n'

  it('takes the executable beside it', async () => {
    const own = await ground('beside', { text: impostor })
    expect(await call(launcher(own), ['--version'], { node: true })).toEqual({ code: 0, out: 'impostor', err: '' })
  })

  it.each([
    ['of another version', { text: impostor, version: '0.0.9' }],
    ['that may not be run', { text: impostor, mode: 0o644 }],
    ['whose loader is missing', { text: '#!/var/empty/loader\n' }],
  ])('runs the bundle instead of an executable %s', async (name, beside) => {
    const own = await ground(name.replaceAll(' ', '-'), beside)
    await works(launcher(own), true)
  })

  it('looks nowhere that the environment names', async () => {
    const elsewhere = await ground('elsewhere', { text: impostor })
    const own = await ground('here')
    const env = { NODE_PATH: join(elsewhere, '../..'), npm_config_prefix: elsewhere }
    expect(await call(launcher(own), ['--version'], { node: true, env })).toMatchObject({ out: version() })
  })

  it.each(['TERM', 'KILL'])('an executable that is ended by SIG%s is no verdict, and no permission', async signal => {
    const own = await ground(`ended-${signal}`, { text: `#!/bin/sh\nkill -${signal} $$\n` })
    const { code, err } = await call(launcher(own), ['--client', 'claude-code'], { node: true, input: payload('ls') })
    expect([code, err]).toEqual([2, `tfy-hook: ended by SIG${signal}`])
  })

  it('passes on the signal that ends it', async () => {
    const own = await ground('signal', {
      // Not `read`: a signal that comes just before it is only seen after it.
      text: '#!/bin/sh\ntrap "echo told; exit 7" TERM\necho ready\nwhile :; do sleep 0.05; done\n',
    })
    const running = execa(launcher(own), ['serve'], {
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
      extendEnv: false,
      reject: false,
    })
    running.stdout.once('data', () => running.kill('SIGTERM'))
    expect(await running).toMatchObject({ exitCode: 7, stdout: 'ready\ntold' })
  })

  it('denies when nothing is there to decide', async () => {
    const own = await ground('incomplete')
    rmSync(join(own, 'node'), { recursive: true })
    const { code, err } = await call(launcher(own), ['--client', 'claude-code'], { node: true, input: payload('ls') })
    expect([code, err]).toEqual([2, expect.stringContaining('Install the package again')])
  })

  it('stays when the script cannot use the executable', async () => {
    const own = await ground('unusable', { text: '#!/bin/sh\nexit 3\n' })
    const before = readFileSync(launcher(own))
    const { exitCode } = await execa(process.execPath, [join(own, 'postinstall.cjs')], { cwd: own })
    expect([exitCode, readFileSync(launcher(own)).equals(before)]).toEqual([0, true])
  })

  it.skipIf(process.getuid?.() === 0)('stays in a package that cannot be written to', async () => {
    const own = await ground('read-only', { text: `#!/bin/sh\necho ${version()}\n` })
    chmodSync(join(own, 'bin'), 0o555)
    const { exitCode } = await execa(process.execPath, [join(own, 'postinstall.cjs')], { cwd: own })
    chmodSync(join(own, 'bin'), 0o755)
    expect([exitCode, isExecutable(launcher(own))]).toEqual([0, false])
  })

  it('stays under Yarn, which runs it with Node', async () => {
    const own = await ground('yarn', { text: `#!/bin/sh\necho ${version()}\n` })
    const before = readFileSync(launcher(own))
    await execa(process.execPath, [join(own, 'postinstall.cjs')], {
      cwd: own,
      env: { npm_config_user_agent: 'yarn/1.22.22 npm/? node/v20' },
    })
    expect(readFileSync(launcher(own)).equals(before)).toBe(true)
    await execa(process.execPath, [join(own, 'postinstall.cjs')], { cwd: own, env: { npm_config_user_agent: 'npm/11.0.0' } })
    expect(readFileSync(launcher(own)).equals(before)).toBe(false)
  })
})
