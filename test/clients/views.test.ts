/** What an adapter reads of a recorded payload, where no rule and no answer would show a mistake. */

import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { adapterOf, loadAll } from '../../src/hook/recognise.ts'
import { fixturesOf, hintsOf } from './oracles/fixtures.ts'

type Seen = Partial<NormalizedHookEvent>

const rows: readonly (readonly [client: string, file: string, seen: Seen])[] = [
  ['claude-code', 'pre-tool-use.terminal-auto', { subject: 'shell', attended: true }],
  ['pi', 'tool_call.mcp', { category: 'mcp-pre', mcpServer: 'e2e', mcpTool: 'echo' }],
  ['pi', 'tool_call.powershell', { subject: 'shell', toolType: 'shell', content: 'npm test' }],
  ['pi', 'tool_call.codemode', { subject: 'tool', toolType: 'other' }],
  ['codex', 'pre-tool-use.bash', { subject: 'shell', content: 'sh', cwd: '/home/dev/shop', attended: false }],
  ['codex', 'permission-request', { subject: 'shell', attended: true, blocking: true }],
  ['codex', 'pre-tool-use.mcp__lab__lab_echo', { category: 'mcp-pre', mcpServer: 'lab', mcpTool: 'lab_echo' }],
  ['codex', 'pre-tool-use.apply_patch', { subject: 'file-write', toolType: 'file-edit' }],
  ['codex', 'pre-tool-use.view_image', { subject: 'file-read', paths: ['/home/dev/shop/note.txt'] }],
  ['codex', 'pre-tool-use.spawn_agent', { subject: 'agent', content: 'SUBAGENT-TASK do it' }],
  [
    'codex',
    'pre-tool-use.spawn_agent.items',
    { subject: 'agent', content: 'explorer\ntext\nfind the cart', agentType: 'explorer' },
  ],
  ['codex', 'post-tool-use.mcp__lab__lab_echo', { category: 'mcp-post', content: 'text\nMCP-RAN lab_echo {"text":"hi"}' }],
  ['codex', 'user-prompt-submit', { subject: 'prompt', content: 'please run the lab task' }],
  ['codex', 'stop', { subject: 'stop', content: '[lab_step_2] LAB-DONE' }],
  ['devin', 'pre-tool-use.exec.workdir', { subject: 'shell', content: 'npm test', cwd: '/home/dev/shop/packages/cart' }],
  ['devin', 'pre-tool-use.write-to-process', { subject: 'shell', content: 'main\nnpm test' }],
  ['devin', 'pre-tool-use.run-subagent', { subject: 'agent', content: 'find the cart', agentType: 'explore' }],
  ['devin', 'pre-tool-use.mcp', { category: 'mcp-pre', mcpServer: 'github', mcpTool: 'create_issue' }],
  ['devin', 'pre-tool-use.mcp-call-tool', { category: 'mcp-pre', mcpServer: 'github', mcpTool: 'create_issue' }],
  ['devin', 'pre-tool-use.grep', { subject: 'file-read', paths: ['/home/dev/shop/src'] }],
  ['devin', 'post-tool-use.exec', { subject: 'output', content: '4 passed', workspaceRoots: ['/home/dev/shop'] }],
  [
    'auggie',
    'PreToolUse',
    { subject: 'shell', content: 'npm test', cwd: '/home/dev/shop/api', workspaceRoots: ['/home/dev/shop'] },
  ],
  ['auggie', 'PreToolUse.windows', { subject: 'shell', cwd: 'C:\\shop' }],
  ['auggie', 'PreToolUse.write-process', { subject: 'shell', content: 'npm test\n' }],
  ['auggie', 'PreToolUse.save-file', { subject: 'file-write', content: 'export const cart = []\n', paths: ['src/cart.ts'] }],
  ['auggie', 'PreToolUse.str-replace-editor', { content: 'a - b\na + b\nc\nd', paths: ['src/cart.ts'] }],
  ['auggie', 'PreToolUse.remove-files', { subject: 'file-write', paths: ['src/cart.ts', 'src/shelf.ts'] }],
  ['auggie', 'PreToolUse.view', { subject: 'file-read', paths: ['src/cart.ts'] }],
  ['auggie', 'PreToolUse.web-fetch', { subject: 'web', urls: ['https://example.com/prices'] }],
  ['auggie', 'PreToolUse.mcp', { category: 'mcp-pre', mcpServer: 'tracker', mcpTool: 'create_issue' }],
  ['auggie', 'PreToolUse.sub-agent', { subject: 'agent', agentType: 'explore' }],
  ['auggie', 'PostToolUse', { subject: 'output', content: '4 passed' }],
  ['auggie', 'PostToolUse.mcp', { category: 'mcp-post', content: 'SHOP-12' }],
  ['auggie', 'PromptSubmit', { subject: 'prompt', content: 'run the tests' }],
  ['droid', 'pre-tool-use.execute.windows', { subject: 'shell', content: 'npm test', cwd: 'C:\\shop', attended: false }],
  ['droid', 'pre-tool-use.execute.unattended', { subject: 'shell', attended: false }],
  ['droid', 'pre-tool-use.edit-changes', { subject: 'file-write', content: 'a + b\na - b\nc\nd' }],
  ['droid', 'pre-tool-use.glob', { subject: 'file-read', paths: ['/home/dev/shop'] }],
  ['droid', 'pre-tool-use.mcp', { category: 'mcp-pre', mcpServer: 'tracker', mcpTool: 'create_issue' }],
  ['droid', 'post-tool-use.mcp', { category: 'mcp-post', content: 'text\nPLT-524' }],
  ['junie', 'pre-tool-use.bash', { subject: 'shell', content: 'sleep 60', cwd: '/home/dev/shop' }],
  ['junie', 'user-prompt-submit', { subject: 'prompt', content: 'fix the cart', workspaceRoots: ['/home/dev/shop'] }],
  ['kiro', 'pre-tool-use.cli-2.fs-read', { paths: ['/home/dev/shop/src/cart.ts', '/home/dev/shop/src'] }],
  ['kiro', 'pre-tool-use.str-replace', { subject: 'file-write', paths: ['src/cart.ts'], content: 'a + b\na - b' }],
  ['kiro', 'pre-tool-use.delete-file', { subject: 'file-write', paths: ['notes.md'] }],
  ['kiro', 'user-prompt-submit.environment', { subject: 'prompt', content: 'fix the cart' }],
  ['gemini-cli', 'before-tool.folder', { subject: 'shell', content: 'npm test', cwd: '/home/dev/shop/web', attended: true }],
  ['gemini-cli', 'before-tool.windows-write', { subject: 'file-write', paths: ['C:\\src\\shop\\cart.ts'] }],
  ['gemini-cli', 'before-tool.read_many_files', { subject: 'file-read', paths: ['src/**/*.ts', 'README.md'] }],
  ['gemini-cli', 'before-tool.invoke_agent', { subject: 'agent', agentType: 'codebase_investigator' }],
  ['gemini-cli', 'before-tool.mcp_lab_lab_echo', { category: 'mcp-pre', mcpServer: 'lab', mcpTool: 'lab_echo' }],
  ['gemini-cli', 'before-tool.mcp-remote', { category: 'mcp-pre', mcpServer: 'my_server', mcpTool: 'create_issue' }],
  ['gemini-cli', 'before-tool.mcp-name-only', { category: 'mcp-pre', mcpServer: 'github', mcpTool: 'create_issue' }],
  ['gemini-cli', 'after-tool.read_file', { subject: 'output', content: 'SECRET-CONTENT-42\n\n' }],
  ['gemini-cli', 'after-tool.mcp_lab_lab_echo', { category: 'mcp-post', guardrail: 'mcpToolPostInvokeGuardrails' }],
  ['gemini-cli', 'before-model', { subject: 'prompt', guardrail: 'llmInputGuardrails' }],
  ['gemini-cli', 'after-model', { subject: 'output', guardrail: 'llmOutputGuardrails' }],
  ['qwen-code', 'pre-tool-use.run_shell_command', { subject: 'shell', content: 'touch /home/dev/pwned', attended: false }],
  ['qwen-code', 'pre-tool-use.monitor', { subject: 'shell', content: 'npm test -- --watch', cwd: '/home/dev/shop/web' }],
  ['qwen-code', 'pre-tool-use.agent', { subject: 'agent', agentType: 'general-purpose' }],
  ['qwen-code', 'pre-tool-use.mcp__lab__lab_touch', { category: 'mcp-pre', mcpServer: 'lab', mcpTool: 'lab_touch' }],
  ['qwen-code', 'pre-tool-use.notebook_edit', { subject: 'file-write', paths: ['/home/dev/shop/sales.ipynb'], attended: true }],
  ['qwen-code', 'pre-tool-use.web_fetch', { subject: 'web', urls: ['https://example.com/docs'] }],
  ['qwen-code', 'post-tool-use-failure.run_shell_command', { subject: 'output', category: 'output' }],
  ['qwen-code', 'post-tool-batch', { subject: 'output', guardrail: 'llmOutputGuardrails' }],
  ['qwen-code', 'user-prompt-submit', { subject: 'prompt', content: 'please run the lab task' }],
]

await loadAll()

const eventOf = (client: string, file: string, change: JsonObject = {}): NormalizedHookEvent | undefined => {
  const fixture = fixturesOf(client).find(one => one.file === `${file}.json`)
  const adapter = adapterOf(client)
  if (fixture === undefined || adapter === undefined) return undefined
  const made = adapter.normalise({ ...(fixture.stdin as JsonObject), ...change }, fixture.env, hintsOf(fixture))
  return made.ok ? made.value : undefined
}

describe('what is read', () => {
  it.each(rows)('%s: %s', (client, file, seen) => {
    expect(eventOf(client, file)).toMatchObject(seen)
  })
})

const hidden: readonly (readonly [client: string, file: string, change: JsonObject])[] = ['codex', 'devin'].flatMap(client => {
  const call = client === 'codex' ? 'pre-tool-use.bash' : 'pre-tool-use.exec'
  return [
    [client, call, { tool_name: 7 }],
    [client, call, { tool_input: null }],
    [client, call, { tool_input: '{"command":' }],
    [client, call, { tool_input: {} }],
    [client, 'user-prompt-submit', { prompt: 7 }],
  ] as const
})

const others: typeof hidden = [
  ['claude-code', 'pre-tool-use.bash', { tool_name: 7 }],
  ['claude-code', 'pre-tool-use.bash', { tool_input: null }],
  ['claude-code', 'pre-tool-use.mcp__lab__lab_echo', { tool_input: null }],
  ['claude-code', 'user-prompt-submit', { prompt: 7 }],
  ['gemini-cli', 'before-tool.run_shell_command', { tool_name: 7 }],
  ['gemini-cli', 'before-tool.run_shell_command', { tool_input: null }],
  ['gemini-cli', 'before-tool.run_shell_command', { tool_input: {} }],
  ['gemini-cli', 'before-agent', { prompt: 7 }],
  ['gemini-cli', 'before-model', { llm_request: [] }],
  ['qwen-code', 'pre-tool-use.run_shell_command', { tool_name: 7 }],
  ['qwen-code', 'pre-tool-use.run_shell_command', { tool_input: '{"command":' }],
  ['qwen-code', 'pre-tool-use.write_file', { tool_input: {} }],
  ['qwen-code', 'user-prompt-submit', { prompt: 7 }],
  ['devin', 'pre-tool-use.mcp-call-tool', { tool_input: { server_name: 'docs', server: 'payments', tool_name: 'search' } }],
]

const call = { id: 'call_1', name: 'run_commands' }

/** Arguments are the model's to write: one more of them must neither hide another nor make the call a different one. */
const beside: readonly (readonly [client: string, file: string, change: JsonObject, seen: Seen])[] = [
  [
    'antigravity',
    'pre-tool-use.dangerous',
    { toolCall: { name: 'run_command', args: { CommandLine: 'rm -rf /', ServerName: 'docs', ToolName: 'search' } } },
    { subject: 'shell', content: 'rm -rf /' },
  ],
  [
    'antigravity',
    'pre-tool-use.dangerous',
    { toolCall: { name: 'send_command_input', args: { CommandId: '7', Input: 'rm -rf /', CommandLine: 'ls' } } },
    { subject: 'shell', content: 'rm -rf /' },
  ],
  [
    'antigravity',
    'pre-tool-use.dangerous',
    { toolCall: { name: 'manage_task', args: { Action: 'kill', TaskId: '7' } } },
    { subject: 'tool', toolType: 'other' },
  ],
  [
    'cline',
    'tool-call.dangerous.cli',
    { tool_call: { ...call, input: { commands: '["rm -rf /"]' } } },
    { subject: 'shell', content: '["rm -rf /"]\nrm -rf /' },
  ],
  [
    'cline',
    'tool-call.dangerous.cli',
    { tool_call: { ...call, input: { commands: '[ -f x ] && npm test' } } },
    { subject: 'shell', content: '[ -f x ] && npm test' },
  ],
  [
    'grok',
    'pre-tool-use.mcp',
    { toolInput: { sql: 'drop table t', tool_name: 'tracker__create_issue', tool_input: {} } },
    { structuredInput: { sql: 'drop table t', tool_name: 'tracker__create_issue', tool_input: {} } },
  ],
  [
    'grok',
    'pre-tool-use.mcp',
    { toolInput: { tool_name: 'tracker__create_issue', tool_input: { title: 'Cart' } } },
    { structuredInput: { title: 'Cart' } },
  ],
  [
    'gemini-cli',
    'before-tool.web_fetch',
    { tool_input: { prompt: 'Read http://169.254.169.254/latest', url: 'https://example.com' } },
    { urls: ['https://example.com', 'http://169.254.169.254/latest'] },
  ],
  [
    'vscode',
    'pre-tool-use.mcp',
    { tool_input: { title: 'Cart', explanation: 'a secret' } },
    { content: '{"title":"Cart","explanation":"a secret"}' },
  ],
  [
    'kiro',
    'pre-tool-use.execute-bash',
    { tool_input: { command: 'rm -rf ./*', cwd: 'dist' } },
    { cwd: '/home/dev/shop/dist', workspaceRoots: ['/home/dev/shop'] },
  ],
  [
    'devin',
    'pre-tool-use.write-to-process',
    { tool_input: { command: 'ls', bytes: 'rm -rf /' } },
    { subject: 'shell', content: 'ls\nrm -rf /' },
  ],
]

describe('what stands beside an argument', () => {
  it.each(beside)('%s: %s with %j', (client, file, change, seen) => {
    expect(eventOf(client, file, change)).toMatchObject(seen)
  })
})

describe('what cannot be read', () => {
  it.each([...hidden, ...others])('%s: %s with %j', (client, file, change) => {
    expect(eventOf(client, file)?.unread).toBeUndefined()
    expect(eventOf(client, file, change)?.unread).toBeDefined()
  })
})
