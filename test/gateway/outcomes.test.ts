import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describe as sentence } from '../../src/core/failure.ts'
import { askThrough } from '../../src/hook/sources/gateway.ts'
import { sendByFetch } from '../../src/hook/sources/transport/fetch.ts'
import { sendByUndici } from '../../src/hook/sources/transport/undici.ts'
import { atLoad } from '../at-load.ts'
import { askByBun, type Outcome } from './bun.ts'
import { apiKey, call, shellEvent, shellPayload } from './call.ts'
import { type Row, rows } from './rows.ts'
import { type Running, raw } from './servers.ts'

const requestOf = (row: Row, port: number) => ({
  event: shellEvent,
  payload: shellPayload,
  call: call({ url: `http://127.0.0.1:${port}`, endpoint: { dialect: row.dialect } }, { timeoutMs: row.timeoutMs }),
})

const judge = (row: Row, { result, ms }: Outcome, running: Running): void => {
  if ('failure' in row.want) expect(result).toEqual({ ok: false, failure: row.want.failure })
  else expect(result).toMatchObject({ ok: true, value: row.want.verdict })
  expect(running.connections()).toBe(row.connections)
  // Only a gateway that says nothing may use the time up.
  const spent = 'failure' in row.want && row.want.failure.kind === 'gateway-timeout'
  if (spent) expect(ms).toBeGreaterThan(row.timeoutMs - 10)
  expect(ms).toBeLessThan(spent ? row.timeoutMs + atLoad(400) : row.timeoutMs)
  if (result.ok) return
  const text = sentence(result.failure)
  expect(text).not.toMatch(new RegExp(`${apiKey}|127\\.0\\.0\\.1`))
  const { failure } = result
  expect(text).toContain('detail' in failure ? failure.detail : `${'status' in failure ? failure.status : row.timeoutMs}`)
}

const transports = { undici: sendByUndici, "Node's own fetch": sendByFetch }

describe.each(Object.entries(transports))('over %s', (_, send) => {
  it.each(rows.map(row => [row.name, row] as const))('%s', async (_, row) => {
    const running = await row.serve()
    const { event, payload, call } = requestOf(row, running.port)
    const from = performance.now()
    const result = await askThrough(send, event, payload, call)
    const outcome = { result, ms: performance.now() - from }
    judge(row, outcome, running)
    await running.close()
  })

  it('hangs up when the time is over', async () => {
    let open = 0
    const running = await raw(socket => {
      open++
      socket.on('close', () => open--)
    })()
    const result = await askThrough(
      send,
      shellEvent,
      shellPayload,
      call({ url: `http://127.0.0.1:${running.port}` }, { timeoutMs: 100 }),
    )
    expect(result).toMatchObject({ failure: { kind: 'gateway-timeout' } })
    await vi.waitFor(() => expect(open).toBe(0))
    await running.close()
  })
})

describe("over Bun's fetch", () => {
  const servers: Running[] = []
  let outcomes: readonly Outcome[] = []

  beforeAll(async () => {
    for (const row of rows) servers.push(await row.serve())
    outcomes = await askByBun(rows.map((row, index) => requestOf(row, servers[index]?.port ?? 0)))
  })
  afterAll(() => Promise.all(servers.map(server => server.close())))

  it.each(rows.map((row, index) => [row.name, row, index] as const))('%s', (_, row, index) => {
    const [outcome, server] = [outcomes[index], servers[index]]
    if (outcome === undefined || server === undefined) expect.fail('the run under Bun gave no outcome')
    judge(row, outcome, server)
  })
})
