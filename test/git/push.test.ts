import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { comparePushes } from './push-pairs.ts'
import { common } from './push-words.ts'
import { hasGit, scratch } from './repositories.ts'

/** `npm run test:long` compares 2,000. */
describe.skipIf(!hasGit)('where a push goes', () => {
  const made = hasGit ? scratch() : undefined
  afterAll(() => made && rmSync(made.root, { recursive: true, force: true }))

  it('is what git says', () => {
    if (made === undefined) return
    const { missed, wide, tried, pushed, exact } = comparePushes(made, common, 6, 20, 7)
    expect({ missed, wide }).toEqual({ missed: [], wide: [] })
    // So few scatter: the long test has 0.4.
    expect([pushed / tried > 0.4, exact / pushed > 0.3]).toEqual([true, true])
  })
})
