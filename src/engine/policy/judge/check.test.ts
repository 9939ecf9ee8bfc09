import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/failure.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { evaluate } from '../evaluate.ts'
import { hostWith, policyFrom, shellEvent } from '../testing/fixtures.ts'

/** A policy with one check that runs a JavaScript text on this Node. */
const withCheck = (script: string, more = '', settings = '') =>
  policyFrom(
    `extends: none\n${settings}\nrules:\n  - id: t.check\n    on: shell\n    reason: The check objects.\n    check: { command: ${JSON.stringify([process.execPath, '-e', script])}, timeoutMs: 4000 }\n${more}`,
    'managed',
  )

const judge = async (script: string, more = '', settings = ''): Promise<Result<Verdict>> =>
  evaluate(shellEvent('npm install'), [await withCheck(script, more, settings)], hostWith())

const answer = (value: unknown): string => `process.stdout.write(${JSON.stringify(JSON.stringify(value))})`

describe('what a check answers', () => {
  const rows: readonly [name: string, value: unknown, verdict: object][] = [
    [
      'deny',
      { decision: 'deny', reason: 'Not today.' },
      { ruling: { decision: 'deny', ruleId: 't.check', reason: 'Not today.' }, rules: ['t.check'] },
    ],
    [
      'ask, with the reason of the rule',
      { decision: 'ask' },
      { ruling: { decision: 'ask', ruleId: 't.check', reason: 'The check objects.' } },
    ],
    ['allow', { decision: 'allow' }, { ruling: { decision: 'allow', grant: false }, rules: [] }],
    [
      'allow with context',
      { decision: 'allow', context: 'Use ci.' },
      { ruling: { decision: 'allow', grant: false }, context: 'Use ci.' },
    ],
    [
      'a rewrite',
      { decision: 'allow', rewrite: { command: 'npm ci' } },
      { rewrite: { of: 'input', input: { command: 'npm ci' }, changed: ['command'] } },
    ],
    [
      'a reason on one line and without credentials',
      { decision: 'deny', reason: 'no\n\u202eAKIAQ3EGRLV7NK5TQ2PD' },
      { ruling: { reason: 'no [aws-key removed]' } },
    ],
  ]
  it.each(rows)('%s', async (_, value, verdict) => {
    expect(await judge(answer(value))).toMatchObject({ ok: true, value: verdict })
  })

  it('it gets the event on stdin, no shell, and no credential of ours', async () => {
    process.env.TFY_API_KEY = 'tfy-not-for-checks'
    const script = `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>process.stdout.write(JSON.stringify({decision:'deny',reason:JSON.parse(t).content+' '+(process.env.TFY_API_KEY??'none')})))`
    expect(await judge(script)).toMatchObject({ value: { ruling: { reason: 'npm install none' } } })
    delete process.env.TFY_API_KEY
  })
})

describe('what is not an answer', () => {
  const rows: readonly [name: string, script: string, detail: RegExp][] = [
    ['a bad ending', 'process.exit(3)', /ended with code 3/],
    ['an answer with a bad ending', `${answer({ decision: 'allow' })};process.exitCode=1`, /ended with code 1/],
    ['silence', '0', /JSON object/],
    ['noise', 'console.log("fine")', /JSON object/],
    ['an unknown decision', answer({ decision: 'maybe' }), /decision/],
    ['too much', 'for(let i=0;i<40;i++)process.stdout.write("x".repeat(65536))', /more than/],
  ]
  it.each(rows)('%s is a failure', async (_, script, detail) => {
    expect(await judge(script)).toMatchObject({ ok: false, failure: { kind: 'internal', detail: expect.stringMatching(detail) } })
  })

  it('a slow program is stopped', async () => {
    const policy = await policyFrom(
      `extends: none\nrules:\n  - { id: t.slow, on: shell, check: { command: ${JSON.stringify([process.execPath, '-e', 'setTimeout(()=>{},60000)'])}, timeoutMs: 300 } }`,
      'managed',
    )
    const started = performance.now()
    expect(await evaluate(shellEvent('ls'), [policy], hostWith())).toMatchObject({
      ok: false,
      failure: { detail: expect.stringContaining('300 ms') },
    })
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('a missing program is a failure', async () => {
    const policy = await policyFrom(
      'extends: none\nrules: [{ id: t.none, on: shell, check: { command: [/nowhere/at/all] } }]',
      'managed',
    )
    expect(await evaluate(shellEvent('ls'), [policy], hostWith())).toMatchObject({
      ok: false,
      failure: { detail: expect.stringContaining('not be started') },
    })
  })

  it('is ignored where the strategy says so', async () => {
    expect(await judge('process.exit(3)', '', 'settings: { strategy: enforce-ignore-on-error }')).toMatchObject({
      ok: true,
      value: { ruling: { decision: 'allow' } },
    })
  })

  it('does not undo the deny of another rule', async () => {
    const other = '  - { id: t.deny, on: shell, decision: deny, reason: Stop. }'
    expect(await judge('process.exit(3)', other)).toMatchObject({
      ok: true,
      value: { ruling: { decision: 'deny', ruleId: 't.deny' } },
    })
  })
})
