import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

interface Group {
  readonly name: string
  readonly when: unknown
  readonly holds?: readonly string[]
  readonly leaves?: readonly string[]
  readonly asks?: readonly string[]
}

const folder = new URL('../../../fixtures/policies/conditions/', import.meta.url).pathname
const host = hostWith(
  { '/home/ada/inside': '/home/ada/shop/src', '/home/ada/shop/outside': '/srv/data' },
  { '/home/ada/shop/.git/HEAD': 'ref: refs/heads/dev/ada\n' },
)

/** Each condition alone in a policy: what it holds for is denied, what it leaves alone passes, what cannot be told asks. */
describe.each(readdirSync(folder))('%s', file => {
  const groups = load(readFileSync(folder + file, 'utf8')) as readonly Group[]
  describe.each(groups)('$name', ({ when, holds = [], leaves = [], asks = [] }) => {
    const rows = [
      ...holds.map(command => [command, 'deny'] as const),
      ...leaves.map(command => [command, 'allow'] as const),
      ...asks.map(command => [command, 'ask'] as const),
    ]
    it.each(rows)('%s: %s', async (command, decision) => {
      const rule = { id: 't.rule', on: 'shell', when, decision: 'deny', reason: 'No.' }
      const settings = { 'could-not-tell': 'ask' }
      const policy = await policyFrom(JSON.stringify({ version: 1, extends: 'none', settings, rules: [rule] }))
      const { ruling, rules } = must(await evaluate(shellEvent(command), [policy], host, '2026-11-21'))
      expect([ruling.decision, rules.filter(id => id === 't.rule')]).toEqual([decision, decision === 'allow' ? [] : ['t.rule']])
    })
  })
})
