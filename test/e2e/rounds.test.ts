/** A scenario that fails once is run again, alone; only what fails twice has failed. */

import { expect, test } from 'vitest'
import { scenarios } from '../../scripts/e2e/clients.ts'
import { rounds } from '../../scripts/e2e/rounds.ts'
import type { Outcome } from '../../scripts/e2e/run.ts'
import type { Scenario } from '../../scripts/e2e/scenarios/scenario.ts'

const chosen = scenarios.slice(0, 5)
const named = (at: number): string => chosen[at]?.name ?? ''

const outcome = (name: string, result: Outcome['result'], note = ''): Outcome => ({ scenario: name, result, note, ms: 1 })

/** Fails the given scenarios as often as told, and counts who runs beside whom. */
const runner = (fails: Readonly<Record<string, number>>) => {
  const tries: string[] = []
  const beside: Record<string, number> = {}
  let running = 0
  const run = async ({ name }: Scenario): Promise<Outcome> => {
    const before = tries.filter(each => each === name).length
    tries.push(name)
    running++
    await new Promise(resolve => setTimeout(resolve, 5))
    beside[`${name}#${before}`] = running
    running--
    return before < (fails[name] ?? 0) ? outcome(name, 'failed', 'absent\nstderr: long') : outcome(name, 'passed')
  }
  return { run, tries, beside }
}

test('what passes is run once, and told in the order of the scenarios', async () => {
  const { run, tries } = runner({})
  expect(await rounds(chosen, run)).toEqual(chosen.map(({ name }) => outcome(name, 'passed')))
  expect(tries.length).toBe(chosen.length)
})

test('what fails once has passed, and says so', async () => {
  const { run, tries, beside } = runner({ [named(1)]: 1 })
  const outcomes = await rounds(chosen, run)
  expect(outcomes[1]).toEqual({ ...outcome(named(1), 'passed'), flaky: 'absent' })
  expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(tries.length).toBe(chosen.length + 1)
  expect(beside[`${named(1)}#1`]).toBe(1)
})

test('what fails twice has failed, and is not tried a third time', async () => {
  const { run, tries, beside } = runner({ [named(0)]: 9, [named(3)]: 9 })
  const outcomes = await rounds(chosen, run)
  expect(outcomes.map(({ result }) => result)).toEqual(['failed', 'passed', 'passed', 'failed', 'passed'])
  expect(outcomes.every(({ flaky }) => flaky === undefined)).toBe(true)
  expect(tries.length).toBe(chosen.length + 2)
  expect([beside[`${named(0)}#1`], beside[`${named(3)}#1`]]).toEqual([1, 1])
})
