import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareLocal, ground } from './local-pairs.ts'
import { hasGit, scratch } from './repositories.ts'

/** `GIT_SEED` asks others, `GIT_ROUNDS` more of them, 20 each. */
const seed = Number(process.env.GIT_SEED ?? 27)
const rounds = Number(process.env.GIT_ROUNDS ?? 80)

describe.skipIf(!hasGit)('which refs a command changes here', () => {
  it('are those that git changes, and where they are sure they are no others, in 1,600 ways', () => {
    if (!hasGit) return
    const made = scratch()
    ground(made)
    const { missed, wide, tried, changing, exact } = compareLocal(made, rounds, 20, seed)
    rmSync(made.root, { recursive: true, force: true })
    console.log(`${tried} commands, ${changing} of which change a ref, ${exact} named exactly`)
    expect({ missed, wide }).toEqual({ missed: [], wide: [] })
    expect([changing / tried > 0.25, exact / changing > 0.2]).toEqual([true, true])
  }, 300_000)
})
