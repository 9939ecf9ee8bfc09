/** The bridges' protocol: what counts as an answer, and what is left to the fail mode. */

import { describe, expect, it } from 'vitest'
import { said, unused } from './bridge.ts'
import { nothing, say } from './rows.ts'

describe('an answer', () => {
  it.each([
    ['allow', say({ verdict: 'allow' }), { verdict: 'allow', problems: [] }],
    ['deny', say({ verdict: 'deny', reason: 'why' }), { verdict: 'deny', reason: 'why', problems: [] }],
    ['ask', say({ verdict: 'ask', reason: 'why' }), { verdict: 'ask', problems: [] }],
    ['exit 2', nothing(2, 'why'), { verdict: 'deny', reason: 'why', unjudged: false }],
    ['an unknown key', say({ verdict: 'allow', permission: 'deny' }), { verdict: 'allow', problems: ['permission is not read'] }],
  ])('%s', (_, heard, want) => {
    for (const failClosed of [true, false]) expect(said(heard, failClosed)).toMatchObject(want)
  })
})

it.each([
  ['nothing', nothing()],
  ['an object without a verdict', say({})],
  ['a deny without a reason', say({ verdict: 'deny' })],
  ['a deny with an empty reason', say({ verdict: 'deny', reason: '' })],
  ['a verdict that does not exist', say({ verdict: 'block', reason: 'why' })],
  ['arguments that are no object', say({ verdict: 'allow', args: ['ls'] })],
  ['a context that is no text', say({ verdict: 'allow', context: {} })],
  ['text before it', say('log\n{"verdict":"deny","reason":"why"}')],
  ['another dialect', say({ hookSpecificOutput: { permissionDecision: 'deny' } })],
  ['exit 1', nothing(1, 'why')],
  ['a signal', nothing(-1)],
])('%s is no answer', (_, heard) => {
  expect(said(heard, true)).toMatchObject({ verdict: 'deny', unjudged: true })
  expect(said(heard, false)).toMatchObject({ verdict: 'allow', unjudged: true })
})

it('names what an event has no use for', () => {
  const answer = said(say({ verdict: 'deny', reason: 'why', context: 'x', args: {} }))
  expect(unused(answer, 'deny')).toEqual(['args is not read here', 'context is not read here'])
  expect(unused(answer, 'args', 'context')).toEqual(['nobody hears deny'])
})
