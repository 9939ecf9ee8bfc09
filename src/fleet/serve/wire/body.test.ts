import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Arrival, bodyReader } from './body.ts'

const limits = { maxBytes: 1_000_000, drainBytes: 4_000_000, timeoutMs: 5_000, totalBytes: 2_500_000 }

const packed = (bytes: Uint8Array) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-encoding': 'gzip', 'content-length': String(bytes.length) },
    body: new Uint8Array(bytes),
  })

it('counts what packed bodies hold, not what they weigh', async () => {
  const read = bodyReader(limits)
  const bomb = gzipSync(new Uint8Array(1_000_000))
  const kinds = (await Promise.all(Array.from({ length: 8 }, () => read(packed(bomb))))).map(({ kind }) => kind)
  expect(kinds.filter(kind => kind === 'read').length).toBeLessThan(3)
  expect(await read(packed(gzipSync('{}')))).toMatchObject({ kind: 'read' })
  expect(await read(packed(gzipSync(new Uint8Array(1_000_001))))).toEqual({ kind: 'too-large' })
})

it('cuts a packed body that lies about its size', async () => {
  const bytes = gzipSync(new Uint8Array(500_000))
  bytes.writeUInt32LE(10, bytes.length - 4)
  expect(await bodyReader(limits)(packed(bytes))).toEqual({ kind: 'too-large' })
})

/** Announces a body, sends so much of it, and waits. */
const waiting = (announced: number, sent: number) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-length': String(announced) },
    body: new ReadableStream({ start: controller => controller.enqueue(new Uint8Array(sent)) }),
    duplex: 'half',
  } as RequestInit)

const whole = (size: number) => new Request('http://localhost/', { method: 'POST', body: new Uint8Array(size) })

it('reserves for what has arrived, not for what is announced', async () => {
  const read = bodyReader({ ...limits, timeoutMs: 200 })
  const idle = Array.from({ length: 16 }, () => read(waiting(1_000_000, 1)))
  expect(await read(packed(gzipSync('{}')))).toMatchObject({ kind: 'read' })
  expect(new Set((await Promise.all(idle)).map(({ kind }) => kind))).toEqual(new Set(['late']))
})

it('gives back what an unfinished body held', async () => {
  const read = bodyReader({ ...limits, timeoutMs: 100 })
  const kinds = (await Promise.all(Array.from({ length: 4 }, () => read(waiting(990_000, 900_000))))).map(({ kind }) => kind)
  expect(kinds.filter(kind => kind === 'crowded').length).toBe(2)
  expect((await Promise.all([1, 2].map(() => read(waiting(990_000, 900_000))))).map(({ kind }) => kind)).toEqual(['late', 'late'])
})

it('cuts who trickles for whoever comes, and only then', async () => {
  const cuts: (() => void)[] = []
  const read = bodyReader(limits, () => {
    const cut = cuts.shift()
    cut?.()
    return cut !== undefined
  })
  const slow = [1, 2].map(() => {
    const arrival: Arrival = { since: 0 }
    const body = read(waiting(990_000, 900_000), arrival)
    cuts.push(() => arrival.cut?.())
    return body
  })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await read(whole(900_000))).toMatchObject({ kind: 'read' })
  expect([await slow[0], cuts.length]).toEqual([{ kind: 'late' }, 1])
})
