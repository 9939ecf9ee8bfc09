import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { readBounded } from './bounded-file.ts'

/** How much a file says it is shorter than it is: it has grown since it was asked. */
const grown = vi.hoisted(() => ({ by: 0 }))
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const fstatSync = (fd: number) => {
    const stat = fs.fstatSync(fd)
    stat.size -= grown.by
    return stat
  }
  return { ...fs, fstatSync }
})

const dir = mkdtempSync(join(tmpdir(), 'tfy-hook-bounded-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const file = join(dir, 'policy.yaml')

it.each([0, 1, 60])('reads the whole of a file that has grown by %i bytes since it was asked', by => {
  writeFileSync(file, 'x'.repeat(100))
  grown.by = by
  expect(readBounded(file, 100)).toBe('x'.repeat(100))
  expect(readBounded(file, 99)).toBeUndefined()
})
