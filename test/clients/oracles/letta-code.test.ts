/** The oracle against 0.32.18 as it ran, 2026-11: headless for tools, in a terminal for the rest. */

import { describe } from 'vitest'
import { read } from './letta-code.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const specific = (value: Readonly<Record<string, unknown>>) => say({ hookSpecificOutput: value })
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'why' }

describe('Letta Code 0.32.18', () => {
  rows(read, [
    ['exit 2 blocks a call', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 without a word', 'PreToolUse', nothing(2, ''), { ...blocked, modelTold: 'Blocked by hook' }],
    ['a reason on stdout is lost', 'PreToolUse', say('why', 2), { ...blocked, legal: false, modelTold: 'Blocked by hook' }],
    ['exit 1 lets it go on', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false }],
    ['exit 3 lets it go on', 'PreToolUse', nothing(3), { ...ran, legal: false }],
    ['127 lets it go on', 'PreToolUse', nothing(127), { ...ran, legal: false }],
    ['a denial at exit 0 is not read', 'PreToolUse', specific(deny), { ...ran, legal: false }],
    ['nor Claude’s older form', 'PreToolUse', say({ decision: 'block', continue: false }), { ...ran, legal: false }],
    [
      'an input is merged',
      'PreToolUse',
      specific({ updatedInput: { command: 'b' } }),
      { ...ran, legal: true, rewritten: { of: 'input', value: { command: 'b', description: 'd' } } },
      { tool: 'Bash', input: { command: 'a', description: 'd' } },
    ],
    ['but not for a mod’s tool', 'PreToolUse', specific({ updatedInput: { a: 1 } }), { ...ran, legal: false }, { tool: 'mine' }],
    ['silence', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['exit 0 gives a permission', 'PermissionRequest', nothing(), { ...ran, skipsPrompt: true }],
    ['exit 3 leaves the question', 'PermissionRequest', nothing(3), { ...ran, legal: true, skipsPrompt: undefined }],
    ['exit 2 refuses one', 'PermissionRequest', nothing(2, 'why'), { ...blocked, modelTold: 'why' }],
    ['exit 2 after a tool is told', 'PostToolUse', nothing(2, 'why'), { ...ran, legal: true, modelTold: 'why' }],
    ['context after a tool', 'PostToolUse', specific({ additionalContext: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
    ['plain text after a tool is lost', 'PostToolUse', say('text'), { ...ran, legal: false, context: undefined }],
    ['exit 2 blocks a prompt', 'UserPromptSubmit', nothing(2, 'why'), { ...blocked, personTold: 'why' }],
    ['text on a prompt', 'UserPromptSubmit', say('CTX'), { ...ran, legal: true, context: 'CTX' }],
    ['text at the start', 'SessionStart', say('CTX'), { ...ran, legal: true, context: 'CTX' }],
    ['a turn is held, again and again', 'Stop', nothing(2, 'why'), { keepsWorking: true, modelTold: 'why' }],
  ])
})
