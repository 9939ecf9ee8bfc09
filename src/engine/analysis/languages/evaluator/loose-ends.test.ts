import { expect, it } from 'vitest'
import { findingsOf } from '../../testing.ts'
import { ends } from '../loose-ends.gen.ts'

it.each(ends.map(one => [one.finding, one.unknown, one] as const))(
  '%s, %s: asks about what it is for and about no other',
  (...row) => {
    const [finding, , { stop, allow }] = row
    expect(findingsOf(stop)).toContain(`${finding}?`)
    expect(findingsOf(allow)).toEqual([])
  },
)
