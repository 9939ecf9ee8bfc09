import { describe, expect, it } from 'vitest'
import { type Entry, readEntry } from '../../../hook/audit/entry.ts'
import { palette } from '../terminal/ansi.ts'
import { emptyView, press, screen, type View, withEntries } from './watch-view.ts'

const now = Date.UTC(2026, 10, 20, 12)
const entry = (n: number, more: object = {}): Entry => {
  const line = {
    v: 1,
    id: `id${n}`,
    time: new Date(now + n).toISOString(),
    client: 'codex',
    tool: 'Bash',
    decision: 'allow',
    ...more,
  }
  const read = readEntry(new TextEncoder().encode(JSON.stringify(line)), true, () => '')
  if (read.kind !== 'entry') throw new Error('no entry')
  return read.entry
}
const empty = withEntries(emptyView(''), [], now)
const shop = { replay: { cwd: '/w/shop', content: 'ls' } }
const four = withEntries(
  empty,
  [
    entry(1),
    entry(2, { decision: 'deny', client: 'cursor', ...shop }),
    entry(3, { decision: 'ask', ...shop }),
    entry(4, { audited: ['own.rule'], would: 'deny' }),
  ],
  now,
)
const pressed = (view: View, keys: string): View | undefined =>
  [...keys].reduce<View | undefined>((at, key) => at && press(at, key), view)
const lines = (view: View | undefined, height = 12): readonly string[] =>
  view === undefined ? [] : screen(view, 100, height, palette(false))
const ids = (view: View | undefined): readonly string[] => lines(view).flatMap(line => /^id(\d+) /.exec(line)?.slice(1) ?? [])

describe('the view of watch', () => {
  it('counts the day and shows the calls, newest at the bottom', () => {
    expect(lines(four)[0]).toBe('tfy-hook watch  4 calls today, 1 denied, 1 asked, 1 would be stopped by rules on trial')
    expect(ids(four)).toEqual(['1', '2', '3', '4'])
    expect(lines(empty)[2]).toBe('No calls yet.')
  })

  it.each([
    ['d', ['2']],
    ['dd', ['1', '2', '3', '4']],
    ['a', ['3']],
    ['t', ['4']],
    ['c', ['1', '3', '4']],
    ['cc', ['2']],
    ['ccc', ['1', '2', '3', '4']],
    ['p', ['2', '3']],
    ['cct', []],
    ['cctx', ['1', '2', '3', '4']],
    ['zé', ['1', '2', '3', '4']],
  ])('%s filters', (keys, want) => expect(ids(pressed(four, keys))).toEqual(want))

  it('keeps calls back while it is paused, and goes on with them', () => {
    const paused = pressed(four, ' ')
    const more = withEntries(paused ?? empty, [entry(5), entry(6)], now)
    expect(ids(more)).toEqual(['1', '2', '3', '4'])
    expect(lines(more)[0]).toContain('6 calls today')
    expect(lines(more)[0]).toContain('[paused, 2 more]')
    expect(ids(pressed(more, ' '))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it.each(['q', '\u0003', '\u0004'])('ends with %j', key => expect(press(four, key)).toBeUndefined())

  it('begins to count anew with the day', () => {
    expect(lines(withEntries(four, [], now + 86_400_000))[0]).toBe('tfy-hook watch  0 calls today, 0 denied, 0 asked')
  })

  it('has as many lines as the screen, whatever is in a call', () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\r\nmore\u202e\u009b1m'
    const bad = entry(7, {
      client: evil,
      tool: evil,
      rules: [evil],
      event: evil,
      decision: evil,
      id: 'x',
      replay: { content: evil, cwd: evil },
    })
    for (const height of [1, 3, 8, 40]) {
      const found = screen(press(withEntries(four, [bad], now), 'p') ?? four, 60, height, palette(false))
      expect(found).toHaveLength(height)
      for (const line of found) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }
  })

  it('holds no more than it can show, after any number of calls', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => entry(n))
    let view = four
    for (let turn = 0; turn < 4; turn++) view = withEntries(view, many, now)
    expect(view.entries).toHaveLength(2_000)
    expect(view.today.calls).toBe(20_004)
  })
})
