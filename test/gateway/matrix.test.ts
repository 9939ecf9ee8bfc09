import { afterAll, expect, it } from 'vitest'
import { grounds, outcomes, sample, shellCallers } from './matrix.ts'
import { close, refused, ways, wrong } from './matrix-within.ts'

afterAll(close)

it('every client finds an endpoint of every generation', () => {
  expect(grounds.map(ground => Object.keys(ways[ground] ?? {}).length)).toEqual(grounds.map(() => shellCallers.length))
})

it('every pair of a client and an outcome comes to what it must', { timeout: 120_000 }, async () => {
  const quick = sample(outcomes.filter(({ slow }) => slow === undefined))
  expect(quick.length).toBe(shellCallers.length * 31)
  expect(await wrong(quick)).toEqual([])
  expect(refused).toEqual([])
})
