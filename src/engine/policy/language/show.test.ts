import { describe, expect, it } from 'vitest'
import { policyFrom } from '../testing/fixtures.ts'
import { showPolicy } from './show.ts'

const shown = async () =>
  showPolicy(
    [
      await policyFrom(
        'extends: recommended\nrules: [{ id: org.deny, on: any, when: { text: pwned }, decision: deny, reason: No. }]',
        'managed',
      ),
      await policyFrom(
        [
          'packs: { cloud: on, git: off }',
          'settings: { could-not-tell: deny, strategy: audit }',
          'rules: [{ id: me.context, on: session, context: hi }]',
          'exceptions:',
          '  - { rule: org.deny, reason: mine }',
          '  - { rule: me.context, reason: mine, expires: 2026-01-01 }',
          '  - { rule: me.nothing, reason: mine }',
        ].join('\n'),
        'user',
      ),
      await policyFrom('extends: none\nsettings: { could-not-tell: allow }', 'project'),
    ],
    '2026-11-21',
  )

describe('the effective policy', () => {
  it('says where each value comes from', async () => {
    const { preset, settings, packs } = await shown()
    expect(preset).toEqual({ value: 'recommended', from: 'managed.yaml' })
    expect(settings).toEqual({
      'could-not-tell': { value: 'deny', from: 'user.yaml' },
      unattended: { value: 'deny', from: 'default' },
      strategy: { value: 'audit', from: 'user.yaml' },
    })
    expect(packs.find(({ id }) => id === 'cloud')).toMatchObject({ value: 'on', from: 'user.yaml' })
    // Locked by the managed preset, so that the user's `off` has no effect.
    expect(packs.find(({ id }) => id === 'git')).toMatchObject({ value: 'on', from: 'preset recommended' })
  })

  it('shows the pack of a managed file as enforced, whatever others try', async () => {
    const managed = await policyFrom('packs: { git: on }', 'managed')
    const { rules } = showPolicy([managed, await policyFrom('settings: { strategy: audit }', 'user')], '2026-11-21')
    const strategyOf = (id: string) => rules.find(rule => rule.id === id)?.strategy
    expect([strategyOf('git.push-force'), strategyOf('filesystem.delete-root')]).toEqual(['enforce', 'audit'])
  })

  it('lists every rule with its decision', async () => {
    const { rules } = await shown()
    expect(rules.find(({ id }) => id === 'org.deny')).toMatchObject({
      decision: 'deny',
      from: 'managed.yaml',
      strategy: 'enforce',
    })
    expect(rules.find(({ id }) => id === 'me.context')).toMatchObject({ decision: 'adds', from: 'user.yaml' })
    expect(rules.find(({ id }) => id === 'git.push-force')).toMatchObject({
      decision: 'deny',
      from: 'pack git',
      severity: 'high',
      strategy: 'enforce',
    })
    expect(rules.find(({ id }) => id === 'filesystem.delete-source')).toMatchObject({ decision: 'off' })
    expect(rules.every(({ means, layer }) => layer !== 'preset' || means !== undefined)).toBe(true)
  })

  it('says why an exception has no effect, and what was refused', async () => {
    const { exceptions, refused } = await shown()
    expect(exceptions.map(({ rule, ineffective }) => [rule, ineffective])).toEqual([
      ['org.deny', 'the managed policy locks this rule'],
      ['me.context', 'expired on 2026-01-01'],
      ['me.nothing', 'no such rule is in force'],
    ])
    expect(refused).toEqual([
      { from: 'project.yaml', what: 'extends: none' },
      { from: 'project.yaml', what: 'could-not-tell: allow' },
    ])
  })
})
