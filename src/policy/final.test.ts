import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../core/event.ts'
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

  it.each(['user', 'project'] as const)('belongs into no %s file', async layer => {
    const { policy, problems } = await diagnosePolicy(only.replace('extends: none\n', ''), 'p.yaml', layer)
    expect(policy).toBeUndefined()
    expect(problems[0]?.message).toBe(`found user in a ${layer} file, expected it in a managed file only`)
  })
})
