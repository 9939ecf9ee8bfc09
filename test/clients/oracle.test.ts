/** The oracles against the measured tables: each row was run on the real client, and its id is the table's. */

import { describe, expect, it } from 'vitest'
import { read as claude } from './oracles/claude-code.ts'
import { read as cursor } from './oracles/cursor.ts'
import { read as proxyai } from './oracles/proxyai.ts'
import type { Heard, Read, Reading, Situation } from './oracles/reading.ts'

const say = (value: unknown, exitCode = 0, stderr = ''): Heard => ({
  exitCode,
  stdout: typeof value === 'string' ? value : JSON.stringify(value),
  stderr,
})
const nothing = (exitCode = 0, stderr = ''): Heard => ({ exitCode, stdout: '', stderr })

type Row = readonly [id: string, event: string, heard: Heard, want: Partial<Reading>, situation?: Situation]

const rows = (read: Read, table: readonly Row[]) =>
  it.each(table.map(([id, event, heard, want, situation]) => ({ id, event, heard, want, situation })))('$id', row => {
    const { event, heard, want, situation } = row
    expect(read(event, heard, situation)).toMatchObject(want)
  })

const ran = { goesOn: true }
const blocked = { goesOn: false }

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

describe('@cursor/sdk 1.0.32', () => {
  const deny = { permission: 'deny', user_message: 'why', agent_message: 'for the agent' }
  const denyText = JSON.stringify(deny)
  const FC = { failClosed: true }
  const long = `note ${'x'.repeat(10_000)}`
  const mcp = { updated_mcp_tool_output: { content: [{ type: 'text', text: 'x' }], isError: false } }

  rows(cursor, [
    ['preToolUse/Shell/allow', 'preToolUse', say({ permission: 'allow' }), { ...ran, legal: true }],
    ['preToolUse/Shell/neutral', 'preToolUse', say('{}'), { ...ran, legal: true }],
    ['preToolUse/Shell/deny', 'preToolUse', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    [
      'preToolUse/Shell/deny-agent-only',
      'preToolUse',
      say({ permission: 'deny', agent_message: 'x' }),
      { ...blocked, modelTold: 'blocked by preToolUse hook' },
    ],
    [
      'preToolUse/Shell/deny-camel',
      'preToolUse',
      say({ permission: 'deny', userMessage: 'x' }),
      { modelTold: 'blocked by preToolUse hook' },
    ],
    ['preToolUse/Shell/deny-decision', 'preToolUse', say({ decision: 'deny', reason: 'why' }), ran],
    ['preToolUse/Shell/ask', 'preToolUse', say({ permission: 'ask', user_message: 'why' }), { ...ran, legal: false }],
    ['preToolUse/Shell/bad-permission', 'preToolUse', say({ permission: 'block' }), { ...blocked, legal: false }],
    [
      'preToolUse/Shell/mutate-partial',
      'preToolUse',
      say({ updated_input: { command: 'safe' } }),
      { ...ran, rewritten: { of: 'input', value: { command: 'safe' } } },
      { tool: 'Shell' },
    ],
    [
      'preToolUse/Write/mutate: the path alone',
      'preToolUse',
      say({ updated_input: { file_path: 'safe', content: 'safe' } }),
      { rewritten: { of: 'input', value: { file_path: 'safe' } }, legal: false },
      { tool: 'Write' },
    ],
    [
      'preToolUse/MCP/mutate',
      'preToolUse',
      say({ updated_input: { path: 'safe' } }),
      { legal: true, rewritten: { of: 'input', value: { path: 'safe' } } },
      { tool: 'MCP:lab_touch' },
    ],
    [
      'preToolUse/Shell/context',
      'preToolUse',
      say({ permission: 'allow', additional_context: 'note' }),
      { ...ran, context: 'note' },
    ],
    [
      'preToolUse/Shell/context-camel',
      'preToolUse',
      say({ permission: 'allow', additionalContext: 'note' }),
      { ...ran, context: 'note' },
    ],
    [
      'preToolUse/Shell/context-big',
      'preToolUse',
      say({ permission: 'allow', additional_context: long }),
      { ...ran, legal: false },
    ],
    ['preToolUse/Shell/context-big FC', 'preToolUse', say({ permission: 'allow', additional_context: long }), blocked, FC],
    [
      'preToolUse/Shell/deny-context',
      'preToolUse',
      say({ ...deny, additional_context: 'note' }),
      { ...blocked, context: 'note' },
    ],
    ['preToolUse/Shell/empty', 'preToolUse', nothing(), { ...ran, legal: false }],
    ['preToolUse/Shell/empty FC', 'preToolUse', nothing(), blocked, FC],
    ['preToolUse/Shell/space FC', 'preToolUse', say(' \n'), blocked, FC],
    ['preToolUse/Shell/malformed', 'preToolUse', say('{"permission":"deny",'), { ...blocked, legal: false }],
    ['preToolUse/Shell/text', 'preToolUse', say('hello'), blocked],
    ['preToolUse/Shell/array', 'preToolUse', say([{ permission: 'deny' }]), blocked],
    [
      'preToolUse/Shell/wrong-type',
      'preToolUse',
      say({ permission: 'deny', user_message: 42, continue: 'no' }),
      { ...blocked, legal: false },
    ],
    ['preToolUse/Shell/exit1', 'preToolUse', nothing(1, 'text'), ran],
    ['preToolUse/Shell/exit1-json', 'preToolUse', say(deny, 1), { ...ran, legal: false }],
    ['preToolUse/Shell/exit1-json FC', 'preToolUse', say(deny, 1), blocked, FC],
    ['preToolUse/Shell/exit2', 'preToolUse', nothing(2, 'text'), { ...blocked, modelTold: 'Hook blocked with message: text' }],
    ['preToolUse/Shell/exit2-json', 'preToolUse', say(deny, 2, 'text'), { ...blocked, legal: false, modelTold: denyText }],
    ['exit 2 on Windows', 'preToolUse', say(deny, 2, 'text'), ran, { platform: 'win32' }],
    ['preToolUse/Shell/exit127', 'preToolUse', nothing(127), ran],
    ['preToolUse/Shell/exit127 FC', 'preToolUse', nothing(127), blocked, FC],
    ['preToolUse/Shell/noise-before', 'preToolUse', say(`profile noise {x}\n${denyText}`), { ...blocked, modelTold: 'why' }],
    ['preToolUse/Shell/noise-after', 'preToolUse', say(`${denyText}\nnoise`), { ...blocked, legal: false }],
    ['preToolUse/Shell/two-json', 'preToolUse', say(`{"permission":"allow"}\n${denyText}`), blocked],
    ['preToolUse/Shell/bom', 'preToolUse', say(`\ufeff${denyText}`), blocked],
    [
      'preToolUse/Shell/claude-deny',
      'preToolUse',
      say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }),
      ran,
    ],
    ['preToolUse/Shell/claude-block', 'preToolUse', say({ decision: 'block', reason: 'why' }), ran],
    ['preToolUse/Shell/claude-continue', 'preToolUse', say({ continue: false }), ran],
    ['beforeShellExecution/Shell/ask', 'beforeShellExecution', say({ permission: 'ask' }), { ...ran, legal: false }],
    ['beforeShellExecution/Shell/malformed FC', 'beforeShellExecution', say('{"permission":"deny",'), blocked, FC],
    ['beforeMCPExecution/MCP/deny', 'beforeMCPExecution', say(deny), blocked],
    ['beforeReadFile/Read/ask', 'beforeReadFile', say({ permission: 'ask' }), { ...blocked, legal: false }],
    ['beforeReadFile/Read/exit1', 'beforeReadFile', nothing(1), ran],
    [
      'beforeSubmitPrompt/backend/deny',
      'beforeSubmitPrompt',
      say({ continue: false, user_message: 'why' }),
      { ...blocked, personTold: 'why' },
    ],
    ['beforeSubmitPrompt/backend/malformed', 'beforeSubmitPrompt', say('{"permission":"deny",'), { ...ran, legal: false }],
    [
      'beforeSubmitPrompt/backend/wrong-type',
      'beforeSubmitPrompt',
      say({ permission: 'deny', user_message: 42, continue: 'no' }),
      ran,
    ],
    ['beforeSubmitPrompt/backend/exit2', 'beforeSubmitPrompt', nothing(2, 'text'), blocked],
    ['beforeSubmitPrompt/backend/claude-block', 'beforeSubmitPrompt', say({ decision: 'block' }), ran],
    ['sessionStart/context/deny-bare', 'sessionStart', say({ continue: false }), blocked],
    ['sessionStart/context/exit2', 'sessionStart', nothing(2, 'text'), blocked],
    ['sessionStart/context/empty FC', 'sessionStart', nothing(), blocked, FC],
    ['sessionEnd/runner/exit2', 'sessionEnd', nothing(2, 'text'), ran],
    ['stop/runner/followup', 'stop', say({ followup_message: 'more' }), { keepsWorking: true, modelTold: 'more' }],
    ['stop/runner/claude-block', 'stop', say({ decision: 'block', reason: 'more' }), { keepsWorking: true }],
    ['stop/runner/exit2', 'stop', nothing(2, 'text'), ran],
    ['subagentStart/backend/deny', 'subagentStart', say(deny), blocked],
    ['subagentStart/backend/malformed', 'subagentStart', say('{"permission":"deny",'), blocked],
    ['subagentStop/backend/followup', 'subagentStop', say({ followup_message: 'more' }), { keepsWorking: true }],
    ['postToolUse/Shell/deny', 'postToolUse', say(deny), ran],
    ['postToolUse/Shell/context', 'postToolUse', say({ additional_context: 'note' }), { ...ran, modelTold: 'note' }],
    ['postToolUse/Shell/mcp-output', 'postToolUse', say(mcp), { ...ran, legal: false }, { tool: 'Shell' }],
    [
      'postToolUse/MCP/mcp-output',
      'postToolUse',
      say(mcp),
      { legal: true, rewritten: { of: 'output', value: mcp.updated_mcp_tool_output } },
      { tool: 'MCP:lab_touch' },
    ],
    ['afterShellExecution/Shell/exit2', 'afterShellExecution', nothing(2, 'text'), ran],
    ['afterFileEdit/Write/deny', 'afterFileEdit', say(deny), ran],
    ['preCompact/backend/malformed', 'preCompact', say('{"permission":"deny",'), ran],
  ])
})

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
