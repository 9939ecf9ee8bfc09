/** The signature of a release, held against the program that people verify it with. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, expect, it } from 'vitest'
import { sign } from '../../scripts/build/sign.ts'
import { has } from './shells.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-sign-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.skipIf(!(await has('minisign')))('is the same each time, good for the file and for no other', async () => {
  const [file, key, open] = ['SHA256SUMS', 'key', 'key.pub'].map(name => join(root, name)) as [string, string, string]
  writeFileSync(file, `${'0'.repeat(64)}  tfy-hook-linux-x64\n`)
  await execa('minisign', ['-G', '-W', '-s', key, '-p', open])
  sign(file, key, 'tfy-hook 9.9.9')
  const first = readFileSync(`${file}.minisig`, 'utf8')
  sign(file, key, 'tfy-hook 9.9.9')
  expect(readFileSync(`${file}.minisig`, 'utf8')).toBe(first)
  const verify = () => execa('minisign', ['-V', '-m', file, '-p', open], { reject: false })
  expect(await verify()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('tfy-hook 9.9.9') })
  writeFileSync(file, `${'1'.repeat(64)}  tfy-hook-linux-x64\n`)
  expect((await verify()).exitCode).toBe(1)
})
