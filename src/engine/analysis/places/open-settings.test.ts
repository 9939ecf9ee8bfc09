import { expect, it } from 'vitest'
import { openings } from './open-settings.gen.ts'
import { holds } from './open-settings.ts'

it.each(openings.map(one => [one.source, one] as const))(
  '%s: tells its own examples apart',
  (_, { stop, allow, from = '', ...one }) => {
    expect(holds(one, stop, from)).toBe(true)
    expect(holds(one, allow, from)).toBe(false)
  },
)
