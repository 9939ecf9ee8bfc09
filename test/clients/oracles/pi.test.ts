/** The oracle against the source of 0.73.1 and the running client. */

import { describe, expect, it } from 'vitest'
import { hostReads, read } from './pi.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const text = (said: string) => [{ type: 'text', text: said }]
const bash = { content: text('TOOL-OUTPUT') }

describe('pi 0.73.1, what a handler does', () => {
  it.each([
    ['blocks', 'tool_call', { result: { block: true, reason: 'why' } }, { ...blocked, modelTold: 'why' }],
    ['throws before a call', 'tool_call', { thrown: 'why' }, { ...blocked, modelTold: 'why' }],
    ['returns nothing', 'tool_call', { result: undefined }, { ...ran, legal: true }],
    ['throws after a call', 'tool_result', { thrown: 'why' }, { ...ran, legal: false }],
    ['throws on a prompt', 'input', { thrown: 'why' }, { ...ran, legal: false }],
    ['handles a prompt', 'input', { result: { action: 'handled' } }, blocked],
    [
      'replaces a result',
      'tool_result',
      { result: { content: text('y'), isError: true } },
      { ...blocked, legal: true, modelTold: 'y' },
    ],
    ['replaces a result by a text', 'tool_result', { result: { content: 'y' } }, { ...ran, legal: false }],
    [
      'adds a message',
      'before_agent_start',
      { result: { message: { content: 'CTX', display: false } } },
      { ...ran, context: 'CTX' },
    ],
  ] as const)('%s', (_, event, done, want) => {
    expect(hostReads(event, done)).toMatchObject(want)
  })
})

describe('through the bridge', () => {
  rows(read, [
    ['deny', 'tool_call', say({ verdict: 'deny', reason: 'why' }), { ...blocked, legal: true, modelTold: 'why' }],
    [
      'ask',
      'tool_call',
      say({ verdict: 'ask', reason: 'why' }),
      { ...blocked, asks: true, personTold: 'why' },
      { attended: true },
    ],
    [
      'ask, nobody there',
      'tool_call',
      say({ verdict: 'ask', reason: 'why' }),
      { ...blocked, modelTold: 'why' },
      { attended: false },
    ],
    ['allow', 'tool_call', say({ verdict: 'allow' }), { ...ran, legal: true }],
    [
      'a changed input is the whole input',
      'tool_call',
      say({ verdict: 'allow', args: { command: 'safe' } }),
      { legal: true, rewritten: { of: 'input', value: { command: 'safe' } } },
      { input: { command: 'x', timeout: 1 } },
    ],
    ['a result is withheld', 'tool_result', say({ verdict: 'deny', reason: 'why' }), { ...blocked, modelTold: 'why' }],
    [
      'a changed result',
      'tool_result',
      say({ verdict: 'allow', output: { content: text('y') } }),
      { legal: true, rewritten: { of: 'output', value: { content: text('y'), details: {} } } },
      { output: bash },
    ],
    ['a result of another form is withheld', 'tool_result', say({ verdict: 'allow', output: 'y' }), blocked, { output: bash }],
    ['a prompt is stopped', 'input', say({ verdict: 'deny', reason: 'why' }), { ...blocked, personTold: 'why' }],
    ['context for a prompt', 'input', say({ verdict: 'allow', context: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
    ['context for a call', 'tool_call', say({ verdict: 'allow', context: 'CTX' }), { ...ran, legal: false }],
    ['no answer, closed', 'tool_call', nothing(), blocked, { failClosed: true }],
    ['no answer, open', 'tool_call', nothing(), { ...ran, legal: false }],
  ])
})
