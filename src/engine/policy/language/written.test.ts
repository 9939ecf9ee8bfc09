import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { policyFrom } from '../testing/fixtures.ts'
import { writtenWhen } from './written.ts'

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const cookbook = [...read('docs/govern/cookbook.md').matchAll(/```yaml\n(version[\s\S]*?)```/g)].map(([, yaml = '']) => yaml)
const everything = [read('fixtures/policies/valid/everything.yaml'), ...cookbook]

it('conditions are shown as people write them, and read again they are the same', async () => {
  const all = await Promise.all(everything.map(text => policyFrom(text, 'managed')))
  const whens = all.flatMap(({ rules, exceptions }) => [...rules, ...exceptions].flatMap(({ when }) => when ?? []))
  expect(whens.length).toBeGreaterThan(20)
  for (const when of whens) {
    const shown = writtenWhen(when)
    expect(shown).not.toMatch(/include|exclude|&a1|\n/)
    const policy = { version: 1, rules: [{ id: 't.again', on: 'any', when: load(shown), decision: 'deny', reason: 'No.' }] }
    expect((await policyFrom(JSON.stringify(policy), 'managed')).rules[0]?.when).toEqual(when)
  }
})

it('an allow-list is shown as one', () => {
  expect(writtenWhen({ program: { any: ['npm'], not: false }, not: { packages: { only: ['lodash'] } } })).toBe(
    '{ program: npm, not: { packages: { only: [ lodash ] } } }',
  )
})
