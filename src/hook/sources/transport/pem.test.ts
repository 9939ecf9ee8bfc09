import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readPem } from './pem.ts'

const root = mkdtempSync(join(tmpdir(), 'tfy-pem-'))
afterAll(() => rmSync(root, { recursive: true }))

it('reads a file', () => {
  writeFileSync(join(root, 'a.pem'), 'text')
  expect(readPem(join(root, 'a.pem'))).toBe('text')
})

it('reads nothing that is gone, a directory, or too large', () => {
  writeFileSync(join(root, 'large.pem'), 'x'.repeat(1024 * 1024 + 1))
  expect([join(root, 'none.pem'), root, join(root, 'large.pem')].map(readPem)).toEqual([undefined, undefined, undefined])
})

it.skipIf(process.platform === 'win32')('does not wait for a writer of a pipe', () => {
  execFileSync('mkfifo', [join(root, 'pipe.pem')])
  expect(readPem(join(root, 'pipe.pem'))).toBeUndefined()
})
