/** Who has gone silent, as a real server tells it: in its metrics, its log, its pages, `audit silent` and its exports. */

import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { parsed } from '../clients/oracles/reading.ts'
import { textIn } from '../export/world.ts'
import { until } from '../until.ts'
import { homeWith, runtimes, start } from './server.ts'

const event = (session: string, name: string, more: object = {}) => ({
  session_id: session,
  cwd: '/home/dev/shop',
  hook_event_name: name,
  permission_mode: 'default',
  ...more,
})
const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } }
const result = { ...tool, tool_response: { stdout: 'shop' } }

describe.each(runtimes)('a server on the $name', exe => {
  it('tells who uses tools and asks before none, and nobody who asks', { timeout: 90_000 }, async () => {
    const path = join(folder({}), 'told.jsonl')
    const env = homeWith({ 'config.yaml': JSON.stringify({ export: [{ type: 'file', path }] }) })
    const token = async (name: string): Promise<Readonly<Record<string, string>>> => {
      const { stdout } = await execa(
        exe.command,
        [...exe.args, 'serve', 'token', 'add', name, '--scope', 'validate', '--scope', 'metrics'],
        {
          env,
          extendEnv: false,
        },
      )
      return { authorization: `Bearer ${stdout}` }
    }
    const [asks, silent] = [await token('asks'), await token('silent')]
    const server = await start(exe, { env })
    const send = (name: string, more: object, by: Readonly<Record<string, string>>, session: string) =>
      server.post('/hooks/claude-code', event(session, name, more), by)
    for (const [by, session] of [
      [asks, 'a'],
      [silent, 's'],
    ] as const) {
      await send('SessionStart', { source: 'startup' }, by, session)
      if (by === asks) await send('PreToolUse', tool, by, session)
      await send('PostToolUse', result, by, session)
    }
    await send('SessionStart', { source: 'startup' }, asks, 'young')
    const say = async () => {
      const { stdout, exitCode } = await execa(exe.command, [...exe.args, 'audit', 'silent', '--json'], {
        env,
        extendEnv: false,
        reject: false,
      })
      return { exitCode, said: parsed(stdout) as Readonly<Record<string, unknown>> }
    }
    expect(await until(async () => (await say()).exitCode === 1)).toBe(true)
    const row = {
      caller: 'silent',
      client: 'claude-code',
      answer: 'cannot be known',
      because: 'Registered, and never seen to ask, but for a session that used tools and asked before none',
      fix: expect.stringContaining('tfy-hook doctor --prove claude-code'),
      sessions: 1,
    }
    expect((await say()).said).toMatchObject({ silent: [row], asking: 1, complete: true })
    const metrics = await server.ask('/metrics', { headers: asks })
    expect(metrics.text).toMatch(/^tfy_hook_silent 1$/m)
    await until(() => server.stderr().includes('gone silent'), 5_000)
    expect(server.log()).toContainEqual(expect.objectContaining({ msg: 'gone silent', caller: 'silent', because: row.because }))
    // The process behind it tells a target the same.
    expect(await until(() => textIn(path).includes('"kind":"guard"'), 20_000)).toBe(true)
    const [told] = textIn(path)
      .split('\n')
      .filter(line => line.includes('"kind":"guard"'))
      .map(parsed)
    expect(told).toMatchObject({ client: 'claude-code', caller: 'silent', answer: row.answer, because: row.because })
    // It asks again, and is silent no more.
    await send('PreToolUse', tool, silent, 's')
    expect(await until(async () => (await say()).exitCode === 0)).toBe(true)
    expect(await server.stop()).toBe(0)
    process.kill(Number(textIn(join(env.XDG_STATE_HOME, 'tfy-hook/background/alive'))))
  })
})
