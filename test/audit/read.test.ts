/** Reading the log: forwards, backwards, filtered, counted and followed, whatever stands in it. */

import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Limits } from '../../src/hook/audit/append.ts'
import { type Entry, readEntry } from '../../src/hook/audit/entry.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import { matches, momentOf, type Wanted } from '../../src/hook/audit/filter.ts'
import { follower } from '../../src/hook/audit/follow.ts'
import { rowsOf } from '../../src/hook/audit/history/groups.ts'
import { statsOf } from '../../src/hook/audit/history/stats.ts'
import { linesFromEnd, linesOf, withLog } from '../../src/hook/audit/lines.ts'
import { entries, entriesFromEnd, nothingSkipped } from '../../src/hook/audit/read.ts'
import { rotatedIn } from '../../src/hook/audit/rotate.ts'
import { folder } from '../blackbox/call.ts'
import { fill, hash, logWith, record } from './log.ts'

const limits: Limits = { maxBytes: 3_000, keepFiles: 20 }
const numberOf = ({ record: { ms } }: Entry): number => Math.round((Number(ms) - 2) * 10)
const upTo = (count: number): number[] => [...Array(count).keys()]

describe('lines', () => {
  it('are the same from both ends', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', 'line', 'ü', 'x'.repeat(300_000)), { maxLength: 7 }),
        fc.boolean(),
        (texts, ended) => {
          const file = join(folder({}), 'log')
          writeFileSync(file, texts.join('\n') + (ended && texts.length > 0 ? '\n' : ''))
          const read = (way: typeof linesOf) =>
            withLog(file, (fd, { size }) =>
              [...way(fd, size)].map(({ start, end, ended, bytes }) => [start, end, ended, bytes?.length]),
            )
          expect(read(linesFromEnd)?.reverse()).toEqual(read(linesOf))
        },
      ),
      { numRuns: 150 },
    ))

  it('beyond a megabyte are passed over', () => {
    const file = join(folder({ log: `a\n${'x'.repeat(3_000_000)}\nb\n` }), 'log')
    for (const way of [linesOf, linesFromEnd])
      expect(withLog(file, (fd, { size }) => [...way(fd, size)].filter(({ bytes }) => bytes === undefined).length)).toBe(1)
  })
})

describe('entries', () => {
  it('come in order across rotated files, from both ends', async () => {
    const state = await logWith(40, limits)
    expect(rotatedIn(state).length).toBeGreaterThan(3)
    expect([...entries(state, hash, nothingSkipped())].map(numberOf)).toEqual(upTo(40))
    expect([...entriesFromEnd(state, hash, nothingSkipped())].map(numberOf)).toEqual(upTo(40).reverse())
    const bounded = [...entriesFromEnd(state, hash, nothingSkipped(), 4_000)].map(numberOf)
    expect(bounded.length).toBeGreaterThan(4)
    expect(bounded.length).toBeLessThan(12)
    expect(bounded[0]).toBe(39)
  })

  it.each<[string, string | Buffer]>([
    ['nothing but half a line', '{"v":1,"time":"20'],
    ['other text', 'hello\nworld\n'],
    ['no text at all', Buffer.from([0xff, 0xfe, 0, 10, 0x80, 10, 10, 13, 10])],
    ['deep nesting', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}\n`],
    ['other JSON', '[1]\n"x"\nnull\n{}\n{"decision":7}\n'],
    ['wrong types', '{"decision":"deny","time":7,"rules":"x","ms":"y","client":{},"replay":[]}\n'],
  ])('of a log with %s', async (_, text) => {
    const state = await logWith(0)
    writeFileSync(auditFile(state), text)
    await fill(state, 2)
    const skipped = nothingSkipped()
    const found = [...entries(state, hash, skipped)]
    expect(found.map(numberOf).slice(-2)).toEqual([0, 1])
    expect(() => statsOf([rowsOf(found)])).not.toThrow()
  })

  it('are read behind a byte order mark and before a carriage return', async () => {
    const line = JSON.stringify(record(7))
    expect(readEntry(Buffer.from(`\ufeff${line}\r`), true, hash)).toMatchObject({
      kind: 'entry',
      entry: { session: 'session-1' },
    })
  })

  it('are found behind the rest of a line that was cut', () => {
    const line = JSON.stringify(record(7))
    expect(readEntry(Buffer.from(`{"v":1,"time":"2026-11${line}`), true, hash)).toMatchObject({ kind: 'entry' })
  })
})

describe('filters', () => {
  const entry = (() => {
    const read = readEntry(
      Buffer.from(JSON.stringify(record(5, { decision: 'deny', rules: ['git.push-force', 'shop.word'], session: 'abc-1' }))),
      true,
      hash,
    )
    if (read.kind !== 'entry') throw new Error('no entry')
    return read.entry
  })()
  const at = Date.UTC(2026, 10, 20, 8, 0, 5)

  it.each<[Wanted, boolean]>([
    [{}, true],
    [{ client: ['claude-code'] }, true],
    [{ client: ['cursor'] }, false],
    [{ client: ['cursor', 'claude-code'] }, true],
    [{ rule: ['shop.word'] }, true],
    [{ rule: ['git'] }, true],
    [{ rule: ['git.*'] }, true],
    [{ rule: ['git.push'] }, false],
    [{ rule: ['gi'] }, false],
    [{ decision: ['deny'] }, true],
    [{ decision: ['allow', 'ask'] }, false],
    [{ event: ['pretooluse'] }, true],
    [{ event: ['Stop'] }, false],
    [{ session: ['abc'] }, true],
    [{ session: ['bc'] }, false],
    [{ since: at, until: at }, true],
    [{ since: at + 1 }, false],
    [{ until: at - 1 }, false],
    [{ client: ['claude-code'], decision: ['allow'] }, false],
  ])('%j: %s', (wanted, want) => expect(matches(entry, wanted)).toBe(want))

  const now = new Date(2026, 10, 21, 15, 30).getTime()
  it.each<[string, boolean, number | undefined]>([
    ['90m', false, now - 5_400_000],
    ['2w', false, now - 14 * 86_400_000],
    ['today', false, new Date(2026, 10, 21).getTime()],
    ['yesterday', false, new Date(2026, 10, 20).getTime()],
    ['yesterday', true, new Date(2026, 10, 21).getTime() - 1],
    ['2026-11-03', false, new Date(2026, 10, 3).getTime()],
    ['2026-11-03', true, new Date(2026, 10, 4).getTime() - 1],
    ['2026-11-03T10:00:00Z', true, Date.UTC(2026, 10, 3, 10)],
    ['soon', false, undefined],
    ['2026-13-41', false, undefined],
    ['7', false, undefined],
    ['', false, undefined],
  ])('%s (end: %s)', (text, end, want) => expect(momentOf(text, now, end)).toBe(want))
})

describe('stats', () => {
  const of = (list: readonly object[]) =>
    statsOf([
      rowsOf(
        list.flatMap((more, n) => {
          const read = readEntry(Buffer.from(JSON.stringify({ ...record(n), ...more })), true, hash)
          return read.kind === 'entry' ? [read.entry] : []
        }),
      ),
    ])

  it('count clients, rules, decisions, days and failures', () => {
    const deny = { decision: 'deny', rules: ['git.push-force'] }
    expect(
      of([
        {},
        deny,
        { ...deny, client: 'cursor', replay: { content: 'git push -f' } },
        { failure: 'deadline', time: '2026-11-18T12:00:00Z' },
      ]),
    ).toMatchObject({
      calls: 4,
      byClient: [
        { name: 'claude-code', count: 3 },
        { name: 'cursor', count: 1 },
      ],
      byDecision: [
        { name: 'allow', count: 2 },
        { name: 'deny', count: 2 },
      ],
      byRule: [{ name: 'git.push-force', count: 2 }],
      byDay: [
        { name: '2026-11-18', count: 1 },
        { name: '2026-11-19', count: 0 },
        { name: '2026-11-20', count: 3 },
      ],
      byFailure: [{ name: 'deadline', count: 1 }],
      topDenied: [{ rules: ['git.push-force'], count: 2, example: { what: 'Bash git push -f' } }],
    })
  })

  it('give the middle and the ends of the times', () => {
    const found = of(upTo(200).map(n => ({ ms: n + 1 })))
    expect(found.ms).toEqual({ p50: 101, p90: 181, p99: 199, max: 200 })
    expect(found.slowest.map(({ ms }) => ms)).toEqual([200, 199, 198, 197, 196, 195, 194, 193, 192, 191])
  })

  it('stay small whatever names come, and however wrong a clock is', () => {
    const found = of([
      ...upTo(3_000).map(n => ({ client: `c-${n}`, decision: 'deny', rules: [`r.${n}`], replay: { content: `x ${n}` } })),
      { time: '1970-01-01T00:00:00Z' },
      { time: '9999-01-01T00:00:00Z' },
    ])
    expect(found.byClient.length).toBeLessThan(2_100)
    expect(found.byClient[0]).toEqual({ name: '(others)', count: expect.any(Number) })
    expect(found.byDay.length).toBeLessThan(500)
    expect(of([]).ms).toBeUndefined()
  })
})

describe('following', () => {
  const watched = (state: string) => {
    const following = follower(state)
    const seen: number[] = []
    const poll = (): number[] => {
      const before = seen.length
      following.poll(bytes => {
        const read = readEntry(bytes, true, hash)
        if (read.kind === 'entry') seen.push(numberOf(read.entry))
        return true
      })
      return seen.slice(before)
    }
    return { poll, seen, close: following.close }
  }

  it('sees what comes, and nothing of before', async () => {
    const state = await logWith(3)
    const { poll, close } = watched(state)
    expect(poll()).toEqual([])
    await fill(state, 2, undefined, 3)
    expect(poll()).toEqual([3, 4])
    expect(poll()).toEqual([])
    close()
  })

  it('waits for the end of a line', async () => {
    const state = await logWith(1)
    const { poll, close } = watched(state)
    const line = `${JSON.stringify(record(1))}\n`
    appendFileSync(auditFile(state), line.slice(0, 40))
    expect(poll()).toEqual([])
    appendFileSync(auditFile(state), line.slice(40))
    expect(poll()).toEqual([1])
    close()
  })

  it('survives rotation, also several between two looks, and the late line of another process', async () => {
    const state = await logWith(3, limits)
    const { poll, seen, close } = watched(state)
    for (let n = 3; n < 60; n += 19) {
      await fill(state, 19, limits, n)
      poll()
    }
    expect(seen).toEqual(upTo(60).slice(3))
    const file = auditFile(state)
    renameSync(file, join(state, `audit-${Date.now() + 60_000}-1.jsonl`))
    expect(poll()).toEqual([])
    appendFileSync(join(state, rotatedIn(state).at(-1) ?? ''), `${JSON.stringify(record(61))}\n`)
    await fill(state, 1, limits, 62)
    expect(poll()).toEqual([61, 62])
    close()
  })

  it('begins where there is no log yet, and goes on where it was cut or removed', async () => {
    const state = folder({})
    const { poll, close } = watched(state)
    expect(poll()).toEqual([])
    await fill(state, 2)
    expect(poll()).toEqual([0, 1])
    truncateSync(auditFile(state))
    await fill(state, 1, undefined, 5)
    expect(poll()).toEqual([5])
    rmSync(auditFile(state))
    expect(poll()).toEqual([])
    await fill(state, 1, undefined, 6)
    expect(poll()).toEqual([6])
    close()
  })

  it('holds no more than a line of what has no end', async () => {
    const state = await logWith(1)
    const { poll, close } = watched(state)
    for (let n = 0; n < 8; n++) appendFileSync(auditFile(state), 'x'.repeat(500_000))
    expect(poll()).toEqual([])
    appendFileSync(auditFile(state), `\n${JSON.stringify(record(2))}\n`)
    expect(poll()).toEqual([2])
    expect(readFileSync(auditFile(state)).length).toBeGreaterThan(4_000_000)
    close()
  })
})
