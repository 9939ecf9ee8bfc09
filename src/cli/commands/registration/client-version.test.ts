import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Ground, Installation } from '../../../core/install.ts'
import { numbersIn, versionOf } from './client-version.ts'

it.skipIf(process.platform === 'win32')(
  'keeps what a client said for those who ask none, until the program changes',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'tfy-hook-test-'))
    const binary = join(home, 'client')
    const write = (version: string): void => {
      writeFileSync(binary, `#!/bin/sh\necho ${version}\n`)
      chmodSync(binary, 0o755)
    }
    const ground = { home, root: join(home, 'shop'), system: 'linux', env: { PATH: '/usr/bin:/bin' } } as unknown as Ground
    const said = async (asks: boolean) => (await versionOf({} as Installation, binary, ground, { state: home, asks })).numbers
    write('2.1.329')
    expect(await said(false)).toBeUndefined()
    expect(await said(true)).toEqual([2, 1, 329])
    expect(await said(false)).toEqual([2, 1, 329])
    write('2.1.1330')
    expect(await said(false)).toBeUndefined()
  },
)

it.each<[string, readonly number[] | undefined]>([
  ['2.1.329 (Claude Code)', [2, 1, 329]],
  ['codex-cli 0.151.0-alpha.2', [0, 151, 0]],
  ['1.18', [1, 18]],
  ['v20.11.1\n', [20, 11, 1]],
  ['2026.01.05-abc', [2026, 1, 5]],
  ['Version: 3', undefined],
  ['', undefined],
])('%j', (text, want) => {
  expect(numbersIn(text)).toEqual(want)
})
