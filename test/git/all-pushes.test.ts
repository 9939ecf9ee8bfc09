import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { comparePushes } from './push-pairs.ts'
import { common } from './push-words.ts'
import { rare } from './push-words-rare.ts'
import { hasGit, scratch } from './repositories.ts'

/** `GIT_SEED` asks others. Remotes are folders beside it; git is only asked what it would do. */
const seed = process.env.GIT_SEED === undefined ? undefined : Number(process.env.GIT_SEED)

describe.skipIf(!hasGit)('where a push goes', () => {
  const made = hasGit ? scratch() : undefined
  afterAll(() => made && rmSync(made.root, { recursive: true, force: true }))

  it('is what git says, in 2,100 ways', () => {
    if (made === undefined) return
    const { missed, wide, tried, pushed, exact } = comparePushes(made, common, 105, 20, seed ?? 23)
    console.log(`${tried} pushes, ${pushed} of which git makes, ${exact} named exactly`)
    expect({ missed, wide }).toEqual({ missed: [], wide: [] })
    expect([pushed / tried > 0.4, exact / pushed > 0.4]).toEqual([true, true])
  }, 300_000)

  it('is what git says of rarer settings, worktrees, modules and aliases, and of what a script changed before', () => {
    if (!hasGit) return
    const own = scratch()
    const { missed, wide, tried, pushed, exact } = comparePushes(own, rare, 40, 20, seed ?? 12)
    rmSync(own.root, { recursive: true, force: true })
    console.log(`${tried} pushes, ${pushed} of which git makes, ${exact} named exactly`)
    expect({ missed, wide }).toEqual({ missed: [], wide: [] })
    expect([pushed / tried > 0.4, exact / pushed > 0.2]).toEqual([true, true])
  }, 300_000)
})
