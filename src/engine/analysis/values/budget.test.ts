import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostFor } from '../../../../scripts/corpus/judge.ts'
import type { Host } from '../../matching/host.ts'
import { budgetOf, isSpent } from './budget.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The clock and the processor, as a test sets them. */
const machine = (): { readonly at: { now: number; busy: number }; readonly host: Host } => {
  const at = { now: 1_000, busy: 50 }
  vi.spyOn(performance, 'now').mockImplementation(() => at.now)
  return { at, host: { ...hostFor(undefined), busy: () => at.busy } }
}

describe('the time of an analysis', () => {
  it('is over by the clock where nobody tells what the processor did', () => {
    const {
      at,
      host: { busy: _, ...host },
    } = machine()
    const budget = budgetOf(400, host)
    at.now += 400
    expect(isSpent(budget, host)).toBe(false)
    at.now += 1
    expect(isSpent(budget, host)).toBe(true)
  })

  it('goes on where a busy machine took it, and ends with what the processor had, or in the end', () => {
    const { at, host } = machine()
    const budget = budgetOf(400, host)
    at.now += 900
    at.busy += 90
    expect(isSpent(budget, host)).toBe(false)
    at.busy += 320
    at.now += 20
    expect(isSpent(budget, host)).toBe(true)
    const another = budgetOf(400, host)
    at.now += 1_401
    expect(isSpent(another, host)).toBe(true)
  })

  it('is no more than what is left for all', () => {
    const { at, host } = machine()
    const all = budgetOf(600, host)
    at.now += 500
    at.busy += 500
    const own = budgetOf(400, host, all)
    at.now += 101
    at.busy += 101
    expect(isSpent(own, host)).toBe(true)
  })
})
