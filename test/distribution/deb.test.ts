/** The Debian package of an executable, by dpkg-deb: what is in it, for whom, and that it is the same every time. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { has } from './shells.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-deb-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.skipIf(process.platform !== 'linux' || !(await has('dpkg-deb')))(
  'holds the program, its page and its licences, owned by root',
  async () => {
    const from = join(root, 'release')
    mkdirSync(from)
    for (const name of ['tfy-hook-linux-arm64', 'tfy-hook-linux-x64-musl', 'THIRD-PARTY-LICENSES.txt', 'tfy-hook.cdx.json'])
      writeFileSync(join(from, name), `#!/bin/sh\necho ${name}\n`)
    const make = async (name: string) => {
      await execa('bun', ['scripts/package-linux.ts', 'deb', '--from', from, '--out', join(root, name)], { preferLocal: true })
      expect(readdirSync(join(root, name))).toEqual([`tfy-hook_${version()}_arm64.deb`])
      return join(root, name, readdirSync(join(root, name))[0] ?? '')
    }
    const file = await make('one')
    expect(readFileSync(file).equals(readFileSync(await make('two')))).toBe(true)
    const field = async (name: string) => (await execa('dpkg-deb', ['-f', file, name])).stdout
    expect([await field('Package'), await field('Version')]).toEqual(['tfy-hook', version()])
    expect(await field('Architecture')).toBe('arm64')
    const listed = (await execa('dpkg-deb', ['-c', file])).stdout.split('\n')
    for (const [mode, path] of [
      ['-rwxr-xr-x', './usr/bin/tfy-hook'],
      ['-rw-r--r--', './usr/share/man/man1/tfy-hook.1.gz'],
      ['-rw-r--r--', './usr/share/doc/tfy-hook/copyright'],
      ['-rw-r--r--', './usr/share/doc/tfy-hook/tfy-hook.cdx.json'],
    ] as const)
      expect(listed.find(line => line.endsWith(` ${path}`))).toMatch(new RegExp(`^${mode} root/root `))
    // Nothing of it lies where somebody configures, and what runs when it is installed only compiles what is deployed.
    expect(listed.filter(line => !/ \.\/(?:usr\/.*)?$/.test(line))).toEqual([])
    await execa('dpkg-deb', ['-e', file, join(root, 'control')])
    expect(readdirSync(join(root, 'control')).sort()).toEqual(['control', 'postinst'])
    expect(readFileSync(join(root, 'control/postinst'), 'utf8').split('\n').slice(1)).toEqual([
      '[ "$1" = configure ] || exit 0',
      '[ ! -d /etc/tfy-hook ] || /usr/bin/tfy-hook policy compile >/dev/null 2>&1 || :',
      '',
    ])
    await execa('dpkg-deb', ['-x', file, join(root, 'x')])
    expect((await execa(join(root, 'x/usr/bin/tfy-hook'), ['--version'])).stdout).toBe('tfy-hook-linux-arm64')
  },
  120_000,
)
