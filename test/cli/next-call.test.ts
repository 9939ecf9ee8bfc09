/** `explain --last` says what the next call gets, with a gateway that is gone and with one that answers. */

import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, folder } from '../blackbox/call.ts'
import { http, json, type Running } from '../gateway/servers.ts'
import { claudeCall } from '../serve/server.ts'

const program = resolve('dist/tfy-hook')
const exe = { name: 'binary', file: program, command: program, args: [], excuse: undefined }

let running: Running
beforeAll(async () => {
  running = await json({ permission: 'allow' })()
})
afterAll(() => running.close())

const lastOf = async (source: string, fail: string, port: number, timeoutMs = 5_000): Promise<string> => {
  const config = (to: number) =>
    JSON.stringify({ source, fail, timeoutMs, gateway: { url: `http://127.0.0.1:${to}`, breaker: false } })
  const home = folder({ 'config/tfy-hook/config.yaml': config(9) })
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    TFY_API_KEY: 'k',
  }
  await call(exe, { args: ['--client', 'claude-code'], stdin: JSON.stringify(claudeCall('git status')), env })
  const now = { ...env, XDG_CONFIG_HOME: join(folder({ 'tfy-hook/config.yaml': config(port) })) }
  return (await call(exe, { args: ['explain', '--last'], stdin: '', env: now })).stdout
}

it.each([
  ['gateway', 'closed', 9, /next call\s+deny \(fails closed\): the gateway could not be reached/],
  ['gateway', 'open', 9, /next call\s+allow, not checked \(fails open\): the gateway could not be reached/],
  ['both', 'closed', 9, /next call\s+deny \(fails closed\)/],
  ['gateway-then-offline', 'closed', 9, /next call\s+allow, by the engine: the gateway could not be reached/],
  ['gateway', 'closed', 0, /next call\s+what the gateway says; it answers now/],
])('%s, fails %s, port %i', async (source, fail, port, words) => {
  const said = await lastOf(source, fail, port === 0 ? running.port : port)
  expect(said).toMatch(words)
  if (source === 'gateway') expect(said).not.toContain('decided now')
  expect(said).not.toContain('lets it through now')
})

it('says nothing of a gateway that is not asked', async () => {
  expect(await lastOf('offline', 'closed', 9)).not.toContain('next call')
})

it('asks a gateway that says nothing for as long as a hook would', async () => {
  const silent = await http(() => undefined)()
  const before = performance.now()
  const said = await lastOf('gateway', 'closed', silent.port, 300)
  expect(said).toMatch(/next call\s+deny \(fails closed\): the gateway did not answer within \d{3} ms/)
  expect(performance.now() - before).toBeLessThan(8_000)
  await silent.close()
})
