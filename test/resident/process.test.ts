/** The process that keeps connections: what it carries, whom it serves, and when it leaves. */

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressAt } from '../../src/hook/sources/resident/meeting.ts'
import { isThere } from '../../src/hook/sources/resident/present.ts'
import { prover } from '../../src/hook/sources/resident/proof.ts'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'
import { allow, caFile, type Seen, tlsGateway, type World, world } from './world.ts'

vi.mock('../../src/hook/sources/machine/background.ts', async original => ({
  ...(await original<object>()),
  startBehind: vi.fn(),
}))

// The machine may have other things to do.
vi.mock('../../src/hook/sources/resident/patience.ts', () => ({ patience: { beginMs: 8_000, silentMs: 8_000, beatMs: 200 } }))

type Reply = Parameters<typeof tlsGateway>[0]
const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

const kept = async (reply?: Reply, life = {}, more = {}) => {
  const gateway = await tlsGateway(reply)
  ended.push(gateway.close)
  const at = world(gateway.url, more)
  const { left } = await at.keep(life)
  ended.push(() => {
    rmSync(at.file, { force: true })
    return left
  })
  return { gateway, at, left }
}

const keysOf = (seen: readonly Seen[]) => seen.map(({ headers }) => headers.authorization)

describe('what it carries', () => {
  it('goes over one connection, each call with its own key', async () => {
    const { gateway, at } = await kept()
    for (const apiKey of ['first', 'first', 'changed']) expect((await at.ask({ apiKey })).ok).toBe(true)
    expect(gateway.connections()).toBe(1)
    expect(keysOf(gateway.seen)).toEqual(['Bearer first', 'Bearer first', 'Bearer changed'])
    expect(gateway.seen[0]?.text).toContain('npm publish')
  })

  it('comes back with status and pause', async () => {
    const { gateway, at } = await kept(response => response.writeHead(503, { 'retry-after': '7' }).end('{}'))
    expect(await at.ask()).toMatchObject({ ok: false, failure: { kind: 'gateway-status', status: 503, retryAfterMs: 7_000 } })
    expect(gateway.connections()).toBe(1)
  })

  it('may be as large as an answer may be', async () => {
    const text = JSON.stringify({ continue: true, permission: 'allow', guardrail_checks: [], note: 'x'.repeat(900_000) })
    const { gateway, at } = await kept(response => response.end(text))
    expect((await at.ask()).ok).toBe(true)
    expect(gateway.connections()).toBe(1)
  })

  it('is asked for side by side, and beyond a number by the callers', async () => {
    const { gateway, at } = await kept(response => void setTimeout(() => allow(response), 100))
    const all = await Promise.all(Array.from({ length: 40 }, () => at.ask({ timeoutMs: 10_000 })))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(gateway.seen.length).toBeGreaterThanOrEqual(40)
  })

  it('is said by the caller itself when the gateway is gone', async () => {
    const { gateway, at } = await kept()
    expect((await at.ask()).ok).toBe(true)
    await gateway.close()
    expect(await at.ask()).toMatchObject({ ok: false, failure: { kind: 'gateway-unreachable', detail: 'refused' } })
  })

  it('ends with the caller', async () => {
    let closed = 0
    const { at } = await kept(response => void response.on('close', () => closed++))
    expect(await at.ask({ timeoutMs: 1_500 })).toMatchObject({ ok: false, failure: { kind: 'gateway-timeout' } })
    await vi.waitFor(() => expect(closed).toBe(1))
  })

  it('is asked for by the caller as well when the connection is dead, and then it leaves', async () => {
    // The second request of a connection is swallowed, as by a network that has forgotten it.
    const counts = new Map<number, number>()
    const { gateway, at, left } = await kept((response, { connection }) => {
      counts.set(connection, (counts.get(connection) ?? 0) + 1)
      if (counts.get(connection) === 1) allow(response)
    })
    expect((await at.ask()).ok).toBe(true)
    const from = performance.now()
    expect((await at.ask({ timeoutMs: 20_000 })).ok).toBe(true)
    expect(performance.now() - from).toBeLessThan(10_000)
    expect(gateway.seen.map(({ connection }) => connection)).toEqual([1, 1, 2])
    await left
  })
})

describe('when it leaves', () => {
  const gone = async ({ at, left }: { at: World; left: Promise<void> }): Promise<void> => {
    await left
    expect(await isThere(at.meeting)).toBe(false)
    expect((await at.ask()).ok).toBe(true)
  }

  it('nobody asks', async () => gone(await kept(undefined, { idleMs: 100 })))
  it('it has lived for long', async () => gone(await kept(undefined, { longestMs: 100 })))

  it('its file is gone, or is another one’s', async () => {
    const one = await kept()
    rmSync(one.at.file)
    await gone(one)
    const two = await kept()
    writeFileSync(two.at.file, JSON.stringify({ ...addressAt(two.at.meeting), secret: 'cd'.repeat(32) }))
    await two.left
    expect(existsSync(two.at.file)).toBe(true)
  })

  it('a certificate has changed', async () => {
    const ca = `${folder({})}/ca.pem`
    copyFileSync(caFile, ca)
    const one = await kept(undefined, {}, { caFile: ca })
    writeFileSync(ca, `${readFileSync(caFile, 'utf8')}\n`)
    await gone(one)
  })

  it('what it carries is finished first', async () => {
    const { gateway, at, left } = await kept(response => void setTimeout(() => allow(response), 300))
    const asked = at.ask()
    await until(() => gateway.connections() > 0)
    rmSync(at.file)
    await left
    expect((await asked).ok).toBe(true)
    expect(gateway.connections()).toBe(1)
  })
})

it('leaves the place to one that is there', async () => {
  const { at } = await kept()
  const before = readFileSync(at.file, 'utf8')
  await (await at.keep()).left
  expect(readFileSync(at.file, 'utf8')).toBe(before)
  expect((await at.ask()).ok).toBe(true)
})

describe('whom it serves', () => {
  /** Talks to it by hand; what it said until it hung up. */
  const talk = async (
    at: World,
    says: (prove: (nonce: string) => string, secret: string) => string | Buffer,
  ): Promise<string> => {
    const address = addressAt(at.meeting)
    const prove = await prover()
    const socket = createConnection(address?.path ?? '')
    let heard = ''
    socket.on('data', data => {
      heard += data.toString()
    })
    socket.on('error', () => {})
    socket.write(says(nonce => prove(address?.secret ?? '', nonce, 'caller'), address?.secret ?? ''))
    await Promise.race([new Promise(resolve => socket.on('close', resolve)), sleep(7_000)])
    return heard.split('\n').slice(1).join('\n')
  }
  const head = (at: World, proof: string, more = {}): string =>
    `${JSON.stringify({ terms: at.meeting.terms, proof, url: `${at.config.url}/x`, headers: {}, size: 0, ...more })}\n`

  it.each<[string, (at: World, prove: (nonce: string) => string) => string | Buffer]>([
    ['no proof', at => `n\n${head(at, '')}`],
    ['the proof of another nonce', (at, prove) => `n\n${head(at, prove('m'))}`],
    ['other terms', (at, prove) => `n\n${head(at, prove('n'), { terms: '[]' })}`],
    ['another address', (at, prove) => `n\n${head(at, prove('n'), { url: 'https://elsewhere.example/' })}`],
    ['a body beyond all', (at, prove) => `n\n${head(at, prove('n'), { size: 99_999_999 })}`],
    ['no size', (at, prove) => `n\n${head(at, prove('n'), { size: 'x' })}`],
    ['a head beyond all', () => `n\n${'x'.repeat(300_000)}`],
    ['no JSON', () => 'n\nx\n'],
    ['half a request', (at, prove) => `n\n${head(at, prove('n'), { size: 5 })}abc`],
    ['nothing', () => 'n'],
  ])(
    'not %s',
    async (_, says) => {
      const { gateway, at } = await kept()
      expect(await talk(at, prove => says(at, prove))).toBe('')
      expect(gateway.seen).toEqual([])
      expect((await at.ask()).ok).toBe(true)
    },
    15_000,
  )

  it('whoever knows the secret', async () => {
    const { gateway, at } = await kept()
    expect(await talk(at, prove => `n\n${head(at, prove('n'), { size: 2 })}{}`)).toMatch(
      /^\n+\{"status":200,"size":\d+\}\n\{"continue"/,
    )
    expect(gateway.seen).toHaveLength(1)
  })
})
