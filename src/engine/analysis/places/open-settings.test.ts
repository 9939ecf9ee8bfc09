import { expect, it } from 'vitest'
import { openings } from './open-settings.gen.ts'

it.each(openings.map(one => [one.source, one] as const))('%s: tells its own examples apart', (_, { says, stop, allow }) => {
  expect(says.test(stop)).toBe(true)
  expect(says.test(allow)).toBe(false)
})
