import { expect, it, describe as suite } from 'vitest'
import { cpuTime } from '../../test/cpu-time.ts'
import { brief, describe, type Failure, type FailureKind } from './failure.ts'
import { named, objectionText } from './message.ts'
import { settle, settleBeside, warning } from './settle.ts'
import { noObjection } from './verdict.ts'

/** One of each kind; the type holds the table complete. */
const hostile = 'line\nbreak \u202e\u001b[31m AKIAIOSFODNN7EXAMPLE'
const one: { readonly [Kind in FailureKind]: Extract<Failure, { kind: Kind }> } = {
  'stdin-invalid': { kind: 'stdin-invalid', fault: 'not-json' },
  'payload-invalid': { kind: 'payload-invalid', client: 'cursor', detail: hostile },
  'stdin-timeout': { kind: 'stdin-timeout', afterMs: 812 },
  usage: { kind: 'usage', detail: `--sorce ${hostile}` },
  'client-unknown': { kind: 'client-unknown', candidates: ['codex', 'droid'] },
  'client-unsupported': { kind: 'client-unsupported', client: 'droid' },
  'event-unknown': { kind: 'event-unknown', client: 'cursor', event: hostile },
  'config-invalid': { kind: 'config-invalid', file: '/etc/tfy-hook/config.yaml', detail: hostile },
  'policy-invalid': { kind: 'policy-invalid', file: '/etc/tfy-hook/policy.yaml', detail: hostile },
  'bundle-unusable': { kind: 'bundle-unusable', detail: hostile },
  'gateway-unconfigured': { kind: 'gateway-unconfigured', detail: hostile },
  'gateway-unreachable': { kind: 'gateway-unreachable', detail: hostile },
  'gateway-timeout': { kind: 'gateway-timeout', afterMs: 400 },
  'gateway-status': { kind: 'gateway-status', status: 502 },
  'gateway-reply': { kind: 'gateway-reply', detail: hostile },
  'gateway-paused': { kind: 'gateway-paused', retryAfterMs: 4_100 },
  'engine-limit': { kind: 'engine-limit', detail: hostile },
  deadline: { kind: 'deadline', afterMs: 9_990 },
  internal: { kind: 'internal', detail: hostile },
}
const failures: readonly Failure[] = Object.values(one)

suite('a failure', () => {
  it.each(failures)('$kind is described in one clean line', failure => {
    const text = describe(failure)
    expect(text).not.toMatch(/[\u0000-\u001f\u202e]|AKIA/)
    expect(text.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThan(500)
  })

  it('is told apart from every other', () => {
    expect(new Set(failures.map(describe)).size).toBe(failures.length)
  })

  it.each([
    [{ kind: 'client-unknown', candidates: [] }, 'the payload does not fit any known client'],
    [{ kind: 'client-unknown', candidates: ['codex'] }, 'the payload does not fit any known client'],
    [{ kind: 'client-unknown', candidates: ['codex', 'droid'] }, 'the payload fits more than one client (codex, droid)'],
    [{ kind: 'gateway-timeout', afterMs: 412 }, 'the gateway did not answer within 412 ms'],
    [{ kind: 'gateway-status', status: 503 }, 'the gateway answered with HTTP status 503'],
    [
      { kind: 'gateway-status', status: 429, retryAfterMs: 7_400 },
      'the gateway answered with HTTP status 429 and asks to wait 8 s',
    ],
    [{ kind: 'gateway-paused', retryAfterMs: 4_100 }, 'the gateway could not be reached, and is not asked for another 5 s'],
  ] as const)('says what happened: %j', (failure, text) => {
    expect(describe(failure)).toBe(text)
  })
})

/** The same failure as far as somebody else can stretch it. */
const stretched = (failure: Failure): Failure => ({
  ...failure,
  ...('detail' in failure && { detail: `line 1234, column 99: ${'what '.repeat(900)}` }),
  ...('file' in failure && { file: `/home/${'deep/'.repeat(900)}policy.yaml` }),
  ...('event' in failure && { event: 'before '.repeat(900) }),
})

suite('what is said of a failure', () => {
  const lines = (failure: Failure): readonly string[] => {
    const known = { ...noObjection('both'), ruling: { decision: 'ask', ruleId: 'shop.example', reason: 'Sure?' } as const }
    const verdicts = [
      settle(failure, 'closed', 'both'),
      settle(failure, 'open', 'both'),
      settle(failure, 'released', 'both'),
      settleBeside(known, failure, 'open', 'both'),
    ].map(verdict => named(verdict, 'abcd123'))
    return verdicts.map(({ ruling, message }) => message ?? (ruling.decision === 'allow' ? '' : objectionText(ruling)))
  }

  it.each([...failures, ...failures.map(stretched)].map(failure => [failure.kind, failure] as const))(
    '%s fits 200 characters and ends with the next command',
    (_, failure) => {
      for (const line of lines(failure)) {
        expect(line.length, line).toBeLessThanOrEqual(200)
        expect(line).toMatch(/tfy-hook explain abcd123\)?$/)
      }
    },
  )

  it.each(['config-invalid', 'policy-invalid'] as const)('%s names its file once, by its end, and the line in it', kind => {
    for (const file of ['/home/dev/.config/tfy-hook/policy.yaml', `/home/${'deep/'.repeat(20)}tfy-hook/policy.yaml`])
      for (const line of lines({ kind, file, detail: 'line 3, column 5: found no "on"' }))
        expect(line).toMatch(/^(?:(?!policy\.yaml).)*tfy-hook\/policy\.yaml, line 3: found no "on"(?:(?!policy\.yaml).)*$/)
  })
})

suite('a misspelt key', () => {
  const file = '/home/dev/.config/tfy-hook/config.yaml'
  const detail = `line 1, column 1: found the unknown key "suorce", expected one of ${'source, '.repeat(20)}; did you mean source`

  it('is told with the one that was meant, however little room there is', () => {
    for (const most of [83, 96, 100, 200])
      expect(brief({ kind: 'config-invalid', file, detail }, most)).toMatch(/config\.yaml, line 1: .*did you mean source$/)
    expect(describe({ kind: 'config-invalid', file, detail })).toMatch(/column 1: .*did you mean source$/)
  })
})

suite('settle', () => {
  it.each(['too-deep', 'duplicate-key', 'too-large', 'raw-nul', 'text-behind'] as const)(
    'lets nothing through that no client sends: %s',
    fault => {
      const contrived: Failure = { kind: 'stdin-invalid', fault }
      const verdict = settle(contrived, 'open', 'both')
      expect(verdict).toMatchObject({ ruling: { decision: 'deny' }, settled: { mode: 'open' } })
      expect(JSON.stringify(verdict)).not.toMatch(/fail-closed|fails closed/)
      // Beside what a second reading says, that counts.
      expect(settleBeside(noObjection('both'), contrived, 'open', 'both').ruling.decision).toBe('allow')
      expect(settleBeside(noObjection('both'), contrived, 'closed', 'both').ruling.decision).toBe('deny')
    },
  )

  it('says what happened rather than twice of what kind it is, where there is no room for both', () => {
    const detail = 'TrueFoundry’s token in ~/.tf/access-token expired at 2026-11-23T04:00:00.000Z'
    const failure: Failure = { kind: 'gateway-unconfigured', detail }
    expect([brief(failure, 78), brief(failure, 200)]).toEqual([detail, `the gateway is not configured: ${detail}`])
  })

  it('are quick to tell, however long', () => {
    const spentMs = cpuTime()
    for (const part of [', expected ', '; did you mean ', ', column 1'])
      brief({ kind: 'policy-invalid', file: 'policy.yaml', detail: part.repeat(20_000) }, 96)
    expect(spentMs()).toBeLessThan(1_000)
  })

  it.each(failures)('$kind is a deny when it is closed', failure => {
    const verdict = settle(failure, 'closed', 'both')
    expect(verdict).toMatchObject({
      ruling: { decision: 'deny', ruleId: `tfy.${failure.kind}` },
      rules: [`tfy.${failure.kind}`],
      source: 'both',
      settled: { kind: failure.kind, mode: 'closed' },
    })
    if (verdict.ruling.decision !== 'deny') throw new Error('unreachable')
    expect(verdict.ruling.reason).toContain(brief(failure, 96 - failure.kind.length))
    expect(verdict.message).toBeUndefined()
  })

  it.each(failures)('$kind is an allow that speaks when it is open', failure => {
    const verdict = settle(failure, 'open', 'gateway')
    expect(verdict).toMatchObject({
      ruling: { decision: 'allow', grant: false },
      source: 'gateway',
      settled: { kind: failure.kind, mode: 'open' },
      message: warning(failure),
    })
    expect(warning(failure)).toMatch(/^tfy-hook: NOT CHECKED, /)
  })

  it.each(failures)('$kind keeps a known objection, and does not say that it was let through', failure => {
    const ruling = { decision: 'ask', ruleId: 'shop.example', reason: 'Sure?' } as const
    const known = { ...noObjection('offline'), ruling, rules: ['shop.example'] }
    expect(settleBeside(known, failure, 'open', 'both')).toMatchObject({
      ruling,
      settled: { kind: failure.kind, mode: 'open' },
      message: `tfy-hook: only partly checked, ${brief(failure, 100)}. See: tfy-hook explain --last`,
    })
    expect(settleBeside(known, failure, 'closed', 'both')).toMatchObject({
      ruling: { decision: 'deny' },
      settled: { mode: 'closed' },
    })
    expect(settleBeside(noObjection('offline'), failure, 'open', 'both').message).toBe(warning(failure))
  })
})
