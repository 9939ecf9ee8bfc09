import { expect, it } from 'vitest'
import { covers } from './rollout.ts'

const machines = Array.from({ length: 400 }, (_, i) => `machine ${i}`)
const drawn = (percent: number, version = '1', group?: string): readonly string[] =>
  machines.filter(machine => covers({ name: 'shop', version, rollout: { percent, groups: ['canary'] } }, group, '/var', machine))

it('covers about its share, and keeps whom it covers when it grows', () => {
  const [none, few, half, all] = [drawn(0), drawn(10), drawn(50), drawn(100)]
  expect([none.length, all.length]).toEqual([0, machines.length])
  expect(few.length).toBeGreaterThan(20)
  expect(few.length).toBeLessThan(65)
  expect(half.length).toBeGreaterThan(160)
  expect(half.length).toBeLessThan(240)
  expect(few.filter(machine => !half.includes(machine))).toEqual([])
  expect(drawn(10)).toEqual(few)
})

it('draws others for another version, and leaves nobody of its group out', () => {
  expect(drawn(10, '2')).not.toEqual(drawn(10))
  expect(drawn(0, '1', 'canary')).toHaveLength(machines.length)
  expect(drawn(0, '1', 'other')).toEqual([])
  expect(covers({ name: 'shop', version: '1' }, undefined, '/var')).toBe(true)
})
