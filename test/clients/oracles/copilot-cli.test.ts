/** The oracle against what was measured on Copilot CLI 1.0.102; ids as in the tables of 2026-11, `x` for later ones, `d` for its documentation. */

import { describe } from 'vitest'
import { read as copilot } from './copilot-cli.ts'
import { blocked, nothing, type Row, ran, rows, say } from './rows.ts'

const why = 'REASON-MARK'
const deny = { permissionDecision: 'deny', permissionDecisionReason: why }
const allow = { permissionDecision: 'allow' }
const claude = { hookSpecificOutput: { hookEventName: 'PreToolUse', ...deny } }
const superset = { decision: 'block', reason: 'top', ...deny, ...claude }
const block = { decision: 'block', reason: why }
const input = { command: 'touch a', description: 'x' }
const safe = { command: 'touch safe' }

const tool: readonly Row[] = [
  ['a01', 'preToolUse', say(deny), { ...blocked, legal: true, modelTold: why }],
  ['a02', 'preToolUse', nothing(2, 'text'), { ...blocked, modelTold: 'hook exited with code 2' }],
  ['a03', 'preToolUse', say(deny, 2, 'text'), { ...blocked, legal: true, modelTold: why }],
  ['a04', 'preToolUse', say(allow, 2, 'text'), { ...blocked, modelTold: 'hook exited with code 2' }],
  ['a06', 'preToolUse', nothing(2), blocked],
  ['b01', 'preToolUse', nothing(1, 'text'), { ...blocked, legal: false, modelTold: 'hook errored' }],
  ['b02', 'preToolUse', say(deny, 1), { ...blocked, legal: false, modelTold: 'hook errored' }],
  ['d01', 'preToolUse', say('{"permissionDecision":"deny", '), { ...ran, legal: false }],
  ['d02', 'preToolUse', say(`log\n${JSON.stringify(deny)}`), { ...ran, legal: false }],
  ['d03', 'preToolUse', say(`${JSON.stringify(deny)}\nlog`), { ...ran, legal: false }],
  ['d05', 'preToolUse', nothing(), { ...ran, legal: true }],
  ['d06', 'preToolUse', say('text'), { ...ran, legal: false }],
  ['d07', 'preToolUse', say(`\ufeff${JSON.stringify(deny)}`), blocked],
  ['d08', 'preToolUse', say(JSON.stringify(deny, null, 2)), blocked],
  ['d11', 'preToolUse', say({}), { ...ran, legal: true }],
  ['e01', 'preToolUse', say({ ...deny, tfy: 1 }), blocked],
  ['e02', 'preToolUse', say(claude), { ...ran, legal: false }],
  ['e03', 'preToolUse', say(block), ran],
  ['e04', 'preToolUse', say({ decision: 'deny', reason: why }), ran],
  ['e06', 'preToolUse', say({ ...deny, permissionDecision: 'block' }), { ...ran, legal: false }],
  ['e09', 'preToolUse', say({ permissionDecision: 'deny' }), { ...blocked, legal: false, modelTold: 'No reason provided' }],
  ['f02, headless', 'preToolUse', say({ ...deny, permissionDecision: 'ask' }), blocked, { attended: false }],
  ['f02, a person is there', 'preToolUse', say({ ...deny, permissionDecision: 'ask' }), { ...blocked, asks: true }],
  ['f06', 'preToolUse', say({ continue: false, stopReason: why }), { ...ran, legal: false }],
  ['f09', 'preToolUse', say({ systemMessage: why }), { ...ran, legal: false }],
  ['f11', 'preToolUse', say({ additionalContext: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
  ['g01', 'preToolUse', say(allow), { ...ran, skipsPrompt: true }],
  ['h01', 'preToolUse', say({ modifiedArgs: safe }), { ...ran, rewritten: { of: 'input', value: safe } }, { input }],
  ['h02', 'preToolUse', say({ ...allow, modifiedArgs: safe }), { rewritten: { of: 'input', value: safe } }, { input }],
  ['h03', 'preToolUse', say({ ...allow, updatedInput: safe }), { ...ran, legal: false }, { input }],
  ['u1', 'preToolUse', say(claude, 2, 'text'), { ...blocked, modelTold: 'hook exited with code 2' }],
  ['u3', 'preToolUse', say(superset), { ...blocked, legal: true, modelTold: why }],
  ['u4', 'preToolUse', say(superset, 2, 'text'), { ...blocked, legal: true, modelTold: why }],
  ['u5', 'preToolUse', say({}, 2, 'text'), blocked],
  ['v01', 'PreToolUse', say(claude), { ...blocked, legal: true, modelTold: why }],
  ['v02', 'PreToolUse', nothing(2, 'text'), blocked],
  ['v03', 'PreToolUse', say(deny), { ...blocked, legal: true, modelTold: why }],
  [
    'v04',
    'PreToolUse',
    say({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...allow, updatedInput: safe } }),
    { ...ran, legal: true, rewritten: { of: 'input', value: safe } },
  ],
  ['x01, PascalCase', 'PreToolUse', say(deny, 2, 'text'), { ...blocked, legal: true, modelTold: why }],
  ['x02', 'PreToolUse', say({ ...block, ...deny }, 2, 'text'), { ...blocked, legal: true, modelTold: why }],
  ['x03', 'PreToolUse', say(superset, 2, 'text'), { ...blocked, legal: false, modelTold: 'hook exited with code 2' }],
  ['x04', 'PreToolUse', say(claude, 2, 'text'), { ...blocked, legal: false, modelTold: 'hook exited with code 2' }],
  ['x05', 'PreToolUse', say(superset), { ...blocked, legal: true, modelTold: why }],
  ['x06', 'PreToolUse', say({ modifiedArgs: safe }), { ...ran, legal: true, rewritten: { of: 'input', value: safe } }, { input }],
  [
    'x07',
    'PreToolUse',
    say({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: safe } }),
    { ...ran, legal: true, rewritten: { of: 'input', value: safe } },
    { input },
  ],
  ['b02, exit 2 as PowerShell passes it on', 'preToolUse', say(deny, 2), blocked, { platform: 'win32' }],
]

const others: readonly Row[] = [
  ['p01', 'userPromptSubmitted', say(block), { ...blocked, legal: true, personTold: why }],
  ['p02', 'userPromptSubmitted', nothing(2, 'text'), { ...ran, legal: false, personTold: 'text' }],
  ['p03', 'userPromptSubmitted', say(deny), ran],
  ['p04', 'userPromptSubmitted', say({ additionalContext: 'CTX' }), { ...ran, context: 'CTX' }],
  [
    'p05',
    'userPromptSubmitted',
    say({ modifiedPrompt: 'new' }),
    { ...ran, legal: true, rewritten: { of: 'input', value: { prompt: 'new' } } },
    { input: { prompt: 'old' } },
  ],
  ['p06', 'userPromptSubmitted', say({ continue: false }), { ...ran, legal: false }],
  ['p07', 'userPromptSubmitted', say(block, 2, 'text'), blocked],
  ['p08', 'userPromptSubmitted', say(block, 1), { ...ran, legal: false }],
  ['p08, as PowerShell passes it on', 'userPromptSubmitted', say(block, 2, 'text'), ran, { platform: 'win32' }],
  [
    'x08',
    'UserPromptSubmit',
    say({ modifiedPrompt: 'new' }),
    { ...ran, legal: true, rewritten: { of: 'input', value: { prompt: 'new' } } },
    { input: { prompt: 'old' } },
  ],
  [
    'x09',
    'PostToolUse',
    say({ modifiedResult: { resultType: 'success', textResultForLlm: 'new' } }),
    { ...ran, legal: true, rewritten: { of: 'output', value: { resultType: 'success', textResultForLlm: 'new' } } },
  ],
  ['v05', 'UserPromptSubmit', say(block), blocked],
  ['q01', 'postToolUse', say(block), { ...blocked, modelTold: `Tool result blocked: ${why}` }],
  ['q02', 'postToolUse', nothing(2, 'text'), { ...ran, legal: false, personTold: 'text' }],
  ['q03', 'postToolUse', say({ additionalContext: 'CTX' }), { ...ran, context: 'CTX' }],
  [
    'q04',
    'postToolUse',
    say({ modifiedResult: { resultType: 'success', textResultForLlm: 'new' } }),
    { ...ran, legal: true, rewritten: { of: 'output', value: { resultType: 'success', textResultForLlm: 'new' } } },
  ],
  [
    'd: a result of type failure goes elsewhere',
    'postToolUse',
    say({ modifiedResult: { resultType: 'failure', textResultForLlm: 'new' } }),
    { legal: false },
  ],
  ['d: what failed is explained at exit 2', 'postToolUseFailure', say({ additionalContext: why }, 2), { ...ran, modelTold: why }],
  ['d: and not at exit 0', 'postToolUseFailure', say({ additionalContext: why }), { ...ran, legal: false }],
  ['s01', 'sessionStart', say({ additionalContext: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
  ['s02', 'sessionStart', nothing(2, 'text'), { ...ran, personTold: 'text' }],
  ['t01', 'agentStop', say(block), { ...ran, legal: true, keepsWorking: true, modelTold: why }],
  ['t02', 'agentStop', nothing(2, 'text'), { ...ran, personTold: 'text' }],
  ['t04', 'agentStop', say(block, 2, 'text'), { ...ran, keepsWorking: true, modelTold: why }],
  ['v06', 'Stop', say(block), { ...ran, keepsWorking: true, modelTold: why }],
  ['r01', 'permissionRequest', say({ behavior: 'deny', message: why }), { ...blocked, legal: true, modelTold: why }],
  ['r02', 'permissionRequest', say({ behavior: 'allow' }), { ...ran, skipsPrompt: true }],
  ['d: exit 2 denies', 'permissionRequest', nothing(2), blocked],
  ['d: exit 1 does not', 'permissionRequest', say({ behavior: 'deny', message: why }, 1), { ...ran, legal: false }],
  ['d: nothing is read', 'errorOccurred', say(superset), ran],
]

describe('Copilot CLI 1.0.102, before a tool', () => rows(copilot, tool))
describe('Copilot CLI 1.0.102, other events', () => rows(copilot, others))
