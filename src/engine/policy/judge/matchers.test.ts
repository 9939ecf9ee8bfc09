import { describe, expect, it } from 'vitest'
import { invocationOf } from '../../analysis/calls/invocation.ts'
import { emptyEnvironment } from '../../analysis/values/analysis.ts'
import { literal } from '../../analysis/values/value.ts'
import { allPacks } from './layers.ts'
import { matchersFor } from './matchers.ts'

const forced = invocationOf(
  'git',
  ['push', '-f'].map(word => literal(word)),
  { env: emptyEnvironment('/'), assignments: {} },
)

describe('what conditions need is loaded for whatever asks', () => {
  it('a rule of any origin that names flags, at any depth, can be judged', async () => {
    const { flagsHold } = await matchersFor([[{ when: { any: [{ not: { flags: ['--force'] } }] } }]], false)
    expect(flagsHold(['--force'], forced, false)).toBe('yes')
  })

  it('what no rule asks for is not loaded', async () => {
    expect((await matchersFor([[{ when: { text: ['x'] } }]], true)).overlaps).toBeUndefined()
    expect((await matchersFor([[{ when: { reads: { include: ['a'], exclude: [] } } }]], false)).overlaps).toBeUndefined()
    expect((await matchersFor([[{ when: { reads: { include: ['a'], exclude: [] } } }]], true)).overlaps).toBeDefined()
  })

  it('a built-in rule may use every condition', async () => {
    const rules = allPacks.flatMap(pack => pack.conditions?.() ?? [])
    const added = [...rules, { when: { program: { any: ['git'], not: false }, flags: ['-f'] } }]
    expect((await matchersFor([added], false)).flagsHold(['-f'], forced, true)).toBe('yes')
  })
})
