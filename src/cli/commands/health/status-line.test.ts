import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lineOf } from './status-line.ts'

const midnight = Date.UTC(2026, 10, 21)
const line = (day: number, decision: string, more: object = {}): string =>
  `${JSON.stringify({ v: 1, time: new Date(Date.UTC(2026, 10, day, 9)).toISOString(), tool: 'Bash', decision, rules: [], session: 's1', ms: 1, ...more })}\n`

const state = (files: Readonly<Record<string, string>>): string => {
  const dir = mkdtempSync(join(tmpdir(), 'line-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}

describe('the status line', () => {
  it('counts the refusals of today, by the decision of the line', () => {
    const log = [
      line(20, 'deny'),
      line(21, 'deny'),
      line(21, 'allow', { replay: { structuredInput: { decision: 'deny' }, content: '{"decision":"deny"}' } }),
      line(21, 'deny', { session: 's2' }),
      '{"v":1,"decision":"deny"',
    ].join('')
    const dir = state({ 'audit.jsonl': log })
    expect(lineOf(dir, 's2', midnight)).toEqual({ seen: true, refusedToday: 2, complete: true })
    expect(lineOf(dir, 's', midnight)).toMatchObject({ seen: false })
    expect(lineOf(dir, undefined, midnight)).toMatchObject({ seen: null })
  })

  it('looks into files that were put aside today', () => {
    const dir = state({
      'audit.jsonl': line(21, 'deny'),
      [`audit-${midnight + 1}-7.jsonl`]: line(20, 'deny') + line(21, 'deny', { session: 'early' }),
      [`audit-${midnight - 1}-7.jsonl`]: line(21, 'deny'),
    })
    expect(lineOf(dir, 'early', midnight)).toEqual({ seen: true, refusedToday: 2, complete: true })
  })

  it('says when the day is longer than what it reads', () => {
    const long = line(21, 'deny', { reason: 'x'.repeat(1_000_000) })
    expect(lineOf(state({ 'audit.jsonl': long.repeat(6) }), 's1', midnight)).toEqual({
      seen: true,
      refusedToday: 2,
      complete: false,
    })
    expect(lineOf(state({ 'audit.jsonl': line(20, 'deny').repeat(50_000) }), 's1', midnight)).toEqual({
      seen: true,
      refusedToday: 0,
      complete: true,
    })
  })

  it('says nothing was refused where there is no log, or none that can be read', () => {
    expect(lineOf(state({}), 's1', midnight)).toEqual({ seen: false, refusedToday: 0, complete: true })
    expect(lineOf('/dev/null', 's1', midnight)).toEqual({ seen: false, refusedToday: 0, complete: true })
  })
})
