import { describe, expect, it } from 'vitest'
import { contextText, messageText, objectionText } from './message.ts'

describe('objectionText', () => {
  it('names the rule, the reason, the way out and where to ask', () => {
    const ruling = {
      decision: 'deny',
      ruleId: 'git.push-force',
      reason: 'This rewrites history.',
      instead: 'Use --force-with-lease.',
    } as const
    expect(objectionText(ruling)).toBe(
      'tfy-hook [git.push-force] This rewrites history. Instead: Use --force-with-lease. (why: tfy-hook explain --last)',
    )
    expect(objectionText({ decision: 'ask', ruleId: 'git.push', reason: 'Pushing.' })).toBe(
      'tfy-hook [git.push] Pushing. (why: tfy-hook explain --last)',
    )
  })

  it('stays one short line', () => {
    const text = objectionText({ decision: 'deny', ruleId: 'demo.rule', reason: 'why\nnot\u202e '.repeat(10_000) })
    expect(text).not.toMatch(/[\r\n\u202e]/)
    expect(text.length).toBe(900)
    expect(text.startsWith('tfy-hook [demo.rule] why not ')).toBe(true)
  })
})

describe.each([
  ['contextText', contextText, 9_000],
  ['messageText', messageText, 2_000],
] as const)('%s', (_, cut, most) => {
  it('keeps its lines, and nothing that cannot be seen', () => {
    expect(cut('Use pnpm.\r\nNever npm.\u202e\u001b[31m')).toBe('Use pnpm.\nNever npm.  [31m')
  })

  it('is cut, and says so', () => {
    expect(cut('x'.repeat(most)).length).toBe(most)
    const text = cut('x'.repeat(most + 1))
    expect(text.length).toBeLessThan(most)
    expect(text.endsWith(' [cut]')).toBe(true)
  })
})
