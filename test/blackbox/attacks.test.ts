/** Calls that once got through, or held the hook until the client killed it. Each row was seen to fail before it was fixed. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atLoad } from '../at-load.ts'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'

const binary = executables[0]

const fresh = (): Record<string, string> => {
  const home = folder({})
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
  }
}

const ask = async (payload: object, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  if (binary === undefined) throw new Error('no binary')
  return call(binary, { args, stdin: JSON.stringify(payload), env: { ...fresh(), ...env } })
}

const claude = (tool_name: string, tool_input: unknown, cwd = '/home/dev/shop') => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd,
  tool_name,
  tool_input,
})
const cursor = (hook_event_name: string, fields: object) => ({
  hook_event_name,
  conversation_id: 'c',
  generation_id: 'g',
  cursor_version: '1.0.0',
  workspace_roots: ['/home/dev/shop'],
  ...fields,
})
const proxyai = (tool_name: string, tool_input: unknown) => ({
  hook_event_name: 'beforeToolUse',
  session_id: 's',
  cwd: '/home/dev/shop',
  tool_name,
  tool_input,
})

describe('a pipe in the place of a file', () => {
  it.runIf(process.platform !== 'win32')('does not hold the verdict', async () => {
    const home = folder({})
    execFileSync('mkfifo', [join(home, 'p')])
    const said = await ask(claude('Bash', { command: `rm -rf /; echo > ${home}/p; . ${home}/p` }, home), [], { HOME: home })
    expect(said.exitCode).toBe(2)
    expect(said.ms).toBeLessThan(atLoad(5_000))
  })
})

const deep = `{"command":"rm -rf /","x":${'['.repeat(300)}${']'.repeat(300)}}`

describe.each(['--fail-open', '--fail-closed'])('arguments that cannot be read are never an empty call (%s)', mode => {
  it.each([
    [
      'MCP arguments nested out of sight',
      cursor('beforeMCPExecution', { tool_name: 'run', mcp_server_name: 'x', tool_input: deep }),
    ],
    ['the same before the tool', cursor('preToolUse', { tool_name: 'MCP:run', tool_input: deep })],
    [
      'a list around the arguments',
      cursor('beforeMCPExecution', { tool_name: 'run', mcp_server_name: 'x', tool_input: '[{"command":"rm -rf /"}]' }),
    ],
    ['a shell call that is only text', cursor('preToolUse', { tool_name: 'Shell', tool_input: 'rm -rf /' })],
    ['a shell call that is a list', cursor('preToolUse', { tool_name: 'Shell', tool_input: [{ command: 'rm -rf /' }] })],
    ['a shell event without its command', cursor('beforeShellExecution', { cmd: 'rm -rf /' })],
  ])('Cursor: %s', async (_, payload) => {
    const { exitCode, stdout } = await ask(payload, [mode])
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ permission: 'deny' })])
  })

  it.each([
    ['text', 'rm -rf /'],
    ['a key given twice', '{"command":"rm -rf /","command":"ls"}'],
    ['no string', { command: { cmd: 'rm -rf /' } }],
  ])('ProxyAI: %s', async (_, input) => {
    expect((await ask(proxyai('Bash', input), [mode])).exitCode).toBe(2)
  })

  it.each([
    ['another key beside null', { command: null, x: 'rm -rf /' }],
    ['an object for a command', { command: { cmd: 'rm -rf /' } }],
  ])('Claude Code: %s', async (_, input) => {
    const { exitCode, stdout } = await ask(claude('Bash', input), [mode])
    expect(exitCode === 2 || stdout.includes('"permissionDecision":"ask"')).toBe(true)
  })

  it('an empty command is an empty command', async () => {
    expect((await ask(claude('Bash', { command: '' }), [mode])).exitCode).toBe(0)
  })
})

describe('too much content', () => {
  const padding = 'x'.repeat(4 * 1024 * 1024 + 1)

  it('does not hide the path of a write', async () => {
    expect((await ask(claude('Write', { file_path: '/home/dev/shop/.claude/settings.json', content: padding }))).exitCode).toBe(2)
  })

  it('does not hide the path of a read', async () => {
    const { stdout } = await ask(cursor('beforeReadFile', { file_path: '/home/dev/shop/.env', content: padding }))
    expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny' })
  })
})

describe('a gateway that only the environment names', () => {
  it('comes beside the built-in preset, not in its place', async () => {
    const env = { TFY_HOOK_SOURCE: 'gateway', TFY_GATEWAY_URL: 'http://127.0.0.1:9', TFY_API_KEY: 'k' }
    expect((await ask(claude('Bash', { command: 'rm -rf /' }), [], env)).exitCode).toBe(2)
    expect((await ask(claude('Bash', { command: 'rm -rf /' }), [], { TFY_HOOK_SOURCE: 'gateway' })).exitCode).toBe(2)
  })
})

describe('our own files in unusual places', () => {
  it('are as guarded as in the usual ones', async () => {
    const state = folder({})
    const command = `sed -i s/deny/allow/ ${state}/tfy-hook/compiled/a.json`
    expect((await ask(claude('Bash', { command }), [], { XDG_STATE_HOME: state })).exitCode).toBe(2)
    expect(
      (
        await ask(claude('Write', { file_path: `${state}/tfy-hook/compiled/a.json`, content: '{}' }), [], {
          XDG_STATE_HOME: state,
        })
      ).exitCode,
    ).toBe(2)
  })
})
