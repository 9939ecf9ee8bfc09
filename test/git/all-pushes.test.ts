import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { comparePushes } from './push-pairs.ts'
import { hasGit, scratch } from './repositories.ts'

/** Remotes are folders beside it; git is only asked what it would do. */
describe.skipIf(!hasGit)('where a push goes', () => {
  const made = hasGit ? scratch() : undefined
  afterAll(() => made && rmSync(made.root, { recursive: true, force: true }))

  it('is what git says, in 2,100 ways', () => {
    if (made === undefined) return
    const { missed, wide, tried, pushed, exact } = comparePushes(made, 105, 20, 23)
    console.log(`${tried} pushes, ${pushed} of which git makes, ${exact} named exactly`)
    expect({ missed, wide }).toEqual({ missed: [], wide: [] })
    expect([pushed / tried > 0.4, exact / pushed > 0.4]).toEqual([true, true])
  }, 300_000)
})
