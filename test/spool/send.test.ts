/** The process that sends: at least once, in order, within its bound, and nothing lost on the way. */

import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { breakerFor } from '../../src/hook/sources/breaker-file.ts'
import { atLoad } from '../at-load.ts'
import { gone } from '../gateway/servers.ts'
import { until } from '../until.ts'
import {
  age,
  files,
  type Gateway,
  gateway,
  type Home,
  home,
  lines,
  notification,
  prepare,
  quiet,
  runtimes,
  send,
  sender,
  session,
  tell,
  textOf,
} from './place.ts'

const day = 86_400_000

/** Events of three sessions in turn, as hooks leave them; one real call gives the form and the name of the file. */
const fill = async (at: Home, exe: (typeof runtimes)[number], count: number): Promise<void> => {
  await tell(exe, at, notification('number 0.'))
  const [name = ''] = files(at)
  const form = textOf(at)
  const text = Array.from({ length: count }, (_, i) =>
    form
      .replaceAll('number 0.', `number ${i}.`)
      .replaceAll(session(0), session(i % 3))
      .replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`),
  ).join('')
  writeFileSync(join(at.spool, name), text, { mode: 0o600 })
}

const messages = ({ posts }: Gateway): readonly string[] => posts.map(post => post.body.message)
const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `number ${i}.`)

const inOrder = ({ posts }: Gateway): void => {
  for (const of of [0, 1, 2].map(session)) {
    const own = posts.filter(post => post.body.session_id === of).map(post => Number(/\d+/.exec(post.body.message)?.[0]))
    expect([...new Set(own)]).toEqual([...new Set(own)].sort((a, b) => a - b))
  }
}

describe.each(runtimes)('$name', exe => {
  it('sends everything to where the hook would ask, in the order of each session', async () => {
    const server = await gateway(response => setTimeout(() => response.end('{}'), Math.random() * 20))
    const at = home(server.port)
    await fill(at, exe, 130)
    expect(await send(exe, at)).toMatchObject({ exitCode: 0, stdout: '130 sent, 0 dropped\n', stderr: '' })
    await server.close()
    expect([...messages(server)].sort()).toEqual([...numbers(130)].sort())
    inOrder(server)
    expect(new Set(server.posts.map(({ path }) => path))).toEqual(new Set(['/hooks/claude-code']))
    expect(new Set(server.posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(130)
    expect(new Set(server.posts.map(({ headers }) => headers['x-tfy-hook-batch'])).size).toBe(2)
    expect(server.posts[0]?.headers.authorization).toBe('Bearer key-of-the-tests')
    expect(files(at).filter(name => !name.includes('.start-'))).toEqual([])
  })

  it('killed in the middle, sends the rest, and again only what was in flight, under the same key', async () => {
    let slow = 150
    const server = await gateway(response => setTimeout(() => response.end('{}'), slow))
    const at = home(server.port)
    await fill(at, exe, 30)
    const child = sender(exe, at)
    await until(() => server.posts.length >= 10)
    child.kill('SIGKILL')
    const killed = performance.now()
    await sleep(300)
    const before = [...server.posts]
    slow = 0
    expect((await send(exe, at)).exitCode).toBe(0)
    await server.close()
    expect(new Set(messages(server))).toEqual(new Set(numbers(30)))
    inOrder(server)
    const again = server.posts.slice(before.length).filter(post => before.some(({ text }) => text === post.text))
    expect(again.length).toBeLessThanOrEqual(4)
    for (const post of again) {
      const first = before.find(({ text }) => text === post.text)
      expect(post.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
      expect(first?.answered ?? killed).toBeGreaterThan(killed - 100)
    }
  })

  it('keeps everything while the gateway is down, and ends in time', async () => {
    const down = await gone()
    const at = home(down.port)
    await fill(at, exe, 5)
    const said = await send(exe, at, 1_500)
    expect(said.exitCode).toBe(1)
    expect(said.ms).toBeLessThan(1_500 + atLoad(2_000))
    expect(lines(at).map(line => line.payload.message)).toEqual(numbers(5))
  })

  it('outlasts a gateway that is overloaded for a while', async () => {
    const statuses = [503, 500, 429, 408]
    const server = await gateway((response, number) => {
      response.writeHead(statuses[number - 1] ?? 200, number === 3 ? { 'retry-after': '1' } : {}).end('{}')
    })
    const at = home(server.port)
    await fill(at, exe, 6)
    expect((await send(exe, at)).stdout).toBe('6 sent, 0 dropped\n')
    await server.close()
    expect(new Set(messages(server))).toEqual(new Set(numbers(6)))
    inOrder(server)
  })

  it('ends in time when the gateway is silent', async () => {
    const server = await gateway(() => {})
    const at = home(server.port)
    await fill(at, exe, 20)
    const said = await send(exe, at, 1_000)
    await server.close()
    expect([said.exitCode, said.ms < 3_500]).toEqual([1, true])
    expect(lines(at).length).toBe(20)
  })

  it.each([401, 403, 302])('keeps everything after a %d, and asks no further', async status => {
    const server = await gateway(response => response.writeHead(status, { location: '/' }).end('{}'))
    const at = home(server.port)
    await fill(at, exe, 20)
    const said = await send(exe, at)
    await server.close()
    expect(said.exitCode).toBe(1)
    expect(server.posts.length).toBeLessThanOrEqual(4)
    expect(lines(at).length).toBe(20)
  })

  it('drops what the gateway refuses for good, and says how many with the next event', async () => {
    const server = await gateway((response, number) => response.writeHead(number <= 3 ? 422 : 200).end('{}'))
    const at = home(server.port)
    await fill(at, exe, 5)
    expect((await send(exe, at)).stdout).toBe('2 sent, 3 dropped\n')
    await tell(exe, at, notification('after it'))
    expect((await send(exe, at)).exitCode).toBe(0)
    await server.close()
    expect(server.posts.at(-1)).toMatchObject({ body: { message: 'after it' }, headers: { 'x-tfy-hook-dropped': '3' } })
    expect(lines(at)).toEqual([])
  })

  it('drops what is older than a week, or torn', async () => {
    const server = await gateway()
    const at = home(server.port)
    await fill(at, exe, 4)
    age(at, 8 * day)
    await tell(exe, at, notification('of today'))
    const [name = ''] = files(at).filter(file => file.endsWith('.jsonl'))
    writeFileSync(join(at.spool, name), `{"at":17\n${readFileSync(join(at.spool, name), 'utf8')}`)
    // The hook may have started a sender by itself.
    await quiet(at)
    await send(exe, at)
    await tell(exe, at, notification('after it'))
    await send(exe, at)
    await server.close()
    expect(messages(server)).toEqual(['of today', 'after it'])
    expect(Number(server.posts[1]?.headers['x-tfy-hook-dropped'])).toBeGreaterThanOrEqual(4)
  })

  it('waits for a gateway that is left alone', async () => {
    const server = await gateway()
    const at = home(server.port)
    await fill(at, exe, 2)
    const place = breakerFor({ url: `http://127.0.0.1:${server.port}` }, {}, at.state)
    const open = { v: 1, origin: place?.origin, at: Date.now(), pauses: 3, until: Date.now() + 60_000 }
    writeFileSync(join(at.state, place?.name ?? ''), `${JSON.stringify(open)}\n`, { mode: 0o600 })
    expect((await send(exe, at)).exitCode).toBe(1)
    age(at, 20_000)
    await tell(exe, at, notification('number 2.'))
    await sleep(500)
    await server.close()
    expect(server.posts).toEqual([])
    expect(lines(at).length).toBe(3)
  })

  it('sends nothing to another gateway', async () => {
    const [one, other] = [await gateway(), await gateway()]
    const at = home(one.port)
    await fill(at, exe, 2)
    writeFileSync(
      join(at.env.XDG_CONFIG_HOME ?? '', 'tfy-hook/config.yaml'),
      `source: gateway\ngateway:\n  url: http://127.0.0.1:${other.port}\n`,
    )
    await tell(exe, at, notification('for the other'))
    await send(exe, at)
    await Promise.all([one.close(), other.close()])
    expect([messages(one), messages(other)]).toEqual([[], ['for the other']])
    expect(lines(at).length).toBe(2)
  })

  it('lets one process send at a time', async () => {
    const server = await gateway(response => setTimeout(() => response.end('{}'), 100))
    const at = home(server.port)
    await fill(at, exe, 12)
    const all = await Promise.all([1, 2, 3, 4].map(() => send(exe, at)))
    await server.close()
    expect(all.filter(said => said.stdout.startsWith('12 sent')).length).toBe(1)
    expect([...messages(server)].sort()).toEqual([...numbers(12)].sort())
  })

  it('stays below 5 MiB, drops the oldest first, and says how many', async () => {
    const server = await gateway()
    const at = home(server.port)
    prepare(at)
    await tell(exe, at, notification('number 0.'))
    const [name = ''] = files(at)
    const form = textOf(at)
    const line = (i: number): string =>
      form.replaceAll('number 0.', `number ${i}. ${'x'.repeat(1_000)}`).replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)
    mkdirSync(at.spool, { recursive: true })
    const each = Math.floor((255 * 1024) / line(0).length)
    const parts = Math.ceil((8 * 1024 * 1024) / (256 * 1024))
    for (let part = 0; part < parts; part++) {
      const text = Array.from({ length: each }, (_, i) => line(part * each + i)).join('')
      const file = part < parts - 1 ? `${name.replace('.jsonl', '')}-${1_790_000_000_000 + part}-1.jsonl` : name
      writeFileSync(join(at.spool, file), text, { mode: 0o600 })
    }
    // The next one passes the size of a part.
    for (let i = 0; i < 3; i++) await tell(exe, at, notification(`the last ${'y'.repeat(3_000)}`), { TFY_HOOK_LOG: 'off' })
    const size = files(at).reduce((sum, file) => sum + statSync(join(at.spool, file)).size, 0)
    expect(size).toBeLessThanOrEqual(5 * 1024 * 1024)
    expect(size).toBeGreaterThan(4 * 1024 * 1024)
    await until(() => server.posts.length > 0)
    await quiet(at)
    await send(exe, at, 60_000)
    await send(exe, at, 60_000)
    await server.close()
    const sent = server.posts.length
    expect(server.posts.filter(post => post.body.message.startsWith('the last')).length).toBe(3)
    // What is left are the newest, without a gap.
    const kept = new Set(server.posts.flatMap(post => /^number (\d+)/.exec(post.body.message)?.[1] ?? []).map(Number))
    expect(kept.size).toBe(sent - 3)
    expect(Math.max(...kept) - Math.min(...kept) + 1).toBe(kept.size)
    expect(Math.max(...kept)).toBe(parts * each - 1)
    const told = server.posts.reduce((sum, post) => sum + Number(post.headers['x-tfy-hook-dropped'] ?? 0), 0)
    expect(told).toBe(Math.min(...kept))
  }, 90_000)
})
