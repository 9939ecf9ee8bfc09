/** The oracle against what was read in the Copilot extension's source and in the documentation. */

import { describe, expect, it } from 'vitest'
import copilot from '../../../src/adapters/clients/copilot-cli.ts'
import { read as inCopilot } from './copilot-cli.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'
import { read as vscode } from './vscode.ts'

describe('VS Code (Local), from its source', () => {
  const why = 'why'
  const specific = (hookEventName: string, rest: object) => ({ hookSpecificOutput: { hookEventName, ...rest } })
  const decide = (permissionDecision: string, rest: object = {}) =>
    specific('PreToolUse', { permissionDecision, permissionDecisionReason: why, ...rest })
  const block = { decision: 'block', reason: why }
  const bash = { tool: 'run_in_terminal', input: { command: 'npm test', explanation: 'Test', mode: 'sync' } }
  const safe = { ...bash.input, command: 'safe' }

  rows(vscode, [
    ['nothing at all', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['an empty object', 'PreToolUse', say({}), { ...ran, legal: true }],
    ['deny', 'PreToolUse', say(decide('deny')), { ...blocked, legal: true, modelTold: why }],
    ['deny in the flat form', 'PreToolUse', say({ permissionDecision: 'deny' }), { ...ran, legal: false }],
    [
      'deny for another event',
      'PreToolUse',
      say(specific('PostToolUse', { permissionDecision: 'deny' })),
      { ...ran, legal: false },
    ],
    ['an illegal decision', 'PreToolUse', say(decide('block')), { ...ran, legal: false }],
    ['text before JSON', 'PreToolUse', say(`log\n${JSON.stringify(decide('deny'))}`), { ...ran, legal: false }],
    ['exit 2 with stderr', 'PreToolUse', nothing(2, why), { ...blocked, modelTold: why }],
    ['exit 2 on Windows is a warning', 'PreToolUse', nothing(2, why), { ...ran, personTold: why }, { platform: 'win32' }],
    ['exit 1 with deny', 'PreToolUse', say(decide('deny'), 1), { ...ran, legal: false }],
    ['ask', 'PreToolUse', say(decide('ask')), { ...blocked, asks: true, personTold: why }],
    ['allow', 'PreToolUse', say(decide('allow')), { ...ran, skipsPrompt: true }],
    [
      'continue: false ends the request',
      'PreToolUse',
      say({ continue: false, stopReason: why }),
      { ...blocked, personTold: why },
    ],
    ['context', 'PreToolUse', say(specific('PreToolUse', { additionalContext: 'c' })), { ...ran, legal: true, context: 'c' }],
    ['a message', 'PreToolUse', say({ systemMessage: why }), { ...ran, legal: true, personTold: why }],
    [
      'a rewrite',
      'PreToolUse',
      say(specific('PreToolUse', { updatedInput: safe })),
      { ...ran, legal: true, rewritten: { of: 'input', value: safe } },
      bash,
    ],
    [
      'a rewrite without a key',
      'PreToolUse',
      say(specific('PreToolUse', { updatedInput: { command: 'safe' } })),
      { legal: false },
      bash,
    ],
    [
      'a rewrite of a listed word',
      'PreToolUse',
      say(specific('PreToolUse', { updatedInput: { ...safe, mode: 'other' } })),
      { legal: false },
      bash,
    ],
    ['a prompt is blocked', 'UserPromptSubmit', say(block), { ...blocked, legal: true, personTold: why }],
    ['a prompt ends the request', 'UserPromptSubmit', say({ continue: false, stopReason: why }), { ...blocked, personTold: why }],
    ['a prompt and exit 2', 'UserPromptSubmit', nothing(2, why), blocked],
    ['a blocked result is still read', 'PostToolUse', say(block), { ...ran, legal: true, modelTold: why }],
    ['a stop blocked at the top only', 'Stop', say(block), { ...ran, modelTold: undefined }],
    ['a stop blocked in its own place', 'Stop', say(specific('Stop', block)), { ...ran, keepsWorking: true, modelTold: why }],
    [
      'a subagent kept',
      'SubagentStop',
      say({ ...block, ...specific('SubagentStop', block) }),
      { keepsWorking: true, legal: true },
    ],
    ['a stop ends with the request', 'Stop', say({ continue: false, stopReason: why }), { ...ran, personTold: why }],
    ['a start is not stopped', 'SessionStart', say({ continue: false, stopReason: why }), ran],
    [
      'a start gives context',
      'SubagentStart',
      say(specific('SubagentStart', { additionalContext: 'c' })),
      { ...ran, context: 'c' },
    ],
    ['nobody reads an answer here', 'PreCompact', say({ systemMessage: why }), { ...ran, legal: false }],
  ])
})

describe('the file that serves Copilot CLI as well', () => {
  it.each([{}, { OS: 'Windows_NT' }])('refuses a tool in VS Code when its payload cannot be read (%j)', env => {
    const said = copilot.renderFailure('closed', 'why', 'preToolUse', env)
    const platform = 'OS' in env ? 'win32' : 'linux'
    expect(vscode('PreToolUse', said, { platform }).goesOn).toBe(false)
    expect(inCopilot('preToolUse', said, { platform }).goesOn).toBe(false)
  })
})
