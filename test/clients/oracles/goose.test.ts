/** The oracle against the page about hooks. */

import { describe } from 'vitest'
import { read } from './goose.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('Goose', () => {
  rows(read, [
    ['exit 2', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['a block on stdout', 'PreToolUse', say({ decision: 'block', reason: 'why' }), { ...blocked, modelTold: 'why' }],
    ['a block without a reason', 'PreToolUse', say({ decision: 'block' }), { ...blocked, modelTold: 'denied by plugin hook' }],
    ['silence', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['an allow', 'PreToolUse', say({ decision: 'allow' }), { ...ran, legal: true }],
    ['an empty object is no decision', 'PreToolUse', say({}), { ...ran, legal: false }],
    ['exit 1', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false }],
    ['exit 1, closed', 'PreToolUse', nothing(1, 'why'), { ...blocked, legal: false }, { onFailure: 'block' }],
    [
      'Claude’s form is no decision',
      'PreToolUse',
      say({ hookSpecificOutput: { permissionDecision: 'deny' } }),
      { ...ran, legal: false },
    ],
    ['a turn is held', 'Stop', nothing(2, 'why'), { keepsWorking: true, modelTold: 'why' }],
    ['a prompt goes on', 'UserPromptSubmit', nothing(2, 'why'), { ...ran, legal: false }],
  ])
})
