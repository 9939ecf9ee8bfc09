/** The oracle against what was read in the source. */

import { describe } from 'vitest'
import { read as droid } from './droid.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const specific = (value: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...value } })
const deny = specific({ permissionDecision: 'deny', permissionDecisionReason: 'why' })

describe('Droid 0.225.2, from its source', () => {
  const execute = { tool: 'Execute', input: { command: 'npm i', riskLevel: 'low' } }
  rows(droid, [
    ['silence before a tool', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['deny JSON at exit 0', 'PreToolUse', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    ['deny JSON at exit 1, where a shell lost the code', 'PreToolUse', say(deny, 1, 'why'), { ...blocked, modelTold: 'why' }],
    ['deny JSON at exit 2', 'PreToolUse', say(deny, 2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 with stderr', 'PreToolUse', nothing(2, 'why'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 beside an allow', 'PreToolUse', say(specific({ permissionDecision: 'allow' }), 2, 'why'), blocked],
    ['exit 2 beside a rewrite', 'PreToolUse', say(specific({ updatedInput: { command: 'ls' } }), 2, 'why'), blocked],
    [
      'exit 2 beside text that does not parse',
      'PreToolUse',
      say('{"a":', 2, 'why'),
      { ...blocked, modelTold: 'why', legal: false },
    ],
    ['deny JSON after a line of text', 'PreToolUse', say(`log\n${JSON.stringify(deny)}`), { ...ran, legal: false }],
    ['deny JSON before a line of text', 'PreToolUse', say(`${JSON.stringify(deny)}\nlog`), { ...ran, legal: false }],
    ['exit 1', 'PreToolUse', nothing(1, 'why'), { ...ran, legal: false }],
    ['exit 3 ends the agent', 'PreToolUse', nothing(3, 'why'), { ...blocked, legal: false }],
    ['ask', 'PreToolUse', say(specific({ permissionDecision: 'ask' })), { ...ran, legal: false }],
    ['allow skips the prompt', 'PreToolUse', say(specific({ permissionDecision: 'allow' })), { ...ran, skipsPrompt: true }],
    ['decision is not read before a tool', 'PreToolUse', say({ decision: 'block', reason: 'why' }), { ...ran, legal: false }],
    [
      'a rewrite is merged',
      'PreToolUse',
      say(specific({ updatedInput: { command: 'npm ci' } })),
      { ...ran, legal: true, rewritten: { of: 'input', value: { command: 'npm ci', riskLevel: 'low' } } },
      execute,
    ],
    ['decision is not read after a tool', 'PostToolUse', say({ decision: 'block', reason: 'why' }), { ...ran, legal: false }],
    ['exit 2 after a tool', 'PostToolUse', nothing(2, 'why'), { ...ran, modelTold: 'why', legal: true }],
    ['a message after a tool', 'PostToolUse', say({ systemMessage: 'look' }), { ...ran, personTold: 'look', legal: true }],
    ['exit 2 on a prompt', 'UserPromptSubmit', nothing(2, 'why'), { ...blocked, personTold: 'why', legal: true }],
    [
      'continue false on a prompt',
      'UserPromptSubmit',
      say({ continue: false, stopReason: 'why' }, 1),
      { ...blocked, personTold: 'why' },
    ],
    ['decision on a prompt', 'UserPromptSubmit', say({ decision: 'block', reason: 'why' }), { ...ran, legal: false }],
    ['plain text on a prompt is context', 'UserPromptSubmit', say('note'), { ...ran, context: 'note' }],
    [
      'a prompt rewritten',
      'UserPromptSubmit',
      say({ hookSpecificOutput: { updatedInput: { prompt: 'else' } } }),
      { ...ran, legal: true, rewritten: { of: 'input', value: { prompt: 'else' } } },
    ],
    [
      'a stop held back',
      'Stop',
      say({ decision: 'block', reason: 'why' }, 2, 'why'),
      { keepsWorking: true, modelTold: 'why', legal: true },
    ],
    ['a stop held back by exit 2', 'Stop', nothing(2, 'why'), { keepsWorking: true, modelTold: 'why' }],
    ['a block without a reason', 'Stop', say({ decision: 'block' }, 2, 'why'), { keepsWorking: undefined, legal: false }],
    ['compaction stopped', 'PreCompact', nothing(2, 'why'), { ...blocked, legal: true }],
    ['the end of a subagent', 'SubagentStop', nothing(2, 'why'), { ...ran, legal: false }],
    ['the start of a session', 'SessionStart', say('note'), { ...ran, context: 'note' }],
  ])
})
