/** Many processes at one log: no line is lost, none is empty, and `verify` calls nobody's hand what was only a crowd. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { appendAudit } from '../../src/hook/audit/append.ts'
import { linkOf } from '../../src/hook/audit/chain.ts'
import { auditFile, headFile } from '../../src/hook/audit/files.ts'
import { firstView, rotate, rotatedIn } from '../../src/hook/audit/rotate.ts'
import { verifyLog } from '../../src/hook/audit/verify.ts'
import { fill, hash, linesIn, logWith, record } from './log.ts'

const inode = (file: string): number => statSync(file).ino

const textsOf = (state: string): readonly string[] =>
  [...rotatedIn(state), 'audit.jsonl'].map(name => readFileSync(join(state, name), 'utf8'))

describe('a crowd', () => {
  // Without the turn and the second look two of three rounds fail.
  it.each([1, 2, 3, 4])(
    'that rotates all the time keeps its lines and its order, round %i',
    async () => {
      const state = await logWith(1)
      const crowd = [...Array(10).keys()].map(n => `crowd-${n}`)
      await Promise.all(
        crowd.map(name =>
          execa('bun', [resolve('test/audit/crowd.ts'), state, '40', '4000', name], { preferLocal: true, timeout: 60_000 }),
        ),
      )
      const lines = textsOf(state).flatMap(text => text.split('\n').slice(0, -1))
      expect(lines).not.toContain('')
      expect(new Set(lines.map(line => JSON.parse(line).session)).size).toBe(10 * 40 + 1)
      expect(lines).toHaveLength(10 * 40 + 1)
      expect(rotatedIn(state).length).toBeGreaterThan(5)
      expect(verifyLog(state, hash)).toMatchObject({ ok: true, findings: [] })
    },
    90_000,
  )
})

describe('a turn to rotate', () => {
  const minute = (back: number): string => `audit.turn-${Math.floor(Date.now() / 60_000) - back}`
  it.each([
    [0, 0],
    [1, 0],
    [-1, 0],
    [2, 1],
    [500, 1],
  ])('of %i minutes ago: %i files put aside', async (back, count) => {
    const state = await logWith(2)
    writeFileSync(join(state, minute(back)), '')
    expect(rotate(state, inode(auditFile(state)))).toBe(true)
    expect(rotatedIn(state)).toHaveLength(count)
    // The log goes on either way, and whoever had the turn gives it back.
    await fill(state, 1, undefined, 2)
    expect(verifyLog(state, hash).ok).toBe(true)
  })
  it('is given back', async () => {
    const state = await logWith(2)
    for (let n = 0; n < 3; n++) {
      expect(rotate(state, inode(auditFile(state)))).toBe(true)
      await fill(state, 2, undefined, n)
    }
    expect(rotatedIn(state)).toHaveLength(3)
  })
})

it('the first line of a file that was put aside before it was written follows the file before it', async () => {
  const state = await logWith(3)
  const before = inode(auditFile(state))
  rotate(state, before)
  await fill(state, 2)
  const own = inode(auditFile(state))
  rotate(state, own)
  await fill(state, 2)
  const [first] = rotatedIn(state)
  const nothing = { from: 0, to: 0, of: hash(''), torn: false, last: undefined }
  expect(firstView(state, own, nothing, { maxBytes: 1, keepFiles: 10 }, hash).in).toBe(first)
  expect(firstView(state, before, nothing, { maxBytes: 1, keepFiles: 10 }, hash).in).toBeUndefined()
})

it.each(['', '{"v":1,"text":"half of a li', '{"v":1,"text":"a line of a server"}\n'])(
  'a file whose first writer left %j follows the file before it all the same',
  async left => {
    const state = await logWith(3)
    rotate(state, inode(auditFile(state)))
    writeFileSync(auditFile(state), left)
    await fill(state, 3)
    const report = verifyLog(state, hash)
    expect(report).toMatchObject({ ok: true, findings: [] })
    expect(linesIn(auditFile(state)).filter(line => linkOf(line)?.in !== undefined)).toHaveLength(1)
  },
)

describe('a head', () => {
  it('is not of a file that was put aside before it was written', async () => {
    const state = await logWith(2)
    const noted = readFileSync(headFile(state), 'utf8')
    let looks = 0
    await appendAudit(state, record(3), data => {
      // Put aside between the look at the log and the line.
      if (looks++ === 0) rotate(state, inode(auditFile(state)))
      return hash(data)
    })
    expect(linesIn(join(state, rotatedIn(state)[0] ?? ''))).toHaveLength(3)
    expect(readFileSync(headFile(state), 'utf8')).toBe(noted)
  })

  it('that is half one and half the other, since it is being written, says nothing', async () => {
    const state = await logWith(3)
    const [, two = '', three = ''] = linesIn(auditFile(state)).map(line => linkOf(line)?.seal ?? '')
    writeFileSync(headFile(state), `${two.slice(0, 30)}${three.slice(30)}\n${three}\n`)
    await appendAudit(state, record(4), hash)
    expect(linkOf(linesIn(auditFile(state)).at(-1) ?? '')?.head).toBeUndefined()
    expect(verifyLog(state, hash).ok).toBe(true)
  })
  it('of a line that is not there is told all the same', async () => {
    const state = await logWith(3)
    writeFileSync(headFile(state), `${'a'.repeat(64)}\n${'a'.repeat(64)}\n`)
    expect(verifyLog(state, hash).findings).toMatchObject([{ kind: 'cut' }])
  })
})
