/** What a target is given of the log: everything, in order, at least once; and what is lost is counted. */

import { appendFileSync, copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cursorFile } from '../../src/fleet/export/cursor.ts'
import { standing } from '../../src/fleet/export/standing.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import type { Duty } from '../../src/hook/background/run.ts'
import { folder } from '../blackbox/call.ts'
import { line, names, place, target, write } from './log.ts'

/** Until it wants to wait. */
const run = async (duty: Duty): Promise<void> => {
  for (let turns = 0; turns < 2_000; turns++) if ((await duty.turn()).inMs > 0) return
  throw new Error('it never rests')
}

/** Over so much time, with a turn whenever it wants one. */
const live = async (duty: Duty, at: ReturnType<typeof place>, ms: number): Promise<void> => {
  for (let left = ms; left > 0; ) {
    const { inMs } = await duty.turn()
    const step = Math.max(1, Math.min(left, inMs))
    at.pass(step)
    left -= step
  }
}

describe('a target', () => {
  it('is given what comes, in order and once, and counts beside it', async () => {
    const state = folder({})
    await write(state, 0, 120)
    const at = place(state)
    const duty = await at.start()
    await run(duty)
    expect(at.ids()).toEqual(names(0, 120))
    await write(state, 120, 3)
    at.pass(20_000)
    await run(duty)
    expect(at.ids()).toEqual(names(0, 123))
    expect(standing(state, target)).toMatchObject({ delivered: 123, waiting: 0, lost: 0, refused: 0, gaps: 0 })
    at.pass(20_000)
    await run(duty)
    expect(at.counted.at(-1)?.verdicts).toEqual({
      '["claude-code","deny"]': 25,
      '["claude-code","allow"]': 98,
    })
    expect(at.counted.at(-1)?.times['claude-code']).toMatchObject({ count: 123, sum: 615 })
  })

  it('that is new is not given what was before it', async () => {
    const state = folder({})
    await write(state, 0, 10, Date.now() - 3_600_000, { maxBytes: 1_000 })
    await write(state, 10, 2, Date.now() - 5_000)
    const at = place(state)
    await run(await at.start())
    expect(at.ids()).toEqual(names(10, 2))
  })

  it('that wants refusals is given nothing else, and its counts hold everything', async () => {
    const state = folder({})
    await write(state, 0, 11)
    const at = place(state)
    const of = { ...target, events: 'refusals' } as const
    const duty = await at.start(of)
    await run(duty)
    at.pass(20_000)
    await run(duty)
    expect(at.ids()).toEqual(['call0', 'call5', 'call10'])
    expect(at.counted.at(-1)?.verdicts).toEqual({ '["claude-code","deny"]': 3, '["claude-code","allow"]': 8 })
  })

  it('that is down for an hour is then given all of it, in order, though the log was put aside meanwhile', async () => {
    const state = folder({})
    let down = true
    const at = place(state, () => (down ? { kind: 'later', why: 'it cannot be reached: refused' } : { kind: 'taken' }))
    const duty = await at.start()
    const limits = { maxBytes: 40_000, keepFiles: 50 }
    for (let minute = 0; minute < 60; minute++) {
      await write(state, minute * 20, 20, undefined, limits)
      await live(duty, at, 60_000)
    }
    expect(readdirSync(state).filter(name => name.startsWith('audit-')).length).toBeGreaterThan(5)
    expect(standing(state, target)).toMatchObject({ delivered: 0, waiting: 1_200, lost: 0, failing: { why: /refused/ } })
    down = false
    await live(duty, at, 6 * 60_000)
    expect(at.ids()).toEqual(names(0, 1_200))
    const after = standing(state, target)
    expect(after).toMatchObject({ delivered: 1_200, waiting: 0, lost: 0, gaps: 0 })
    expect(after.failing).toBeUndefined()
  })

  it('that is down for longer than the log is kept loses the oldest, and each is counted', async () => {
    const state = folder({})
    let down = true
    const at = place(state, () => (down ? { kind: 'later', why: 'down' } : { kind: 'taken' }))
    const duty = await at.start()
    for (let minute = 0; minute < 30; minute++) {
      await write(state, minute * 10, 10, undefined, { maxBytes: 10_000, keepFiles: 3 })
      at.pass(60_000)
      await duty.turn()
    }
    down = false
    await live(duty, at, 6 * 60_000)
    const { lost, gaps, delivered } = standing(state, target)
    expect(lost).toBeGreaterThan(0)
    expect(lost + delivered).toBe(300)
    expect(gaps).toBe(0)
    expect(at.ids()).toEqual(names(lost, 300 - lost))
  })

  it('that nobody served while the log went on says that files went unseen', async () => {
    const state = folder({})
    const at = place(state)
    await write(state, 0, 5)
    await run(await at.start())
    await write(state, 5, 300, undefined, { maxBytes: 5_000, keepFiles: 2 })
    await run(await at.start())
    const { lost, gaps, delivered } = standing(state, target)
    expect(lost + delivered).toBeLessThan(305)
    expect(gaps).toBeGreaterThan(0)
    expect(at.ids().at(-1)).toBe('call304')
  })

  it('is given again what was under way when the process was killed, and nothing is left out', async () => {
    const state = folder({})
    await write(state, 0, 100)
    const at = place(state, undefined, 30)
    const duty = await at.start()
    await duty.turn()
    copyFileSync(cursorFile(state, target), `${state}/kept`)
    await duty.turn()
    // As if it had been killed after the target had taken the second batch.
    renameSync(`${state}/kept`, cursorFile(state, target))
    await run(await at.start())
    expect(at.ids()).toEqual([...names(0, 60), ...names(30, 70)])
  })

  it('whose cursor is damaged is given all of the log again', async () => {
    const state = folder({})
    await write(state, 0, 10, Date.now() - 3_600_000)
    const at = place(state)
    await run(await at.start())
    expect(at.ids()).toEqual([])
    writeFileSync(cursorFile(state, target), '{"v":1,', { mode: 0o600 })
    await run(await at.start())
    expect(at.ids()).toEqual(names(0, 10))
  })

  it('is given a line that came late to a file that had been put aside', async () => {
    const state = folder({})
    await write(state, 0, 5)
    const at = place(state)
    const duty = await at.start()
    await run(duty)
    const aside = `${state}/audit-${Date.now()}-1.jsonl`
    renameSync(auditFile(state), aside)
    await write(state, 5, 1)
    await run(duty)
    appendFileSync(aside, `${JSON.stringify(line(99, Date.now()))}\n`)
    at.pass(20_000)
    await run(duty)
    expect(at.ids()).toEqual([...names(0, 6), 'call99'])
    expect(standing(state, target)).toMatchObject({ lost: 0, gaps: 0 })
  })

  it('waits for the end of a line, and passes over what is none of ours', async () => {
    const state = folder({})
    await write(state, 0, 1)
    const at = place(state)
    const duty = await at.start()
    const text = JSON.stringify(line(1, Date.now()))
    appendFileSync(auditFile(state), `not ours\n${text.slice(0, 40)}`)
    await run(duty)
    expect(at.ids()).toEqual(['call0'])
    appendFileSync(auditFile(state), `${text.slice(40)}\n`)
    await run(duty)
    expect(at.ids()).toEqual(['call0', 'call1'])
    expect(standing(state, target).waiting).toBe(0)
  })

  it('that will not have one verdict is given all others, and the one is counted', async () => {
    const state = folder({})
    await write(state, 0, 64)
    const at = place(state, verdicts =>
      verdicts.some(({ id }) => id === 'call17') ? { kind: 'refused', why: 'it answers 400' } : { kind: 'taken' },
    )
    await run(await at.start())
    expect(at.ids()).toEqual(names(0, 64).filter(id => id !== 'call17'))
    expect(standing(state, target)).toMatchObject({ delivered: 63, refused: 1, refusal: { why: 'it answers 400' } })
  })

  it('that takes a batch in part has the rest counted', async () => {
    const state = folder({})
    await write(state, 0, 10)
    const at = place(state, () => ({ kind: 'taken', rejected: 4 }))
    await run(await at.start())
    expect(standing(state, target)).toMatchObject({ delivered: 6, refused: 4 })
  })

  it('is left alone for as long as it says, and asked less and less often while it fails', async () => {
    const state = folder({})
    await write(state, 0, 1)
    let asked = 0
    let afterMs: number | undefined = 90_000
    const at = place(state, () => {
      asked++
      return { kind: 'later', why: 'it answers 429', ...(afterMs !== undefined && { afterMs }) }
    })
    const duty = await at.start()
    await live(duty, at, 80_000)
    expect(asked).toBe(1)
    await live(duty, at, 20_000)
    expect(asked).toBe(2)
    afterMs = undefined
    await live(duty, at, 3_600_000)
    // At most every five minutes, at least every two and a half, and more often at first.
    expect(asked).toBeGreaterThan(12)
    expect(asked).toBeLessThan(45)
  })

  it('stays open while something waits, and no longer', async () => {
    const state = folder({})
    await write(state, 0, 3)
    let down = true
    const at = place(state, () => (down ? { kind: 'later', why: 'down' } : { kind: 'taken' }))
    const duty = await at.start()
    expect(await duty.turn()).toMatchObject({ open: true })
    down = false
    at.pass(60_000)
    await run(duty)
    expect(await duty.turn()).toMatchObject({ open: false })
  })

  it('begins anew with a log that was removed, and with one that was cut', async () => {
    const state = folder({})
    await write(state, 0, 5)
    const at = place(state)
    const duty = await at.start()
    await run(duty)
    rmSync(auditFile(state))
    await write(state, 5, 2)
    await run(duty)
    expect(at.ids()).toEqual(names(0, 7))
    const [first = ''] = readFileSync(auditFile(state), 'utf8').split('\n')
    writeFileSync(auditFile(state), `${first}\n`)
    at.pass(20_000)
    await run(duty)
    await write(state, 7, 1)
    at.pass(20_000)
    await run(duty)
    expect(at.ids().at(-1)).toBe('call7')
  })
})

describe('which clients are guarded', () => {
  it('is told once for each change and once an hour, and not kept from a target that was down', async () => {
    const state = folder({})
    await write(state, 0, 1)
    let up = false
    let answer = 'guarded'
    const at = place(state, () => (up ? { kind: 'taken' } : { kind: 'later', why: 'down' }))
    const because = '/home/ada/.codex/hooks.json changed'
    const duty = await at.start(target, async () => [{ client: 'codex', answer, because, last: String(Math.random()) }])
    const said = () => at.told.map(([guard]) => guard?.answer)
    await live(duty, at, 30_000)
    expect(said()).toEqual([])
    up = true
    await live(duty, at, 600_000)
    expect(said()).toEqual(['guarded'])
    expect(at.told[0]?.[0]).toMatchObject({ client: 'codex', because: '~/.codex/hooks.json changed', host: 'h1', kind: 'guard' })
    answer = 'cannot be known'
    await live(duty, at, 600_000)
    expect(said()).toEqual(['guarded', 'cannot be known'])
    await live(duty, at, 4_000_000)
    expect(said()).toEqual(['guarded', 'cannot be known', 'cannot be known'])
  })

  it('is told to a target of refusals where it is not so', async () => {
    const state = folder({})
    const at = place(state)
    const rows = [
      { client: 'codex', answer: 'guarded' },
      { client: 'droid', answer: 'not guarded' },
    ]
    const duty = await at.start({ ...target, events: 'refusals' }, async () => rows)
    await run(duty)
    expect(at.told.flat().map(({ client }) => client)).toEqual(['droid'])
  })
})
