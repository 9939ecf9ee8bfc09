import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { withItems } from '../../src/engine/policy/language/append.ts'
import { allowFor } from '../../src/hook/approvals/allow.ts'
import { bash, machine } from './ground.ts'

const policy = '.config/tfy-hook/policy.yaml'
const push = bash('git push --force origin "main"')

describe('an exception for good', () => {
  it.each<[string, string | undefined]>([
    ['where there is no policy', undefined],
    ['behind what is there', '# Mine.\nversion: 1 # one\n\npacks: { database: on }\n'],
    [
      'after other exceptions',
      'version: 1\nexceptions:\n    # old\n    - { rule: git.reset-hard, reason: Mine. }   # kept\n\n# the end\npacks: { git: on }\n',
    ],
  ])('lets the call through, and no other: %s', async (_, text) => {
    const here = await machine(text === undefined ? {} : { [policy]: text })
    const { id = '' } = await here.call(push)
    const done = await allowFor(id, here.config)
    if (!done.ok) throw new Error(done.why)
    const [{ file, after } = { file: '', after: '' }, tests] = done.allowance.changes
    expect(file).toBe(join(here.config.places.home, policy))
    for (const line of (text ?? '').split('\n')) expect(after).toContain(line)
    expect(after).toContain('folder: ')
    expect(tests?.after).toContain('is permitted nowhere else')
    expect(done.allowance.neighbours).toBe(6)
  })

  it.each<[string, Readonly<Record<string, string>>, JsonObject, RegExp]>([
    [
      'a preset that an administrator set',
      { 'managed/policy.yaml': 'version: 1\nextends: recommended\n' },
      push,
      /administrator/,
    ],
    ['what concerns the guard', {}, bash('rm ~/.claude/settings.json'), /guard/],
    ['a policy in one line', { [policy]: '{ version: 1 }\n' }, push, /by hand/],
    ['a list in one line', { [policy]: 'version: 1\nexceptions: [{ rule: git.reset-hard, reason: Mine. }]\n' }, push, /by hand/],
    ['a folder that is a pattern', {}, { ...push, cwd: '/home/*' }, /by hand/],
    [
      'a credential',
      {},
      bash('git push --force https://x:ghp_0123456789abcdefghijABCDEFGHIJ012345@github.com/a/b main'),
      /credential/,
    ],
    [
      'a prompt',
      { [policy]: 'version: 1\nrules:\n  - { id: a.b, on: prompt, when: { text: hello }, decision: deny, reason: No. }\n' },
      { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'hello' },
      /by hand/,
    ],
  ])('is not made for %s', async (_, files, payload, why) => {
    const here = await machine(files)
    const first = await here.call(payload)
    expect(first.said.ruling.decision).toBe('deny')
    const done = await allowFor(first.id ?? '', here.config)
    expect(done.ok ? '' : done.why).toMatch(why)
    if (files[policy] !== undefined) expect(readFileSync(join(here.config.places.home, policy), 'utf8')).toBe(files[policy])
  })
})

it.each<[string, string, string | undefined]>([
  ['', 'a:\n  - b: 1\n', undefined],
  ['x: 1', 'x: 1\n\na:\n  - b: 1\n', undefined],
  ['a:\n- b: 0\nx: 1\n', 'a:\n- b: 0\n- b: 1\nx: 1\n', undefined],
])('appends to %j', (before, after) => {
  expect(withItems(before, 'a', [{ b: 1 }])).toBe(after)
})
