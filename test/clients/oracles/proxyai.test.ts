/** The oracle against what was read in the source. */

import { describe } from 'vitest'
import { read as proxyai } from './proxyai.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('ProxyAI 3.8.1, from its source', () => {
  const deny = { decision: 'deny', reason: 'why' }
  const bash = {
    tool: 'Bash',
    input: { command: 'npm test', timeout: 60000 },
    output: { command: 'npm test', exitCode: 0, output: 'x', bashId: null },
  }
  rows(proxyai, [
    ['decision at exit 0 before a tool', 'beforeToolUse', say(deny), { ...ran, legal: false }],
    ['exit 2 before a tool', 'beforeToolUse', say(deny, 2), { ...blocked, legal: true, modelTold: 'why' }],
    [
      'exit 2 without a reason shows stdout raw',
      'beforeToolUse',
      say({ decision: 'deny' }, 2),
      { ...blocked, legal: false, modelTold: '{"decision":"deny"}' },
    ],
    ['exit 2 with stderr only', 'beforeToolUse', nothing(2, 'why'), { ...blocked, legal: false, modelTold: 'Denied by hook' }],
    ['exit 1', 'beforeToolUse', say(deny, 1), { ...ran, legal: false }],
    ['decision at exit 0 before a command', 'beforeShellExecution', say(deny), { ...blocked, modelTold: 'why' }],
    ['decision "block"', 'beforeShellExecution', say({ decision: 'block', reason: 'why' }), { ...ran, legal: false }],
    ['text before JSON', 'beforeShellExecution', say(`log\n${JSON.stringify(deny)}`), { ...ran, legal: false }],
    ['exit 2 hides a result', 'afterToolUse', say(deny, 2), blocked],
    ['a denial after an edit is told', 'afterFileEdit', say(deny), { ...ran, modelTold: 'why' }],
    ['a denial after a command is ignored', 'afterShellExecution', say(deny, 2), { ...ran, legal: false }],
    ['a denial at the end is ignored', 'stop', say(deny, 2), ran],
    ['empty stdout', 'beforeToolUse', nothing(), { ...ran, legal: true }],
    [
      'updated_input merges',
      'beforeToolUse',
      say({ updated_input: { command: 'safe' } }),
      { legal: true, rewritten: { of: 'input', value: { command: 'safe', timeout: 60000 } } },
      bash,
    ],
    [
      'updated_input with a key the tool lacks',
      'beforeToolUse',
      say({ updated_input: { bashCommand: 'safe' } }),
      { legal: false },
      bash,
    ],
    [
      'updated_output of Bash',
      'afterToolUse',
      say({ updated_output: { output: 'y' } }),
      { legal: true, rewritten: { of: 'output', value: { ...bash.output, output: 'y' } } },
      bash,
    ],
    ['updated_output with a null', 'afterToolUse', say({ updated_output: bash.output }), { legal: false }, bash],
    ['more than a pipe holds', 'beforeToolUse', say({ ...deny, reason: 'x'.repeat(70_000) }, 2), { ...ran, legal: false }],
  ])
})
