/** The red team of `scripts/attack`, in the size of a test. `npm run attack` runs more of it, with other seeds. */

import { beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../scripts/attack/compose.ts'
import { readGrammar } from '../scripts/attack/grammar.ts'
import { attack, metamorphic, type Report } from '../scripts/attack/run.ts'

const grammar = readGrammar()
const seed = 20_261_122
const numbers = Array.from({ length: 2_000 }, (_, at) => at)

/** What is still judged wrongly: these only ever fall, to none. */
const most = { passed: 20, denied: 1, asked: 2, crashed: 0, changed: 0 }

const beyond = ({ faults }: Report): readonly string[] =>
  Object.entries(most).flatMap(([what, limit]) => {
    const found = faults.filter(fault => fault.what === what)
    return found.length <= limit
      ? []
      : found.map(({ number, said, row }) => `${number} ${what} (${said}): ${JSON.stringify(row)}`)
  })

describe('the composed calls', () => {
  let judged: Report
  beforeAll(async () => {
    judged = await attack(grammar, seed, numbers)
  })

  it('are dangerous and ordinary ones, by every payload, layer and tool', () => {
    const { dangerous, ordinary, by } = judged
    expect(Math.min(dangerous.rows, ordinary.rows)).toBeGreaterThan(800)
    const layers = new Set(grammar.layers.map(({ group, id }) => `${group}: ${id}`))
    const tools = new Set(Object.values(grammar.tools).flatMap(list => list.map(({ id }) => id)))
    const kinds = new Set([...grammar.payloads, ...grammar.files].map(({ kind }) => kind))
    const never = [layers, tools, kinds].map((all, at) =>
      [...all].filter(one => by[['layer', 'tool', 'kind'][at] ?? '']?.[one] === undefined),
    )
    expect(never).toEqual([[], [], []])
  })

  it('are the same for a seed and a number, whatever was composed before', () => {
    expect(compose(grammar, seed, 7)).toEqual(compose(grammar, seed, 7))
    expect(compose(grammar, seed, 7).row).not.toEqual(compose(grammar, seed + 1, 7).row)
  })

  it('are stopped when they are dangerous, and pass when they are not', () => {
    expect(beyond(judged)).toEqual([])
  })

  it('are judged alike when only their spelling changes', async () => {
    expect(beyond(await metamorphic(grammar, seed, numbers.slice(0, 1_000)))).toEqual([])
  })
})
