/** scripts/package/install.sh against a release on loopback: what it installs, what it refuses, and that a refusal changes nothing. */

import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { installed, type Place, place, program, type Release, script, serveRelease, sha256 } from './release-server.ts'
import { binary, has } from './shells.ts'

const name = 'tfy-hook-linux-x64'
const tools = ['sh', 'uname', 'mktemp', 'cut', 'awk', 'tr', 'mkdir', 'rm', 'mv', 'chmod', 'head', 'env', 'cat']
const x64 = { uname: 'case $1 in -s) echo Linux ;; *) echo x86_64 ;; esac\n' }

const shells = await Promise.all(['dash', 'bash', 'zsh', 'busybox'].map(async shell => [shell, await has(shell)] as const))

let release: Release
beforeAll(async () => {
  release = await serveRelease()
})
afterAll(() => release.end())

let at: Place
beforeEach(() => {
  at = place()
  release.asked.length = 0
  release.files.clear()
  release.files.set(name, program)
  release.files.set('SHA256SUMS', `${sha256('musl')}  ${name}-musl\n${sha256(program)}  ${name}\n`)
})
afterEach(() => at.end())

const offerDoor = (text: string): void => {
  release.files.set('tfy-hook-door-linux-x64', text)
  release.files.set('SHA256SUMS', `${sha256(program)}  ${name}\n${sha256(text)}  tfy-hook-door-linux-x64\n`)
}

interface Ran {
  readonly code: number | undefined
  readonly err: string
}

interface Given {
  readonly shell?: string
  readonly path?: string
  readonly env?: Readonly<Record<string, string>>
  readonly text?: string
}

const install = async (args: readonly string[] = [], { shell = 'sh', path, env, text }: Given = {}): Promise<Ran> => {
  const { exitCode, stderr } = await execa(shell, [...(text === undefined ? [script] : ['-s', '--']), ...args], {
    ...(text !== undefined && { input: text }),
    cwd: at.home,
    env: {
      PATH: path ?? (await at.path([...tools, 'curl', 'sha256sum'], x64)),
      HOME: at.home,
      TFY_HOOK_BASE_URL: release.url,
      ...env,
    },
    extendEnv: false,
    reject: false,
  })
  return { code: exitCode, err: stderr }
}

describe('installs', () => {
  it('into ~/.local/bin, and says what comes next', async () => {
    const { code, err } = await install()
    expect([code, at.text(), at.left()]).toEqual([0, program, ['tfy-hook']])
    expect(statSync(join(at.bin, 'tfy-hook')).mode & 0o777).toBe(0o755)
    expect(err).toContain(`tfy-hook 1.2.3 is ${at.bin}/tfy-hook`)
    expect(err).toContain('not on your PATH')
    expect(err).toContain('tfy-hook init')
  })

  it('through a pipe, into a folder with a space in its name', async () => {
    const { code } = await install(['--to', 'my tools/bin'], { text: readFileSync(script, 'utf8') })
    expect([code, readFileSync(join(at.home, 'my tools/bin/tfy-hook'), 'utf8'), at.left()]).toEqual([0, program, []])
  })

  it('over an older one, in one step, also where that is a link', async () => {
    installed(at, 'old')
    symlinkSync(join(at.bin, 'tfy-hook'), join(at.home, 'link'))
    expect((await install()).code).toBe(0)
    expect(at.text()).toBe(program)
  })

  it('from a folder, with nothing to download by, and verifies it all the same', async () => {
    const path = await at.path([...tools, 'sha256sum'], x64)
    const stick = join(at.home, 'usb stick')
    mkdirSync(stick)
    for (const [file, text] of release.files) writeFileSync(join(stick, file), String(text))
    const { code, err } = await install(['--from', 'usb stick'], { path })
    expect([code, err, at.text(), at.left()]).toEqual([0, expect.stringContaining('tfy-hook 1.2.3 is '), program, ['tfy-hook']])
    writeFileSync(join(stick, name), `${program}# more\n`)
    const second = await install(['--from', 'usb stick'], { path })
    expect([second.code, second.err, at.text()]).toEqual([1, expect.stringContaining('nothing was installed'), program])
    expect(release.asked).toEqual([])
  })

  it.each([
    [['--from', 'nowhere'], 'nowhere is not a folder'],
    [['--from', '.'], 'SHA256SUMS cannot be read'],
    [['--from', '.', '--version', '1.2.3'], 'without --version'],
  ])('nothing with %j', async (args, says) => {
    expect(await install(args)).toMatchObject({ code: 1, err: expect.stringContaining(says) })
    expect([at.left(), release.asked]).toEqual([[], []])
  })

  it('the real executable', async () => {
    const bytes = readFileSync(binary)
    release.files.set(name, bytes)
    release.files.set('SHA256SUMS', `${sha256(bytes)}  ${name}\n`)
    const { code, err } = await install(['--sha256', sha256(bytes).toUpperCase()])
    expect([code, err]).toEqual([0, expect.stringContaining(`tfy-hook ${version()} is `)])
  })

  it.each([
    ['curl', 'shasum'],
    ['curl', 'openssl'],
    ['wget', 'sha256sum'],
    ['wget', 'openssl'],
  ])('with %s and %s', async (fetcher, hasher) => {
    // shasum is a Perl script.
    const path = await at.path([...tools, fetcher, hasher, ...(hasher === 'shasum' ? ['perl'] : [])], x64)
    expect([(await install([], { path })).code, at.text()]).toEqual([0, program])
  })

  it.for(shells)('in %s (present: %s)', async ([shell, here], { skip }) => {
    if (!here) skip()
    const { stdout } = await execa('sh', ['-c', `command -v ${shell}`])
    const sh = join(at.home, 'sh')
    symlinkSync(stdout, sh)
    expect([(await install([], { shell: sh })).code, at.text()]).toEqual([0, program])
  })

  it('the door beside it, where the release has one that runs here', async () => {
    offerDoor(program)
    installed(at, 'old')
    expect([(await install()).code, at.text(), at.left()]).toEqual([0, program, ['tfy-hook', 'tfy-hook-door']])
    expect(statSync(join(at.bin, 'tfy-hook-door')).mode & 0o777).toBe(0o755)
  })

  it.each([
    ['that does not run here', '#!/bin/sh\nexit 1\n', [], /does not run here, and is left out/],
    ['for which the digest that you know says nothing', program, ['--sha256', sha256(program)], /left out: --sha256/],
  ])('no door %s', async (_, text, args, says) => {
    offerDoor(text)
    const { code, err } = await install(args)
    expect([code, err, at.left()]).toEqual([0, expect.stringMatching(says), ['tfy-hook']])
  })

  it('with the sums of Windows tools', async () => {
    release.files.set('SHA256SUMS', `${sha256(program)} *${name}\r\n`)
    expect((await install()).code).toBe(0)
  })
})

describe('refuses, and leaves the old one as it is', () => {
  const cut = program.slice(0, 20)
  const refusals: readonly (readonly [what: string, change: () => void, says: RegExp])[] = [
    [
      'another file than was promised',
      () => release.files.set(name, '#!/bin/sh\necho 6.6.6\n'),
      /has the SHA-256 \w{64}, SHA256SUMS says/,
    ],
    ['a file that ends early', () => release.files.set(name, cut), /has the SHA-256/],
    [
      'a connection that breaks off',
      () =>
        release.files.set(name, response => {
          response.writeHead(200, { 'content-length': program.length })
          response.write(cut, () => response.destroy())
        }),
      /cannot be downloaded; nothing was installed/,
    ],
    ['a release without the executable', () => release.files.delete(name), /cannot be downloaded/],
    ['a release without sums', () => release.files.delete('SHA256SUMS'), /SHA256SUMS cannot be downloaded/],
    [
      'sums of others',
      () => release.files.set('SHA256SUMS', `${sha256(program)}  ${name}-musl\n`),
      /names no tfy-hook-linux-x64;/,
    ],
    ['no sums at all', () => release.files.set('SHA256SUMS', ''), /names no/],
    ['a page instead of sums', () => release.files.set('SHA256SUMS', `<html>\nx ${name}\n`), /no usable line/],
    ['half a sum', () => release.files.set('SHA256SUMS', `${sha256(program).slice(0, 40)}  ${name}\n`), /no usable line/],
    [
      'two sums',
      () => release.files.set('SHA256SUMS', `${sha256('x')}  ${name}\n${sha256(program)}  ${name}\n`),
      /no usable line/,
    ],
    [
      'another door than was promised',
      () => {
        offerDoor(program)
        release.files.set('tfy-hook-door-linux-x64', '#!/bin/sh\necho 6.6.6\n')
      },
      /tfy-hook-door-linux-x64 has the SHA-256 \w{64}, SHA256SUMS says/,
    ],
    [
      'a door that is promised and not there',
      () => {
        offerDoor(program)
        release.files.delete('tfy-hook-door-linux-x64')
      },
      /tfy-hook-door-linux-x64 cannot be downloaded/,
    ],
    [
      'half a sum of the door',
      () => release.files.set('SHA256SUMS', `${sha256(program)}  ${name}\nabc  tfy-hook-door-linux-x64\n`),
      /no usable line for tfy-hook-door/,
    ],
    [
      'an executable that does not run',
      () => {
        const text = '#!/bin/sh\necho too old >&2\nexit 1\n'
        release.files.set(name, text)
        release.files.set('SHA256SUMS', `${sha256(text)}  ${name}\n`)
      },
      /does not run here \(too old\)/,
    ],
  ]

  it.each(refusals)('%s', async (_what, change, says) => {
    installed(at, 'old')
    change()
    const { code, err } = await install()
    expect([code, err, at.text(), at.left()]).toEqual([1, expect.stringMatching(says), 'old', ['tfy-hook']])
  })

  it('a digest that is not the one you know', async () => {
    const { code, err } = await install(['--sha256', sha256('other')])
    expect([code, err, at.left()]).toEqual([1, expect.stringContaining('you said'), []])
    expect(release.asked).toEqual(['SHA256SUMS'])
  })

  it.each([
    ['neither curl nor wget', ['sha256sum'], /neither curl nor wget/],
    ['nothing that makes digests', ['curl'], /could not be verified/],
  ])('a machine with %s, before anything is downloaded', async (_what, more, says) => {
    const { code, err } = await install([], { path: await at.path([...tools, ...more], x64) })
    expect([code, err, at.left(), release.asked]).toEqual([1, expect.stringMatching(says), [], []])
  })

  it.each([
    ['http://example.com/release'],
    ['http://127.0.0.1.example.com/release'],
    ['http://127.0.0.1:80@example.com/release'],
    ['https://someone@example.com/release'],
    ['ftp://example.com'],
    ['file:///etc'],
    ['-o/etc/passwd'],
  ])('the base URL %s', async url => {
    const { code, err } = await install(['--base-url', url])
    expect([code, err]).toEqual([1, expect.stringContaining('the base URL must')])
  })

  it.each([[['--to']], [['--to', '']], [['--verbose']], [['--version', '../x']]])('the arguments %j', async args => {
    expect([(await install(args)).code, release.asked]).toEqual([1, []])
  })

  it('a folder in the place of the executable', async () => {
    mkdirSync(join(at.bin, 'tfy-hook'), { recursive: true })
    expect(await install()).toMatchObject({ code: 1, err: expect.stringContaining('is a folder') })
    expect(at.left()).toEqual(['tfy-hook'])
  })

  it.skipIf(process.getuid?.() === 0)('a folder that cannot be written to', async () => {
    installed(at, 'old')
    chmodSync(at.bin, 0o555)
    const { code, err } = await install()
    chmodSync(at.bin, 0o755)
    expect([code, err, at.text()]).toEqual([1, expect.stringContaining('cannot be written to'), 'old'])
  })

  it('when it is stopped in the middle', async () => {
    installed(at, 'old')
    let asked = (): void => undefined
    const reached = new Promise<void>(done => {
      asked = done
    })
    release.files.set(name, response => {
      response.writeHead(200, { 'content-length': program.length })
      response.write(cut)
      asked()
    })
    const running = execa('sh', [script], {
      env: { PATH: await at.path([...tools, 'curl', 'sha256sum'], x64), HOME: at.home, TFY_HOOK_BASE_URL: release.url },
      extendEnv: false,
      reject: false,
      detached: true,
    })
    await reached
    // As Ctrl-C does: the whole group hears it.
    process.kill(-(running.pid ?? 0), 'SIGINT')
    await running
    expect([at.text(), at.left()]).toEqual(['old', ['tfy-hook']])
  })
})

it('does nothing when only a part of it arrives', async () => {
  const lines = readFileSync(script, 'utf8').split('\n')
  for (const share of [0.3, 0.5, 0.8, 0.97]) {
    const part = lines.slice(0, Math.floor(lines.length * share)).join('\n')
    await install([], { text: part })
  }
  await install([], { text: lines.slice(0, lines.lastIndexOf('main "$@"')).join('\n') })
  expect([release.asked, at.left()]).toEqual([[], []])
})

describe('what it asks for', () => {
  /** A curl that only notes its arguments. */
  const asks = async (
    uname: string,
    args: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<Ran & { log: string }> => {
    const log = join(at.home, 'log')
    writeFileSync(log, '')
    const path = await at.path([...tools, 'sha256sum'], { uname, curl: `echo "$*" >> ${log}\nexit 22\n`, ...more })
    const ran = await install(args, { path, env: { TFY_HOOK_BASE_URL: '' } })
    return { ...ran, log: readFileSync(log, 'utf8') }
  }
  const machine = (os: string, cpu: string): string => `case $1 in -s) echo ${os} ;; *) echo ${cpu} ;; esac\n`

  it('the newest release, over TLS alone', async () => {
    const { code, log } = await asks(machine('Linux', 'x86_64'))
    expect([code, log]).toEqual([
      1,
      expect.stringContaining('https://github.com/truefoundry/tfy-hook/releases/latest/download/SHA256SUMS'),
    ])
    expect(log).toContain('--proto =https --proto-redir =https --tlsv1.2')
  })

  it.each(['0.9.1', 'v0.9.1'])('the release %s', async wanted => {
    const { log } = await asks(machine('Linux', 'x86_64'), ['--version', wanted])
    expect(log).toContain('/releases/download/v0.9.1/SHA256SUMS')
  })

  it.each([
    ['Darwin', 'arm64', '', 'darwin-arm64'],
    ['Darwin', 'x86_64', 'exit 1', 'darwin-x64'],
    ['Darwin', 'x86_64', 'echo 1', 'darwin-arm64'],
    ['Linux', 'aarch64', '', 'linux-arm64'],
  ])('on %s %s (sysctl: "%s") the executable %s', async (os, cpu, sysctl, wanted) => {
    const { err } = await asks(machine(os, cpu), [], { sysctl: `${sysctl}\n` })
    expect(err).toContain(`/tfy-hook-${wanted}\n`)
  })

  it.each([
    ['FreeBSD', 'amd64', 'no executable for FreeBSD'],
    ['Linux', 'riscv64', 'no executable for riscv64'],
    ['MINGW64_NT-10.0', 'x86_64', 'use install.ps1'],
  ])('nothing on %s %s', async (os, cpu, says) => {
    expect(await asks(machine(os, cpu))).toMatchObject({ code: 1, err: expect.stringContaining(says), log: '' })
  })
})

const shellcheck = await has('shellcheck')
it.skipIf(!shellcheck)(`shellcheck finds nothing in it (present: ${shellcheck})`, async () => {
  const { exitCode, stdout } = await execa('shellcheck', ['-s', 'sh', script], { reject: false })
  expect([exitCode, stdout]).toEqual([0, ''])
})
