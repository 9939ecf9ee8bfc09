/** The oracle against the notes and the guide, and what the adapter makes of names and arguments. */

import { describe, expect, it } from 'vitest'
import grok from '../../../src/adapters/clients/grok.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { read } from './grok.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('Grok, measured on the hook runner of 1.0.6, and from notes on 0.2.106', () => {
  const deny = { decision: 'deny', reason: 'why' }
  const block = { decision: 'block', reason: 'why' }
  rows(read, [
    ['a denial', 'pre_tool_use', say(deny), { ...blocked, legal: true, modelTold: 'why' }],
    ['a denial and exit 2', 'pre_tool_use', say(deny, 2, 'text'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 with stderr', 'pre_tool_use', nothing(2, 'why\nmore'), { ...blocked, legal: true, modelTold: 'why' }],
    ['exit 2 without a word', 'pre_tool_use', nothing(2), { ...blocked, legal: false }],
    ['a denial at exit 1', 'pre_tool_use', say(deny, 1), { ...blocked, legal: false }],
    ['exit 1', 'pre_tool_use', nothing(1, 'why'), { ...ran, legal: false }],
    ['silence', 'pre_tool_use', nothing(), { ...ran, legal: true }],
    ['an allow skips no prompt', 'pre_tool_use', say({ decision: 'allow' }), { ...ran, legal: true }],
    ['text before a denial', 'pre_tool_use', say(`log\n${JSON.stringify(deny)}`), { ...ran, legal: false }],
    ['text before a denial, exit 2', 'pre_tool_use', say(`log\n${JSON.stringify(deny)}`, 2, 'why'), blocked],
    ['a question', 'pre_tool_use', say({ decision: 'ask', reason: 'why' }), { legal: false }],
    ['a rewrite', 'pre_tool_use', say({ hookSpecificOutput: { updatedInput: { command: 'ls' } } }), { legal: false }],
    ['a block of a prompt', 'user_prompt_submit', say(block, 2, 'why'), { ...ran, legal: false, modelTold: undefined }],
    ['silence at a prompt', 'user_prompt_submit', nothing(), { ...ran, legal: true }],
    ['a block of a stop', 'stop', say(block, 2, 'why'), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['a block of a result', 'post_tool_use', say(block, 2, 'why'), { ...ran, legal: false, modelTold: undefined }],
    ['a block of a stop with the session', 'stop', say(block, 2, 'why'), ran, { source: 'observed' }],
    ['an answer at the start', 'session_start', say(block), { ...ran, legal: false }],
  ])
})

describe('the adapter', () => {
  const made = (payload: JsonObject, event?: string) =>
    grok.normalise({ workspaceRoot: '/home/dev/shop', ...payload }, {}, event === undefined ? {} : { event })

  it('takes the event from a registration in any spelling', () => {
    for (const name of ['pre_tool_use', 'PreToolUse', 'preToolUse'])
      expect(made({}, name)).toMatchObject({ ok: true, value: { originalEventName: 'pre_tool_use' } })
  })

  it('does not judge a part of the arguments', () => {
    const cut = { hookEventName: 'pre_tool_use', toolName: 'write', toolInput: 'the beginning', toolInputTruncated: true }
    expect(made(cut)).toMatchObject({ value: { unread: 'the whole of the arguments' } })
    expect(made({ ...cut, toolInput: '{"file_path":"a', toolInputTruncated: false })).toMatchObject({
      value: { unread: 'the arguments' },
    })
  })

  it('does not judge a call without arguments', () => {
    for (const toolName of ['run_terminal_command', 'read_file', 'write', 'web_fetch'])
      expect(made({ hookEventName: 'pre_tool_use', toolName, toolInput: {} })).toMatchObject({
        value: { unread: expect.any(String) },
      })
  })

  it('unpacks the dispatcher of MCP tools', () => {
    const toolInput = { tool_name: 'tracker__create_issue', tool_input: { title: 'Cart' } }
    expect(made({ hookEventName: 'pre_tool_use', toolName: 'tracker__create_issue', toolInput })).toMatchObject({
      value: { toolType: 'mcp', mcpServer: 'tracker', mcpTool: 'create_issue', structuredInput: { title: 'Cart' } },
    })
  })

  it('finds its time limit under the name of the registration', () => {
    const entry = { hooks: [{ type: 'command', command: '/opt/tfy-hook --client grok', timeout: 12 }] }
    expect(grok.registration.timeouts(JSON.stringify({ hooks: { PreToolUse: [entry] } }), 'pre_tool_use')).toEqual([12_000])
  })
})
