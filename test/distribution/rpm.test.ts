/** The RPM of an executable, by rpmbuild: what is in it, for whom, and that it is the same every time. */

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'
import { version } from '../../scripts/project/project.ts'
import { has } from './shells.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-rpm-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.skipIf(process.platform !== 'linux' || !(await has('rpmbuild')))(
  'holds the program, its page and its licences, owned by root',
  async () => {
    const from = join(root, 'release')
    mkdirSync(from)
    const names = ['tfy-hook-linux-x64', 'tfy-hook-door-linux-x64', 'tfy-hook-linux-arm64', 'tfy-hook-linux-arm64-musl']
    for (const name of [...names, 'THIRD-PARTY-LICENSES.txt', 'tfy-hook.cdx.json'])
      writeFileSync(join(from, name), `#!/bin/sh\necho ${name}\n`)
    const make = async (name: string) => {
      await execa('bun', ['scripts/package-linux.ts', 'rpm', '--from', from, '--out', join(root, name)], { preferLocal: true })
      return readdirSync(join(root, name)).map(file => [file, readFileSync(join(root, name, file)).toString('base64')])
    }
    const first = await make('one')
    expect(first.map(([file]) => file)).toEqual(['aarch64', 'x86_64'].map(one => `tfy-hook-${version()}-1.${one}.rpm`))
    expect(await make('two')).toEqual(first)

    const [arm, file] = first.map(([name]) => join(root, 'one', name ?? '')) as [string, string]
    const ask = async (...args: readonly string[]) => (await execa('rpm', ['-qp', ...args])).stdout
    expect(await ask('--qf', '%{NAME} %{VERSION} %{ARCH} %{LICENSE}', file)).toBe(`tfy-hook ${version()} x86_64 Apache-2.0`)
    expect(await ask('--qf', '%{ARCH}', arm)).toBe('aarch64')
    expect(
      (await ask('--qf', '[%{FILEMODES:perms} %{FILEUSERNAME}:%{FILEGROUPNAME} %{FILENAMES}\n]', file)).trim().split('\n'),
    ).toEqual([
      '-rwxr-xr-x root:root /usr/bin/tfy-hook',
      '-rwxr-xr-x root:root /usr/bin/tfy-hook-door',
      '-rw-r--r-- root:root /usr/share/doc/tfy-hook/copyright',
      '-rw-r--r-- root:root /usr/share/doc/tfy-hook/tfy-hook.cdx.json',
      '-rw-r--r-- root:root /usr/share/man/man1/tfy-hook.1.gz',
    ])
    expect(await ask('-l', arm)).not.toContain('door')
    expect((await ask('--scripts', '--triggers', file)).trim().split('\n')).toEqual([
      'postinstall scriptlet (using /bin/sh):',
      '[ ! -d /etc/tfy-hook ] || /usr/bin/tfy-hook policy compile >/dev/null 2>&1 || :',
    ])
    expect((await ask('--requires', file)).split('\n').filter(line => !line.startsWith('rpmlib('))).toEqual(['/bin/sh', 'glibc'])
    const held = createHash('sha256')
      .update(readFileSync(join(from, 'tfy-hook-linux-x64')))
      .digest('hex')
    expect(await ask('--qf', '[%{FILEDIGESTS}\n]', file)).toMatch(new RegExp(`^${held}\n`))
  },
  120_000,
)
