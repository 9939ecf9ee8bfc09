import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { within } from './deadline.ts'
import type { Delivered, Send } from './transport.ts'

const delivery = { url: new URL('https://gateway.test'), headers: {}, body: '{}', maxBytes: 9 }
const answered: Delivered = { kind: 'answered', status: 200, body: new Uint8Array() }
const silent: Send = () => new Promise(() => {})
const after =
  (ms: number, delivered = answered): Send =>
  () =>
    new Promise(resolve => setTimeout(resolve, ms, delivered))

// The clock is the test's: how long this machine takes says nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const timed = async (limits: Parameters<typeof within>[0], send: Send) => {
  const from = performance.now()
  let ms = Number.NaN
  const ended = within(limits, send, delivery).finally(() => {
    ms = performance.now() - from
  })
  await vi.advanceTimersByTimeAsync(20_000)
  return { end: await ended, ms }
}

it('is asked for what is left only when the answer takes long', async () => {
  const leftMs = vi.fn(() => 0)
  expect((await timed({ timeoutMs: 2_000, leftMs }, after(20))).end).toBe(answered)
  expect(leftMs).not.toHaveBeenCalled()
})

it('ends when less is left than was thought', async () => {
  const leftMs = vi.fn(() => 150)
  const { end, ms } = await timed({ timeoutMs: 3_000, leftMs }, silent)
  expect(end).toEqual({ kind: 'late', afterMs: 250 })
  expect(ms).toBe(250)
  expect(leftMs).toHaveBeenCalledTimes(1)
})

it('ends at once when nothing is left any more', async () => {
  const { end, ms } = await timed({ timeoutMs: 3_000, leftMs: () => -500 }, silent)
  expect(end).toEqual({ kind: 'late', afterMs: 100 })
  expect(ms).toBeLessThanOrEqual(101)
})

it.each([Number.POSITIVE_INFINITY, 9_000])('never ends later for it: %d', async left => {
  const { end, ms } = await timed({ timeoutMs: 300, leftMs: () => left }, silent)
  expect(end).toEqual({ kind: 'late', afterMs: 300 })
  expect(ms).toBe(300)
})

it('takes an answer that comes before the shorter end', async () => {
  expect((await timed({ timeoutMs: 3_000, leftMs: () => 500 }, after(200))).end).toBe(answered)
})

it('does not wait for a pause that leaves no time for a second try', async () => {
  const busy: Delivered = { kind: 'answered', status: 503, body: new Uint8Array(), retryAfterMs: 260 }
  const send = vi.fn(after(0, busy))
  const { end, ms } = await timed({ timeoutMs: 300 }, send)
  expect(end).toBe(busy)
  expect(ms).toBe(0)
  expect(send).toHaveBeenCalledTimes(1)
})

it('says that the transport threw', async () => {
  expect((await timed({ timeoutMs: 300 }, () => Promise.reject(new Error('x')))).end).toEqual({ kind: 'crashed' })
})
