import { describe, expect, it } from 'vitest'
import { type Can, canNothing } from './adapter.ts'
import { degrade } from './degrade.ts'
import { type Containment, type Decision, type Rewrite, rank, type Verdict } from './verdict.ts'

const base = { rules: ['git.push-main'], checks: [], source: 'offline' } as const
const allow: Verdict = { ...base, ruling: { decision: 'allow', grant: false } }
const grant: Verdict = { ...base, ruling: { decision: 'allow', grant: true } }
const no = (decision: 'ask' | 'defer' | 'deny'): Verdict => ({
  ...base,
  ruling: { decision, ruleId: 'git.push-main', reason: 'Pushing to main needs a review.', instead: 'Open a pull request.' },
})
const input: Rewrite = { of: 'input', input: { command: 'npm ci --ignore-scripts' }, changed: ['command'] }
const output: Rewrite = { of: 'output', output: '[redacted]' }

const all: Can = {
  deny: 'block',
  ask: true,
  defer: true,
  grant: true,
  rewriteInput: true,
  rewriteOutput: true,
  context: true,
  message: true,
}

const changed: Rewrite = { of: 'input', input: { command: 'caged' }, changed: ['command'] }
const caged = (decision: 'contain' | 'ask' | 'defer' | 'deny', contain: Partial<Containment> = {}): Verdict => ({
  ...base,
  ruling: { decision, ruleId: 'shop.builds', reason: 'Builds run contained.' },
  contain: {
    cage: { write: ['workspace'], network: 'none', hide: 'secrets' },
    otherwise: 'ask',
    grant: false,
    here: { ok: true, backend: 'bubblewrap', rewrite: changed, told: 'It runs contained.' },
    ...contain,
  },
})
const nowhere = { here: { ok: false, why: 'bubblewrap is not installed' } } as const

describe('a call that is to run in a cage', () => {
  it.each<[what: string, verdict: Verdict, can: Can, attended: boolean, said: string, kept: boolean]>([
    ['goes on in it', caged('contain'), all, true, 'allow', true],
    ['goes on in it with nobody there', caged('contain'), all, false, 'allow', true],
    ['is granted where a rule grants it', caged('contain', { grant: true }), all, true, 'grant', true],
    ['is not granted by a client that cannot', caged('contain', { grant: true }), { ...all, grant: false }, true, 'allow', true],
    ['is asked about in it', caged('ask'), all, true, 'ask', true],
    ['that is asked about, with nobody there, is a deny', caged('ask'), all, false, 'deny', false],
    ['that is denied is a deny', caged('deny'), all, true, 'deny', false],
    ['that the client cannot change is asked about', caged('contain'), { ...all, rewriteInput: false }, true, 'ask', false],
    ['whose change it would not take is asked about', caged('contain'), { ...all, takes: () => false }, true, 'ask', false],
    [
      'that cannot be changed, with nobody there, is a deny',
      caged('contain'),
      { ...all, rewriteInput: false },
      false,
      'deny',
      false,
    ],
    ['is asked about where there is none', caged('contain', nowhere), all, true, 'ask', false],
    [
      'is denied where there is none and its rule says so',
      caged('contain', { ...nowhere, otherwise: 'deny' }),
      all,
      true,
      'deny',
      false,
    ],
    [
      'goes on where there is none and its rule says so',
      caged('contain', { ...nowhere, otherwise: 'allow' }),
      all,
      true,
      'allow',
      false,
    ],
    ['is never granted without', caged('contain', { ...nowhere, otherwise: 'allow', grant: true }), all, true, 'allow', false],
    ['that is asked about stays so without', caged('ask', { ...nowhere, otherwise: 'allow' }), all, true, 'ask', false],
    [
      'that is asked about is denied without, where its rule says so',
      caged('ask', { ...nowhere, otherwise: 'deny' }),
      all,
      true,
      'deny',
      false,
    ],
    [
      'whose cage nobody has said is asked about',
      { ...caged('contain'), contain: undefined } as unknown as Verdict,
      all,
      true,
      'ask',
      false,
    ],
    ['that nobody has tried to cage is asked about', caged('contain', { here: undefined } as never), all, true, 'ask', false],
    [
      'that a person has permitted goes on as it is',
      { ...caged('contain'), ruling: { decision: 'allow', grant: false } },
      all,
      true,
      'allow',
      false,
    ],
  ])('%s', (_, verdict, can, attended, said, kept) => {
    const { ruling, rewrite, contain, context } = degrade(verdict, can, attended)
    expect(ruling.decision === 'allow' && ruling.grant ? 'grant' : ruling.decision).toBe(said)
    expect(rewrite).toEqual(kept ? changed : undefined)
    expect(contain !== undefined && ruling.decision !== 'deny').toBe(kept)
    if (kept) expect(context).toBe('It runs contained.')
  })

  it('is one already, and stays as it is', () => {
    const here = { ok: true, backend: 'bubblewrap', rewrite: undefined, told: '' } as const
    const { ruling, rewrite } = degrade(caged('contain', { here }), { ...all, rewriteInput: false }, true)
    expect([ruling.decision, rewrite]).toEqual(['allow', undefined])
  })

  it('says why it runs in none', () => {
    const { ruling } = degrade(caged('contain', nowhere), all, true)
    expect(ruling).toMatchObject({ reason: 'Builds run contained. It cannot run contained: bubblewrap is not installed.' })
  })
})

describe('degrade', () => {
  it.each<[what: string, verdict: Verdict, can: Can, attended: boolean, said: Decision, kept: Rewrite['of'] | 'none']>([
    ['an allow stays one', allow, canNothing, false, 'allow', 'none'],
    ['a deny stays one, whatever the client can', no('deny'), canNothing, true, 'deny', 'none'],
    ['an ask is asked where somebody is there', no('ask'), all, true, 'ask', 'none'],
    ['an ask with nobody there is a deny', no('ask'), all, false, 'deny', 'none'],
    ['an ask that the client cannot say is a deny', no('ask'), { ...all, ask: false }, true, 'deny', 'none'],
    ['a defer with somebody there is an ask', no('defer'), all, true, 'ask', 'none'],
    ['a defer with nobody there is a defer', no('defer'), all, false, 'defer', 'none'],
    ['a defer that the client cannot say is an ask', no('defer'), { ...all, defer: false }, true, 'ask', 'none'],
    [
      'a defer that the client cannot say, with nobody there, is a deny',
      no('defer'),
      { ...all, defer: false },
      false,
      'deny',
      'none',
    ],
    ['a defer where nothing is asked is a deny', no('defer'), { ...all, ask: false }, true, 'deny', 'none'],
    ['a rewritten input is kept', { ...allow, rewrite: input }, all, true, 'allow', 'input'],
    ['a rewritten output is kept', { ...allow, rewrite: output }, all, true, 'allow', 'output'],
    ['a rewritten input is kept beside an ask', { ...no('ask'), rewrite: input }, all, true, 'ask', 'input'],
    ['a rewritten input goes with a deny', { ...no('deny'), rewrite: input }, all, true, 'deny', 'none'],
    [
      'a rewritten input that is ignored is asked',
      { ...allow, rewrite: input },
      { ...all, rewriteInput: false },
      true,
      'ask',
      'none',
    ],
    [
      'a rewritten input that is ignored, with nobody there, is a deny',
      { ...allow, rewrite: input },
      { ...all, rewriteInput: false },
      false,
      'deny',
      'none',
    ],
    [
      'a rewritten output that is ignored is a deny where nothing is asked',
      { ...allow, rewrite: output },
      { ...all, rewriteOutput: false, ask: false },
      true,
      'deny',
      'none',
    ],
    [
      'one direction does not stand in for the other',
      { ...allow, rewrite: output },
      { ...all, rewriteOutput: false },
      true,
      'ask',
      'none',
    ],
    [
      'a rewrite that the client would take in part is asked',
      { ...allow, rewrite: input },
      { ...all, takes: () => false },
      true,
      'ask',
      'none',
    ],
    [
      'a rewrite that the client takes whole is kept',
      { ...allow, rewrite: input },
      { ...all, takes: rewrite => rewrite === input },
      true,
      'allow',
      'input',
    ],
    [
      'a rewrite of a deferred call that turns into a deny is dropped',
      { ...no('defer'), rewrite: input },
      { ...all, ask: false },
      true,
      'deny',
      'none',
    ],
    [
      'a granted call that would have to be rewritten is asked',
      { ...grant, rewrite: input },
      { ...all, rewriteInput: false },
      true,
      'ask',
      'none',
    ],
  ])('%s', (_, verdict, can, attended, said, kept) => {
    const result = degrade(verdict, can, attended)
    expect([result.ruling.decision, result.rewrite?.of ?? 'none']).toEqual([said, kept])
  })

  it('keeps the reason and what to do instead', () => {
    expect(degrade(no('ask'), canNothing, true).ruling).toEqual({ ...no('deny').ruling })
  })

  it('gives a reason where a rewrite becomes an objection', () => {
    expect(degrade({ ...allow, rewrite: input }, canNothing, true).ruling).toEqual({
      decision: 'deny',
      ruleId: 'git.push-main',
      reason: 'This call would have to be rewritten, which the client cannot do here.',
    })
    expect(degrade({ ...allow, rules: [], rewrite: output }, canNothing, true).ruling).toMatchObject({
      ruleId: 'tfy.rewrite',
      reason: 'This result would have to be rewritten, which the client cannot do here.',
    })
  })

  it('grants only where a grant means something', () => {
    expect(degrade(grant, all, true).ruling).toEqual({ decision: 'allow', grant: true })
    expect(degrade(grant, { ...all, grant: false }, true).ruling).toEqual({ decision: 'allow', grant: false })
    expect(degrade(allow, all, true).ruling).toEqual({ decision: 'allow', grant: false })
  })

  it('never ends laxer than it began', () => {
    const flags = [true, false]
    const verdicts = [allow, grant, no('ask'), no('defer'), no('deny')].flatMap(one => [
      one,
      { ...one, rewrite: input },
      { ...one, rewrite: output },
    ])
    for (const verdict of verdicts)
      for (const attended of flags)
        for (const ask of flags)
          for (const defer of flags)
            for (const rewriteInput of flags)
              for (const rewriteOutput of flags) {
                const said = degrade(verdict, { ...all, ask, defer, rewriteInput, rewriteOutput }, attended)
                const label = JSON.stringify({ verdict, attended, ask, defer, rewriteInput, rewriteOutput, said })
                // A defer with somebody there becomes a question, which is as strict: the action waits.
                const asStrict = rank(said.ruling.decision) >= rank(verdict.ruling.decision) || said.ruling.decision === 'ask'
                expect(asStrict, label).toBe(true)
                if (verdict.ruling.decision !== 'allow') expect(said.ruling.decision, label).not.toBe('allow')
                if (verdict.rewrite !== undefined && said.rewrite === undefined)
                  expect(said.ruling.decision, label).not.toBe('allow')
                if (said.ruling.decision === 'ask') expect([attended, ask], label).toEqual([true, true])
              }
  })
})
