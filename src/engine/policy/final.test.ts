import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { evaluate } from './evaluate.ts'
import { diagnosePolicy } from './language/load.ts'
import type { PolicyFile } from './rules/types.ts'
import { hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

const judge = async (policies: readonly PolicyFile[], parts: Partial<NormalizedHookEvent> = {}) =>
  must(await evaluate(shellEvent('helm list', parts), policies, hostWith(), '2026-11-21'))

const rule = (more = '') => `version: 1
extends: none
rules: [{ id: t.helm, on: shell, when: { program: helm }, decision: deny, reason: No helm.${more} }]
`
const exception = 'exceptions: [{ rule: t.helm, reason: Once. }]\n'

describe('a final rule', () => {
  it.each(['managed', 'user'] as const)('is opened by no exception of a %s file', async layer => {
    const other = await policyFrom(`version: 1\n${exception}`, layer)
    expect((await judge([await policyFrom(rule(), 'user'), other])).ruling.decision).toBe('allow')
    expect((await judge([await policyFrom(rule(', final: true'), 'user'), other])).ruling.decision).toBe('deny')
  })

  it('may be a project’s', async () => {
    const project = await policyFrom(rule(', final: true').replace('extends: none\n', ''), 'project')
    expect((await judge([await policyFrom(`version: 1\n${exception}`), project])).ruling.decision).toBe('deny')
  })
})

it('a refusal names who decides, and where there is more', async () => {
  const { ruling } = await judge([await policyFrom(rule(', reviewers: platform, links: "https://wiki.example.com/helm"'))])
  expect(ruling).toMatchObject({ reason: 'No helm. Reviewers: platform. See https://wiki.example.com/helm' })
  expect(await judge([await policyFrom(rule())])).toMatchObject({ ruling: { reason: 'No helm.' } })
})

describe('a condition on the user', () => {
  const only = rule().replace('program: helm', 'program: helm, user: { not: [ada, "*@ops.example.com"] }')
  const rows: readonly [name: string, parts: Partial<NormalizedHookEvent>, decision: string][] = [
    ['the account', { user: 'ada', userFrom: 'account' }, 'allow'],
    ['what a token says', { user: 'bo@ops.example.com', userFrom: 'token' }, 'allow'],
    ['the account behind what a client says', { user: 'ada@example.com', userFrom: 'payload', account: 'ada' }, 'allow'],
    ['somebody else', { user: 'eve', userFrom: 'account' }, 'deny'],
    ['nobody who is told', {}, 'deny'],
  ]
  it.each(rows)('%s', async (_, parts, decision) => {
    expect((await judge([await policyFrom(only, 'managed')], parts)).ruling.decision).toBe(decision)
  })

  it('is excused by no variable', async () => {
    const files = [
      await policyFrom(`${rule()}exceptions: [{ rule: t.helm, when: { user: ada }, reason: Ada may. }]\n`, 'managed'),
    ]
    expect((await judge(files, { user: 'ada', userFrom: 'account' })).ruling.decision).toBe('allow')
    expect((await judge(files, { user: 'ada', userFrom: 'environment' })).ruling.decision).toBe('deny')
    expect((await judge(files, {})).ruling.decision).toBe('deny')
  })

  it('is excused by no variable that names nobody who is meant', async () => {
    const files = [
      await policyFrom(`${rule()}exceptions: [{ rule: t.helm, when: { not: { user: eve } }, reason: R. }]\n`, 'managed'),
    ]
    expect((await judge(files, { user: 'ada', userFrom: 'account' })).ruling.decision).toBe('allow')
    expect((await judge(files, { user: 'ada', userFrom: 'environment' })).ruling.decision).toBe('deny')
  })
})

describe('a condition on a group', () => {
  const rows: readonly [what: string, when: string, except: string, groups: readonly string[] | undefined, decision: string][] = [
    ['one of several', 'group: "ext-*"', '', ['staff', 'ext-paris'], 'deny'],
    ['no other', 'group: "ext-*"', '', ['staff'], 'allow'],
    ['of nobody who is told', 'group: "ext-*"', '', undefined, 'allow'],
    ['all but one', 'group: { not: platform }', '', ['staff'], 'deny'],
    ['that one', 'group: { not: platform }', '', ['staff', 'platform'], 'allow'],
    ['all but one, of nobody who is told', 'group: { not: platform }', '', undefined, 'deny'],
    ['of none', 'group: { not: platform }', '', [], 'deny'],
    ['excuses', '', 'group: platform', ['platform'], 'allow'],
    ['excuses no other', '', 'group: platform', ['staff'], 'deny'],
    ['excuses nobody who is not told', '', 'group: platform', undefined, 'deny'],
    ['excuses who is in no such group', '', 'group: { not: "ext-*" }', [], 'allow'],
    ['that nobody gives does not', '', 'group: { not: "ext-*" }', undefined, 'deny'],
    ['nor the other way round', '', 'not: { group: "ext-*" }', undefined, 'deny'],
    ['which known ones do', '', 'not: { group: "ext-*" }', ['staff'], 'allow'],
  ]
  it.each(rows)('%s: %s %s', async (_, when, except, groups, decision) => {
    const exception = except === '' ? '' : `exceptions: [{ rule: t.helm, when: { ${except} }, reason: R. }]\n`
    const policy = rule().replace('program: helm', `program: helm${when && `, ${when}`}`) + exception
    const verdict = await judge([await policyFrom(policy, 'managed')], groups === undefined ? {} : { groups })
    expect(verdict.ruling.decision).toBe(decision)
  })
})

describe.each(['user', 'group'])('a condition on a %s', key => {
  it.each(['user', 'project'] as const)('belongs into no %s file', async layer => {
    const policy = rule().replace('extends: none\n', '').replace('program: helm', `program: helm, ${key}: { not: ada }`)
    const { policy: read, problems } = await diagnosePolicy(policy, 'p.yaml', layer)
    expect(read).toBeUndefined()
    expect(problems[0]?.message).toBe(`found ${key} in a ${layer} file, expected it in a managed file only`)
  })
})
