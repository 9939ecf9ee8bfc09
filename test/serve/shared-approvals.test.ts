/** A call that one replica has refused: seen, permitted and used up at the others, once, and at none of them where nobody can tell. */

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { redisAt } from '../../src/fleet/serve/state/redis.ts'
import { redisApprovals } from '../../src/fleet/serve/state/redis-approvals.ts'
import { mayKeep } from '../../src/fleet/serve/state/redis-shelf.ts'
import { hashOf, makeToken, type Scope, writeTokens } from '../../src/fleet/serve/tokens.ts'
import { approve, type Desk, refusalsAt, type Shared } from '../../src/hook/approvals/console.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import { hasher } from '../../src/hook/io.ts'
import { bash, machine } from '../approvals/ground.ts'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'
import { hasRedis, type RedisServer, redisServer } from './redis.ts'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, type ServerEnv, start } from './server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of open.splice(0).reverse()) await end()
})

/** Within less than a test may take, so that it is said what did not come. */
const soon: typeof until = (met, withinMs = 15_000) => until(met, withinMs)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const denied = '"permissionDecision":"deny"'
/** What docs/operate/fleet.md gives the user of Redis. */
const rights = /^user tfy-hook on >PASSWORD (.*)$/m.exec(readFileSync('docs/operate/fleet.md', 'utf8'))?.[1] ?? ''
const earlierRights =
  '~tfy-hook:* resetchannels -@all +get +set +getrange +append +strlen +pexpire +multi +exec +incr +sadd +smembers'

const redisFor = async (lines: readonly string[] = []): Promise<RedisServer> => {
  const redis = await redisServer(lines)
  open.push(redis.kill)
  return redis
}

interface Shown {
  readonly id: string
  readonly content: string
  readonly approvedBy?: string
}

interface Replica extends Running {
  readonly env: ServerEnv
}

const replicasOf = async (exe: (typeof runtimes)[number], state: string, serve: object = {}) => {
  const tokens = { hook: makeToken(), shop: makeToken(), ann: makeToken(), both: makeToken(), other: makeToken() }
  const has: Readonly<Record<keyof typeof tokens, readonly [readonly Scope[], string?]>> = {
    hook: [['validate']],
    shop: [['validate'], 'shop'],
    ann: [['approve']],
    both: [['validate', 'approve']],
    other: [['approve'], 'shop'],
  }
  const file = join(folder({}), 'tokens.json')
  const list = Object.entries(has).map(([name, [scopes, tenant]]) => ({
    name,
    sha256: hashOf(tokens[name as keyof typeof tokens]),
    scopes,
    created: '',
    ...(tenant !== undefined && { tenant }),
  }))
  writeTokens(file, list)
  const made = await Promise.all(
    [0, 1, 2].map(async (): Promise<Replica> => {
      const env = homeWith({
        'config.yaml': JSON.stringify({ state, serve }),
        'policy.yaml': demoPolicy,
        'tenants/shop/policy.yaml': demoPolicy,
      })
      const server = await start(exe, { env, args: ['--no-project-policies', '--tokens', file] })
      open.push(() => server.stop('SIGKILL'))
      return { ...server, env }
    }),
  )
  const [one, two, three] = made as [Replica, Replica, Replica]
  const call = async (at: Running, command: string, by = tokens.hook): Promise<boolean> => {
    const { status, text } = await at.post('/hooks/claude-code', claudeCall(command), bearer(by))
    expect(status).toBe(200)
    return !text.includes(denied)
  }
  const listed = async (at: Running, by = tokens.ann) => {
    const { status, json, text } = await at.ask('/approvals', { headers: bearer(by) })
    return { status, text, refusals: (json.refusals ?? []) as readonly Shown[] }
  }
  /** The name of a refused call, as another replica has it. */
  const seen = async (at: Running, content: string, by = tokens.ann): Promise<string> => {
    let id: string | undefined
    const find = async () => {
      id = (await listed(at, by)).refusals.find(refusal => refusal.content === content)?.id
      return id !== undefined
    }
    expect(await soon(find, 15_000), (await listed(at, by)).text + at.stderr()).toBe(true)
    return id ?? ''
  }
  const permit = async (at: Running, id: string, by = tokens.ann) => (await at.post(`/approvals/${id}`, {}, bearer(by))).status
  return { one, two, three, tokens, list: listed, seen, call, permit }
}

const createDigest = (text: string): string => createHash('sha256').update(text).digest('base64url')

const logOf = ({ env }: Replica): string => {
  try {
    return readFileSync(auditFile(`${env.XDG_STATE_HOME}/tfy-hook`), 'utf8')
  } catch {
    return ''
  }
}

/** Until this replica has what the others share. */
const back = (at: Running, token: string) => async () => (await at.ask('/approvals', { headers: bearer(token) })).status === 200

describe.skipIf(!hasRedis).each(runtimes)('a call refused at one of three replicas on the $name', exe => {
  it('is seen and permitted at others, and of sixteen the same one goes on', async () => {
    const redis = await redisFor(['user default off', `user guard on >secret ${rights}`])
    const { one, two, three, tokens, call, seen, list, permit } = await replicasOf(
      exe,
      `redis://guard:secret@127.0.0.1:${redis.port}`,
    )
    const command = 'echo pwned --password hunter2hunter2'
    expect(await call(one, command)).toBe(false)
    const id = await seen(two, 'echo pwned --password [value removed]')
    expect((await list(two)).text).not.toContain('hunter2')
    expect((await list(two, tokens.other)).refusals).toEqual([])
    expect([await permit(two, id, tokens.hook), await permit(two, id, tokens.other), await permit(three, 'zzzzzzz')]).toEqual([
      403, 404, 404,
    ])
    expect(await call(two, command)).toBe(false)
    expect(await permit(three, id.slice(0, 6))).toBe(200)
    expect((await list(two)).refusals.map(one => one.approvedBy)).toContain('ann')
    const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => call([one, two, three][at % 3] as Running, command)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    const logs = () => [one, two, three].map(logOf)
    expect(await soon(() => logs().join('').includes('"by":"ann"'))).toBe(true)
    expect(logs()[2]).toContain(`"approves":"${id}"`)
    expect(
      logs()
        .join('')
        .match(/"by":"ann"/g),
    ).toHaveLength(1)
    // Nothing on one machine alone lets it through.
    expect(logs()[0]).toMatch(/"permit":"shared:[0-9a-f]{64}"/)
  }, 60_000)

  it('stays permitted when its replica is killed, and nobody else is permitted anything', async () => {
    const redis = await redisFor()
    const { one, two, three, tokens, call, seen, permit } = await replicasOf(exe, `redis://127.0.0.1:${redis.port}`)
    expect(await call(one, 'echo pwned', tokens.both)).toBe(false)
    const id = await seen(two, 'echo pwned')
    await one.stop('SIGKILL')
    expect([await permit(two, id, tokens.both), await permit(two, id)]).toEqual([403, 200])
    await two.stop('SIGKILL')
    expect(await call(three, 'echo pwned other')).toBe(false)
    expect([await call(three, 'echo pwned'), await call(three, 'echo pwned')]).toEqual([true, false])
  }, 60_000)
})

const [exe] = runtimes

describe.skipIf(!hasRedis || exe === undefined)('what replicas cannot be sure of', () => {
  if (exe === undefined) return

  it('is not permitted: Redis is away, and what was permitted before it came back is over', async () => {
    const redis = await redisFor()
    const { one, two, three, tokens, call, seen, list, permit } = await replicasOf(exe, `redis://127.0.0.1:${redis.port}`)
    expect(await call(one, 'echo pwned')).toBe(false)
    const id = await seen(two, 'echo pwned')
    expect(await permit(two, id)).toBe(200)
    await redis.kill()
    expect(await call(three, 'echo pwned')).toBe(false)
    expect(await call(three, 'ls')).toBe(true)
    expect([(await list(two)).status, await permit(two, id)]).toEqual([503, 503])
    await redis.start()
    for (const at of [one, two, three]) expect(await soon(back(at, tokens.ann))).toBe(true)
    // It is still written there, as it would be if its use had been forgotten.
    expect(redis.cli('--scan', '--pattern', 'tfy-hook:approval:*')).not.toBe('')
    expect(await call(three, 'echo pwned')).toBe(false)
    expect(await permit(three, id)).toBe(200)
    expect([await call(one, 'echo pwned'), await call(two, 'echo pwned')]).toEqual([true, false])
  }, 60_000)

  it('hangs no call for long', async () => {
    const redis = await redisFor()
    const { one, call, seen, permit } = await replicasOf(exe, `redis://127.0.0.1:${redis.port}`)
    expect(await call(one, 'echo pwned')).toBe(false)
    const id = await seen(one, 'echo pwned')
    process.kill(redis.pid(), 'SIGSTOP')
    const from = performance.now()
    for (let i = 0; i < 40; i++) expect(await call(one, 'echo pwned')).toBe(false)
    expect(await permit(one, id)).toBe(503)
    // Forty waits would be ten seconds.
    expect(performance.now() - from).toBeLessThan(8_000)
    process.kill(redis.pid(), 'SIGCONT')
  }, 60_000)

  it('is not believed of whoever can only write there', async () => {
    const redis = await redisFor()
    const { one, two, call, seen, list, permit } = await replicasOf(exe, `redis://127.0.0.1:${redis.port}`)
    const digests = async (command: string): Promise<string> => {
      expect(await call(one, command)).toBe(false)
      expect(await soon(async () => logOf(one).includes(`"content":"${command}"`))).toBe(true)
      return /"permit":"shared:([0-9a-f]{64})"/.exec(logOf(one).trim().split('\n').at(-1) ?? '')?.[1] ?? ''
    }
    const [first, second] = [await digests('echo pwned 1'), await digests('echo pwned 2')]
    expect(await permit(two, await seen(two, 'echo pwned 1'))).toBe(200)
    const sealed = redis.cli('get', `tfy-hook:approval:${first}`)
    const text = sealed.slice(43)
    expect(JSON.parse(text)).toMatchObject({ v: 1, by: 'ann', rules: ['demo.pwned'] })
    const other = text.replaceAll(first, second)
    for (const forged of [other, `${'A'.repeat(43)}${other}`, sealed.slice(0, 43) + other, sealed]) {
      redis.cli('set', `tfy-hook:approval:${second}`, forged)
      expect(await call(two, 'echo pwned 2')).toBe(false)
    }
    // A refusal that shows something else than what would be permitted, and one that nobody has refused.
    expect(await soon(async () => (await list(two)).refusals.length === 6)).toBe(true)
    const before = (await list(two)).refusals.map(({ id }) => id)
    const keys = redis.cli('--scan', '--pattern', 'tfy-hook:refusal:*').split('\n')
    const [index = '', ...more] = keys.filter(name => !name.includes('.'))
    expect(more).toEqual([])
    const [name = ''] = redis.cli('lrange', index, '0', '0').split('\n')
    const key = `${index.slice(0, -1)}:${name}`
    const line = redis.cli('get', key)
    expect(line).toContain('echo pwned 2')
    redis.cli('lpush', index, 'abcdefg.made-up')
    redis.cli('set', `${index.slice(0, -1)}:abcdefg.made-up`, line)
    redis.cli('set', key, line.replace('echo pwned 2', 'echo harmless'))
    expect((await list(two)).refusals.map(({ id }) => id)).toEqual(before.slice(1))
    expect([await permit(two, before[0] ?? ''), await permit(two, 'abcdefg')]).toEqual([404, 404])
    expect([await call(two, 'echo pwned 1'), await call(one, 'echo pwned 1')]).toEqual([true, false])
  }, 60_000)

  it.each([
    ['the rights that an earlier version needed', earlierRights],
    ['no rights', '~* -@all'],
    ['other keys', `~other:* ${rights.replace('~tfy-hook:*', '')}`],
    ['a wrong password', `on >other ${rights}`],
  ])(
    'is said once and permitted by nobody where the user of Redis has %s',
    async (what, acl) => {
      const redis = await redisFor([`user guard ${acl.startsWith('on') ? acl : `on >secret ${acl}`}`])
      const { one, two, tokens, call, list, permit } = await replicasOf(exe, `redis://guard:secret@127.0.0.1:${redis.port}`)
      for (let i = 0; i < 3; i++) expect(await call(one, 'echo pwned')).toBe(false)
      expect(await soon(async () => logOf(one).includes('"permit":"shared:'))).toBe(true)
      const id = /"id":"(\w{7})"/.exec(logOf(one))?.[1] ?? ''
      expect([(await list(two)).status, await permit(two, id), (await list(two, tokens.other)).status]).toEqual([503, 503, 503])
      expect(await call(two, 'echo pwned')).toBe(false)
      expect(await call(two, 'ls')).toBe(true)
      expect(one.stderr()).not.toContain('secret')
      // Memories of sessions go on with what the earlier version needed.
      const told = one.log().filter(line => /approvals are not shared|does not answer/.test(String(line.msg)))
      expect(told.length).toBeGreaterThan(0)
      if (what.startsWith('the rights')) {
        expect(told.map(line => line.msg)).toEqual(['approvals are not shared: the user of Redis may not do what they need'])
        expect((await one.ask('/metrics', { headers: bearer(tokens.hook) })).status).toBe(403)
      }
    },
    60_000,
  )
})

describe.skipIf(!hasRedis || exe === undefined)('a link to a call refused at one replica', () => {
  if (exe === undefined) return
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  it('is sent once, opened at another, used at a third, and worth nothing forged, again or while Redis is away', async () => {
    const messages: string[] = []
    const chat = createServer((request, response) => {
      request.setEncoding('utf8').on('data', chunk => messages.push(String(chunk)))
      request.on('end', () => response.writeHead(204).end())
    }).listen(0, '127.0.0.1')
    open.push(() => chat.close())
    await soon(() => chat.listening)
    const { port } = chat.address() as { readonly port: number }
    const url = 'http://127.0.0.1:8786'
    const redis = await redisFor()
    const { one, two, three, tokens, call, seen } = await replicasOf(exe, `redis://127.0.0.1:${redis.port}`, {
      url,
      dashboard: true,
      approvals: { url: `http://127.0.0.1:${port}/`, secret },
    })
    const post = (at: Running, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      at.post(`/dashboard/api/${path}`, body, { host: new URL(url).host, origin: url, ...headers })
    const enter = async (at: Running, token: string) => {
      const { status, headers, json } = await post(at, 'enter', { token })
      return { status, own: { cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'x-tfy-hook-key': String(json.key) } }
    }
    expect(await call(one, 'echo pwned')).toBe(false)
    expect(await soon(async () => messages.length > 0)).toBe(true)
    expect([await call(two, 'echo pwned'), await call(three, 'echo pwned')]).toEqual([false, false])
    await seen(two, 'echo pwned')
    const link = /#\/permit\/([^"]+)/.exec(messages.join(''))?.[1] ?? ''
    expect(link).toMatch(/^\w{7}\.[\w-]{43}$/)
    // Signed in at one, a person is signed in at all, as far as what is kept there can be believed.
    const { own } = await enter(one, tokens.ann)
    for (const at of [two, three])
      expect((await post(at, 'link', { link }, own)).json).toMatchObject({ content: 'echo pwned', barrier: null })
    const shown = await two.ask('/dashboard/api/approvals', { headers: { host: new URL(url).host, ...own } })
    expect(shown.text).toContain('echo pwned')
    for (const headers of [{}, { ...own, 'x-tfy-hook-key': 'x' }, (await enter(two, tokens.both)).own])
      expect((await post(two, 'permit', { link }, headers)).status).toBe(401)
    // No link is about a tenant's call, and its people end nobody else's session.
    for (let i = 0; i < 17; i++) {
      const theirs = (await enter(three, tokens.other)).own
      expect((await post(two, 'permit', { link }, theirs)).status).toBe(404)
    }
    const made = redis.cli('--scan', '--pattern', 'tfy-hook:*').split('\n')
    for (const key of made) expect([key, key.includes(link) || key.includes(link.slice(8))]).toEqual([key, false])
    // Neither a link nor a session can be made up by who can write there.
    const [kept = ''] = made.filter(key => key.startsWith('tfy-hook:link:') && !key.includes('same-'))
    const forged = `${link.slice(0, 8)}${'B'.repeat(43)}`
    for (const name of [createDigest(forged), createDigest('x')])
      redis.cli('set', `tfy-hook:link:${name}`, redis.cli('get', kept))
    const [session = ''] = made.filter(key => key.startsWith('tfy-hook:signed-in:'))
    redis.cli('set', `tfy-hook:signed-in:${hashOf('mine')}`, redis.cli('get', session))
    expect((await post(two, 'link', { link }, { ...own, cookie: 'tfy-hook-serve=mine' })).status).toBe(401)
    for (const wrong of [forged, 'x', link.slice(0, -1), JSON.stringify(['claude-code']), ''])
      expect([wrong, (await post(three, 'permit', { link: wrong }, own)).status]).toEqual([wrong, 409])
    expect(await call(two, 'echo pwned')).toBe(false)
    expect(messages.join('').match(/#\/permit\//g)).toHaveLength(1)
    const { json: read } = await post(one, 'link', { link }, own)
    const answers = await Promise.all([one, two, three, two].map(at => post(at, 'permit', { link, shown: read }, own)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect([await call(three, 'echo pwned'), await call(one, 'echo pwned')]).toEqual([true, false])
    expect((await post(one, 'link', { link }, own)).status).toBe(404)
    await redis.kill()
    expect((await post(one, 'link', { link }, own)).status).toBe(503)
    expect((await enter(one, tokens.ann)).status).toBe(503)
    await redis.start()
    expect(await soon(async () => (await post(one, 'leave', {}, own)).status === 200)).toBe(true)
    expect(await soon(async () => (await post(two, 'link', { link }, own)).status === 401)).toBe(true)
  }, 60_000)
})

describe.skipIf(!hasRedis)('what replicas have in common', () => {
  const log = (id: string, more: object = {}): string =>
    JSON.stringify({
      v: 1,
      id,
      time: new Date().toISOString(),
      client: 'claude-code',
      decision: 'deny',
      rules: ['demo.pwned'],
      permit: `shared:${'a'.repeat(64)}`,
      replay: {
        subject: 'shell',
        content: 'echo',
        client: 'claude-code',
        structuredInput: {},
        workspaceRoots: [],
        paths: [],
        urls: [],
      },
      ...more,
    })
  const by = { name: 'ann', way: 'serve' } as const
  const place = async () => {
    const redis = await redisFor(['appendfsync no'])
    let key: Buffer | undefined = Buffer.alloc(32, 1)
    let may = false
    const joined = async (client: Parameters<typeof mayKeep>[0]) => {
      may = await mayKeep(client, 'p:')
    }
    const near = await redisAt({ url: `redis://127.0.0.1:${redis.port}` }, { joined, changed: () => {} })
    open.push(near.close)
    expect([may, redis.cli('--scan')]).toEqual([true, ''])
    const all = redisApprovals({ run: near.run, prefix: 'p:', key: () => key }, await hasher())
    const { config } = await machine()
    const desk = (shared: Shared | undefined = all.of('')): Desk => ({ ...config, shared, tenant: '' })
    return {
      redis,
      all,
      desk,
      rekey: (fresh: Buffer | undefined) => {
        key = fresh
      },
    }
  }

  it('ends in time, by the clocks of both', async () => {
    const { redis, all, desk } = await place()
    const shared = all.of('')
    const digest = 'a'.repeat(64)
    const passes = async () => (await shared.take(digest, () => true)) !== undefined
    const permit = async () => {
      await all.refused(log('abcdefg'), '')
      redis.cli('del', 'p:approval:'.concat(digest))
      for (const key of redis.cli('--scan', '--pattern', 'p:refusal:*').split('\n')) if (key !== '') redis.cli('del', key)
      await all.refused(log('abcdefg'), '')
      expect(await approve('abcdefg', by, desk())).toMatchObject({ ok: true })
    }
    await permit()
    expect(Number(redis.cli('pttl', `p:approval:${digest}`))).toBeLessThanOrEqual(600_000)
    redis.cli('pexpire', `p:approval:${digest}`, '1')
    expect(await soon(async () => redis.cli('exists', `p:approval:${digest}`) === '0')).toBe(true)
    expect(await passes()).toBe(false)
    const real = Date.now
    for (const [shift, ok] of [
      [11.5 * 60_000, false],
      [-61_000, false],
      [59_000, true],
    ] as const) {
      await permit()
      vi.spyOn(Date, 'now').mockImplementation(() => real() + shift)
      expect([shift, await passes()]).toEqual([shift, ok])
      vi.restoreAllMocks()
    }
    await permit()
    expect(await shared.take(digest, () => false)).toBeUndefined()
    expect([await passes(), await passes()]).toEqual([true, false])
  }, 30_000)

  it('is bounded, and says which of two calls of one name is meant by neither', async () => {
    const { redis, all, desk } = await place()
    for (let i = 0; i < 1_010; i++) expect(await soon(() => all.refused(log(`${1_000_000 + i}`), ''))).toBe(true)
    expect(redis.cli('--scan', '--pattern', 'p:refusal:*').split('\n')).toHaveLength(1_001)
    expect(await refusalsAt(desk())).toHaveLength(100)
    // What one tenant is refused drives out nobody else's.
    await all.refused(log('tenant1', { tenant: 'shop' }), 'shop')
    const shop = { ...desk(all.of('shop')), tenant: 'shop' }
    for (let i = 0; i < 1_001; i++) await all.refused(log(`${2_000_000 + i}`), '')
    expect((await refusalsAt(shop))?.map(({ id }) => id)).toEqual(['tenant1'])
    expect(await refusalsAt({ ...desk(), tenant: 'shop' })).toEqual([])
    expect(await all.refused(log('0000001', { reason: 'x'.repeat(33_000) }), '')).toBe(false)
    await all.refused(log('3000001'), '')
    await all.refused(log('3000001', { reason: 'other' }), '')
    expect((await refusalsAt(desk()))?.slice(0, 2).map(({ reason }) => reason)).toEqual(['other', ''])
    expect([await approve('3000001', by, desk()), await approve('3000', by, desk())]).toEqual([
      { ok: false, barrier: 'unknown' },
      { ok: false, barrier: 'unknown' },
    ])
  }, 30_000)

  it('counts for nothing when the tokens that may permit are others, or none', async () => {
    const { all, desk, rekey } = await place()
    const shared = all.of('')
    const takes = async () => (await shared.take('a'.repeat(64), () => true)) !== undefined
    await all.refused(log('abcdefg'), '')
    await approve('abcdefg', by, desk())
    for (const key of [undefined, Buffer.alloc(32, 2)]) {
      rekey(key)
      expect([await takes(), await refusalsAt(desk())]).toEqual([false, []])
    }
    rekey(undefined)
    expect(await all.refused(log('bcdefgh'), '')).toBe(false)
    rekey(Buffer.alloc(32, 1))
    expect(await takes()).toBe(true)
  }, 30_000)

  it('is not permitted on the machine of one of them', async () => {
    const here = await machine()
    const { id = '' } = await here.call(bash('git push --force origin main'))
    const file = auditFile(here.state)
    const line = readFileSync(file, 'utf8').replace('"permit":"', '"permit":"shared:')
    writeFileSync(file, line)
    expect(await approve(id, { ...by, way: 'terminal' }, here.config)).toMatchObject({ ok: false, barrier: 'shared' })
  }, 30_000)
})
