/** The oracle against the measured table: each row was run on the real client, and its id is the table's. */

import { describe } from 'vitest'
import { read as claude } from './claude-code.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('claude-code 2.1.329', () => {
  const pre = (fields: object, rest: object = {}) => ({ ...rest, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  const reasoned = (decision: string) => pre({ permissionDecision: decision, permissionDecisionReason: 'why' })
  const deny = reasoned('deny')
  const denyText = JSON.stringify(deny)
  const bash = { tool: 'Bash', output: { stdout: 'x', stderr: '', interrupted: false, isImage: false } }
  const post = (fields: object) => ({ hookSpecificOutput: { hookEventName: 'PostToolUse', ...fields } })

  rows(claude, [
    ['a01 deny JSON, exit 0', 'PreToolUse', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    ['a02 exit 2 + stderr', 'PreToolUse', nothing(2, 'text'), { ...blocked, legal: true, modelTold: 'text' }],
    ['a03 exit 2 + deny JSON + stderr', 'PreToolUse', say(deny, 2, 'text'), { ...blocked, legal: true, modelTold: 'why' }],
    ['a04 exit 2 + allow JSON + stderr', 'PreToolUse', say(reasoned('allow'), 2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a05 exit 2 + deny JSON, no stderr', 'PreToolUse', say(deny, 2), { ...blocked, modelTold: 'why' }],
    ['a06 exit 2, nothing printed', 'PreToolUse', nothing(2), { ...blocked, legal: false }],
    ['a09 exit 2 + illegal JSON + stderr', 'PreToolUse', say(reasoned('block'), 2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a10 exit 2 + malformed JSON', 'PreToolUse', say('{"hookSpecificOutput":', 2, 'text'), blocked],
    ['before 2.1.214: exit 2 + illegal JSON', 'PreToolUse', say(reasoned('block'), 2, 'text'), ran, { version: '2.1.213' }],
    ['before 2.1.90: exit 2 + deny JSON', 'PreToolUse', say(deny, 2, 'text'), { ...ran, legal: false }, { version: '2.1.89' }],
    ['before 2.1.90: exit 2 + stderr', 'PreToolUse', nothing(2, 'text'), blocked, { version: '2.1.89' }],
    ['before 2.1.90: exit 2 + {}', 'PreToolUse', say('{}', 2, 'text'), ran, { version: '2.1.89' }],
    ['b01 exit 1 + stderr', 'PreToolUse', nothing(1, 'text'), { ...ran, legal: false }],
    ['b02 exit 1 + deny JSON', 'PreToolUse', say(deny, 1), { ...blocked, legal: false }],
    ['exit 1, registered to block on failure', 'PreToolUse', nothing(1, 'text'), blocked, { onFailure: 'block' }],
    ['malformed JSON, registered to block on failure', 'PreToolUse', say('{"a"'), blocked, { onFailure: 'block' }],
    ['d01 malformed JSON', 'PreToolUse', say('{"hookSpecificOutput": {'), { ...ran, legal: false }],
    ['d02 text before JSON', 'PreToolUse', say(`log line\n${denyText}`), { ...ran, legal: false }],
    ['d03 text after JSON', 'PreToolUse', say(`${denyText}\nlog line`), { ...ran, legal: false }],
    ['d04 two JSON lines', 'PreToolUse', say(`${denyText}\n{}`), ran],
    ['d05 empty stdout', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['d06 white space around', 'PreToolUse', say(`\n\n   ${denyText}\n\n`), blocked],
    ['d07 byte order mark', 'PreToolUse', say(`\ufeff${denyText}`), blocked],
    ['d09 JSON array', 'PreToolUse', say([deny]), ran],
    ['d10 JSON null', 'PreToolUse', say('null'), ran],
    ['d15 NUL after JSON', 'PreToolUse', say(`${denyText}\u0000`), ran],
    [
      'd17 deny and allow under one key',
      'PreToolUse',
      say(denyText.replace('"permissionDecisionReason"', '"permissionDecision":"allow","permissionDecisionReason"')),
      ran,
    ],
    ['e01 unknown top-level field', 'PreToolUse', say({ ...deny, tfy: { a: 1 } }), blocked],
    [
      'e02 unknown nested field',
      'PreToolUse',
      say(pre({ ...deny.hookSpecificOutput, tfyTrace: 'x' })),
      { ...blocked, legal: false },
    ],
    ['e03 continue of another type', 'PreToolUse', say({ ...deny, continue: 'yes' }), { ...ran, legal: false }],
    [
      'e04 hookEventName of another event',
      'PreToolUse',
      say(pre({ ...deny.hookSpecificOutput, hookEventName: 'PostToolUse' })),
      ran,
    ],
    ['e05 hookEventName missing', 'PreToolUse', say({ hookSpecificOutput: { permissionDecision: 'deny' } }), ran],
    ['e06 permissionDecision "block"', 'PreToolUse', say(reasoned('block')), { ...ran, legal: false }],
    [
      'e08 reason of another type',
      'PreToolUse',
      say(pre({ permissionDecision: 'deny', permissionDecisionReason: { a: 1 } })),
      ran,
    ],
    [
      'e09 deny without a reason',
      'PreToolUse',
      say(pre({ permissionDecision: 'deny' })),
      { ...blocked, modelTold: 'Blocked by hook' },
    ],
    ['e11 permissionDecision at the top', 'PreToolUse', say({ permissionDecision: 'deny' }), ran],
    ['e12 null fields', 'PreToolUse', say({ ...deny, systemMessage: null }), { ...ran, legal: false }],
    ['e13 an answer for Cursor', 'PreToolUse', say({ permission: 'deny' }), ran],
    ['f01 defer, headless', 'PreToolUse', say(reasoned('defer')), blocked, { attended: false }],
    ['f02 ask', 'PreToolUse', say(reasoned('ask')), { ...blocked, asks: true }],
    ...['Bash', 'WebFetch', 'Agent', 'mcp__lab__lab_touch'].map(
      tool => [`tui ask at ${tool}`, 'PreToolUse', say(reasoned('ask')), { asks: true, personTold: 'why' }, { tool }] as const,
    ),
    ...['Write', 'Edit', 'NotebookEdit', 'Read'].map(
      tool =>
        [`tui ask at ${tool}`, 'PreToolUse', say(reasoned('ask')), { asks: true, personTold: undefined }, { tool }] as const,
    ),
    ['f03 decision approve', 'PreToolUse', say({ decision: 'approve' }), { ...ran, skipsPrompt: true }],
    ['f04 decision block', 'PreToolUse', say({ decision: 'block', reason: 'why' }), { ...blocked, modelTold: 'why' }],
    ['f05 decision block beside allow', 'PreToolUse', say({ decision: 'block', reason: 'top', ...reasoned('allow') }), blocked],
    ['f06 continue:false', 'PreToolUse', say({ continue: false, stopReason: 'why' }), ran],
    [
      'f10 systemMessage + deny',
      'PreToolUse',
      say({ systemMessage: 'hello', ...deny }),
      { ...blocked, personTold: 'hello\nwhy' },
    ],
    [
      'f11 deny + additionalContext',
      'PreToolUse',
      say(pre({ ...deny.hookSpecificOutput, additionalContext: 'note' })),
      { ...blocked, context: 'note' },
    ],
    ['f12 decision "deny"', 'PreToolUse', say({ decision: 'deny', reason: 'why' }), { ...ran, legal: false }],
    ['g01 allow', 'PreToolUse', say(reasoned('allow')), { ...ran, skipsPrompt: true }],
    [
      'h01 updatedInput without a decision',
      'PreToolUse',
      say(pre({ updatedInput: { command: 'safe' } })),
      { ...ran, rewritten: { of: 'input', value: { command: 'safe' } } },
    ],
    ['h05 updatedInput + deny', 'PreToolUse', say(pre({ permissionDecision: 'deny', updatedInput: {} })), blocked],
    ['h10 updatedInput at the top', 'PreToolUse', say({ updatedInput: { command: 'safe' } }), ran],
    ['p01 block', 'UserPromptSubmit', say({ decision: 'block', reason: 'why' }), { ...blocked, personTold: 'why' }],
    ['p02 exit 2 + stderr', 'UserPromptSubmit', nothing(2, 'text'), { ...blocked, personTold: 'text' }],
    [
      'p03 exit 2 + block JSON',
      'UserPromptSubmit',
      say({ decision: 'block', reason: 'why' }, 2, 'text'),
      { ...blocked, personTold: 'why' },
    ],
    ['p04 plain text', 'UserPromptSubmit', say('some text'), { ...ran, context: 'some text' }],
    ['p06 continue:false', 'UserPromptSubmit', say({ continue: false, stopReason: 'why' }), blocked],
    [
      'p07 permissionDecision',
      'UserPromptSubmit',
      say({ hookSpecificOutput: { hookEventName: 'UserPromptSubmit', permissionDecision: 'deny' } }),
      { ...ran, legal: false },
    ],
    ['q01 block after a tool', 'PostToolUse', say({ decision: 'block', reason: 'why' }), { ...ran, modelTold: 'why' }],
    ['q02 exit 2 after a tool', 'PostToolUse', nothing(2, 'text'), { ...ran, modelTold: 'text' }],
    [
      'q04 updatedToolOutput as text on Bash',
      'PostToolUse',
      say(post({ updatedToolOutput: 'x' })),
      { ...ran, legal: false },
      bash,
    ],
    [
      'q05 updatedToolOutput in the shape of Bash',
      'PostToolUse',
      say(post({ updatedToolOutput: { ...bash.output, stdout: 'y' } })),
      { legal: true, rewritten: { of: 'output', value: { ...bash.output, stdout: 'y' } } },
      bash,
    ],
    [
      'q07 updatedToolOutput on MCP',
      'PostToolUse',
      say(post({ updatedToolOutput: [{ type: 'text', text: 'y' }] })),
      { legal: true },
      { tool: 'mcp__lab__echo', output: [{ type: 'text', text: 'x' }] },
    ],
    ['q12 permissionDecision after a tool', 'PostToolUse', say(post({ permissionDecision: 'deny' })), { ...ran, legal: false }],
    ['q16 block after a batch', 'PostToolBatch', say({ decision: 'block', reason: 'why' }), blocked],
    ['q17 exit 2 after a batch', 'PostToolBatch', nothing(2, 'text'), blocked],
    ['s03 exit 2 at the start', 'SessionStart', nothing(2, 'text'), ran],
    ['s04 continue:false at the start', 'SessionStart', say({ continue: false }), ran],
    ['t01 block at the end', 'Stop', say({ decision: 'block', reason: 'why' }), { keepsWorking: true, modelTold: 'why' }],
    ['t02 exit 2 at the end', 'Stop', nothing(2, 'text'), { keepsWorking: true, modelTold: 'text' }],
    ['a missing script at the end', 'Stop', nothing(2, 'sh: no such file'), { ...ran, problems: [] }],
    ['t09 exit 2 at a subagent', 'SubagentStart', nothing(2, 'text'), ran],
    [
      'r01 behavior allow',
      'PermissionRequest',
      say({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }),
      { ...ran, skipsPrompt: true },
    ],
    [
      'r02 behavior deny',
      'PermissionRequest',
      say({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'why' } } }),
      { ...blocked, modelTold: 'why' },
    ],
    [
      'no schema for hookSpecificOutput',
      'PreCompact',
      say({ decision: 'block', hookSpecificOutput: { hookEventName: 'PreCompact' } }),
      { ...ran, legal: false },
    ],
    ['policy settings cannot be held back', 'ConfigChange', say({ decision: 'block' }), ran, { source: 'policy_settings' }],
  ])
})
