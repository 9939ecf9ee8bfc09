/** The oracle against what was measured: semantics of OpenCode 1.18.33, and its own reading of a bridge's answer. */

import { describe, expect, it } from 'vitest'
import { hostReads, read } from './opencode.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const before = 'tool.execute.before'
const after = 'tool.execute.after'
const bash = { title: 'echo', output: 'TOOL-OUTPUT-7', metadata: {} }
const mcp = { content: [{ type: 'text', text: 'MCP-RAN' }] }

describe('OpenCode 1.18.33, what plugins did', () => {
  it.each([
    ['a01 throws', before, { thrown: 'why' }, { ...blocked, modelTold: 'why' }],
    ['a05 returns a value', before, { before: { command: 'x' }, after: { command: 'x' } }, ran],
    [
      'a07 changes the arguments in place',
      before,
      { before: { command: 'x' }, after: { command: 'safe' } },
      { rewritten: { of: 'input', value: { command: 'safe' } } },
    ],
    ['b01 throws afterwards', after, { thrown: 'why' }, { ...blocked, modelTold: 'why' }],
    [
      'b02 sets the output',
      after,
      { before: bash, after: { ...bash, output: 'y' } },
      { legal: true, rewritten: { of: 'output' } },
    ],
    ['b03 sets the output of an MCP tool', after, { before: mcp, after: { ...mcp, output: 'y' } }, { ...ran, legal: false }],
    [
      'b04 sets the content of an MCP tool',
      after,
      { before: mcp, after: { content: [] } },
      { legal: true, rewritten: { of: 'output' } },
    ],
    ['b05 sets title and metadata', after, { before: bash, after: { ...bash, title: 'y' } }, { ...ran, legal: false }],
    ['c01 throws on a prompt', 'chat.message', { thrown: 'why' }, { ...blocked, personTold: 'why' }],
    ['c07 throws on the bus', 'event', { thrown: 'why' }, { ...ran, legal: false }],
    ['throws on a slash command (own run, 2026-11)', 'command.execute.before', { thrown: 'why' }, blocked],
  ] as const)('%s', (_, event, done, want) => {
    expect(hostReads(event, done)).toMatchObject(want)
  })
})

describe('through the bridge', () => {
  rows(read, [
    ['deny', before, say({ verdict: 'deny', reason: 'why' }), { ...blocked, legal: true, modelTold: 'why' }],
    ['ask stops, nobody can be asked', before, say({ verdict: 'ask', reason: 'why' }), { ...blocked, legal: false }],
    ['allow', before, say({ verdict: 'allow' }), { ...ran, legal: true }],
    [
      'a changed input is the whole input',
      before,
      say({ verdict: 'allow', args: { command: 'safe' } }),
      { legal: true, rewritten: { of: 'input', value: { command: 'safe' } } },
      { input: { command: 'x', timeout: 1 } },
    ],
    [
      'a changed result',
      after,
      say({ verdict: 'allow', output: { ...bash, output: 'y' } }),
      { legal: true, rewritten: { of: 'output', value: { ...bash, output: 'y' } } },
      { output: bash },
    ],
    ['a result of another form', after, say({ verdict: 'allow', output: 'y' }), ran, { output: bash }],
    ['context for a prompt', 'chat.message', say({ verdict: 'allow', context: 'CTX' }), { ...ran, legal: true, context: 'CTX' }],
    ['context for a call', before, say({ verdict: 'allow', context: 'CTX' }), { ...ran, legal: false }],
    ['deny on the bus', 'event', say({ verdict: 'deny', reason: 'why' }), { ...ran, legal: false }],
    ['no answer, open', before, nothing(), { ...ran, legal: false }],
    ['no answer, closed', before, nothing(), { ...blocked, legal: false }, { failClosed: true }],
    ['exit 2', before, nothing(2, 'why'), { ...blocked, modelTold: 'why' }],
  ])
})
