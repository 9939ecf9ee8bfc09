/** Nobody gets out by the ways that are known, and each of them is one where there is no cage. */

import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waysOut } from './ways-out.ts'
import { atLarge, bwrap, inCage, makeWorld, type World } from './world.ts'

const commandOf = ({ sh, py }: (typeof waysOut)[number]): readonly string[] =>
  sh === undefined ? ['/usr/bin/python3', '-c', py ?? ''] : ['/bin/sh', '-c', sh]

describe.skipIf(!existsSync(bwrap))('in a cage of bubblewrap', () => {
  let world: World
  beforeEach(async () => {
    world = await makeWorld()
  })
  afterEach(() => world.close())

  it('what is to be done is done', async () => {
    const { code, out } = await inCage(world, [
      '/bin/sh',
      '-c',
      'echo $HOME; cat src/a.txt; echo new > src/b.txt; cat src/b.txt; exit 7',
    ])
    expect([code, out]).toEqual([7, `${world.home}\nanew\n`])
  })

  it.each(waysOut.map(one => [one.name, one] as const))('%s is none', async (_, one) => {
    const { out } = await inCage(world, commandOf(one))
    expect(world.escaped(out.replaceAll(commandOf(one)[2] ?? '', ''))).toEqual([])
  })
})

describe('without a cage', () => {
  it.each(waysOut.filter(({ caged }) => caged !== true).map(one => [one.name, one] as const))('%s is one', async (_, one) => {
    const world = await makeWorld()
    try {
      const { out } = await atLarge(world, commandOf(one))
      expect(world.escaped(out)).not.toEqual([])
    } finally {
      world.close()
    }
  })
})
