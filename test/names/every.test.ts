import { expect, test } from 'vitest'
import { spelled } from './judged.ts'
import { guarded, secret, startup } from './places.ts'

test.each(Object.entries({ guarded, secret, startup }))(
  '%s: stopped however it is spelled, where its plain name is',
  async (_, places) => {
    const { rows, allowed } = await spelled(places, 5)
    expect(allowed).toEqual([])
    expect(rows).toBeGreaterThan(1_500)
  },
  300_000,
)
