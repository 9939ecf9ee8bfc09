/** The oracle against the code of 0.36.0. */

import { describe } from 'vitest'
import { read } from './auggie.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const pre = (more: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })
const post = (more: object) => ({ hookSpecificOutput: { hookEventName: 'PostToolUse', ...more } })
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'why' }

describe('Auggie', () => {
  rows(read, [
    ['exit 2', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['a nested deny', 'PreToolUse', say(pre(deny)), { ...blocked, legal: true, modelTold: 'why' }],
    ['both', 'PreToolUse', say(pre(deny), 2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2, taken back by continue', 'PreToolUse', say({ continue: true }, 2, 'why'), ran],
    ['a deny is not taken back', 'PreToolUse', say({ continue: true, ...pre(deny) }), blocked],
    ['a deny without the event is no answer', 'PreToolUse', say({ hookSpecificOutput: deny }), { ...ran, legal: false }],
    ['a flat deny is not read', 'PreToolUse', say({ permissionDecision: 'deny' }), ran],
    ['an ask runs', 'PreToolUse', say(pre({ permissionDecision: 'ask' })), { ...ran, legal: false, asks: undefined }],
    ['exit 1 beside a nested deny', 'PreToolUse', say(pre(deny), 1), { ...ran, legal: false }],
    ['exit 1', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false }],
    [
      'another input',
      'PreToolUse',
      say(pre({ updatedInput: { a: 1 } })),
      { ...ran, rewritten: { of: 'input', value: { a: 1 } } },
    ],
    ['a message', 'PreToolUse', say({ systemMessage: 'look' }), { ...ran, legal: true, personTold: 'look' }],
    ['a warning on stderr', 'PreToolUse', nothing(0, 'look'), { ...ran, legal: true, personTold: 'look' }],
    ['a result is told more', 'PostToolUse', nothing(2, 'why'), { ...ran, legal: true, modelTold: 'why' }],
    ['a result with context', 'PostToolUse', say(post({ additionalContext: 'more' })), { ...ran, legal: true, context: 'more' }],
    ['a block of a result is lost', 'PostToolUse', say(post({ decision: 'block', reason: 'why' })), { ...ran, legal: false }],
    ['a turn is not held', 'Stop', nothing(2, 'why'), { ...ran, legal: false, keepsWorking: undefined }],
    ['a prompt goes on', 'PromptSubmit', nothing(2, 'why'), { ...ran, legal: false }],
  ])
})
