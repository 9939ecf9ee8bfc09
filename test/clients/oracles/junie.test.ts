/** The oracle against what the documentation says. */

import { describe } from 'vitest'
import { read as junie } from './junie.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const deny = { decision: 'deny', reason: 'why' }
const block = { decision: 'block', reason: 'why' }

describe('Junie, from its documentation of 2026-07', () => {
  rows(junie, [
    ['silence before a tool', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['exit 2 before a tool', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 and JSON', 'PreToolUse', say(deny, 2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 beside an allow', 'PreToolUse', say({ decision: 'allow' }, 2, 'why'), blocked],
    ['deny at exit 0', 'PreToolUse', say(deny), { ...blocked, modelTold: 'why' }],
    ['block at exit 0', 'PreToolUse', say(block), { ...blocked, modelTold: 'why' }],
    ['exit 1 is a warning', 'PreToolUse', nothing(1, 'why'), { ...ran, personTold: 'why' }],
    ['ask', 'PreToolUse', say({ decision: 'ask', reason: 'sure?' }), { goesOn: false, asks: true, personTold: 'sure?' }],
    [
      'the nested form of another client',
      'PreToolUse',
      say({ hookSpecificOutput: { permissionDecision: 'deny' } }),
      { ...ran, legal: false },
    ],
    [
      'a rewrite replaces',
      'PreToolUse',
      say({ updatedInput: { command: 'npm ci' } }),
      { ...ran, legal: true, rewritten: { of: 'input', value: { command: 'npm ci' } } },
      { input: { command: 'npm i', timeout: 30 } },
    ],
    ['plain text is context', 'PreToolUse', say('note'), { ...ran, context: 'note' }],
    ['silence approves', 'PermissionRequest', nothing(), { ...ran, skipsPrompt: true }],
    [
      'a message alone approves',
      'PermissionRequest',
      say({ systemMessage: 'look' }),
      { ...ran, skipsPrompt: true, legal: false },
    ],
    ['exit 1 opens the dialog', 'PermissionRequest', nothing(1, 'look'), { goesOn: false, asks: true, legal: true }],
    ['exit 2 refuses', 'PermissionRequest', nothing(2, 'why'), { ...blocked, modelTold: 'why' }],
    ['a prompt blocked', 'UserPromptSubmit', say(block, 2, 'why'), { ...blocked, legal: true }],
    ['a stop held back', 'Stop', say(block, 2, 'why'), { ...ran, keepsWorking: true, modelTold: 'why', legal: true }],
    ['context at a stop is one more step', 'Stop', say({ additionalContext: 'note' }), { ...ran, keepsWorking: true }],
    ['a message at a stop', 'Stop', say({ systemMessage: 'look' }), { ...ran, personTold: 'look', legal: true }],
    ['a failed turn', 'StopFailure', nothing(2, 'why'), { ...ran, legal: false }],
    ['the start of a session', 'SessionStart', say({ additionalContext: 'note' }), { ...ran, legal: false }],
  ])
})
