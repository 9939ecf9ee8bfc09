/** The oracle against the measured table: each row was run on the real client, and its id is the table's. `x` rows were run later. */

import { describe } from 'vitest'
import { read as qwen } from './qwen-code.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('qwen-code 0.24.4', () => {
  const pre = (fields: object, rest: object = {}) => ({ ...rest, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
  const reasoned = (decision: string) => pre({ permissionDecision: decision, permissionDecisionReason: 'why' })
  const deny = reasoned('deny')
  const denyText = JSON.stringify(deny)
  const block = { decision: 'block', reason: 'why' }
  const whole = { ...block, continue: false }
  const both = JSON.stringify(whole)
  const context = (hookEventName: string) => ({ hookSpecificOutput: { hookEventName, additionalContext: 'note' } })
  const request = (decision: object) => ({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })

  rows(qwen, [
    ['a01 deny, exit 0', 'PreToolUse', say(deny), { ...blocked, modelTold: 'why' }],
    ['a02 exit 2 + stderr', 'PreToolUse', nothing(2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a03 exit 2 + deny + stderr', 'PreToolUse', say(deny, 2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a04 exit 2 + allow + stderr', 'PreToolUse', say(reasoned('allow'), 2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a05 exit 2 + deny, no stderr', 'PreToolUse', say(deny, 2), ran],
    ['a06 exit 2, nothing printed', 'PreToolUse', nothing(2), ran],
    ['a10 exit 2 + malformed JSON', 'PreToolUse', say('{"hook', 2, 'text'), blocked],
    ['b01 exit 1 + stderr', 'PreToolUse', nothing(1, 'text'), { ...ran, legal: false }],
    ['b02 exit 1 + deny', 'PreToolUse', say(deny, 1), { ...blocked, legal: false }],
    ['b04 exit 3 + deny', 'PreToolUse', say(deny, 3), blocked],
    ['exit 2 + deny where a shell makes 1 of it', 'PreToolUse', say(deny, 2, 'text'), blocked, { platform: 'win32' }],
    ['exit 2 + stderr where a shell makes 1 of it', 'PreToolUse', nothing(2, 'text'), ran, { platform: 'win32' }],
    ['d01 malformed JSON', 'PreToolUse', say('{"hook'), { ...ran, legal: false }],
    ['d02 text before JSON', 'PreToolUse', say(`log\n${denyText}`), { ...ran, legal: false }],
    ['d03 text after JSON', 'PreToolUse', say(`${denyText}\nlog`), { ...ran, legal: false }],
    ['d05 empty stdout', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['d07 byte order mark', 'PreToolUse', say(`\ufeff${denyText}`), blocked],
    ['d09 JSON array', 'PreToolUse', say([deny]), ran],
    ['d10 JSON null', 'PreToolUse', say('null'), ran],
    ['d11 {}', 'PreToolUse', say({}), { ...ran, legal: true }],
    ['d13 stderr at exit 0', 'PreToolUse', nothing(0, 'text'), { ...ran, legal: false }],
    ['d15 NUL after JSON', 'PreToolUse', say(`${denyText}\u0000`), ran],
    ['e01 unknown field', 'PreToolUse', say({ ...deny, tfy: 1 }), blocked],
    ['e05 hookEventName missing', 'PreToolUse', say({ hookSpecificOutput: { permissionDecision: 'deny' } }), blocked],
    ['e06 permissionDecision "block"', 'PreToolUse', say(reasoned('block')), { ...ran, legal: false }],
    ['e09 no reason', 'PreToolUse', say(pre({ permissionDecision: 'deny' })), { ...blocked, modelTold: 'No reason provided' }],
    ['e11 permissionDecision at the top', 'PreToolUse', say({ permissionDecision: 'deny' }), ran],
    ['f01 defer', 'PreToolUse', say(reasoned('defer')), { ...ran, legal: false }],
    ['f02 ask, headless', 'PreToolUse', say(reasoned('ask')), { ...blocked, modelTold: 'why' }, { attended: false }],
    ['ask, from the code', 'PreToolUse', say(reasoned('ask')), { ...blocked, asks: true }, { attended: true }],
    ['f04 decision block', 'PreToolUse', say(block), { ...blocked, modelTold: 'why' }],
    ['f05 block beside allow', 'PreToolUse', say({ ...block, ...reasoned('allow') }), ran],
    ['f06 continue:false', 'PreToolUse', say({ continue: false, stopReason: 'why' }), { ...blocked, modelTold: 'why' }],
    ['x01 continue:false beside allow', 'PreToolUse', say({ ...whole, ...reasoned('allow') }), { ...blocked, legal: true }],
    ['x02 the same JSON on both', 'PreToolUse', say(both, 2, both), { ...blocked, legal: true, modelTold: 'why' }],
    ['x03 text before the JSON on stderr', 'PreToolUse', say('log', 2, `log\n${both}`), blocked],
    ['f11 context', 'PreToolUse', say(context('PreToolUse')), { ...ran, legal: false }],
    ['f12 decision deny', 'PreToolUse', say({ decision: 'deny', reason: 'why' }), blocked],
    ['h02 updatedInput', 'PreToolUse', say(pre({ permissionDecision: 'allow', updatedInput: {} })), { ...ran, legal: false }],
    ['i02 5 MB', 'PreToolUse', say({ ...whole, reason: 'x'.repeat(5_000_000) }), { ...ran, legal: false }],
    ['p01 block a prompt', 'UserPromptSubmit', say(block), { ...blocked, personTold: 'why' }],
    ['p02 exit 2 + stderr', 'UserPromptSubmit', nothing(2, 'text'), blocked],
    ['x04 the same JSON on both', 'UserPromptSubmit', say(both, 2, both), { ...blocked, legal: true }],
    ['p04 plain text', 'UserPromptSubmit', say('note'), { ...ran, context: 'note' }],
    ['p05 context', 'UserPromptSubmit', say(context('UserPromptSubmit')), { ...ran, legal: true, context: 'note' }],
    ['p06 continue:false', 'UserPromptSubmit', say({ continue: false }), blocked],
    ['p07 permissionDecision', 'UserPromptSubmit', say({ hookSpecificOutput: { permissionDecision: 'deny' } }), ran],
    ['q01 block a result', 'PostToolUse', say(block), { ...ran, legal: false }],
    ['q02 exit 2', 'PostToolUse', nothing(2, 'text'), { ...ran, legal: false }],
    ['q03 context', 'PostToolUse', say(context('PostToolUse')), { ...ran, legal: true, context: 'note' }],
    ['q04 updatedToolOutput', 'PostToolUse', say({ hookSpecificOutput: { updatedToolOutput: 'x' } }), { ...ran, legal: false }],
    ['q08 continue:false', 'PostToolUse', say({ continue: false, stopReason: 'why' }), { ...blocked, modelTold: 'why' }],
    ['x05 the same JSON on both', 'PostToolUse', say(both, 2, both), { ...blocked, legal: true, modelTold: 'why' }],
    ['q13 block a failure', 'PostToolUseFailure', say(block), { ...ran, legal: false }],
    ['q15 context after a failure', 'PostToolUseFailure', say(context('PostToolUseFailure')), { ...ran, modelTold: 'note' }],
    ['q16 block after a batch', 'PostToolBatch', say(block), { ...blocked, modelTold: 'why' }],
    ['q17 exit 2 after a batch', 'PostToolBatch', nothing(2, 'text'), blocked],
    ['s02 context', 'SessionStart', say(context('SessionStart')), { ...ran, context: 'note' }],
    ['s03 exit 2', 'SessionStart', nothing(2, 'text'), ran],
    ['t01 block at the end', 'Stop', say(block), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['t02 exit 2 at the end', 'Stop', nothing(2, 'text'), { keepsWorking: true, modelTold: 'text' }],
    ['t05 continue:false at the end', 'Stop', say({ continue: false, stopReason: 'why' }), { keepsWorking: true }],
    ['t09 exit 2 at a subagent', 'SubagentStart', nothing(2, 'text'), ran],
    ['x06 a todo: exit 2 + stderr', 'TodoCreated', nothing(2, 'text'), { ...ran, legal: false }],
    ['x07 a todo: block', 'TodoCreated', say(block), { ...blocked, modelTold: 'why' }],
    ['x08 a todo: the same JSON on both', 'TodoCreated', say(both, 2, both), { ...blocked, legal: true }],
    ['x09 a todo: exit 2 + JSON + text', 'TodoCreated', say(both, 2, 'text'), ran],
    ['a written todo', 'TodoCreated', say(block), { ...ran, legal: false }, { source: 'postWrite' }],
    ['a request: exit 2 + stderr, from the code', 'PermissionRequest', nothing(2, 'text'), { asks: true, legal: false }],
    [
      'a request: deny',
      'PermissionRequest',
      say(request({ behavior: 'deny', message: 'why' })),
      { ...blocked, modelTold: 'why' },
    ],
    ['a request: allow', 'PermissionRequest', say(request({ behavior: 'allow' })), { ...ran, skipsPrompt: true }],
  ])
})
