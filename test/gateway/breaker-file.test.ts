/** The breaker's file: whatever stands there, a call goes on; and of many callers one probes. */

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Failure, fail, ok } from '../../src/core/failure.ts'
import { noObjection } from '../../src/core/verdict.ts'
import { breakerFor, breakerStatus, type Place, throughBreaker } from '../../src/hook/sources/breaker-file.ts'

const url = 'https://gateway.example/api/llm'
const refused: Failure = { kind: 'gateway-unreachable', detail: 'refused' }
let dir = ''
let at: Place
let asked = 0

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'tfy-breaker-')), 'state')
  at = placed()
  asked = 0
})
afterEach(() => {
  chmodSync(dir, 0o700)
  rmSync(join(dir, '..'), { recursive: true })
})

const placed = (gateway: { url: string; socket?: string } = { url }, env: Record<string, string> = {}): Place => {
  const place = breakerFor(gateway, env, dir)
  if (place === undefined) throw new Error('no place for a good URL')
  return place
}

const ask = (failure?: Failure, place = at, during?: () => unknown) =>
  throughBreaker(place, { timeoutMs: 1_000, bodySize: () => 100 }, async () => {
    asked++
    await during?.()
    return failure === undefined ? ok(noObjection('gateway')) : fail(failure)
  })

const trip = async (place = at): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await ask(refused, place)
}

const file = (): string => join(dir, at.name)
const entries = (): readonly string[] => readdirSync(dir)

/** The pause is over, since a moment ago. */
const age = (by = 10): void => {
  const state = JSON.parse(readFileSync(file(), 'utf8'))
  writeFileSync(file(), JSON.stringify({ ...state, at: state.at - 20_000, until: Date.now() - by }), { mode: 0o600 })
}

/** Created by somebody who was killed before the first byte. */
const empty = (claim: string): void => {
  truncateSync(claim)
  utimesSync(claim, 1, Date.now() / 1000 - 3)
}

describe('the pause', () => {
  it('comes after three failures, at once and without a call', async () => {
    await trip()
    expect(asked).toBe(3)
    expect(await ask()).toEqual({
      ok: false,
      failure: { kind: 'gateway-paused', retryAfterMs: expect.any(Number) },
      breaker: 'open',
    })
    expect(asked).toBe(3)
    expect(breakerStatus(at)).toMatchObject({ phase: 'open', pauses: 1, file: file() })
  })

  it('writes nothing for a gateway that answers', async () => {
    mkdirSync(dir)
    for (let turn = 0; turn < 5; turn++) await ask()
    await ask({ kind: 'gateway-status', status: 403 })
    expect(entries()).toEqual([])
  })

  it('is forgotten with one answer, claims and drafts included', async () => {
    await trip()
    age()
    writeFileSync(`${file()}.4711-killed`, 'half')
    expect(await ask()).toMatchObject({ ok: true, breaker: 'half-open' })
    expect(entries()).toEqual([])
    expect(await ask()).not.toHaveProperty('breaker')
  })

  it('grows when the probe fails', async () => {
    await trip()
    age()
    expect(await ask(refused)).toMatchObject({ failure: refused, breaker: 'half-open' })
    expect(breakerStatus(at)).toMatchObject({ phase: 'open', pauses: 2 })
    expect(entries()).toEqual([at.name])
    const { retryAfterMs } = breakerStatus(at) as { retryAfterMs: number }
    expect(retryAfterMs).toBeGreaterThan(7_500)
    expect(retryAfterMs).toBeLessThanOrEqual(10_000)
  })

  it('is as long as the gateway asks', async () => {
    await ask(refused)
    await ask(refused)
    await ask({ kind: 'gateway-status', status: 429, retryAfterMs: 60_000 })
    expect((breakerStatus(at) as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(59_000)
  })

  it('counts for one way to one gateway', async () => {
    await trip()
    const others = [
      placed({ url: 'https://other.example' }),
      placed({ url: 'https://gateway.example:8443' }),
      placed({ url, socket: '/run/gateway.sock' }),
      placed({ url }, { HTTPS_PROXY: 'http://127.0.0.1:9' }),
    ]
    expect(new Set([at, ...others].map(({ name }) => name)).size).toBe(5)
    for (const other of others) expect(await ask(undefined, other)).toMatchObject({ ok: true })
    expect(placed({ url: 'https://gateway.example/else' }).name).toBe(at.name)
    expect(breakerFor({ url: 'nowhere' }, {}, dir)).toBeUndefined()
  })
})

describe('the probe', () => {
  it('is one of fifty', async () => {
    await trip()
    age()
    asked = 0
    const all = await Promise.all(
      Array.from({ length: 50 }, () => ask(undefined, at, () => new Promise(done => setTimeout(done, 50)))),
    )
    expect(asked).toBe(1)
    expect(all.filter(one => one.ok).length).toBe(1)
    for (const one of all.filter(one => !one.ok)) {
      expect(one).toMatchObject({ failure: { kind: 'gateway-paused' }, breaker: 'half-open' })
      if (!one.ok && one.failure.kind === 'gateway-paused') expect(one.failure.retryAfterMs).toBeLessThanOrEqual(2_000)
    }
  })

  it('is freed when its process was killed', async () => {
    await trip()
    age()
    void ask(undefined, at, () => new Promise(() => {}))
    expect(await ask()).toMatchObject({ failure: { kind: 'gateway-paused' } })
    const [claim = ''] = entries().filter(name => name.includes('probe'))
    writeFileSync(join(dir, claim), String(Date.now() - 1))
    asked = 0
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ask(undefined, at, () => new Promise(done => setTimeout(done, 50)))),
    )
    expect([asked, all.filter(one => one.ok).length]).toEqual([1, 1])
    expect(entries()).toEqual([])
  })

  it.each<[string, (claim: string) => void]>([
    ['a claim without a word, two seconds old', claim => empty(claim)],
    ['a claim beyond every bound', claim => writeFileSync(claim, String(Date.now() + 400_000))],
  ])('is not kept away by %s', async (_, spoil) => {
    await trip()
    age()
    void ask(undefined, at, () => new Promise(() => {}))
    const [claim = ''] = entries().filter(name => name.includes('probe'))
    spoil(join(dir, claim))
    expect(await ask()).toMatchObject({ ok: true, breaker: 'half-open' })
  })

  it('that learned nothing leaves the turn to the next', async () => {
    await trip()
    age()
    const unconfigured: Failure = { kind: 'gateway-unconfigured', detail: 'no key' }
    expect(await ask(unconfigured)).toMatchObject({ failure: unconfigured, breaker: 'half-open' })
    expect(await ask()).toMatchObject({ ok: true, breaker: 'half-open' })
  })

  it('that overran and learned nothing does not give away the turn of another', async () => {
    await trip()
    age()
    const releases: (() => void)[] = []
    const held = (failure?: Failure) => ask(failure, at, () => new Promise<void>(done => releases.push(done)))
    const slow = held({ kind: 'gateway-unconfigured', detail: 'no key' })
    const [claim = ''] = entries().filter(name => name.includes('probe'))
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_500)
    const other = held()
    releases[0]?.()
    await slow
    expect(entries()).toContain(claim)
    expect(await ask()).toMatchObject({ failure: { kind: 'gateway-paused' }, breaker: 'half-open' })
    now.mockRestore()
    releases[1]?.()
    expect(await other).toMatchObject({ ok: true, breaker: 'half-open' })
  })

  it('that ends after another one failed does not lengthen the pause', async () => {
    await trip()
    age()
    let release = (): void => {}
    const slow = ask(refused, at, () => new Promise<void>(done => (release = done)))
    const [claim = ''] = entries().filter(name => name.includes('probe'))
    writeFileSync(join(dir, claim), '1')
    await ask(refused)
    release()
    await slow
    expect(breakerStatus(at)).toMatchObject({ phase: 'open', pauses: 2 })
  })
})

describe('a state that is not ours to believe', () => {
  const open = (): string => JSON.stringify({ v: 1, origin: at.origin, at: Date.now(), pauses: 3, until: Date.now() + 100_000 })

  const put = (mode: number): void => {
    writeFileSync(file(), open())
    chmodSync(file(), mode)
  }
  const link = (text: string): void => {
    writeFileSync(join(dir, 'elsewhere'), text, { mode: 0o600 })
    symlinkSync('elsewhere', file())
  }

  it('is believed when it is ours', async () => {
    mkdirSync(dir)
    writeFileSync(file(), open(), { mode: 0o600 })
    expect(await ask()).toMatchObject({ failure: { kind: 'gateway-paused' } })
  })

  it.each<[string, () => void]>([
    ['torn', () => writeFileSync(file(), open().slice(0, -9))],
    ['empty', () => writeFileSync(file(), '')],
    ['foreign', () => writeFileSync(file(), open().replace('gateway.example', 'gateway.invalid'))],
    ['huge', () => writeFileSync(file(), open() + ' '.repeat(2_000_000))],
    ['not text', () => writeFileSync(file(), new Uint8Array([0xff, 0xfe, 0x00]))],
    ['of the future', () => writeFileSync(file(), open().replace(/"at":\d+/, `"at":${Date.now() + 3_600_000}`))],
    ['open for an hour', () => writeFileSync(file(), open().replace(/"until":\d+/, `"until":${Date.now() + 3_600_000}`))],
    ['a year old', () => writeFileSync(file(), open().replace(/"until":\d+/, `"until":${Date.now() - 31_536_000_000}`))],
    ['writable by others', () => put(0o666)],
    ['a link', () => link(open())],
    ['a dangling link', () => symlinkSync('nowhere', file())],
    ['a folder', () => mkdirSync(file())],
    ['unreadable', () => put(0o000)],
  ])('counts as closed: %s', async (name, spoil) => {
    mkdirSync(dir)
    spoil()
    // Nobody is kept from reading anything as root.
    const rooted = process.getuid?.() === 0 && name === 'unreadable'
    if (!rooted) expect(await ask()).toEqual({ ok: true, value: noObjection('gateway') })
  })

  it.each(['torn', 'link'])('is replaced by ours: %s', async kind => {
    mkdirSync(dir)
    if (kind === 'torn') writeFileSync(file(), '{"v":1,')
    else link('kept')
    await trip()
    expect(breakerStatus(at).phase).toBe('open')
    if (kind === 'link') expect(readFileSync(join(dir, 'elsewhere'), 'utf8')).toBe('kept')
  })

  it('where nothing can be written, every call asks', async () => {
    mkdirSync(join(dir, '..'), { recursive: true })
    writeFileSync(dir, 'a file where the directory should be')
    for (let turn = 0; turn < 5; turn++) expect(await ask(refused)).toEqual(fail(refused))
    expect(asked).toBe(5)
  })
})
