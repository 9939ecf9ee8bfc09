/** The oracle against what was read in the source, and what the adapter makes of the two runtimes' arguments. */

import { describe, expect, it } from 'vitest'
import cline from '../../../src/adapters/clients/cline.ts'
import type { NormalizedHookEvent } from '../../../src/core/event.ts'
import type { JsonObject, JsonValue } from '../../../src/core/json.ts'
import { read } from './cline.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

const cancel = { cancel: true, errorMessage: 'why' }

describe('the extension, from its source', () => {
  rows(read, [
    ['a cancellation', 'PreToolUse', say(cancel), { ...blocked, legal: true, personTold: 'why' }],
    ['a cancellation at exit 1', 'PreToolUse', say(cancel, 1), blocked],
    ['text before a cancellation', 'PreToolUse', say(`log\n${JSON.stringify(cancel)}`), blocked],
    ['a cancellation without a reason', 'PreToolUse', say({ cancel: true }), { ...blocked, legal: false }],
    ['exit 2', 'PreToolUse', nothing(2, 'why'), { ...ran, legal: false }],
    ['silence', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['the old field', 'PreToolUse', say({ ...cancel, shouldContinue: false }), { ...ran, legal: false }],
    ['cancel as text', 'PreToolUse', say({ cancel: 'true' }), { ...ran, legal: false }],
    ['a decision', 'PreToolUse', say({ decision: 'deny', reason: 'why' }), { ...ran, legal: false }],
    [
      'context',
      'PreToolUse',
      say({ cancel: false, contextModification: 'use pnpm' }),
      { ...ran, legal: true, context: 'use pnpm' },
    ],
    ['context at the start', 'TaskStart', say({ contextModification: 'use pnpm' }), { ...ran, legal: false }],
    ['a rewrite', 'PreToolUse', say({ overrideInput: { command: 'npm ci' } }), { ...ran, legal: false }],
    ['a cancelled prompt', 'UserPromptSubmit', say(cancel), blocked],
    ['a cancelled result', 'PostToolUse', say(cancel), blocked],
    ['a cancellation when the task is done', 'TaskComplete', say(cancel), ran],
  ])
})

describe('the newer runtime, from its source', () => {
  rows(read, [
    // Measured: the run ends, and neither the model nor the person is told why.
    ['a cancellation', 'tool_call', say(cancel), { ...blocked, legal: true, personTold: undefined, modelTold: undefined }],
    [
      'a cancellation with another input',
      'tool_call',
      say({ ...cancel, overrideInput: { commands: ['true'] } }),
      { ...blocked, rewritten: undefined },
    ],
    ['a cancellation at exit 2', 'tool_call', say(cancel, 2, 'text'), blocked],
    ['text before a cancellation', 'tool_call', say(`log\n${JSON.stringify(cancel)}`), { ...ran, legal: false }],
    ['text before a marked line', 'tool_call', say(`log\nHOOK_CONTROL\t${JSON.stringify(cancel)}`), blocked],
    ['exit 2', 'tool_call', nothing(2, 'why'), ran],
    [
      'a rewrite',
      'tool_call',
      say({ cancel: false, overrideInput: { commands: ['npm ci'] } }),
      { ...ran, legal: true, rewritten: { of: 'input', value: { commands: ['npm ci'] } } },
    ],
    ['a rewritten result', 'tool_result', say({ overrideInput: {} }), { ...ran, legal: false }],
    ['context', 'tool_result', say({ contextModification: 'use pnpm' }), { ...ran, context: 'use pnpm' }],
    ['a message alone', 'tool_call', say({ cancel: false, errorMessage: 'why' }), { ...ran, legal: false }],
    ['a cancelled result', 'tool_result', say(cancel), blocked],
    ['a prompt that nobody waits for', 'prompt_submit', say(cancel), ran],
  ])
})

describe('the adapter', () => {
  const frame = { clineVersion: '3.0.65', taskId: 'task-9', workspaceRoots: ['/home/dev/shop'] }
  const made = (payload: JsonObject): NormalizedHookEvent => {
    const event = cline.normalise({ ...frame, ...payload }, {}, {})
    if (!event.ok) throw new Error(event.failure.kind)
    return event.value
  }
  const sdk = (name: string, input: JsonValue) => made({ hookName: 'tool_call', tool_call: { id: 'c', name, input } })
  const old = (toolName: string, parameters: JsonValue) => made({ hookName: 'PreToolUse', preToolUse: { toolName, parameters } })

  it.each<readonly [what: string, event: NormalizedHookEvent, content: string]>([
    ['a list of lines', sdk('run_commands', { commands: ['npm ci', 'npm test'] }), 'npm ci\nnpm test'],
    [
      'programs with words',
      sdk('run_commands', { commands: [{ command: 'git', args: ['commit', '-m', "it's done"] }, 'npm test'] }),
      "git commit -m 'it'\\''s done'\nnpm test",
    ],
    ['a program alone', sdk('run_commands', { command: 'git', args: ['push', '--force'] }), 'git push --force'],
    ['a bare list', sdk('run_commands', ['npm ci', 'npm test']), 'npm ci\nnpm test'],
    ['a bare line', sdk('run_commands', 'npm test'), 'npm test'],
    ['a list as text', old('run_commands', { commands: '["npm ci",{"command":"npm","args":["test"]}]' }), 'npm ci\nnpm test'],
    ['a test that looks like a list', old('run_commands', { commands: '[ -f cart ] && npm test' }), '[ -f cart ] && npm test'],
    ['one line as text', old('execute_command', { command: 'npm test', requires_approval: 'false' }), 'npm test'],
  ])('reads commands: %s', (_, event, content) => {
    expect(event).toMatchObject({ subject: 'shell', content })
    expect(event.unread).toBeUndefined()
  })

  it.each<readonly [what: string, event: NormalizedHookEvent]>([
    ['a list that became an empty object', old('run_commands', {})],
    ['files that became an empty object', old('read_files', {})],
    ['a program that is a number', sdk('run_commands', { commands: [{ command: 7 }] })],
    ['words that are a text', sdk('run_commands', { commands: [{ command: 'git', args: 'push' }] })],
    ['no parameters', old('execute_command', 7)],
    ['no parameters for MCP', old('use_mcp_tool', 7)],
    ['no tool', made({ hookName: 'PreToolUse' })],
    ['no prompt', made({ hookName: 'UserPromptSubmit' })],
    ['broken arguments for MCP', old('use_mcp_tool', { server_name: 'tracker', tool_name: 'create_issue', arguments: '{"a":' })],
  ])('does not judge %s', (_, event) => {
    expect(event.unread).toBeDefined()
  })

  it('reads files and addresses out of lists', () => {
    expect(sdk('read_files', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }).paths).toEqual(['a.ts', 'b.ts'])
    expect(sdk('read_files', ['a.ts', 'b.ts']).paths).toEqual(['a.ts', 'b.ts'])
    expect(sdk('read_files', { files: { path: 'a.ts' } }).paths).toEqual(['a.ts'])
    expect(old('read_files', { files: '[{"path":"a.ts"}]' }).paths).toEqual(['a.ts'])
    const requests = [{ url: 'https://docs.example.com', prompt: 'what?' }]
    expect(sdk('fetch_web_content', { requests }).urls).toEqual(['https://docs.example.com'])
  })

  it('knows the server of an MCP call in both forms', () => {
    const want = { toolType: 'mcp', mcpServer: 'tracker', mcpTool: 'create_issue', structuredInput: { title: 'Cart' } }
    expect(sdk('tracker__create_issue', { title: 'Cart' })).toMatchObject(want)
    const parameters = { server_name: 'tracker', tool_name: 'create_issue', arguments: '{"title":"Cart"}' }
    expect(old('use_mcp_tool', parameters)).toMatchObject(want)
  })

  it('rewrites only what it was given whole', () => {
    expect(cline.can(sdk('run_commands', { command: 'npm install' })).rewriteInput).toBe(true)
    expect(cline.can(sdk('run_commands', 'npm install')).rewriteInput).toBe(false)
    expect(cline.can(old('execute_command', { command: 'npm install' })).rewriteInput).toBe(false)
  })
})
