/** The oracle against what the documentation, the published payloads and the issues say. */

import { describe } from 'vitest'
import { read as kiro } from './kiro.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const specific = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }

describe('Kiro IDE 1.0, CLI 2 and 3', () => {
  rows(kiro, [
    ['silence before a tool', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['exit 2 before a tool', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 before a tool of CLI 2', 'preToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 without a reason', 'PreToolUse', nothing(2), { ...blocked, legal: false }],
    ['exit 1 before a tool', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false, personTold: 'why' }],
    ['deny JSON at exit 0', 'PreToolUse', say(specific), { ...ran, legal: false }],
    ['ask JSON at exit 0', 'PreToolUse', say({ permissionDecision: 'ask' }), { ...ran, legal: false }],
    ['text at exit 0 before a tool', 'PreToolUse', say('note'), { ...ran, legal: false }],
    ['exit 2 on a prompt (issue 11050)', 'UserPromptSubmit', nothing(2, 'why'), { ...ran, legal: true, personTold: 'why' }],
    ['exit 2 on a prompt of CLI 2', 'userPromptSubmit', nothing(2, 'why'), { ...ran, legal: false }],
    ['text on a prompt', 'UserPromptSubmit', say('note'), { ...ran, legal: true, context: 'note' }],
    ['text at the start', 'agentSpawn', say('note'), { ...ran, legal: true, context: 'note' }],
    ['exit 2 after a tool (issue 10571)', 'PostToolUse', nothing(2, 'why'), { ...ran, legal: false }],
    ['exit 2 before a task', 'PreTaskExec', nothing(2, 'why'), { ...ran, legal: false }],
    ['exit 2 at the end', 'Stop', nothing(2, 'why'), { ...ran, legal: false }],
  ])
})
