/** A refusal by a server, and a caller with a token for that who permits it once. */

import { execa } from 'execa'
import { afterEach, describe, expect, it } from 'vitest'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, start } from './server.ts'

const open: Running[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(runtimes)('$name', exe => {
  it('is permitted by nobody else, for no other tenant, and once', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy, 'tenants/shop/policy.yaml': demoPolicy })
    const token = async (...args: readonly string[]): Promise<string> =>
      (await execa(exe.command, [...exe.args, 'serve', 'token', 'add', ...args], { env, extendEnv: false })).stdout
    const [agent, both, person, stranger] = [
      await token('agent'),
      await token('both', '--scope', 'validate', 'approve'),
      await token('person', '--scope', 'approve'),
      await token('stranger', '--scope', 'approve', '--tenant', 'shop'),
    ]
    const server = await start(exe, { env })
    open.push(server)
    const call = (by: string) => server.post('/hooks/claude-code', claudeCall('echo pwned'), bearer(by))
    const denied = /"permissionDecision":"deny"/
    const first = await call(both)
    expect(first.text).toMatch(denied)
    const list = async (by: string) =>
      (await server.ask('/approvals', { headers: bearer(by) })).json as { refusals: { id: string }[] }
    let id = ''
    await expect.poll(async () => (id = (await list(person)).refusals[0]?.id ?? ''), { timeout: 5_000 }).not.toBe('')
    expect((await list(stranger)).refusals).toEqual([])
    const permit = async (by: string | undefined, what = id) =>
      (await server.post(`/approvals/${what}`, {}, by === undefined ? {} : bearer(by))).status
    expect([
      await permit(undefined),
      await permit(agent),
      await permit(both),
      await permit(stranger),
      await permit(person, 'zzzzzzz'),
    ]).toEqual([401, 403, 403, 404, 404])
    expect((await server.ask('/approvals', { headers: bearer(agent) })).status).toBe(403)
    expect((await call(both)).text).toMatch(denied)
    expect(await permit(person)).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(both)))
    expect(answers.filter(({ text }) => !denied.test(text))).toHaveLength(1)
  }, 60_000)
})

it('nobody permits anything where callers need no token', async () => {
  const [exe] = runtimes
  if (exe === undefined) throw new Error('no executable')
  const server = await start(exe, { env: homeWith({ 'policy.yaml': demoPolicy }) })
  open.push(server)
  expect((await server.post('/hooks/claude-code', claudeCall('echo pwned'))).text).toContain('deny')
  expect([(await server.ask('/approvals')).status, (await server.post('/approvals/abcdefg', {})).status]).toEqual([401, 401])
}, 60_000)
