import { describe, expect, it } from 'vitest'
import { callId, readCallId } from './call-id.ts'

describe('callId', () => {
  it('gives every call of a process its own name, however fast they come', () => {
    const now = Date.UTC(2026, 10, 22)
    expect(new Set(Array.from({ length: 20_000 }, () => callId(now, 4_711))).size).toBe(20_000)
  })

  it('gives processes that start side by side names that do not look alike', () => {
    const start = Date.UTC(2027, 0, 1)
    const ids = Array.from({ length: 500 }, (_, at) => callId(start + at * 1_000_000, 1_000 + at))
    expect(new Set(ids).size).toBe(500)
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{7}$/)
    expect(new Set(ids.map(id => id.slice(0, 3))).size).toBeGreaterThan(150)
  })
})

describe('readCallId', () => {
  it.each([
    ['7f3k2ab', '7f3k2ab'],
    ['7F3K2AB', '7f3k2ab'],
    ['7f3', '7f3'],
    ['OIl0u', '0110v'],
    ['7f', undefined],
    ['7f3k2abc', undefined],
    ['ls -la', undefined],
    ['../x', undefined],
  ])('%s', (text, id) => {
    expect(readCallId(text)).toBe(id)
  })
})
