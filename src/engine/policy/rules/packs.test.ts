import { describe, expect, it } from 'vitest'
import { findings } from '../../analysis/values/findings.gen.ts'
import { evaluate } from '../evaluate.ts'
import { allPacks } from '../judge/layers.ts'
import { hostWith, must, policyFrom, shellEvent } from '../testing/fixtures.ts'
import { rulesOf } from './pack.ts'

const rules = allPacks.flatMap(rulesOf)

describe('every finding of the analyser', () => {
  it.each(Object.keys(findings()))('%s is answered by the rule of that name', id => {
    expect(rules.filter(rule => rule.id === id)).toHaveLength(1)
  })
  it.each(rules)('$id is a finding or has a condition', rule => {
    expect(Object.hasOwn(findings(), rule.id)).toBe(rule.when === undefined)
  })
})

describe('what a rule suggests instead passes the policy itself', () => {
  const suggested = rules.flatMap(rule =>
    [...rule.instead.matchAll(/`([^`]+)`/g)].map(match => [rule.id, match[1] ?? ''] as const),
  )
  it.each(suggested)('%s: %s', async (_, command) => {
    for (const preset of ['recommended', 'strict']) {
      const verdict = must(await evaluate(shellEvent(command), [await policyFrom(`extends: ${preset}`)], hostWith()))
      expect(verdict.ruling, preset).toEqual({ decision: 'allow', grant: false })
    }
  })
})
