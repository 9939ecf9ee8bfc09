import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GatewayConfig } from '../../src/core/config.ts'
import { askGateway } from '../../src/sources/gateway.ts'
import { authoritiesWith } from '../../src/sources/transport/authorities.ts'
import { askByBun, type Outcome, type Request } from './bun.ts'
import { call, shellEvent, shellPayload } from './call.ts'
import { json, listen, type Running } from './servers.ts'

const cert = (name: string): string => fileURLToPath(new URL(`certs/${name}`, import.meta.url))

const secure = (name: string): Promise<Running> =>
  listen(
    createSecure({ cert: readFileSync(cert(`${name}.pem`)), key: readFileSync(cert(`${name}.key`)) }, (_, response) =>
      response.end('{"permission":"deny","userMessage":"over TLS"}'),
    ),
  )

/** A proxy that knows one name, wants a password, and counts its tunnels. */
const proxy = (target: () => number): Promise<Running> => {
  const server = createServer((_, response) => response.writeHead(200).end('{"permission":"allow"}'))
  server.on('connect', (request, socket) => {
    const allowed = request.headers['proxy-authorization'] === `Basic ${Buffer.from('user:word').toString('base64')}`
    if (!allowed)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 23\r\n\r\n{"permission":"allow"}\r\n')
    const upstream = connect(target(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(socket)
      socket.pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  return listen(server)
}

/** Some containers have no IPv6 loopback. */
const ipv6 = Object.values(networkInterfaces()).some(list => list?.some(({ address }) => address === '::1'))

interface Row {
  readonly name: string
  readonly request: () => Request
  readonly want: object
}

const servers: Record<string, Running> = {}
const port = (name: string): number => servers[name]?.port ?? 0
const request = (url: string, config: Partial<GatewayConfig> = {}, env: Record<string, string> = {}): Request => ({
  event: shellEvent,
  payload: shellPayload,
  call: call({ url, ...config }, { env }),
})

const denied = { ok: true, value: { ruling: { decision: 'deny', reason: 'over TLS' } } }
const failed = (kind: string, detail: string) => ({ ok: false, failure: { kind, detail } })
const trusting = { caFile: cert('ca.pem') }
const through = (user: string) => ({ HTTPS_PROXY: `http://${user}127.0.0.1:${port('proxy')}` })

const rows: readonly Row[] = [
  {
    name: 'an unknown authority',
    request: () => request(`https://localhost:${port('good')}`),
    want: failed('gateway-unreachable', 'tls'),
  },
  { name: 'an authority from a file', request: () => request(`https://localhost:${port('good')}`, trusting), want: denied },
  { name: 'an address instead of a name', request: () => request(`https://127.0.0.1:${port('good')}`, trusting), want: denied },
  ...(ipv6
    ? [
        {
          name: 'an IPv6 address',
          request: () => request(`http://[::1]:${port('six')}`),
          want: { ok: true, value: { ruling: { reason: 'six' } } },
        },
      ]
    : []),
  {
    name: 'the wrong authority',
    request: () => request(`https://localhost:${port('good')}`, { caFile: cert('stranger.pem') }),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'an authority from the environment beside the file',
    request: () =>
      request(`https://localhost:${port('good')}`, { caFile: cert('stranger.pem') }, { NODE_EXTRA_CA_CERTS: cert('ca.pem') }),
    want: denied,
  },
  {
    name: 'another host',
    request: () => request(`https://localhost:${port('elsewhere')}`, trusting),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'an expired certificate',
    request: () => request(`https://localhost:${port('expired')}`, trusting),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'a file of authorities that is gone',
    request: () => request(`https://localhost:${port('good')}`, { caFile: cert('none.pem') }),
    want: failed('gateway-unconfigured', 'the CA file holds no certificate that can be read'),
  },
  {
    name: 'a file of authorities that holds none',
    request: () => request(`https://localhost:${port('good')}`, { caFile: cert('make.sh') }),
    want: failed('gateway-unconfigured', 'the CA file holds no certificate that can be read'),
  },
  {
    name: 'a name that does not exist',
    request: () => request('https://no-such-host.invalid'),
    want: failed('gateway-unreachable', 'dns'),
  },
  {
    name: 'a proxy with the password',
    request: () => request(`https://elsewhere.test:${port('elsewhere')}`, trusting, through('user:word@')),
    want: denied,
  },
  {
    name: 'a proxy without the password',
    request: () => request(`https://elsewhere.test:${port('elsewhere')}`, trusting, through('')),
    want: failed('gateway-unreachable', 'proxy'),
  },
  {
    name: 'a proxy that is gone',
    request: () => request('https://elsewhere.test', trusting, { https_proxy: '127.0.0.1:1' }),
    want: failed('gateway-unreachable', 'refused'),
  },
  {
    name: 'a proxy of a kind we do not speak',
    request: () => request('https://elsewhere.test', {}, { ALL_PROXY: 'socks5://127.0.0.1:1080' }),
    want: failed('gateway-unconfigured', 'the proxy variable holds no http or https URL'),
  },
  {
    name: 'an excluded host, past the proxy',
    request: () => request('https://gone.invalid', {}, { ...through(''), NO_PROXY: 'other.test, .invalid' }),
    want: failed('gateway-unreachable', 'dns'),
  },
  {
    name: 'loopback, past the proxy',
    request: () => request(`http://127.0.0.1:${port('plain')}`, {}, { HTTP_PROXY: `http://127.0.0.1:${port('proxy')}` }),
    want: { ok: true, value: { ruling: { decision: 'deny', reason: 'direct' } } },
  },
]

beforeAll(async () => {
  for (const name of ['good', 'elsewhere', 'expired']) servers[name] = await secure(name)
  servers.proxy = await proxy(() => port('elsewhere'))
  if (ipv6)
    servers.six = await listen(
      createServer((_, response) => response.end('{"permission":"deny","userMessage":"six"}')),
      '::1',
    )
  servers.plain = await json({ permission: 'deny', userMessage: 'direct' })()
})
afterAll(() => Promise.all(Object.values(servers).map(server => server.close())))

describe('over undici', () => {
  it.each(rows.map(row => [row.name, row] as const))('%s', async (_, row) => {
    const { event, payload, call } = row.request()
    expect(await askGateway(event, payload, call)).toMatchObject(row.want)
  })
})

describe("over Bun's fetch", () => {
  let outcomes: readonly Outcome[] = []
  beforeAll(async () => {
    // Bun reads this variable by itself; a call to loopback must not follow it.
    outcomes = await askByBun(
      rows.map(row => row.request()),
      { HTTP_PROXY: `http://127.0.0.1:${port('proxy')}` },
    )
  })

  it.each(rows.map((row, index) => [row.name, row, index] as const))('%s', (_, row, index) => {
    expect(outcomes[index]?.result).toMatchObject(row.want)
  })

  it('trusts the authorities of the environment without any configuration', async () => {
    const [outcome] = await askByBun([request(`https://localhost:${port('good')}`)], { NODE_EXTRA_CA_CERTS: cert('ca.pem') })
    expect(outcome?.result).toMatchObject(denied)
  })
})

it('does not let a variable switch the check of certificates off', async () => {
  const [byBun] = await askByBun([request(`https://localhost:${port('expired')}`, trusting)], {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
  expect(byBun?.result).toMatchObject(failed('gateway-unreachable', 'tls'))
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const { event, payload, call } = request(`https://localhost:${port('expired')}`, trusting)
  expect(await askGateway(event, payload, call)).toMatchObject(failed('gateway-unreachable', 'tls'))
  vi.unstubAllEnvs()
})

it('adds to the roots of the runtime, never replaces them', async () => {
  expect((await authoritiesWith(cert('ca.pem'), {}))?.length).toBeGreaterThan(50)
})
