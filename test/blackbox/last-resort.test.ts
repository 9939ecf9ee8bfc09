/** A throw where nothing may throw: made by a preloaded module, on the Node bundle, since the product has no switch for it. */

import { resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'

const payload = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
})

/** Breaks the first call that configuration makes; `files` leaves the one the last resort makes itself alone. */
const crash = (times: number): string =>
  `data:text/javascript,let n=0;const real=process.getuid;process.getuid=()=>{if(n++<${times})throw new TypeError('planted');return real()}`

const run = async (args: readonly string[], times: number, env: Readonly<Record<string, string>> = {}) => {
  const ran = await execa('node', ['--import', crash(times), resolve('dist/node/tfy-hook.mjs'), ...args], {
    input: payload,
    reject: false,
    env,
  })
  return { code: ran.exitCode, out: ran.stdout, err: ran.stderr }
}

describe('the last resort', () => {
  it('denies Claude Code by exit 2 and stderr alone', async () => {
    const { code, out, err } = await run(['--client', 'claude-code'], 99)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('tfy.internal')
    expect(err).not.toContain('planted')
  })

  it.each([['--client', 'cursor'], ['--client=cursor']])('denies Cursor by JSON at exit 0 (%s %s)', async (...args) => {
    const { code, out } = await run(args, 99)
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ permission: 'deny', continue: false })])
  })

  it('denies ProxyAI and the unknown by exit 2 and JSON', async () => {
    const { code, out } = await run(['--client', 'proxyai'], 99)
    expect([code, JSON.parse(out)]).toEqual([2, expect.objectContaining({ decision: 'block' })])
  })

  it('denies Cline, which hears no exit code, in its own words', async () => {
    const { out } = await run(['--client', 'cline'], 99)
    expect(JSON.parse(out)).toEqual({ cancel: true, errorMessage: expect.stringContaining('tfy.internal') })
  })

  it.each([
    ['codex', { decision: 'block' }],
    ['vscode', { continue: false }],
    ['copilot-cli', { permissionDecision: 'deny', continue: false }],
  ])('denies %s by JSON at exit 0 where a PowerShell makes 1 of every code', async (client, said) => {
    const { code, out } = await run(['--client', client], 99, { OS: 'Windows_NT' })
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining(said)])
    expect((await run(['--client', client], 99)).code).toBe(2)
  })

  it('lets through only what the registration itself opens', async () => {
    expect((await run(['--client', 'claude-code', '--fail-open'], 1)).code).toBe(0)
    expect((await run(['--client', 'claude-code'], 1, { TFY_HOOK_FAIL: 'open' })).code).toBe(2)
    expect((await run(['--client', 'claude-code', '--fail-open', '--fail-closed'], 1)).code).toBe(2)
    expect((await run(['--client', 'claude-code', '--fail-open'], 1, { TFY_HOOK_FAIL: 'closed' })).code).toBe(2)
  })

  it('does not keep an agent at work that is about to stop', async () => {
    for (const [client, event] of [
      ['claude-code', 'Stop'],
      ['codex', 'SubagentStop'],
      ['copilot-cli', 'agentStop'],
      ['gemini-cli', 'AfterAgent'],
      ['grok', 'stop'],
    ]) {
      const { code, out, err } = await run(['--client', `${client}`, '--event', `${event}`, '--fail-closed'], 99)
      expect([code, out, err.includes('tfy.internal')], client).toEqual([0, '', true])
    }
    expect((await run(['--client', 'claude-code', '--event', 'StopFailure', '--fail-closed'], 99)).code).toBe(2)
  })

  it('stays closed when it cannot tell what the files say', async () => {
    expect((await run(['--client', 'claude-code', '--fail-open'], 99)).code).toBe(2)
  })
})
