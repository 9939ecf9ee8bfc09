/** Lines come in order, made when they are written, and only so many wait. */

import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { linesToFd } from './line-writer.ts'

const file = `${tmpdir()}/lines-${process.pid}`
const fd = openSync(file, 'w+')
afterEach(() => {
  closeSync(fd)
  rmSync(file)
})

const mib = 1024 * 1024

describe('lines', () => {
  it('in order, whether they are made or still to be made; those that cannot be made or do not fit are counted', async () => {
    const lines = linesToFd(fd)
    const log: string[] = []
    const unmade = (text: string, size = 500) => lines.add(() => `${text}\n`.slice(0 * log.push(text)), size)
    lines.add('first\n')
    unmade('second')
    lines.add(() => {
      throw new Error('broken')
    }, 100)
    unmade('large', mib)
    expect(log).toEqual(['large'])
    lines.add('third\n')
    await lines.flush(1_000)
    expect([readFileSync(file, 'utf8'), lines.dropped()]).toEqual(['first\nsecond\nlarge\nthird\n', 1])

    // By what is said of their size they would not fit, by what they are they do.
    for (let i = 0; i < 200; i++) unmade(`small ${i}`, 50_000)
    for (let i = 0; i < 5; i++) lines.add(`${'x'.repeat(mib)}\n`)
    await lines.flush(1_000)
    const all = readFileSync(file, 'utf8').split('\n')
    expect(all.filter(line => line.startsWith('small')).map(line => Number(line.slice(6)))).toEqual([...Array(200).keys()])
    expect([all.filter(line => line.startsWith('x')).length, lines.dropped()]).toEqual([3, 3])
    expect(log).toHaveLength(202)
  })
})
