import { describe, expect, it } from 'vitest'
import { decisions, noObjection, stricter, type Verdict } from './verdict.ts'

const verdict = (decision: Verdict['ruling']['decision'], id: string, rest: Partial<Verdict> = {}): Verdict => ({
  ruling: decision === 'allow' ? { decision, grant: false } : { decision, ruleId: id, reason: `Because of ${id}.` },
  rules: decision === 'allow' ? [] : [id],
  checks: [],
  source: 'offline',
  ...rest,
})

describe('stricter', () => {
  it.each(decisions.flatMap(a => decisions.map(b => [a, b] as const)))('%s and %s', (a, b) => {
    const joined = stricter(verdict(a, 'a.rule'), verdict(b, 'b.rule'), 'both')
    expect(joined.ruling.decision).toBe(decisions[Math.max(decisions.indexOf(a), decisions.indexOf(b))])
    expect(joined.source).toBe('both')
  })

  it('keeps the rules of both, the strictest first, each once', () => {
    const joined = stricter(
      verdict('ask', 'a.rule', { rules: ['a.rule', 'c.rule'] }),
      verdict('deny', 'b.rule', { rules: ['b.rule', 'c.rule'] }),
      'both',
    )
    expect(joined.rules).toEqual(['b.rule', 'c.rule', 'a.rule'])
    expect(joined.ruling).toMatchObject({ decision: 'deny', ruleId: 'b.rule' })
  })

  it('grants only what both grant', () => {
    const granted = verdict('allow', '', { ruling: { decision: 'allow', grant: true } })
    expect(stricter(granted, granted, 'both').ruling).toEqual({ decision: 'allow', grant: true })
    expect(stricter(granted, noObjection('gateway'), 'both').ruling).toEqual({ decision: 'allow', grant: false })
    expect(stricter(noObjection('gateway'), granted, 'both').ruling).toEqual({ decision: 'allow', grant: false })
  })

  it('keeps what a trial would have decided, as far as it is stricter than what is said', () => {
    const tried = verdict('allow', '', { audited: ['c.rule'], would: 'deny' })
    const asks = verdict('ask', 'b.rule', { audited: ['d.rule'], would: 'defer' })
    expect(stricter(tried, asks, 'both')).toMatchObject({ audited: ['d.rule', 'c.rule'], would: 'deny' })
    expect(stricter(tried, verdict('deny', 'b.rule'), 'both').would).toBeUndefined()
  })

  it('keeps texts, rewrites, checks and what was settled of either side', () => {
    const check = { id: 'pii', verdict: true }
    const left = verdict('allow', '', { context: 'Use pnpm.', message: 'Noted.', checks: [check] })
    const right = verdict('deny', 'b.rule', {
      context: 'Ask first.',
      message: 'Noted.',
      rewrite: { of: 'output', output: 'x' },
      settled: { kind: 'deadline', mode: 'closed' },
      audited: ['c.rule'],
    })
    expect(stricter(left, right, 'both')).toMatchObject({
      context: 'Ask first.\nUse pnpm.',
      message: 'Noted.',
      checks: [check],
      rewrite: { of: 'output', output: 'x' },
      settled: { kind: 'deadline', mode: 'closed' },
      audited: ['c.rule'],
    })
  })

  it('contains in a cage that both permit, with the stricter word for where there is none', () => {
    const one = { write: ['workspace', 'caches'], network: ['a.example', 'b.example'], hide: 'guard' } as const
    const other = { write: ['workspace'], network: ['b.example'], hide: 'secrets' } as const
    const first = { ...verdict('contain', 'a.x'), contain: { cage: one, profile: 'x', otherwise: 'allow', grant: true } } as const
    const second = { ...verdict('contain', 'b.x'), contain: { cage: other, otherwise: 'deny', grant: false } } as const
    for (const [a, b] of [
      [first, second],
      [second, first],
    ] as const)
      expect(stricter(a, b, 'both').contain).toEqual({
        cage: { ...other, network: ['b.example'] },
        otherwise: 'deny',
        grant: false,
      })
    expect(stricter(first, verdict('ask', 'b.y'), 'both')).toMatchObject({
      ruling: { decision: 'ask' },
      contain: { profile: 'x' },
    })
  })
})
