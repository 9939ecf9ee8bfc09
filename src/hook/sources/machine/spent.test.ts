import { describe, expect, it } from 'vitest'
import { handed, spentBefore } from './spent.ts'

/** A machine that is up for 1,000 s, and a process of a name that is hard to read. */
const proc =
  (began: number) =>
  (file: string): string =>
    file === '/proc/uptime' ? '1000.50 99.0' : `7 (a) b (c)) S ${Array.from({ length: 18 }, () => 1).join(' ')} ${began} 5 6\n`

const since = (agoMs: number): number => (1_000_500 - agoMs) / 10

describe('what a call has spent before', () => {
  it('is nothing where nobody has handed it over', () => {
    expect(spentBefore({}, proc(since(5_000)))).toEqual({ ms: 0, requests: 0 })
  })

  it.each([
    ['0', 0],
    ['1', 1],
    ['9', 0],
  ])('is what the system knows, and with "%s" %i requests', (said, requests) => {
    const age = performance.now() + 3_000
    const { ms, requests: found } = spentBefore({ [handed]: said }, proc(since(age)))
    expect(found).toBe(requests)
    expect(ms).toBeGreaterThan(2_900)
    expect(ms).toBeLessThan(3_100)
  })

  it.each([
    ['of another machine', since(-5_000)],
    ['longer than any call', since(performance.now() + 700_000)],
    ['no number', Number.NaN],
  ])('is nothing where the time is %s', (_, began) => {
    expect(spentBefore({ [handed]: '0' }, proc(began)).ms).toBe(0)
  })

  it('is nothing where there is no /proc', () => {
    const read = (): string => {
      throw new Error('no')
    }
    expect(spentBefore({ [handed]: '1' }, read)).toEqual({ ms: 0, requests: 1 })
  })
})
