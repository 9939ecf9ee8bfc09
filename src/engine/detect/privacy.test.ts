import { describe, expect, it } from 'vitest'
import { evaluate } from '../policy/evaluate.ts'
import { eventWith, hostWith, must, policyFrom } from '../policy/testing/fixtures.ts'

const judge = async (subject: 'prompt' | 'output', content: string, policy: string): Promise<string> => {
  const output = subject === 'output' ? ({ category: 'output', toolOutput: content } as const) : {}
  const policies = [await policyFrom(`version: 1\n${policy}`)]
  const { ruling, rewrite } = must(await evaluate(eventWith({ subject, content, ...output }), policies, hostWith()))
  return rewrite === undefined ? ruling.decision : 'redact'
}

const on = 'packs: { privacy: on }'

describe('personal data, switched on', () => {
  it.each([
    'pay with 4539 1488 0343 6467',
    '{"number":"5398234177609181","cvc":"131"}',
    'IBAN DE89 3704 0044 0532 0130 00',
    'mail ada@corp.io',
    'call +49 30 901820',
  ])('%s', async text => {
    expect(await judge('prompt', text, on)).toBe('ask')
    expect(await judge('output', text, on)).toBe('redact')
    expect(await judge('prompt', text, `extends: strict\n${on}`)).toBe('deny')
    expect(await judge('prompt', text, 'extends: recommended')).toBe('allow')
  })

  it.each(['ssn 536-22-8471', 'pay with 4242 4242 4242 4242', 'order 4539 1488 0343 6468', 'mail you@example.com'])(
    'leaves alone: %s',
    async text => {
      expect(await judge('prompt', text, on)).toBe('allow')
      expect(await judge('output', text, on)).toBe('allow')
    },
  )

  it('a national id wants a rule that names it', async () => {
    const rule = 'rules:\n  - { id: t.ssn, on: prompt, when: { detects: [pii.us-ssn] }, decision: deny, reason: A national id. }'
    expect(await judge('prompt', 'ssn 536-22-8471', rule)).toBe('deny')
    expect(await judge('prompt', 'ssn 000-22-8471', rule)).toBe('allow')
  })
})
