/** Whatever the process that keeps connections does, a call gets its verdict, and its key goes to nobody else. */

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBehind } from '../../src/hook/sources/machine/background.ts'
import { meetingFor } from '../../src/hook/sources/resident/meeting.ts'
import { patience } from '../../src/hook/sources/resident/patience.ts'
import { startResident } from '../../src/hook/sources/resident/start.ts'
import { atLoad } from '../at-load.ts'
import { apiKey } from '../gateway/call.ts'
import { allow, caFile, pretend, proving, tlsGateway, version, type World, world } from './world.ts'

vi.mock('../../src/hook/sources/machine/background.ts', async original => ({
  ...(await original<object>()),
  startBehind: vi.fn(),
}))
const started = vi.mocked(startBehind)

let gateway: Awaited<ReturnType<typeof tlsGateway>>
let at: World
const closing: (() => Promise<void>)[] = []
beforeEach(async () => {
  started.mockReset()
  gateway = await tlsGateway()
  at = world(gateway.url)
})
afterEach(async () => {
  await gateway.close()
  for (const close of closing.splice(0)) await close()
})

const pretending = async (...args: Parameters<typeof pretend>) => {
  const one = await pretend(...args)
  closing.push(one.close)
  return one
}

const asked = async (more = {}) => {
  const from = performance.now()
  const result = await at.ask(more)
  await new Promise(resolve => setTimeout(resolve, 50))
  return { ok: result.ok, failure: result.ok ? undefined : result.failure, ms: performance.now() - from - 50 }
}

const { beginMs, silentMs } = patience
/** On a machine with other things to do. */
const slackMs = 1_500

describe('where nobody is', () => {
  it('asks itself, and has one started, without the key', async () => {
    vi.stubEnv('TFY_API_KEY', apiKey)
    expect(await asked()).toMatchObject({ ok: true })
    expect(gateway.seen).toHaveLength(1)
    expect(started).toHaveBeenCalledExactlyOnceWith(
      ['keep-connections', at.meeting.name],
      expect.not.objectContaining({ TFY_API_KEY: apiKey }),
    )
    expect(statSync(at.meeting.dir).mode & 0o777).toBe(0o700)
    await asked()
    expect(started).toHaveBeenCalledOnce()
    vi.unstubAllEnvs()
  })

  it('takes the file of one that was killed away', async () => {
    const one = await pretend(at, () => {})
    await one.close()
    writeFileSync(at.file, JSON.stringify({ path: `${at.meeting.dir}/1.sock`, secret: 'ab'.repeat(32) }), { mode: 0o600 })
    expect(await asked()).toMatchObject({ ok: true })
    expect(existsSync(at.file)).toBe(false)
    expect(started).toHaveBeenCalledOnce()
  })
})

it('does not take away another one that has come in the meantime', async () => {
  const missed = { path: '', secret: 'cd'.repeat(32), pid: 1 }
  await pretending(at, () => {})
  startResident(at.meeting, {}, missed, 'gone')
  startResident(at.meeting, {}, undefined, 'gone')
  expect(existsSync(at.file)).toBe(true)
  expect(started).not.toHaveBeenCalled()
})

describe('who is not trusted', () => {
  const untouched = async (one: { callers: () => number }): Promise<void> => {
    expect(await asked()).toMatchObject({ ok: true })
    expect(gateway.seen).toHaveLength(1)
    expect(one.callers()).toBe(0)
  }

  it('one whose folder others can look into', async () => {
    const one = await pretending(at, () => {})
    chmodSync(at.meeting.dir, 0o755)
    await untouched(one)
    expect(started).not.toHaveBeenCalled()
  })

  it('one whose file others can read', async () => untouched(await pretending(at, () => {}, { mode: 0o644 })))

  it('one whose folder is a link', async () => {
    const one = await pretending(at, () => {})
    renameSync(at.meeting.dir, `${at.meeting.dir}-real`)
    symlinkSync(`${at.meeting.dir}-real`, at.meeting.dir)
    await untouched(one)
    expect(started).not.toHaveBeenCalled()
  })

  it.skipIf(process.getuid?.() !== 0)('one whose file or folder is of another account', async () => {
    const one = await pretending(at, () => {})
    chownSync(at.file, 65_534, 65_534)
    await untouched(one)
    const two = await pretending(world(gateway.url), () => {})
    chownSync(at.meeting.dir, 65_534, 65_534)
    expect(await asked()).toMatchObject({ ok: true })
    expect(two.callers()).toBe(0)
  })

  it('one whose file names a socket elsewhere', async () => {
    const one = await pretending(at, () => {})
    const elsewhere = `${at.state}/1.sock`
    renameSync(`${at.meeting.dir}/1.sock`, elsewhere)
    writeFileSync(at.file, JSON.stringify({ path: elsewhere, secret: 'ab'.repeat(32) }))
    await untouched(one)
  })

  it('one that does not know the secret: it is not even sent the address', async () => {
    const one = await pretending(at, socket => socket.write(`${'0'.repeat(64)}\n\n{"status":200,"size":2}\n{}`))
    expect(await asked()).toMatchObject({ ok: true })
    expect(one.callers()).toBe(1)
    expect(one.heard()).toMatch(/^[0-9a-f]{32}\n$/)
    expect(gateway.seen).toHaveLength(1)
  })

  it('one of another version, of another trust, of another way', () => {
    const name = (more: object, env = {}, of = version): string | undefined =>
      meetingFor({ ...at.config, ...more }, env, at.state, of)?.name
    const names = [
      name({}),
      name({}, {}, '9.8.8'),
      name({}, { NODE_EXTRA_CA_CERTS: '/tmp/theirs.pem' }),
      name({}, { SSL_CERT_FILE: '/tmp/theirs.pem' }),
      name({ caFile: undefined }),
      name({ url: 'https://gateway.example' }),
      name({ url: 'https://gateway.example' }, { HTTPS_PROXY: 'http://proxy.example' }),
      name({ clientCertFile: caFile }),
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('one that does not do its work', () => {
  it('dies in the middle', async () => {
    await pretending(
      at,
      proving(socket => void socket.write('\n', () => socket.destroy())),
    )
    expect(await asked()).toMatchObject({ ok: true })
    expect(gateway.seen).toHaveLength(1)
  })

  it('dies in the middle of the answer', async () => {
    await pretending(
      at,
      proving(socket => void socket.write('\n{"status":200,"size":50}\n{"cont', () => socket.destroy())),
    )
    expect(await asked()).toMatchObject({ ok: true })
  })

  it('never says a word: neither is it given up, nor waited for', async () => {
    await pretending(at, () => {})
    const { ok, ms } = await asked()
    expect(ok).toBe(true)
    expect(ms).toBeLessThan(beginMs + atLoad(slackMs))
    expect(started).not.toHaveBeenCalled()
    expect(existsSync(at.file)).toBe(true)
  })

  it('never says a word, and has not been seen for long: it is replaced', async () => {
    await pretending(at, () => {})
    utimesSync(at.file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
    expect(await asked()).toMatchObject({ ok: true })
    expect(started).toHaveBeenCalledOnce()
    expect(existsSync(at.file)).toBe(false)
  })

  it('hangs once it has begun', async () => {
    await pretending(
      at,
      proving(socket => void socket.write('\n')),
    )
    const { ok, ms } = await asked()
    expect(ok).toBe(true)
    expect(ms).toBeGreaterThanOrEqual(silentMs - 5)
    expect(ms).toBeLessThan(silentMs + atLoad(slackMs))
  })

  it.each([
    'nonsense\n',
    '\n[]\n',
    '\n{"status":7,"size":1}\n1',
    '\n{"status":200,"size":-1}\n',
    '\n{"status":200,"size":99999999}\n',
    'x'.repeat(9_000),
  ])('talks nonsense: %.30s', async text => {
    await pretending(
      at,
      proving(socket => void socket.write(text)),
    )
    expect(await asked()).toMatchObject({ ok: true })
    expect(gateway.seen).toHaveLength(1)
  })

  it('doubts: whoever answers first counts', async () => {
    await pretending(
      at,
      proving(socket => void socket.write('\n{}\n')),
    )
    expect(await asked()).toMatchObject({ ok: true })
    expect(gateway.seen).toHaveLength(1)
  })

  it('keeps the deadline', async () => {
    await gateway.close()
    gateway = await tlsGateway(() => {})
    at = world(gateway.url)
    await pretending(
      at,
      proving(socket => void socket.write('\n')),
    )
    const { failure, ms } = await asked({ timeoutMs: 300 })
    expect(failure).toMatchObject({ kind: 'gateway-timeout' })
    expect(ms).toBeLessThan(300 + atLoad(slackMs))
  })
})

describe('where nothing is kept', () => {
  it.each([
    ['http://127.0.0.1:8080', {}],
    ['https://localhost', {}],
    ['https://gateway.example', { resident: false }],
    ['https://gateway.example', { socket: '/run/gateway.sock' }],
    ['nonsense', {}],
  ])('%s %o', (url, more) => expect(meetingFor({ url, ...more }, {}, at.state, version)).toBeUndefined())

  it('a socket would not fit into its address', () =>
    expect(meetingFor({ url: 'https://gateway.example' }, {}, `/${'x'.repeat(100)}`, version)).toBeUndefined())

  it('but by default for a gateway elsewhere', () =>
    expect(meetingFor({ url: 'https://gateway.example' }, {}, at.state, version)).toBeDefined())

  it('a folder that cannot be made', async () => {
    writeFileSync(at.meeting.dir, '')
    expect(await asked()).toMatchObject({ ok: true })
    expect(started).not.toHaveBeenCalled()
  })
})

it('brings what it was brought', async () => {
  await pretending(
    at,
    proving(
      socket =>
        void socket.write(`\n{"status":200,"size":60}\n{"continue":true,"permission":"allow","guardrail_checks":[]}`.padEnd(200)),
    ),
  )
  mkdirSync(at.meeting.dir, { recursive: true })
  expect(await asked()).toMatchObject({ ok: true })
  expect(gateway.seen).toHaveLength(0)
  expect(allow).toBeDefined()
})
