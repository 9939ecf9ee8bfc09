/** The oracle against the documentation's rows. */

import { describe } from 'vitest'
import { read as devin } from './devin.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('Devin CLI, from its documentation', () => {
  const block = { decision: 'block', reason: 'why' }
  const specific = (event: string, fields: object) => ({ hookSpecificOutput: { hookEventName: event, ...fields } })
  const context = (event: string) => specific(event, { additionalContext: 'ctx' })
  const logged = { ...ran, legal: false }

  rows(devin, [
    ['nothing said', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['exit 2 + stderr', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 + block JSON + stderr', 'PreToolUse', say(block, 2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['decision block', 'PreToolUse', say(block), { ...blocked, legal: true, modelTold: 'why' }],
    ['decision deny', 'PreToolUse', say({ ...block, decision: 'deny' }), { ...blocked, legal: true }],
    ['decision block without a reason', 'PreToolUse', say({ decision: 'block' }), { ...blocked, legal: false }],
    ['exit 1 is logged', 'PreToolUse', nothing(1, 'why'), logged],
    ['exit 1 with block JSON is logged', 'PreToolUse', say(block, 1), logged],
    ['text beside the JSON', 'PreToolUse', say(`log\n${JSON.stringify(block)}`), logged],
    ['another decision', 'PreToolUse', say({ decision: 'ask' }), { ...logged, asks: undefined }],
    ['approve before a tool', 'PreToolUse', say({ decision: 'approve' }), { ...logged, skipsPrompt: undefined }],
    ['context before a tool', 'PreToolUse', say(context('PreToolUse')), { ...logged, context: undefined }],
    [
      'a rewrite',
      'PreToolUse',
      say(specific('PreToolUse', { updatedInput: { command: 'x' } })),
      { ...logged, rewritten: undefined },
    ],
    ['a message', 'PreToolUse', say({ systemMessage: 'sys' }), { ...logged, personTold: undefined }],
    ['no word on a permission', 'PermissionRequest', nothing(), { goesOn: false, asks: true, legal: true }],
    ['approve a permission', 'PermissionRequest', say({ decision: 'approve' }), { ...ran, skipsPrompt: true, legal: true }],
    ['block a permission', 'PermissionRequest', say(block), { ...blocked, asks: undefined, modelTold: 'why' }],
    ['block a prompt', 'UserPromptSubmit', say(block), { ...blocked, modelTold: undefined, personTold: 'why' }],
    ['context with a prompt', 'UserPromptSubmit', say(context('UserPromptSubmit')), { ...ran, legal: true, context: 'ctx' }],
    ['context at the start', 'SessionStart', say(context('SessionStart')), { ...ran, legal: true, context: 'ctx' }],
    ['a block at the start', 'SessionStart', nothing(2, 'why'), logged],
    ['context after a tool', 'PostToolUse', say(context('PostToolUse')), { ...ran, legal: true, context: 'ctx' }],
    ['block after a tool', 'PostToolUse', say(block), { ...ran, legal: true, modelTold: 'why' }],
    ['block a stop', 'Stop', say(block), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['exit 2 at a stop', 'Stop', nothing(2, 'why'), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['a block at the end', 'SessionEnd', nothing(2, 'why'), logged],
  ])
})
