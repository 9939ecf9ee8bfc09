/** The oracle against the manual and published plugins. */

import { describe, expect, it } from 'vitest'
import { hostReads, read } from './amp.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('Amp, what a handler returns', () => {
  it.each([
    ['reject', 'tool.call', { action: 'reject-and-continue', message: 'why' }, { ...blocked, modelTold: 'why' }],
    ['allow', 'tool.call', { action: 'allow' }, { ...ran, legal: true }],
    ['nothing', 'tool.call', undefined, { ...ran, legal: false }],
    ['modify', 'tool.call', { action: 'modify', input: { cmd: 'safe' } }, { rewritten: { of: 'input', value: { cmd: 'safe' } } }],
    ['another result', 'tool.result', { status: 'done', output: 'y' }, { ...ran, rewritten: { of: 'output', value: 'y' } }],
    ['a turn goes on', 'agent.end', { action: 'continue', userMessage: 'why' }, { keepsWorking: true, modelTold: 'why' }],
    ['a word for the model', 'agent.start', { message: { content: 'CTX', display: false } }, { ...ran, context: 'CTX' }],
  ] as const)('%s', (_, event, result, want) => {
    expect(hostReads(event, result)).toMatchObject(want)
  })
})

describe('through the bridge', () => {
  rows(read, [
    ['deny', 'tool.call', say({ verdict: 'deny', reason: 'why' }), { ...blocked, legal: true, modelTold: 'why' }],
    ['ask', 'tool.call', say({ verdict: 'ask', reason: 'why' }), { ...blocked, asks: true, personTold: 'why' }],
    [
      'ask, nobody there',
      'tool.call',
      say({ verdict: 'ask', reason: 'why' }),
      { ...blocked, modelTold: 'why' },
      { attended: false },
    ],
    ['allow', 'tool.call', say({ verdict: 'allow' }), { ...ran, legal: true }],
    ['a result is withheld', 'tool.result', say({ verdict: 'deny', reason: 'why' }), { ...blocked, modelTold: 'why' }],
    ['a prompt is stopped', 'agent.start', say({ verdict: 'deny', reason: 'why' }), { ...blocked, personTold: 'why' }],
    [
      'a message for the person',
      'tool.call',
      say({ verdict: 'allow', message: 'NOT CHECKED' }),
      { ...ran, personTold: 'NOT CHECKED' },
    ],
    ['a turn is held once', 'agent.end', say({ verdict: 'deny', reason: 'why' }), { keepsWorking: true }],
    ['and not twice', 'agent.end', say({ verdict: 'deny', reason: 'why' }), ran, { source: 'active' }],
    ['no answer, closed', 'tool.call', nothing(), blocked, { failClosed: true }],
    ['no answer, open', 'tool.call', nothing(), { ...ran, legal: false }],
  ])
})
