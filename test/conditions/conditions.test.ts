/** For each condition of a rule: a permit never covers what it should not, and a refusal misses nothing. Counts are in the titles' figures. */

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { policyJsonSchema } from '../../src/engine/policy/language/schema.ts'
import { hostWith, must, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import { conditions, configured } from './conditions.ts'
import type { Case } from './objects.ts'

const runs = 60 * Number(process.env.PROPERTY_RUNS ?? 1)
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_123)
const files = { '/home/ada/shop/.git/HEAD': 'ref: refs/heads/dev/me\n', '/home/ada/shop/.git/config': '', ...configured }
const counted: Record<string, Record<string, number>> = {}

const decide = async (policy: object, { event, happened }: Case) => {
  const sure = !happened?.includes('?')
  const host = {
    ...hostWith({}, files),
    ...(happened !== undefined && { earlier: () => ({ sure, times: (word: string) => Number(happened.includes(word)) }) }),
  }
  const text = JSON.stringify({ version: 1, extends: 'none', settings: { 'could-not-tell': 'ask' }, ...policy })
  return must(await evaluate(event, [await policyFrom(text, 'managed')], host, '2026-11-23')).ruling
}

const denies = (when?: object) => ({
  id: 't.rule',
  on: 'any',
  decision: 'deny',
  reason: 'No.',
  ...(when !== undefined && { when }),
})

describe.each(Object.entries(conditions))('%s', (name, { when, cases, asks }) => {
  const all = fc.asyncProperty(cases, async each => {
    const { truths } = each
    const tally = counted[name] ?? { events: 0, yes: 0, no: 0, unknown: 0 }
    counted[name] = tally
    tally.events = (tally.events ?? 0) + 1
    for (const truth of truths) tally[truth] = (tally[truth] ?? 0) + 1
    const shown = `${each.event.content} ${JSON.stringify(truths)}`
    const surelyAll = truths.every(truth => truth === 'yes')

    const refused = await decide({ rules: [denies(when)] }, each)
    // `only` speaks of all objects: it holds where every one is among them.
    const isAll = JSON.stringify(when).includes('"only"')
    if (!isAll && truths.includes('yes')) expect(refused.decision, `a rule misses: ${shown}`).toBe('deny')
    if (!isAll && truths.every(truth => truth === 'no')) expect(refused.decision, `a rule objects: ${shown}`).toBe('allow')

    if (asks?.includes('unknown') && truths.includes('unknown'))
      expect(refused.decision, `what cannot be known passes: ${shown}`).not.toBe('allow')

    const excepted = await decide({ rules: [denies()], exceptions: [{ rule: 't.rule', when, reason: 'Fine.' }] }, each)
    expect(excepted.decision === 'allow' && !surelyAll, `an exception permits: ${shown}`).toBe(false)

    const negated = await decide({ rules: [denies({ not: when })] }, each)
    expect(negated.decision === 'allow' && !surelyAll, `a "not" permits: ${shown}`).toBe(false)

    const granted = await decide({ rules: [{ id: 't.grant', on: 'any', decision: 'allow', grant: true, when }] }, each)
    expect(granted.decision === 'allow' && granted.grant && !surelyAll, `a grant permits: ${shown}`).toBe(false)
  })

  it('never permits what it should not, and never misses', () => fc.assert(all, { seed, numRuns: runs }), 120_000)
})

it('speaks of every condition of the language', () => {
  const { $defs } = policyJsonSchema() as { $defs: Record<string, { description?: string; properties?: object }> }
  const known = Object.values($defs).find(({ description }) => description === 'All conditions must hold')?.properties ?? {}
  const combined = ['any', 'all', 'not']
  const asked = new Set(Object.values(conditions).flatMap(({ when }) => Object.keys(when)))
  expect(Object.keys(known).filter(name => !combined.includes(name) && !asked.has(name))).toEqual([])
})

afterAll(() => {
  if (process.env.PROPERTY_RUNS !== undefined) console.table(counted)
})
