/** What `verify` notices, and that it accuses nobody who only wrote at the same moment. */

import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendAudit, type Limits } from '../../src/hook/audit/append.ts'
import { linkOf } from '../../src/hook/audit/chain.ts'
import { auditFile, headFile } from '../../src/hook/audit/files.ts'
import { rotatedIn } from '../../src/hook/audit/rotate.ts'
import { verifyLog } from '../../src/hook/audit/verify.ts'
import { edit, fill, hash, linesIn, logWith, look, record, write } from './log.ts'

const verify = (state: string, expected?: string) => verifyLog(state, hash, expected)
const found = (state: string) => verify(state).findings.map(({ kind, line, lastLine }) => [kind, line, lastLine ?? line])

/** Lines are counted from 1. */
const changed = (lines: string[], at: number): string[] =>
  lines.map((line, n) => (n === at - 1 ? line.replace('"decision":"allow"', '"decision":"deny"') : line))

/** Changed, with a seal that fits again. */
const forged = (line: string): string => {
  const body = line.replace('"decision":"allow"', '"decision":"deny"').slice(0, -76)
  return `${body},"seal":"${hash(body)}"}}`
}

describe('a whole log', () => {
  it('is in order, and the last line is the only one that is still open', async () => {
    const state = await logWith(30)
    const report = verify(state)
    expect(report).toMatchObject({ ok: true, findings: [], last: linkOf(linesIn(auditFile(state)).at(-1) ?? '')?.seal })
    expect(report.files).toMatchObject([{ lines: 30, sealed: 30, plain: 0, damaged: 0, open: 1 }])
  })

  it('is in order when there is none', () => {
    expect(verify('/nowhere/at/all')).toMatchObject({ ok: true, files: [], last: undefined })
  })

  it.each([
    ['a byte order mark at its front', (text: string) => `\ufeff${text}`],
    ['lines of a version without a chain', (text: string) => `${text}${JSON.stringify(record(1))}\n`],
    ['a damaged line', (text: string) => `${text}{"v":1,"time":\n`],
    ['a half line', (text: string) => `${text}{"v":1,"time":"2026-11-2`],
    ['bytes that are no text', (text: string) => `${text}\u0000\u001b]0;x\u0007\n`],
    ['empty lines', (text: string) => `${text}\n\n`],
  ])('that began with %s is in order', async (_, change) => {
    const state = await logWith(0)
    writeFileSync(auditFile(state), change(`${JSON.stringify(record(0))}\n`))
    await fill(state, 5)
    expect(verify(state)).toMatchObject({ ok: true, files: [{ sealed: 5 }] })
  })

  it('says how many lines are of a time before the chain', async () => {
    const state = await logWith(0)
    writeFileSync(auditFile(state), `${JSON.stringify(record(0))}\n`.repeat(4_000))
    await fill(state, 3)
    expect(verify(state)).toMatchObject({ ok: true, files: [{ sealed: 3, plain: 4_000, older: expect.any(Number) }] })
    expect(verify(state).files[0]?.older).toBeGreaterThan(100)
    expect(verify(state).notes.join()).toContain('before there was a chain')
  })

  it('is in order whatever writers do at the same moment', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 5, maxLength: 60 }), async steps => {
        const state = await logWith(2)
        const waiting = new Map<number, ReturnType<typeof look>>()
        let n = 2
        for (const who of steps) {
          const writer = waiting.get(who)
          if (writer === undefined) waiting.set(who, look(state, n++))
          else {
            write(state, writer)
            waiting.delete(who)
          }
        }
        await fill(state, 1, undefined, n)
        expect(verify(state)).toMatchObject({ ok: true, findings: [] })
      }),
      { numRuns: 60 },
    ))

  it('is in order across rotated files, also when one writer came late', async () => {
    const limits: Limits = { maxBytes: 3_000, keepFiles: 4 }
    const state = await logWith(5, limits)
    const late = look(state, 500)
    await fill(state, 60, limits, 5)
    expect(rotatedIn(state).length).toBe(4)
    expect(verify(state)).toMatchObject({ ok: true, findings: [] })
    expect(verify(state).notes.join()).toContain('was removed by rotation, as the log says')

    const other = await logWith(5, limits)
    const [writer] = [look(other, 500)]
    await fill(other, 6, limits, 5)
    write(other, writer, join(other, rotatedIn(other)[0] ?? ''))
    expect(verify(other)).toMatchObject({ ok: true, findings: [] })
    expect(verify(other).notes.join()).toContain('after it was rotated')
    expect(late.view.to).toBeGreaterThan(0)
  })
})

describe('one file', () => {
  it.each<[string, (lines: string[]) => readonly string[], unknown]>([
    ['changed', lines => changed(lines, 4), [['changed', 4, 4]]],
    [
      'changed to the same length',
      lines => lines.map((line, n) => (n === 3 ? line.replace('"Bash"', '"Read"') : line)),
      [['changed', 4, 4]],
    ],
    ['changed and sealed again', lines => lines.map((line, n) => (n === 3 ? forged(line) : line)), [['changed', 4, 4]]],
    ['changed in the first line', lines => changed(lines, 1), [['changed', 1, 1]]],
    ['changed in the last line', lines => changed(lines, 10), [['changed', 10, 10]]],
    [
      'changed in two places',
      lines => changed(changed(lines, 3), 8),
      [
        ['changed', 3, 3],
        ['changed', 8, 8],
      ],
    ],
    ['without a line', lines => lines.toSpliced(4, 1), [['removed', 5, 5]]],
    ['without three lines', lines => lines.toSpliced(2, 3), [['removed', 3, 3]]],
    ['without its first line', lines => lines.slice(1), [['removed', 1, 1]]],
    ['without the line before the last', lines => lines.toSpliced(8, 1), [['removed', 9, 9]]],
    ['with a line put in', lines => lines.toSpliced(4, 0, JSON.stringify(record(99))), [['inserted', 5, 5]]],
    ['with noise put in', lines => lines.toSpliced(4, 0, 'noise'), [['inserted', 5, 5]]],
    ['with a line put in at the front', lines => [JSON.stringify(record(99)), ...lines], [['inserted', 1, 1]]],
    ['with a copy of a line', lines => lines.toSpliced(7, 0, lines[2] ?? ''), [['repeated', 8, 8]]],
    ['with a copy at its end', lines => [...lines, lines[2] ?? ''], [['repeated', 11, 11]]],
    [
      'with two lines changed over',
      lines => [...lines.slice(0, 3), lines[4] ?? '', lines[3] ?? '', ...lines.slice(5)],
      [['moved', 5, 5]],
    ],
    ['with a line moved down', lines => lines.toSpliced(2, 1).toSpliced(6, 0, lines[2] ?? ''), [['moved', 7, 7]]],
    ['with its seals taken off', lines => lines.map(line => line.replace(/,"chain".*/, '}')), [['cut', undefined, undefined]]],
    [
      'with a seal taken off',
      lines => lines.map((line, n) => (n === 4 ? line.replace(/,"chain".*/, '}') : line)),
      [['changed', 5, 5]],
    ],
    ['cut at the end of a line', lines => lines.slice(0, 7), [['cut', undefined, undefined]]],
    ['with other line breaks', lines => lines.map(line => `${line}\r`), [['changed', 2, 2]]],
  ])('%s', async (_, change, want) => {
    const state = await logWith(10)
    edit(auditFile(state), change)
    expect(found(state)).toEqual(want)
  })

  it('changed before the next line was written', async () => {
    const state = await logWith(5)
    edit(auditFile(state), lines => changed(lines, 5))
    await fill(state, 3, undefined, 5)
    expect(found(state)).toEqual([['changed', 5, 5]])
  })

  it('cut at its end is still known when it has gone on', async () => {
    const state = await logWith(9)
    edit(auditFile(state), lines => lines.slice(0, 7))
    await fill(state, 4, undefined, 20)
    expect(found(state)).toEqual([['cut', 8, 8]])
  })

  it('cut in the middle of a line is told by the head, also when it has gone on', async () => {
    const state = await logWith(5)
    truncateSync(auditFile(state), readFileSync(auditFile(state)).length - 30)
    expect(verify(state)).toMatchObject({ ok: false, files: [{ half: true }], findings: [{ kind: 'cut' }] })
    await fill(state, 2, undefined, 5)
    expect(found(state)).toEqual([['cut', 6, 6]])
  })

  it('removed', async () => {
    const state = await logWith(5)
    unlinkSync(auditFile(state))
    expect(found(state)).toEqual([['cut', undefined, undefined]])
    await fill(state, 3, undefined, 10)
    expect(found(state)).toEqual([['cut', 1, 1]])
  })

  it('written anew as a whole is told by a seal that was noted elsewhere, and by nothing else', async () => {
    const state = await logWith(5)
    const noted = verify(state).last ?? ''
    rmSync(auditFile(state))
    rmSync(headFile(state))
    await fill(state, 8, undefined, 100)
    expect(verify(state).ok).toBe(true)
    expect(verify(state, noted)).toMatchObject({ ok: false, findings: [{ kind: 'cut' }] })
    await fill(state, 2, undefined, 108)
    expect(verify(state, verify(state).last?.slice(0, 12)).ok).toBe(true)
  })

  it(
    'of which any one byte is changed, taken away or put in',
    () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), fc.constantFrom('change', 'remove', 'insert'), async (where, how) => {
          const state = await logWith(8)
          const bytes = readFileSync(auditFile(state))
          const at = where % bytes.length
          const value = Buffer.from([bytes[at] === 65 ? 66 : 65])
          const parts = [
            bytes.subarray(0, at),
            how === 'remove' ? Buffer.alloc(0) : value,
            bytes.subarray(how === 'insert' ? at : at + 1),
          ]
          writeFileSync(auditFile(state), Buffer.concat(parts))
          const report = verify(state)
          // Without its last line break the log is whole, and as it is while somebody writes.
          if (how === 'remove' && at === bytes.length - 1) {
            expect(report).toMatchObject({ ok: true, notes: expect.arrayContaining(['a last line has no line break']) })
            return
          }
          expect(report.ok).toBe(false)
          const line = bytes.subarray(0, at).filter(byte => byte === 10).length + 1
          expect(
            report.findings.some(({ line: first = line, lastLine = first }) => first <= line + 1 && lastLine >= line - 1),
          ).toBe(true)
        }),
        { numRuns: 300, examples: [[3_180, 'remove']] },
      ),
    90_000,
  )

  it('says so aloud when the chain begins anew', async () => {
    const state = await logWith(3)
    appendFileSync(auditFile(state), `${JSON.stringify(record(0))}\n`.repeat(4_000))
    await fill(state, 3, undefined, 3)
    expect(verify(state).ok).toBe(false)
  })

  it('holds two lines in one, and both are seen', async () => {
    const state = await logWith(3)
    const writer = look(state, 3)
    appendFileSync(auditFile(state), '{"v":1,"time":"2026-11-2')
    write(state, writer)
    await fill(state, 3, undefined, 4)
    expect(verify(state)).toMatchObject({ ok: true, files: [{ sealed: 7, damaged: 1 }] })
  })
})

describe('several files', () => {
  const limits: Limits = { maxBytes: 3_000, keepFiles: 9 }
  const rotated = async () => {
    const state = await logWith(45, limits)
    const [first = '', second = '', third = '', ...others] = rotatedIn(state)
    expect(others.length).toBeGreaterThan(0)
    return { state, first: join(state, first), second: join(state, second), third: join(state, third) }
  }

  it('of which one is changed, also in its last line', async () => {
    const { state, second } = await rotated()
    edit(second, lines => changed(lines, lines.length))
    expect(verify(state).findings).toMatchObject([{ kind: 'changed', line: linesIn(second).length }])
  })

  it('of which one is cut', async () => {
    const { state, second } = await rotated()
    edit(second, lines => lines.slice(0, -2))
    expect(verify(state).ok).toBe(false)
  })

  it('of which one is gone', async () => {
    const { state, second } = await rotated()
    unlinkSync(second)
    expect(verify(state).findings).toMatchObject([{ kind: 'file', what: expect.stringContaining('is gone') }])
  })

  it('of which the oldest is gone, and no line says so', async () => {
    const { state, first } = await rotated()
    unlinkSync(first)
    expect(verify(state).findings).toMatchObject([{ kind: 'file', what: expect.stringContaining('is gone') }])
  })

  it('of which one is planted', async () => {
    const { state, first } = await rotated()
    copyFileSync(first, first.replace(/(\d{13})/, time => String(Number(time) + 1)).replace(/-\d+\.jsonl/, '-1.jsonl'))
    expect(verify(state).ok).toBe(false)
  })

  it('of which two changed places', async () => {
    const { state, first, second } = await rotated()
    renameSync(first, `${first}.x`)
    renameSync(second, first)
    renameSync(`${first}.x`, second)
    expect(verify(state).ok).toBe(false)
  })

  it('of which the newest is gone', async () => {
    const { state } = await rotated()
    unlinkSync(auditFile(state))
    expect(verify(state).ok).toBe(false)
    await appendAudit(state, record(0), hash, limits)
    expect(verify(state).ok).toBe(false)
  })
})
