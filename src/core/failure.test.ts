import { expect, it, describe as suite } from 'vitest'
import { describe, type Failure, type FailureKind } from './failure.ts'
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
    [{ kind: 'gateway-timeout', afterMs: 412 }, 'the gateway gave no verdict in 412 ms'],
    [{ kind: 'gateway-status', status: 503 }, 'the gateway answered with HTTP status 503'],
    [
      { kind: 'gateway-status', status: 429, retryAfterMs: 7_400 },
      'the gateway answered with HTTP status 429 and asks to wait 8 s',
    ],
    [
      { kind: 'gateway-paused', retryAfterMs: 4_100 },
      'the gateway is not asked for another 5 s, because it could not be reached',
    ],
  ] as const)('says what happened: %j', (failure, text) => {
    expect(describe(failure)).toBe(text)
  })
})

suite('settle', () => {
  it.each(['too-deep', 'duplicate-key', 'too-large', 'raw-nul', 'text-behind'] as const)(
    'lets nothing through that no client sends: %s',
    fault => {
      const contrived: Failure = { kind: 'stdin-invalid', fault }
      const verdict = settle(contrived, 'open', 'both')
      expect(verdict).toMatchObject({ ruling: { decision: 'deny' }, settled: { mode: 'open' } })
      expect(JSON.stringify(verdict)).not.toContain('fails closed')
      // Beside what a second reading says, that counts.
      expect(settleBeside(noObjection('both'), contrived, 'open', 'both').ruling.decision).toBe('allow')
      expect(settleBeside(noObjection('both'), contrived, 'closed', 'both').ruling.decision).toBe('deny')
    },
  )

  it.each(failures)('$kind is a deny when it is closed', failure => {
    const verdict = settle(failure, 'closed', 'both')
    expect(verdict).toMatchObject({
      ruling: { decision: 'deny', ruleId: `tfy.${failure.kind}` },
      rules: [`tfy.${failure.kind}`],
      source: 'both',
      settled: { kind: failure.kind, mode: 'closed' },
    })
    if (verdict.ruling.decision !== 'deny') throw new Error('unreachable')
    expect(verdict.ruling.reason).toContain(describe(failure))
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
      message: `tfy-hook: only partly checked, ${describe(failure)}.`,
    })
    expect(settleBeside(known, failure, 'closed', 'both')).toMatchObject({
      ruling: { decision: 'deny' },
      settled: { mode: 'closed' },
    })
    expect(settleBeside(noObjection('offline'), failure, 'open', 'both').message).toBe(warning(failure))
  })
})
