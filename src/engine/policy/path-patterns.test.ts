/** Patterns in a command, and a policy that names places: what they may stand for is asked about. */

import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { evaluate } from './evaluate.ts'
import { hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

const ruleOn = (condition: string, decision = 'deny'): string =>
  `version: 1\nextends: recommended\nrules: [{ id: t.places, on: any, when: { ${condition} }, decision: ${decision}, reason: R. }]\n`
const read = ruleOn('reads: "secrets/**"')
const there = { '/home/ada/shop/secrets/a': 'x', '/home/ada/shop/team/secrets/key': 'x' }

const decided = async (command: string, policy: string) =>
  must(await evaluate(shellEvent(command), [await policyFrom(policy)], hostWith({}, there))).ruling

describe('is asked about', () => {
  it.each([
    ['a pattern for the folder', 'cat s*/b'],
    ['one with a question mark', 'cat secret?/b'],
    ['one with a class', 'cat [s]ecrets/b'],
    ['in the middle of a name', 'cat se*ts/b/c'],
    ['behind a dot', 'cat ./s*/b'],
    ['through a folder above', 'cat ../shop/s*/b'],
    ['from the root', 'cat /home/ada/shop/se*/b'],
    ['in a redirection', 'wc -l < s*/b'],
    ['a copy', 'cp -r s*/ /tmp/x'],
    ['stars alone, where the file is', 'cat */a'],
    ['patterns in two parts', 'cat s*/a*'],
    ['all of what a globstar reaches', 'cat **/secrets/*.pem'],
  ])('%s: %s', async (_, command) => {
    const ruling = await decided(command, read)
    expect(ruling.decision).not.toBe('allow')
  })

  it('and says what is not known', async () => {
    expect(await decided('cat s*/b', read)).toMatchObject({
      decision: 'ask',
      ruleId: 't.places',
      reason: 'R. Not seen: what a pattern of names stands for.',
    })
  })

  it.each([
    ['a glob that begins anywhere', 'reads: "**/secrets/**"', 'cat team/s*/key'],
    ['one with choices', 'reads: "{secrets,keys}/**"', 'cat k*/b'],
    ['one in a home', 'reads: "~/.config/shop/**"', 'cat ~/.con*/shop/key'],
    ['writing', 'writes: "infra/**"', 'echo x > inf*/main.tf'],
    ['deleting', 'deletes: "migrations/**"', 'rm mig*/one.sql'],
    ['within any', 'any: [{ reads: "secrets/**" }, { program: helm }]', 'cat s*/b'],
  ])('%s: %s', async (_, condition, command) => {
    expect((await decided(command, ruleOn(condition))).decision).toBe('ask')
  })
})

it.each([
  ['a policy', `cat ${'*/'.repeat(40)}x`, `reads: "${'**/a/'.repeat(30)}secrets/**"`],
  ['a command', `cat ${'**/a*/'.repeat(30)}x`, 'reads: "**/b/**/c/**/d/**/secrets/**"'],
])('takes no longer than a moment, whatever %s says', async (_, command, condition) => {
  const spentMs = cpuTime()
  await decided(command, ruleOn(condition))
  expect(spentMs()).toBeLessThan(1_000)
})

describe('is not asked about', () => {
  it.each([
    ['another folder', 'cat src/*/b'],
    ['another name', 'cat p*/b'],
    ['a folder of another name below', 'cat packages/s*/b'],
    ['stars alone, where no such file is', 'cat */package.json'],
    ['stars alone to the end', 'wc -l */*.ts'],
    ['all of a kind', 'wc -l **/*.ts'],
    ['a star that leaves out what begins with a dot', 'ls s*'],
    ['no pattern', 'cat src/a'],
    ['a text that looks like one', "echo 's*/b'"],
    ['an expression', "grep -E 's*/b' src/a"],
    ['a name in quotes', "cat 's*/b'"],
  ])('%s: %s', async (_, command) => {
    expect((await decided(command, read)).decision).toBe('allow')
  })

  it.each([
    ['what begins with a dot', 'reads: "**/.env"', 'cat e*/x'],
    ['what excludes it', 'reads: ["secrets/**", "!secrets/**"]', 'cat src/*'],
  ])('%s: %s', async (_, condition, command) => {
    expect((await decided(command, ruleOn(condition))).decision).toBe('allow')
  })

  it('by a rule that permits', async () => {
    const policy = `${read}exceptions: [{ rule: t.places, when: { reads: "secrets/b" }, reason: R. }]\n`
    expect((await decided('cat s*/b', policy)).decision).toBe('ask')
  })
})
