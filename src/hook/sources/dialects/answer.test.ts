import { describe, expect, it } from 'vitest'
import { shellEvent } from '../../../../test/gateway/call.ts'
import type { Dialect } from '../../../core/config.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { readAnswer } from './answer.ts'

const read = (answer: JsonObject, dialect: Dialect = 'unified', event: Partial<NormalizedHookEvent> = {}) =>
  readAnswer(JSON.stringify(answer), { ...shellEvent, ...event }, dialect)

const hook = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
const check = (id: string, verdict: boolean, rest: JsonObject = {}): JsonObject => ({ id, verdict, ...rest })

describe('the decision', () => {
  it.each<[name: string, answer: JsonObject, decision: string]>([
    ['continue alone', { continue: true }, 'allow'],
    ['continue false', { continue: false }, 'deny'],
    ['permission deny beats continue true', { continue: true, permission: 'deny' }, 'deny'],
    ['continue false beats permission allow', { continue: false, permission: 'allow' }, 'deny'],
    ['continue false beats permission ask', { continue: false, permission: 'ask' }, 'deny'],
    ['decision none is nothing', { decision: 'none' }, 'allow'],
    ['decision approve is no objection', { decision: 'approve' }, 'allow'],
    ['decision block', { decision: 'block' }, 'deny'],
    ['decision block beats a nested allow', { decision: 'block', ...hook({ permissionDecision: 'allow' }) }, 'deny'],
    ['a nested deny beats decision approve', { decision: 'approve', ...hook({ permissionDecision: 'deny' }) }, 'deny'],
    ['a nested deny beats a flat allow', { permission: 'allow', ...hook({ permissionDecision: 'deny' }) }, 'deny'],
    ['defer beats ask', { permission: 'ask', ...hook({ permissionDecision: 'defer' }) }, 'defer'],
    ['snake case, nested', { hook_specific_output: { permission_decision: 'ask' } }, 'ask'],
    ['a permission request', hook({ decision: { behavior: 'deny', message: 'no' } }), 'deny'],
    ['an elicitation declined', hook({ action: 'decline' }), 'deny'],
    ['a failed check beats allow', { permission: 'allow', guardrail_checks: [check('pii', false)] }, 'deny'],
    ['a failed check alone', { guardrailChecks: [check('pii', false)] }, 'deny'],
    ['a failed check leaves an ask', { permission: 'ask', guardrail_checks: [check('pii', false)] }, 'ask'],
    [
      'an errored check leaves allow',
      { permission: 'allow', guardrail_checks: [check('pii', false, { error: 'busy' })] },
      'allow',
    ],
    ['an empty error is none', { permission: 'allow', guardrail_checks: [check('pii', false, { error: '' })] }, 'deny'],
    ['nulls are absent', { permission: 'allow', user_message: null, updated_input: null, guardrail_checks: null }, 'allow'],
    ['a deny with a broken message stands', { permission: 'deny', userMessage: 5 }, 'deny'],
    ['a deny with an unknown permission stands', { continue: false, permission: 'perhaps' }, 'deny'],
    ['contain', { permission: 'contain' }, 'contain'],
    ['a cage beside an allow', { permission: 'allow', contain: {} }, 'contain'],
    ['ask beats a cage', { permission: 'ask', contain: {} }, 'ask'],
    ['deny beats a cage', { permission: 'deny', contain: {} }, 'deny'],
    ['a place that would be an option', { permission: 'contain', contain: { write: ['--network'] } }, 'deny'],
    ['a network nobody knows', { permission: 'contain', contain: { network: 'some' } }, 'deny'],
    ['a host that would be a word of a shell', { permission: 'contain', contain: { network: ['a b'] } }, 'deny'],
    ['an otherwise nobody knows', { permission: 'contain', contain: { otherwise: 'defer' } }, 'deny'],
    ['an ask that cannot be read in full is a deny', { permission: 'ask', updated_input: 'rm' }, 'deny'],
  ])('%s', (_, answer, decision) => {
    expect(read(answer)).toMatchObject({ ok: true, value: { ruling: { decision }, source: 'gateway' } })
  })

  it('has the cage that is said, for the rest the usual one, and never a grant of it', () => {
    const build = { write: ['workspace', 'caches'], network: 'none', hide: 'secrets' }
    const contain = (answer: JsonObject) => {
      const result = read(answer)
      return result.ok ? result.value.contain : undefined
    }
    expect(contain({ permission: 'contain' })).toEqual({ cage: build, otherwise: 'ask', grant: false })
    const own = {
      write: ['workspace', '~/x y'],
      network: ['*.example.com', '[::1]:8080'],
      hide: 'guard',
      otherwise: 'deny',
      grant: true,
    }
    const { otherwise, grant, ...cage } = own
    expect(contain({ decision: 'contain', contain: own })).toEqual({ cage, otherwise, grant: !grant })
    expect(contain({ permission: 'ask', contain: { network: 'all', write: null } })).toMatchObject({
      cage: { ...build, network: 'all' },
    })
    expect(contain({ permission: 'deny', contain: own })).toBeUndefined()
  })

  it('never grants', () => {
    for (const answer of [{ permission: 'allow' }, { decision: 'approve' }, hook({ permissionDecision: 'allow' })])
      expect(read(answer)).toMatchObject({ value: { ruling: { decision: 'allow', grant: false } } })
  })
})

describe('the reason', () => {
  it.each<[said: string, reason: string]>([
    ['No pastes.', 'No pastes.'],
    ['tfy-hook [shop.x] No pastes. (why: tfy-hook explain --last)', 'No pastes.'],
    // The call over there has another name than the one here.
    ['tfy-hook [shop.x] No pastes. (why: tfy-hook explain 4b8dd52)', 'No pastes.'],
    ['tfy-hook [shop.x] Say (why: tfy-hook explain why) and go', 'Say (why: tfy-hook explain why) and go'],
    ['tfy-hook [shop.x] No (why: tfy-hook explain all of it at length)', 'No (why: tfy-hook explain all of it at length)'],
    ['No pastes. (why: tfy-hook explain 4b8dd52)', 'No pastes. (why: tfy-hook explain 4b8dd52)'],
  ])('of %s', (said, reason) => {
    expect(read({ permission: 'deny', userMessage: said })).toMatchObject({ value: { ruling: { reason } } })
  })
})

describe('what cannot be read', () => {
  it.each<[name: string, answer: JsonObject, detail: string]>([
    ['no verdict', { status: 'ok' }, 'it carries no verdict'],
    ['passed checks only', { guardrail_checks: [check('pii', true)] }, 'it carries no verdict'],
    ['unknown permission', { permission: 'Allow' }, 'permission has an unknown value'],
    ['unknown decision', { continue: true, decision: 'skip' }, 'decision has an unknown value'],
    ['unknown nested decision', hook({ permissionDecision: 'block' }), 'permissionDecision has an unknown value'],
    ['an empty permission', { continue: true, permission: '' }, 'permission has an unknown value'],
    ['a permission that is no text', { permission: true }, 'permission has an unknown value'],
    ['an inherited name', { permission: 'constructor' }, 'permission has an unknown value'],
    ['continue as text', { continue: 'false' }, 'continue is not a boolean'],
    ['a message as a number', { continue: true, userMessage: 5 }, 'userMessage is not a string'],
    [
      'both spellings, different',
      { permission: 'allow', userMessage: 'a', user_message: 'b' },
      'userMessage and user_message differ',
    ],
    ['input as a list', { permission: 'allow', updated_input: ['x'] }, 'updatedInput is not an object'],
    ['two inputs', { updated_input: { a: 1 }, ...hook({ updatedInput: { a: 2 } }) }, 'updatedInput is given twice and differs'],
    ['checks as an object', { permission: 'allow', guardrail_checks: {} }, 'guardrailChecks is not a list'],
    ['a check without a verdict', { permission: 'allow', guardrail_checks: [{ id: 'pii' }] }, 'a guardrail check has no verdict'],
    ['a check as text', { permission: 'allow', guardrail_checks: ['pii'] }, 'a guardrail check is not an object'],
    ['nested as text', { continue: true, hookSpecificOutput: 'x' }, 'hookSpecificOutput is not an object'],
  ])('%s', (_, answer, detail) => {
    expect(read(answer)).toEqual({ ok: false, failure: { kind: 'gateway-reply', detail } })
  })

  it("takes Claude's silence for no objection, not a stranger's", () => {
    expect(read({}, 'native')).toMatchObject({ ok: true, value: { ruling: { decision: 'allow' } } })
    expect(read({ systemMessage: 'hello' }, 'claude')).toMatchObject({ ok: true, value: { message: 'hello' } })
    expect(read({ detail: 'quota exceeded' }, 'native')).toMatchObject({ ok: false })
  })
})

describe('the words', () => {
  const verdict = (answer: JsonObject, dialect: Dialect = 'unified', event: Partial<NormalizedHookEvent> = {}) => {
    const result = read(answer, dialect, event)
    return result.ok ? result.value : expect.fail(result.failure.kind)
  }

  it('takes the reason from where the objection stands', () => {
    const answer = {
      decision: 'block',
      reason: 'Frozen',
      ...hook({ permissionDecision: 'allow', permissionDecisionReason: 'Fine' }),
    }
    expect(verdict(answer).ruling).toMatchObject({ reason: 'Frozen' })
    expect(verdict({ continue: false, stopReason: 'Halt', reason: 'x' }).ruling).toMatchObject({ reason: 'Halt' })
    expect(verdict({ permission: 'deny', agentMessage: 'Ask ops' }).ruling).toMatchObject({ reason: 'Ask ops' })
  })

  it('keeps the message for the model beside the reason for the person', () => {
    const denied = verdict({ permission: 'deny', userMessage: 'Blocked', agentMessage: 'Use the queue', systemMessage: 'Freeze' })
    expect(denied).toMatchObject({ ruling: { reason: 'Blocked' }, context: 'Use the queue', message: 'Freeze' })
    expect(verdict({ permission: 'deny', userMessage: 'Same', agentMessage: 'Same' })).not.toHaveProperty('context')
    expect(verdict({ continue: true, userMessage: 'Noted', agentMessage: 'Go on' })).toMatchObject({
      message: 'Noted',
      context: 'Go on',
    })
    expect(verdict({ continue: true, userMessage: '', agentMessage: ' ' })).not.toHaveProperty('message')
  })

  it('masks, cuts and cleans', () => {
    const key = `ghp_${'a1B2'.repeat(10)}`
    const { ruling } = verdict({ permission: 'deny', userMessage: `No\u202e\n${key}\u001b[2J ${'x'.repeat(9000)}` })
    expect(ruling.decision === 'deny' && ruling.reason).toMatch(/^No \[github-token removed\] \[2J x+…$/)
    expect(ruling.decision === 'deny' && ruling.reason.length).toBe(500)
    const { context = '' } = verdict({
      continue: true,
      additionalContext: `a\r\nb\u200b\u0000\u{e0041}\ud800 ${key}\n${'y'.repeat(9000)}`,
    })
    expect(context).toMatch(/^a\nb \[github-token removed\]\ny+…$/)
    expect(context.length).toBe(4000)
  })

  it('names rules after checks, in a form that can be typed', () => {
    const checks = [
      check('ok', true),
      check('../PII Scan!', false, { execution_time: 12 }),
      check('***', false),
      check('late', false, { error: 'x' }),
    ]
    expect(verdict({ permission: 'deny', guardrail_checks: checks })).toMatchObject({
      ruling: { ruleId: 'gateway.pii-scan' },
      rules: ['gateway.pii-scan', 'gateway.policy'],
      checks: [{ id: 'ok' }, { id: '../PII Scan!', execution_time: 12 }, { id: '***' }, { id: 'late', error: 'x' }],
    })
  })

  it('keeps a bounded number of checks, the failed ones first, and no documents', () => {
    const many = [...Array.from({ length: 200 }, (_, i) => check(`c${i}`, true)), check('bad', false, { data: 'z'.repeat(9000) })]
    const { checks } = verdict({ permission: 'deny', guardrail_checks: many })
    expect(checks).toHaveLength(64)
    expect(checks[0]).toEqual({ id: 'bad', verdict: false })
  })

  it('lets an agent stop that is told to stop while stopping', () => {
    const stop = { subject: 'stop', category: 'lifecycle' } as const
    expect(verdict({ continue: false, stopReason: 'Budget used' }, 'claude', stop)).toMatchObject({
      ruling: { decision: 'allow' },
      message: 'Budget used',
    })
    expect(verdict({ decision: 'block', reason: 'Tests fail' }, 'claude', stop)).toMatchObject({ ruling: { decision: 'deny' } })
  })
})

describe('the rewrite', () => {
  const rewriteOf = (answer: JsonObject, event: Partial<NormalizedHookEvent> = {}) => {
    // To Claude Code itself nothing is translated.
    const result = read(answer, 'native', { client: 'claude-code', ...event })
    return result.ok ? result.value.rewrite : expect.fail(result.failure.kind)
  }
  const structuredInput = { command: 'ls', limits: { cpu: 1, mem: 2 }, list: [1, 2] }

  it('is the whole input, and says what changed', () => {
    const updatedInput = { command: 'ls -l', limits: { mem: 2, cpu: 1 }, list: [2, 1], extra: true }
    expect(rewriteOf(hook({ updatedInput }), { structuredInput })).toEqual({
      of: 'input',
      input: { ...structuredInput, ...updatedInput },
      changed: ['command', 'list', 'extra'],
    })
  })

  it('is none when nothing changes, and none on a deny', () => {
    expect(rewriteOf(hook({ updatedInput: { list: [1, 2] } }), { structuredInput })).toBeUndefined()
    expect(rewriteOf(hook({ permissionDecision: 'deny', updatedInput: { command: 'x' } }), { structuredInput })).toBeUndefined()
  })

  it('goes along with an ask', () => {
    expect(rewriteOf(hook({ permissionDecision: 'ask', updatedInput: { command: 'x' } }))).toMatchObject({ of: 'input' })
  })

  it('is of the output after the tool and of the input before it', () => {
    const both = hook({ updatedInput: { command: 'x' }, updatedMCPToolOutput: [{ type: 'text', text: '[removed]' }] })
    expect(rewriteOf(both, { category: 'mcp-post' })).toEqual({ of: 'output', output: [{ type: 'text', text: '[removed]' }] })
    expect(rewriteOf(both, { category: 'mcp-pre' })).toMatchObject({ of: 'input' })
  })
})
