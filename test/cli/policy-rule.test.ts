import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listing, rulesNamed } from '../../src/cli/commands/policy/rule.ts'
import { parsePolicy } from '../../src/engine/policy/language/load.ts'
import { showPolicy } from '../../src/engine/policy/language/show.ts'
import type { LayerName } from '../../src/engine/policy/rules/types.ts'
import { must } from '../../src/engine/policy/testing/fixtures.ts'
import { folder } from '../blackbox/call.ts'

const asked = async (id: string, text: string, layer: LayerName = 'user') => {
  const file = join(folder({}), 'policy.yaml')
  writeFileSync(file, text)
  const policies = [must(await parsePolicy(text, file, layer))]
  const [rule] = rulesNamed(id, showPolicy(policies, '2026-11-21'), policies)
  if (rule === undefined) throw new Error('no rule')
  return listing(rule).replaceAll(file, 'policy.yaml')
}

const written = (more = '') => `version: 1
rules:
  - { id: t.one, on: shell, when: { program: ls }, decision: deny, reason: No. }
  - { id: t.two, on: [shell, web], decision: ask, reason: Look., reviewers: platform${more} }
`

describe('one rule', () => {
  it('is shown with its line, and how it can be opened', async () => {
    expect(await asked('t.two', `${written()}exceptions: [{ rule: t.two, reason: Once., expires: 2026-01-01 }]\n`)).toBe(
      [
        'rule       t.two',
        'from       policy.yaml:4 (user)',
        'decision   ask',
        'on         shell, web',
        'reason     Look.',
        'reviewers  platform',
        'exception  Once. (policy.yaml) until 2026-01-01 no effect: expired on 2026-01-01',
        'permit     an exception in your own policy file: { rule: t.two, when: {…}, reason: …, expires: … }',
      ].join('\n'),
    )
  })

  it.each([
    ['final', 't.two', written(', final: true'), 'user', 'nothing opens it'],
    ['managed', 't.one', written(), 'managed', 'only a managed file can open it'],
    ['of a managed preset', 'git.push-force', 'extends: recommended\n', 'managed', 'only a managed file can open it'],
    ['of the guard', 'self.tamper', 'version: 1\n', 'user', 'change the guard by hand'],
    ['of a pack', 'git.push-force', 'version: 1\n', 'user', 'an exception in your own policy file'],
  ] as const)('%s: says whether it can be opened', async (_, id, text, layer, permit) => {
    expect(await asked(id, text, layer)).toContain(`permit     ${permit}`)
  })

  it('that nobody knows is an error with the nearest name', async () => {
    await expect(asked('git.push-forse', 'version: 1\n')).rejects.toThrow('Did you mean git.push-force?')
  })
})
