/** What the adapters of bridged hosts read out of a payload: names of MCP tools, folders, kinds of tools. */

import { describe, expect, it } from 'vitest'
import amp from '../../src/adapters/clients/amp.ts'
import kilo from '../../src/adapters/clients/kilo-code.ts'
import openclaw from '../../src/adapters/clients/openclaw.ts'
import opencode from '../../src/adapters/clients/opencode.ts'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import type { JsonObject } from '../../src/core/json.ts'

const read = (adapter: ClientAdapter, event: string, payload: JsonObject) => {
  const made = adapter.normalise({ client: adapter.id, hook_event_name: event, ...payload }, {}, {})
  if (!made.ok) throw new Error(made.failure.kind)
  return made.value
}

describe('OpenCode', () => {
  const call = (payload: JsonObject) => read(opencode, 'tool.execute.before', { cwd: '/home/dev/shop', ...payload })

  it.each([
    ['lab_echo', ['lab'], 'lab', 'echo'],
    ['team_docs_search', ['team', 'team_docs'], 'team_docs', 'search'],
    ['my_server_run', ['my server'], 'my server', 'run'],
    ['team_docs_search', [], 'team', 'docs_search'],
    ['lab-tools_lab_touch', ['lab-tools'], 'lab-tools', 'lab_touch'],
  ])('takes %s of %j for a tool of %s', (name, servers, mcpServer, mcpTool) => {
    const made = call({ tool_name: name, tool_input: {}, mcp_servers: servers })
    expect(made).toMatchObject({ subject: 'mcp', category: 'mcp-pre', mcpServer, mcpTool })
  })

  it.each([
    ['apply_patch', 'file-write'],
    ['plan_exit', 'tool'],
    ['todowrite', 'tool'],
    ['webfetch', 'web'],
    ['task', 'agent'],
    ['constructor', 'tool'],
  ])('takes %s for a %s', (name, subject) => {
    expect(call({ tool_name: name, tool_input: { url: 'x', patchText: 'y' } }).subject).toBe(subject)
  })

  it.each([
    [{ command: 'ls', workdir: 'packages/cart' }, '/home/dev/shop/packages/cart'],
    [{ command: 'ls', workdir: '/srv' }, '/srv'],
    [{ command: 'ls', workdir: 'C:\\shop' }, 'C:\\shop'],
    [{ command: 'ls' }, '/home/dev/shop'],
  ])('runs %j in %s', (input, cwd) => {
    expect(call({ tool_name: 'bash', tool_input: input }).cwd).toBe(cwd)
  })

  it('has no worktree outside version control', () => {
    const roots = (worktree: string) => call({ tool_name: 'bash', tool_input: {}, worktree }).workspaceRoots
    expect([roots('/'), roots('/home/dev')]).toEqual([['/home/dev/shop'], ['/home/dev']])
  })
})

describe('Kilo Code', () => {
  const call = (tool_name: string, tool_input: JsonObject) =>
    read(kilo, 'tool.execute.before', { cwd: '/home/dev/shop', mcp_servers: ['lab'], tool_name, tool_input })

  it.each([
    ['bash', { command: 'ls' }, 'shell'],
    ['background_process', { action: 'start', command: 'ls' }, 'shell'],
    ['background_process', { action: 'stop', id: 'p1' }, 'tool'],
    ['agent_manager', { prompt: 'x' }, 'agent'],
    ['notebook_edit', { path: 'a.ipynb' }, 'file-write'],
    ['schedule_wakeup', { prompt: 'x' }, 'tool'],
    ['lab_echo', { text: 'x' }, 'mcp'],
  ])('takes %s %j for a %s', (name, input, subject) => {
    expect(call(name, input)).toMatchObject({ client: 'kilo-code', subject })
  })
})

describe('OpenClaw', () => {
  const call = (payload: JsonObject) => read(openclaw, 'before_tool_call', payload)

  it('does not take a program in code mode for a command', () => {
    const input = { code: 'return 1' }
    expect(call({ tool_name: 'exec', tool_input: input, event: { toolKind: 'code_mode_exec' } })).toMatchObject({
      subject: 'tool',
    })
    expect(call({ tool_name: 'exec', tool_input: input, event: {} })).toMatchObject({ subject: 'shell' })
  })

  it('finds server and tool', () => {
    const made = call({ tool_name: 'lab__lab__echo', tool_input: {} })
    expect(made).toMatchObject({ subject: 'mcp', mcpServer: 'lab', mcpTool: 'lab__echo' })
  })

  it('holds a turn once', () => {
    const can = (stopHookActive: boolean) =>
      openclaw.can(read(openclaw, 'before_agent_finalize', { event: { stopHookActive } })).deny
    expect([can(false), can(true)]).toEqual(['feedback', 'none'])
  })

  it('has nobody there for what a clock started', () => {
    const attended = (trigger: string) => read(openclaw, 'before_agent_run', { prompt: 'x', ctx: { trigger } }).attended
    expect([attended('user'), attended('cron'), attended('heartbeat')]).toEqual([true, false, false])
  })
})

describe('Amp', () => {
  it('finds server, tool and folder', () => {
    const payload = { cwd: '/home/dev/shop', tool_input: { cmd: 'ls', cwd: 'packages/cart' } }
    expect(read(amp, 'tool.call', { ...payload, tool_name: 'mcp__lab__echo' })).toMatchObject({
      mcpServer: 'lab',
      mcpTool: 'echo',
    })
    expect(read(amp, 'tool.call', { ...payload, tool_name: 'Bash' })).toMatchObject({
      cwd: '/home/dev/shop/packages/cart',
      content: 'ls',
    })
  })
})
