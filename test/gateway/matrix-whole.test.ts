import { afterAll, expect, it } from 'vitest'
import { type Case, grounds, outcomes, shellCallers } from './matrix.ts'
import { close, refused, wrong } from './matrix-within.ts'

afterAll(close)

const whole: readonly Case[] = shellCallers.flatMap(caller =>
  grounds.flatMap(ground =>
    outcomes.flatMap(outcome => (['closed', 'open'] as const).map(mode => ({ caller, ground, outcome, mode }))),
  ),
)

it('every client, generation, outcome and fail mode comes to what it must', { timeout: 300_000 }, async () => {
  expect(whole.length).toBeGreaterThan(7_900)
  expect(await wrong(whole)).toEqual([])
  expect(refused).toEqual([])
})
