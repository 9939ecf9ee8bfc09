/** The oracle against the measured table: each row was run on the real client, and its id is the table's. */

import { describe } from 'vitest'
import { read as codex } from './codex.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const bash = { tool: 'Bash', input: { command: 'touch pwned' } }
const dropped = { ...ran, legal: false }

describe('codex 0.169.0, before a tool', () => {
  const pre = (fields: object, rest: object = {}) => ({ ...rest, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  const reasoned = (decision: string, rest: object = {}) =>
    pre({ permissionDecision: decision, permissionDecisionReason: 'why' }, rest)
  const deny = reasoned('deny')
  const denyText = JSON.stringify(deny)
  const safe = { updatedInput: { command: 'touch safe' } }
  const told = (text: string) => ({ ...blocked, legal: true, modelTold: text })

  rows(codex, [
    ['a01 deny JSON, exit 0', 'PreToolUse', say(deny), told('why')],
    ['a02 exit 2 + stderr', 'PreToolUse', nothing(2, 'text'), told('text')],
    ['a03 exit 2 + deny JSON + stderr', 'PreToolUse', say(deny, 2, 'text'), told('text')],
    ['a04 exit 2 + allow JSON + stderr', 'PreToolUse', say(reasoned('allow'), 2, 'text'), told('text')],
    ['a05 exit 2 + deny JSON, no stderr', 'PreToolUse', say(deny, 2), dropped],
    ['a06 exit 2, nothing printed', 'PreToolUse', nothing(2), dropped],
    ['a07 exit 2 + plain stdout', 'PreToolUse', say('plain\n', 2), dropped],
    ['a08 exit 2 + systemMessage JSON + stderr', 'PreToolUse', say({ systemMessage: 'sys' }, 2, 'text'), told('text')],
    ['a09 exit 2 + illegal JSON + stderr', 'PreToolUse', say(reasoned('block'), 2, 'text'), told('text')],
    ['a10 exit 2 + malformed JSON + stderr', 'PreToolUse', say('{"hookSpecificOutput":', 2, 'text'), told('text')],
    [
      'a11 exit 2 + rewrite + stderr',
      'PreToolUse',
      say(pre({ permissionDecision: 'allow', ...safe }), 2, 'text'),
      told('text'),
      bash,
    ],
    ['a12 exit 2 + text before deny JSON + stderr', 'PreToolUse', say(`log\n${denyText}`, 2, 'text'), told('text')],
    ['b01 exit 1 + stderr', 'PreToolUse', nothing(1, 'text'), dropped],
    ['b02 exit 1 + deny JSON', 'PreToolUse', say(deny, 1), dropped],
    ['b03 exit 1 + deny JSON + stderr', 'PreToolUse', say(deny, 1, 'text'), dropped],
    ['b04 exit 3 + deny JSON', 'PreToolUse', say(deny, 3), dropped],
    ['exit 2 behind PowerShell', 'PreToolUse', say(deny, 2, 'text'), dropped, { platform: 'win32' }],
    ['deny JSON behind PowerShell', 'PreToolUse', say(deny), told('why'), { platform: 'win32' }],
    ['d01 malformed JSON', 'PreToolUse', say('{"hookSpecificOutput": {'), dropped],
    ['d02 text before JSON', 'PreToolUse', say(`some log line\n${denyText}\n`), dropped],
    ['d03 text after JSON', 'PreToolUse', say(`${denyText}\nsome log line\n`), dropped],
    ['d04 two JSON lines', 'PreToolUse', say(`${denyText}\n{}\n`), dropped],
    ['d05 empty stdout', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['d06 white space around', 'PreToolUse', say(`\n\n   ${denyText}\n\n`), told('why')],
    ['d07 byte order mark', 'PreToolUse', say(`\ufeff${denyText}`), dropped],
    ['d08 pretty-printed', 'PreToolUse', say(JSON.stringify(deny, null, 2)), told('why')],
    ['d09 JSON array', 'PreToolUse', say([deny]), dropped],
    ['d10 JSON null', 'PreToolUse', say('null'), dropped],
    ['d11 empty object', 'PreToolUse', say({}), { ...ran, legal: true }],
    ['d12 plain text', 'PreToolUse', say('just text\n'), { ...dropped, context: undefined }],
    ['d13 stderr at exit 0', 'PreToolUse', nothing(0, 'text'), { ...ran, legal: true }],
    ['d15 NUL after JSON', 'PreToolUse', say(`${denyText}\u0000`), dropped],
    ['d16 colour before JSON', 'PreToolUse', say(`\u001b[0m${denyText}`), dropped],
    [
      'd17 deny and allow under one key',
      'PreToolUse',
      say(denyText.replace('"permissionDecisionReason"', '"permissionDecision":"allow","permissionDecisionReason"')),
      dropped,
    ],
    ['e01 unknown top-level field', 'PreToolUse', say({ ...deny, tfy: { a: 1 } }), dropped],
    ['e02 unknown nested field', 'PreToolUse', say(pre({ ...deny.hookSpecificOutput, tfyTrace: 'x' })), dropped],
    ['e03 continue of another type', 'PreToolUse', say({ ...deny, continue: 'yes' }), dropped],
    [
      'e04 hookEventName of another event',
      'PreToolUse',
      say(pre({ ...deny.hookSpecificOutput, hookEventName: 'PostToolUse' })),
      told('why'),
    ],
    [
      'e05 hookEventName missing',
      'PreToolUse',
      say({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'why' } }),
      dropped,
    ],
    ['e06 permissionDecision "block"', 'PreToolUse', say(reasoned('block')), dropped],
    ['e07 upper case', 'PreToolUse', say(reasoned('DENY')), dropped],
    [
      'e08 a reason that is no string',
      'PreToolUse',
      say(pre({ permissionDecision: 'deny', permissionDecisionReason: { a: 1 } })),
      dropped,
    ],
    ['e09 no reason', 'PreToolUse', say(pre({ permissionDecision: 'deny' })), dropped],
    ['e10 empty reason', 'PreToolUse', say(pre({ permissionDecision: 'deny', permissionDecisionReason: '' })), dropped],
    ['e11 deny at the top', 'PreToolUse', say({ permissionDecision: 'deny', permissionDecisionReason: 'why' }), dropped],
    ['e12 null fields', 'PreToolUse', say({ ...deny, systemMessage: null, stopReason: null }), told('why')],
    ['e13 another dialect', 'PreToolUse', say({ permission: 'deny', userMessage: 'why' }), dropped],
    ['f01 defer', 'PreToolUse', say(reasoned('defer')), dropped],
    ['f02 ask', 'PreToolUse', say(reasoned('ask')), { ...dropped, asks: undefined }],
    ['f03 decision approve', 'PreToolUse', say({ decision: 'approve', reason: 'why' }), { ...dropped, skipsPrompt: undefined }],
    ['f04 decision block', 'PreToolUse', say({ decision: 'block', reason: 'why' }), told('why')],
    ['f05 decision block beside allow', 'PreToolUse', say(reasoned('allow', { decision: 'block', reason: 'top' })), dropped],
    ['f06 continue:false', 'PreToolUse', say({ continue: false, stopReason: 'stop' }), dropped],
    ['f07 continue:false beside deny', 'PreToolUse', say({ ...deny, continue: false, stopReason: 'stop' }), dropped],
    ['f08 suppressOutput beside deny', 'PreToolUse', say({ ...deny, suppressOutput: true }), dropped],
    ['f09 systemMessage', 'PreToolUse', say({ systemMessage: 'sys' }), { ...ran, legal: true, personTold: 'sys' }],
    ['f10 systemMessage beside deny', 'PreToolUse', say({ ...deny, systemMessage: 'sys' }), told('why')],
    [
      'f11 deny and context',
      'PreToolUse',
      say(pre({ ...deny.hookSpecificOutput, additionalContext: 'ctx' })),
      { ...told('why'), context: 'ctx' },
    ],
    ['f12 decision "deny"', 'PreToolUse', say({ decision: 'deny', reason: 'why' }), dropped],
    ['f13 async', 'PreToolUse', say({ async: true }), dropped],
    ['h01 updatedInput without a decision', 'PreToolUse', say(pre(safe)), { ...dropped, rewritten: undefined }, bash],
    [
      'h02 updatedInput with allow',
      'PreToolUse',
      say(pre({ permissionDecision: 'allow', ...safe })),
      { ...ran, legal: true, rewritten: { of: 'input', value: { command: 'touch safe' } } },
      bash,
    ],
    ['h04 updatedInput with ask', 'PreToolUse', say(pre({ permissionDecision: 'ask', ...safe })), dropped, bash],
    ['h05 updatedInput with deny', 'PreToolUse', say(pre({ permissionDecision: 'deny', ...safe })), dropped, bash],
    [
      'h06 updatedInput without command',
      'PreToolUse',
      say(pre({ permissionDecision: 'allow', updatedInput: { description: 'x' } })),
      { ...blocked, legal: false },
      bash,
    ],
    [
      'h08 updatedInput with another field',
      'PreToolUse',
      say(pre({ permissionDecision: 'allow', updatedInput: { command: 'touch safe', tfy: 1 } })),
      { ...ran, rewritten: { of: 'input', value: { command: 'touch safe' } } },
      bash,
    ],
    ['h10 updatedInput at the top', 'PreToolUse', say(safe), dropped, bash],
    [
      'i01 100 kB reason',
      'PreToolUse',
      say(pre({ permissionDecision: 'deny', permissionDecisionReason: 'x'.repeat(100_000) })),
      blocked,
    ],
    ['i04 100 kB context', 'PreToolUse', say(pre({ additionalContext: 'x'.repeat(100_000) })), dropped],
    [
      'u3 superset JSON, exit 0',
      'PreToolUse',
      say({ ...deny, decision: 'block', reason: 'top', permissionDecision: 'deny', permissionDecisionReason: 'flat' }),
      dropped,
    ],
    [
      'u4 superset JSON, exit 2 + stderr',
      'PreToolUse',
      say({ ...deny, decision: 'block', reason: 'top', permissionDecision: 'deny', permissionDecisionReason: 'flat' }, 2, 'text'),
      told('text'),
    ],
    ['u5 exit 2 + {} + stderr', 'PreToolUse', say({}, 2, 'text'), told('text')],
  ])
})

describe('codex 0.169.0, other events', () => {
  const block = { decision: 'block', reason: 'why' }
  const context = (event: string) => ({ hookSpecificOutput: { hookEventName: event, additionalContext: 'ctx' } })
  const kept = { goesOn: true, keepsWorking: true as const, modelTold: 'why' }

  rows(codex, [
    ['p01 decision block', 'UserPromptSubmit', say(block), { ...blocked, legal: true, personTold: 'why' }],
    ['p02 exit 2 + stderr', 'UserPromptSubmit', nothing(2, 'text'), { ...blocked, legal: true, personTold: 'text' }],
    ['p03 exit 2 + block JSON + stderr', 'UserPromptSubmit', say(block, 2, 'text'), blocked],
    ['p04 plain stdout', 'UserPromptSubmit', say('ctx plain\n'), { ...dropped, context: 'ctx plain' }],
    ['p05 additionalContext', 'UserPromptSubmit', say(context('UserPromptSubmit')), { ...ran, legal: true, context: 'ctx' }],
    ['p06 continue:false', 'UserPromptSubmit', say({ continue: false, stopReason: 'stop' }), blocked],
    [
      'p07 permissionDecision deny',
      'UserPromptSubmit',
      say({ hookSpecificOutput: { hookEventName: 'UserPromptSubmit', permissionDecision: 'deny' } }),
      dropped,
    ],
    ['p08 exit 1 + stderr', 'UserPromptSubmit', nothing(1, 'text'), dropped],
    ['p09 malformed JSON', 'UserPromptSubmit', say('{"decision":"block", ctx'), { ...dropped, context: undefined }],
    ['p11 block without a reason', 'UserPromptSubmit', say({ decision: 'block' }), dropped],
    ['p12 decision "deny"', 'UserPromptSubmit', say({ decision: 'deny', reason: 'why' }), dropped],
    ['p14 systemMessage', 'UserPromptSubmit', say({ systemMessage: 'sys' }), { ...ran, legal: true }],
    [
      'p15 block + suppressOriginalPrompt',
      'UserPromptSubmit',
      say({ ...block, hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true } }),
      dropped,
    ],
    ['q01 decision block', 'PostToolUse', say(block), { ...blocked, legal: true, modelTold: 'why' }],
    ['q02 exit 2 + stderr', 'PostToolUse', nothing(2, 'text'), { ...blocked, legal: true, modelTold: 'text' }],
    ['q03 additionalContext', 'PostToolUse', say(context('PostToolUse')), { ...ran, legal: true, context: 'ctx' }],
    [
      'q06 updatedMCPToolOutput',
      'PostToolUse',
      say({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedMCPToolOutput: [{ type: 'text', text: 'x' }] } }),
      { ...dropped, rewritten: undefined },
    ],
    ['q08 continue:false', 'PostToolUse', say({ continue: false, stopReason: 'stop' }), { ...blocked, modelTold: 'stop' }],
    ['q09 exit 1 + stderr', 'PostToolUse', nothing(1, 'text'), dropped],
    ['q10 plain stdout', 'PostToolUse', say('ctx plain'), { ...dropped, context: undefined }],
    [
      'q11 block + additionalContext',
      'PostToolUse',
      say({ ...block, ...context('PostToolUse') }),
      { ...blocked, context: 'ctx' },
    ],
    [
      'q12 permissionDecision deny',
      'PostToolUse',
      say({ hookSpecificOutput: { hookEventName: 'PostToolUse', permissionDecision: 'deny' } }),
      dropped,
    ],
    ['s01 plain stdout', 'SessionStart', say('ctx plain'), { ...dropped, context: 'ctx plain' }],
    ['s02 additionalContext', 'SessionStart', say(context('SessionStart')), { ...ran, legal: true, context: 'ctx' }],
    ['s03 exit 2 + stderr', 'SessionStart', nothing(2, 'text'), dropped],
    ['s04 continue:false', 'SessionStart', say({ continue: false, stopReason: 'stop' }), blocked],
    ['s05 systemMessage', 'SessionStart', say({ systemMessage: 'sys' }), { ...ran, legal: true }],
    ['t01 block', 'Stop', say(block), { ...kept, legal: true }],
    ['t02 exit 2 + stderr', 'Stop', nothing(2, 'why'), { ...kept, legal: true }],
    ['t04 block without a reason', 'Stop', say({ decision: 'block' }), { ...dropped, keepsWorking: undefined }],
    ['t05 continue:false', 'Stop', say({ continue: false, stopReason: 'stop' }), { ...ran, keepsWorking: undefined }],
    ['t06 additionalContext', 'Stop', say(context('Stop')), { ...dropped, keepsWorking: undefined }],
  ])
})

// Approvals did not arise in the lab (r01 to r05): the schema and the parser, as the contract has them.
describe('codex 0.169.0, approvals, from its schema', () => {
  const answer = (decision: object) => ({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
  const asked = { goesOn: false, asks: true as const }

  rows(codex, [
    ['nothing said', 'PermissionRequest', nothing(), { ...asked, legal: true }],
    ['behavior allow', 'PermissionRequest', say(answer({ behavior: 'allow' })), { ...ran, skipsPrompt: true, legal: true }],
    [
      'behavior deny',
      'PermissionRequest',
      say(answer({ behavior: 'deny', message: 'why' })),
      { ...blocked, asks: undefined, modelTold: 'why' },
    ],
    ['exit 2 + stderr', 'PermissionRequest', nothing(2, 'text'), { ...blocked, asks: undefined, modelTold: 'text' }],
    [
      'behavior deny + interrupt',
      'PermissionRequest',
      say(answer({ behavior: 'deny', interrupt: true })),
      { ...asked, legal: false },
    ],
    [
      'allow + updatedInput',
      'PermissionRequest',
      say(answer({ behavior: 'allow', updatedInput: {} })),
      { ...asked, legal: false, skipsPrompt: undefined },
    ],
    ['decision block', 'PermissionRequest', say({ decision: 'block', reason: 'why' }), { ...asked, legal: false }],
    ['the end of a session', 'SessionEnd', say({ systemMessage: 'sys' }), dropped],
    ['an interrupt takes a message only', 'Interrupt', say({ continue: true }), dropped],
  ])
})
