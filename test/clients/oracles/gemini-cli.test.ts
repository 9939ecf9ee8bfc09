/** The oracle against the measured table: each row was run on the real client, and its id is the table's. `x` rows were run later. */

import { describe } from 'vitest'
import { read as gemini } from './gemini-cli.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('gemini-cli 0.61.0', () => {
  const deny = { decision: 'deny', reason: 'why' }
  const denyText = JSON.stringify(deny)
  const as = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } })
  const shell = { tool: 'run_shell_command', input: { command: 'touch a', description: 'lab' } }
  const ended = { ...deny, continue: false }

  rows(gemini, [
    ['a01 deny, exit 0', 'BeforeTool', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    ['a02 exit 2 + stderr', 'BeforeTool', nothing(2, 'text'), { ...blocked, modelTold: 'text' }],
    ['a03 exit 2 + deny + stderr', 'BeforeTool', say(deny, 2, 'text'), { ...blocked, legal: true, modelTold: 'why' }],
    ['a04 exit 2 + allow + stderr', 'BeforeTool', say({ decision: 'allow', reason: 'why' }, 2, 'text'), ran],
    ['a05 exit 2 + deny, no stderr', 'BeforeTool', say(deny, 2), blocked],
    ['a06 exit 2, nothing printed', 'BeforeTool', nothing(2), ran],
    ['a07 exit 2 + malformed JSON', 'BeforeTool', say('{"decision":', 2, 'text'), { ...blocked, modelTold: '{"decision":' }],
    ['b01 exit 1 + stderr', 'BeforeTool', nothing(1, 'text'), { ...ran, legal: false, personTold: 'Warning: text' }],
    ['b02 exit 1 + deny', 'BeforeTool', say(deny, 1), { ...blocked, legal: false }],
    ['b04 exit 3 + stderr', 'BeforeTool', nothing(3, 'text'), { ...blocked, legal: false }],
    ['d01 malformed JSON', 'BeforeTool', say('{"decision":"deny", '), { ...ran, legal: false }],
    ['d02 text before JSON', 'BeforeTool', say(`log\n${denyText}`), { ...ran, legal: false }],
    ['d03 text after JSON', 'BeforeTool', say(`${denyText}\nlog`), { ...ran, legal: false }],
    ['text before JSON at exit 2', 'BeforeTool', say(`log\n${denyText}`, 2, 'text'), blocked],
    ['d05 empty stdout', 'BeforeTool', nothing(), { ...ran, legal: true }],
    ['d07 byte order mark', 'BeforeTool', say(`\ufeff${denyText}`), blocked],
    ['d10 JSON null', 'BeforeTool', say('null'), ran],
    ['d11 {}', 'BeforeTool', say({}), { ...ran, legal: true }],
    ['d13 stderr at exit 0', 'BeforeTool', nothing(0, 'text'), { ...ran, legal: false, personTold: 'text' }],
    ['d18 JSON in a string', 'BeforeTool', say(JSON.stringify(denyText)), blocked],
    ['e01 unknown fields', 'BeforeTool', say({ ...deny, tfy: 1, ...as('BeforeTool', { tfy: 2 }) }), { ...blocked, legal: true }],
    ['e02 an answer for Claude Code', 'BeforeTool', say(as('PreToolUse', { permissionDecision: 'deny' })), ran],
    ['e03 block', 'BeforeTool', say({ decision: 'block', reason: 'why' }), blocked],
    ['e04 DENY', 'BeforeTool', say({ decision: 'DENY', reason: 'why' }), ran],
    ['e05 no reason', 'BeforeTool', say({ decision: 'deny' }), { ...blocked, modelTold: 'No reason provided' }],
    ['e07 ask, headless', 'BeforeTool', say({ decision: 'ask' }), { ...blocked, legal: false }, { attended: false }],
    ['f06 continue:false', 'BeforeTool', say({ continue: false, stopReason: 'why' }), { ...blocked, personTold: 'why' }],
    ['f09 systemMessage', 'BeforeTool', say({ systemMessage: 'hello' }), { ...ran, personTold: 'hello' }],
    [
      'f10 systemMessage + deny',
      'BeforeTool',
      say({ systemMessage: 'hello', ...deny }),
      { ...blocked, personTold: 'hello\nwhy' },
    ],
    ['h01 part of the input', 'BeforeTool', say(as('BeforeTool', { tool_input: { command: 'safe' } })), { legal: false }, shell],
    [
      'x01 the whole input',
      'BeforeTool',
      say(as('BeforeTool', { tool_input: { command: 'safe', description: 'lab' } })),
      { ...ran, legal: true, rewritten: { of: 'input', value: { command: 'safe', description: 'lab' } } },
      shell,
    ],
    ['h03 updatedInput', 'BeforeTool', say(as('BeforeTool', { updatedInput: { command: 'safe' } })), ran],
    ['h05 another type', 'BeforeTool', say(as('BeforeTool', { tool_input: { command: 5 } })), blocked, shell],
    ['p01 deny a prompt', 'BeforeAgent', say(deny), { ...blocked, personTold: 'why' }],
    ['p02 exit 2 + stderr', 'BeforeAgent', nothing(2, 'text'), blocked],
    ['p07 exit 2 + block', 'BeforeAgent', say({ decision: 'block', reason: 'why' }, 2, 'text'), blocked],
    ['p09 exit 2 + JSON without a decision', 'BeforeAgent', say(as('BeforeAgent', {}), 2, 'text'), ran],
    [
      'x02 a message takes the place of the reason',
      'BeforeAgent',
      say({ ...deny, systemMessage: 'hello' }),
      { personTold: 'hello' },
    ],
    ['p05 context', 'BeforeAgent', say(as('BeforeAgent', { additionalContext: 'note' })), { ...ran, context: 'note' }],
    ['p06 continue:false', 'BeforeAgent', say({ continue: false, stopReason: 'why' }), blocked],
    ['q01 deny a result', 'AfterTool', say(deny), { ...blocked, modelTold: 'why' }],
    ['q02 exit 2', 'AfterTool', nothing(2, 'text'), { ...blocked, modelTold: 'text' }],
    ['x03 exit 2 + deny + stderr', 'AfterTool', say(deny, 2, 'text'), { ...blocked, modelTold: 'why', legal: true }],
    ['q03 context', 'AfterTool', say(as('AfterTool', { additionalContext: 'note' })), { ...ran, context: 'note' }],
    ['n01 deny a request', 'BeforeModel', say(deny), { ...blocked, legal: false }],
    ['x04 end the run before a request', 'BeforeModel', say(ended, 2, 'text'), { ...blocked, legal: true, personTold: 'why' }],
    ['n03 deny an answer', 'AfterModel', say(deny), { ...ran, legal: false }],
    ['x05 end the run after an answer', 'AfterModel', say(ended, 2, 'text'), { ...blocked, legal: true, personTold: 'why' }],
    ['x06 {} before the choice of tools', 'BeforeToolSelection', say({}), { ...ran, legal: false }],
    ['x07 silence before the choice of tools', 'BeforeToolSelection', nothing(), { ...ran, legal: true }],
    ['s02 context', 'SessionStart', say(as('SessionStart', { additionalContext: 'note' })), { ...ran, context: 'note' }],
    ['s03 exit 2', 'SessionStart', nothing(2, 'text'), ran],
    ['t01 send an answer back', 'AfterAgent', say(deny), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['t02 exit 2', 'AfterAgent', nothing(2, 'text'), { ...ran, keepsWorking: true, modelTold: 'text' }],
    ['t05 continue:false', 'AfterAgent', say({ continue: false, stopReason: 'why' }), { ...ran, personTold: 'why' }],
    [
      'u1 exit 2 + an answer for Claude Code',
      'BeforeTool',
      say(as('BeforeTool', { permissionDecision: 'deny' }), 2, 'text'),
      ran,
    ],
    ['u5 exit 2 + {}', 'BeforeTool', say({}, 2, 'text'), ran],
  ])
})
