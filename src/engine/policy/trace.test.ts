import { describe, expect, it } from 'vitest'
import { hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'
import { traceEvent } from './trace.ts'

describe('the way to a verdict', () => {
  it('shows invocations, effects, rules and the verdict', async () => {
    const policy = await policyFrom(
      [
        'rules:',
        '  - { id: t.hold, on: shell, when: { program: cat }, decision: ask, reason: Look. }',
        '  - { id: t.not, on: shell, when: { program: dog }, decision: deny, reason: No. }',
        '  - { id: t.watch, on: shell, when: { program: sudo }, decision: deny, reason: No., strategy: audit }',
        '  - { id: t.prompt, on: prompt, decision: deny, reason: No. }',
      ].join('\n'),
    )
    const trace = must(await traceEvent(shellEvent('sudo cat /home/ada/.ssh/id_rsa'), [policy], hostWith()))
    expect(trace.preset).toBe('recommended')
    expect(trace.invocations.map(({ program }) => program)).toContain('cat')
    expect(trace.reads).toEqual(['/home/ada/.ssh/id_rsa'])
    expect(trace.effects.find(({ finding }) => finding === 'secrets.read-credentials')).toMatchObject({
      certainty: 'proved-dangerous',
      targets: ['/home/ada/.ssh/id_rsa'],
      answer: 'deny',
      means: expect.stringContaining('credentials'),
    })
    expect(trace.rules).toContainEqual({ id: 'secrets.read-credentials', layer: 'preset', outcome: 'fired' })
    expect(trace.rules).toContainEqual({ id: 't.hold', layer: 'user', outcome: 'fired' })
    expect(trace.rules).toContainEqual({ id: 't.not', layer: 'user', outcome: 'did not hold' })
    expect(trace.rules.some(({ id }) => id === 't.prompt')).toBe(false)
    expect(trace.verdict.ruling.decision).toBe('deny')
  })

  it('a failure stays one', async () => {
    const host = {
      ...hostWith(),
      realpath: (): string => {
        throw new Error('gone')
      },
    }
    const policy = await policyFrom('rules: [{ id: t.x, on: shell, when: { reads: x }, decision: deny, reason: No. }]')
    expect(await traceEvent(shellEvent('cat x'), [policy], host)).toMatchObject({ ok: false, failure: { kind: 'internal' } })
  })
})
