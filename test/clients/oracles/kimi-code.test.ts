/** The oracle against the source of 2.1.0 and the running client. */

import { describe } from 'vitest'
import { read } from './kimi-code.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const deny = { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'why' } }

describe('Kimi Code 2.1.0', () => {
  rows(read, [
    ['exit 2 blocks a call', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 without a word', 'PreToolUse', nothing(2, ''), { ...blocked, modelTold: 'Blocked by PreToolUse hook' }],
    ['exit 1 lets it go on', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false }],
    ['a denial at exit 0', 'PreToolUse', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    ['Claude’s old form is not known', 'PreToolUse', say({ decision: 'block', reason: 'why' }), { ...ran, legal: false }],
    [
      'a question is not known',
      'PreToolUse',
      say({ hookSpecificOutput: { permissionDecision: 'ask' } }),
      { ...ran, legal: false },
    ],
    ['exit 2 blocks a prompt', 'UserPromptSubmit', nothing(2, 'why'), { ...blocked, personTold: 'why' }],
    ['a message on a prompt', 'UserPromptSubmit', say({ message: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
    ['JSON without one is read as text', 'UserPromptSubmit', say({ continue: true }), { ...ran, context: '{"continue":true}' }],
    ['a turn is held', 'Stop', nothing(2, 'why'), { keepsWorking: true, modelTold: 'why' }],
    ['a result is past', 'PostToolUse', nothing(2, 'why'), { ...ran, legal: false }],
    ['silence', 'PreToolUse', nothing(), { ...ran, legal: true }],
  ])
})
