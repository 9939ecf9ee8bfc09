/** The drill's readers against the oracles, which were written from the clients and know more. */

import { describe, expect, it } from 'vitest'
import { type Meaning, meaningOf, reasonOf } from '../../src/setup/doctor/answer-readers.ts'
import { type Practice, practices } from '../../src/setup/doctor/client-calls.ts'
import { oracleOf } from '../clients/oracles/oracles.ts'
import type { Heard, Reading } from '../clients/oracles/reading.ts'

const hso = (event: string, decision: string) =>
  JSON.stringify({
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: decision,
      permissionDecisionReason: 'The branch is protected.',
    },
  })

const answers = (event: string): readonly Heard[] =>
  [
    '',
    '{}',
    'Welcome back.',
    '{"decision":"block","reason":"The branch is protected."}',
    '{"decision":"deny","reason":"The branch is protected."}',
    '{"permission":"deny","user_message":"The branch is protected."}',
    '{"permission":"allow"}',
    'Welcome back.\n{"permission":"deny","user_message":"The branch is protected."}',
    '{"permissionDecision":"deny","permissionDecisionReason":"The branch is protected."}',
    '{"cancel":true,"errorMessage":"The branch is protected."}',
    '{"cancel":false}',
    '{"verdict":"deny","reason":"The branch is protected."}',
    '{"verdict":"allow"}',
    '{"broken":',
    hso(event, 'deny'),
  ].flatMap(stdout =>
    [0, 1, 2, 127].flatMap(exitCode => [
      { exitCode, stdout, stderr: '' },
      { exitCode, stdout, stderr: 'The branch is protected.' },
    ]),
  )

const told = ({ goesOn, asks }: Reading): Meaning['outcome'] => (asks ? 'asked' : goesOn ? 'goes on' : 'stopped')

/** What the event calls itself, which can differ from what it is registered as. */
const nameIn = ({ events, payload }: Practice): string => {
  const { hook_event_name, hookEventName } = payload('git status', '/home/dev/shop')
  return String(hook_event_name ?? hookEventName ?? events[0])
}

describe.each(Object.entries(practices))('%s', (client, practice) => {
  it.each([false, true])('does what the oracle does, closed: %s', closed => {
    const event = nameIn(practice)
    const read = oracleOf(client)
    const wrong = answers(event).flatMap(heard => {
      const wanted = told(read(event, heard, { failClosed: closed, onFailure: closed ? 'block' : 'continue' }))
      const { outcome } = meaningOf(practice.reads, heard, closed)
      return outcome === wanted ? [] : [{ ...heard, wanted, outcome }]
    })
    expect(wrong).toEqual([])
  })
})

describe('reasonOf', () => {
  it.each([
    ['{"reason":"Ask first."}', '', 'Ask first.'],
    [hso('PreToolUse', 'deny'), 'something else', 'The branch is protected.'],
    ['Welcome.\n{"user_message":"Ask first."}', '', 'Ask first.'],
    ['', 'Ask first.\n', 'Ask first.'],
    ['not json', '', ''],
  ])('%s / %s', (stdout, stderr, wanted) => {
    expect(reasonOf({ exitCode: 0, stdout, stderr })).toBe(wanted)
  })
})
