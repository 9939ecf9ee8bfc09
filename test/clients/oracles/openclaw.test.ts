/** The oracle against what was measured: semantics of OpenClaw 2026.9.6, and its own reading of a bridge's answer. */

import { describe, expect, it } from 'vitest'
import { hostReads, read } from './openclaw.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const before = 'before_tool_call'
const exec = { input: { command: 'touch pwned', timeout: 5 } }

describe('OpenClaw 2026.9.6, what plugins returned', () => {
  it.each([
    ['a01', before, { block: true, blockReason: 'why' }, { ...blocked, modelTold: 'why' }],
    ['a02', before, { block: true }, { ...blocked, modelTold: 'Tool call blocked by plugin hook' }],
    ['a03', before, new Error('thrown'), { ...blocked, modelTold: 'Tool call blocked because before_tool_call hook failed' }],
    [
      'a06',
      before,
      { params: { command: 'safe' } },
      { ...ran, rewritten: { of: 'input', value: { command: 'safe', timeout: 5 } } },
    ],
    ['a08', before, { block: false }, ran],
    ['a09', before, { permissionDecision: 'deny', decision: 'block' }, ran],
    ['a10', before, { block: 'true', blockReason: 'why' }, ran],
    ['a11', before, { block: true, blockReason: 'why', tfy: 1 }, { ...blocked, modelTold: 'why' }],
    ['a13', before, { block: true, blockReason: 'x'.repeat(100_000) }, { ...blocked, modelTold: 'x'.repeat(64_006) }],
    ['a15', before, { params: {} }, ran],
    ['a16', before, { block: true, blockReason: { a: 1 } }, { ...blocked, legal: false }],
    ['b01', 'before_agent_run', { outcome: 'block', reason: 'why', message: 'SYS' }, { ...blocked, personTold: 'SYS' }],
    ['b02', 'before_agent_run', new Error('thrown'), blocked],
    ['b03', 'before_prompt_build', { prependContext: 'CTX' }, { ...ran, context: 'CTX' }],
    ['b04', 'before_prompt_build', { appendContext: 'CTX' }, { ...ran, context: 'CTX' }],
    ['b07', 'before_agent_finalize', { action: 'revise', reason: 'why' }, { keepsWorking: true, legal: false, modelTold: 'why' }],
    [
      'e2e stop-denied',
      'before_agent_finalize',
      { action: 'revise', reason: 'why', retry: { instruction: 'why', idempotencyKey: 'k', maxAttempts: 1 } },
      { keepsWorking: true, legal: true, modelTold: 'why' },
    ],
    ['b09', 'after_tool_call', { result: 'y' }, ran],
  ] as const)('%s', (_, event, result, want) => {
    expect(hostReads(event, result, exec)).toMatchObject(want)
  })

  it('a12: an approval that nobody can give is a deny', () => {
    const result = { requireApproval: { title: 't', description: 'd' } }
    expect(hostReads(before, result, { attended: false })).toMatchObject(blocked)
    expect(hostReads(before, result, { attended: true })).toMatchObject({ ...blocked, asks: true, legal: true })
  })
})

describe('through the bridge', () => {
  const result = { content: [{ type: 'text', text: 'TOOL-OUTPUT-7' }], details: { aggregated: 'TOOL-OUTPUT-7' } }
  const other = { content: [{ type: 'text', text: 'y' }], details: { aggregated: 'y' } }
  rows(read, [
    ['deny', before, say({ verdict: 'deny', reason: 'why' }), { ...blocked, legal: true, modelTold: 'why' }],
    ['ask', before, say({ verdict: 'ask', reason: 'why' }), { ...blocked, asks: true, legal: true, personTold: 'why' }],
    ['allow', before, say({ verdict: 'allow' }), { ...ran, legal: true }],
    [
      'a key that is taken away stays',
      before,
      say({ verdict: 'allow', args: { command: 'safe' } }),
      { rewritten: { of: 'input', value: { command: 'safe', timeout: 5 } } },
      exec,
    ],
    [
      'a result is not kept',
      'tool_result_persist',
      say({ verdict: 'deny', reason: 'why' }),
      { ...blocked, modelTold: 'why' },
      { output: result },
    ],
    [
      'a result is kept changed',
      'tool_result_persist',
      say({ verdict: 'allow', output: other }),
      { ...ran, legal: true, rewritten: { of: 'output', value: other } },
      { output: result },
    ],
    ['a message is not sent', 'message_sending', say({ verdict: 'deny', reason: 'why' }), { ...blocked, personTold: 'why' }],
    [
      'a message is changed',
      'message_sending',
      say({ verdict: 'allow', output: 'y' }),
      { ...ran, rewritten: { of: 'output', value: 'y' } },
    ],
    ['a prompt is stopped', 'before_agent_run', say({ verdict: 'deny', reason: 'why' }), { ...blocked, personTold: 'why' }],
    [
      'a prompt is not stopped while it is put together',
      'before_prompt_build',
      say({ verdict: 'deny', reason: 'why' }),
      { ...ran, legal: false },
    ],
    ['a turn is held', 'before_agent_finalize', say({ verdict: 'deny', reason: 'why' }), { keepsWorking: true }],
    ['a turn is held once', 'before_agent_finalize', say({ verdict: 'deny', reason: 'why' }), ran, { source: 'active' }],
    ['what ran is not called back', 'after_tool_call', say({ verdict: 'deny', reason: 'why' }), { ...ran, legal: false }],
    ['no answer, open', before, nothing(1), { ...ran, legal: false }],
    ['no answer, closed', before, nothing(1), blocked, { failClosed: true }],
  ])

  it('does not hold a turn that could not be judged', () => {
    expect(read('before_agent_finalize', nothing(), { failClosed: true })).not.toHaveProperty('keepsWorking')
  })
})
