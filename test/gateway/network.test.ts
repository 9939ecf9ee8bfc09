import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GatewayConfig } from '../../src/core/config.ts'
import { askGateway } from '../../src/hook/sources/gateway.ts'
import { authoritiesWith } from '../../src/hook/sources/transport/authorities.ts'
import { askByBun, type Outcome, type Request } from './bun.ts'
import { call, shellEvent, shellPayload } from './call.ts'
import { json, listen, type Running } from './servers.ts'

const cert = (name: string): string => fileURLToPath(new URL(`certs/${name}`, import.meta.url))

const secure = (name: string, at?: string): Promise<Running> =>
  listen(
    createSecure({ cert: readFileSync(cert(`${name}.pem`)), key: readFileSync(cert(`${name}.key`)) }, (_, response) =>
      response.end('{"permission":"deny","userMessage":"over TLS"}'),
    ),
    at,
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

/** Asks its callers for a certificate of the test authority, and says whom it sees. */
const guarded = (): Promise<Running> =>
  listen(
    createSecure(
      {
        cert: readFileSync(cert('good.pem')),
        key: readFileSync(cert('good.key')),
        ca: readFileSync(cert('ca.pem')),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate()
        response.end(JSON.stringify({ permission: 'deny', userMessage: `seen ${subject.CN}` }))
      },
    ),
  )

/** Refuses every tunnel with one status. */
const closedProxy = (status: string): Promise<Running> =>
  listen(createServer().on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n{}`)))

/** Keys as people should have them; a checkout does not keep the mode. */
const own = mkdtempSync(join(tmpdir(), 'tfy-own-'))
const keyFile = (name: string, mode = 0o600): string => {
  const file = join(own, `${name}-${mode.toString(8)}.key`)
  writeFileSync(file, readFileSync(cert(`${name}.key`)))
  chmodSync(file, mode)
  return file
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
/** With TLS 1.3 a server judges our certificate after the handshake: it may just hang up. */
const turnedAway = { ok: false, failure: { kind: 'gateway-unreachable', detail: expect.stringMatching(/^(?:tls|reset)$/) } }
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
    name: 'a certificate that is not valid yet, or a clock far behind',
    request: () => request(`https://localhost:${port('early')}`, trusting),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'a certificate that signs itself',
    request: () => request(`https://localhost:${port('selfsigned')}`),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'a certificate that signs itself, trusted by file',
    request: () => request(`https://localhost:${port('selfsigned')}`, { caFile: cert('selfsigned.pem') }),
    want: denied,
  },
  {
    name: 'no client certificate where one is asked for',
    request: () => request(`https://localhost:${port('guarded')}`, trusting),
    want: turnedAway,
  },
  {
    name: 'a client certificate',
    request: () =>
      request(`https://localhost:${port('guarded')}`, {
        ...trusting,
        clientCertFile: cert('caller.pem'),
        clientKeyFile: keyFile('caller'),
      }),
    want: { ok: true, value: { ruling: { decision: 'deny', reason: 'seen caller' } } },
  },
  {
    name: 'a client certificate of a stranger',
    request: () =>
      request(`https://localhost:${port('guarded')}`, {
        ...trusting,
        clientCertFile: cert('selfsigned.pem'),
        clientKeyFile: keyFile('selfsigned'),
      }),
    want: turnedAway,
  },
  {
    name: 'a client certificate with the key of another',
    request: () =>
      request(`https://localhost:${port('guarded')}`, {
        ...trusting,
        clientCertFile: cert('caller.pem'),
        clientKeyFile: keyFile('good'),
      }),
    want: failed('gateway-unconfigured', 'the client key does not belong to the client certificate'),
  },
  {
    name: 'a client key that others can read',
    request: () =>
      request(`https://localhost:${port('guarded')}`, {
        ...trusting,
        clientCertFile: cert('caller.pem'),
        clientKeyFile: keyFile('caller', 0o640),
      }),
    want: failed('gateway-unconfigured', 'the client key file can be read by others; chmod 600 it'),
  },
  {
    name: 'a client key that is gone',
    request: () => request('https://localhost', { clientCertFile: cert('caller.pem'), clientKeyFile: join(own, 'none') }),
    want: failed('gateway-unconfigured', 'the client key file holds no key that can be read'),
  },
  {
    name: 'a client certificate that is none',
    request: () => request('https://localhost', { clientCertFile: cert('make.sh'), clientKeyFile: keyFile('caller') }),
    want: failed('gateway-unconfigured', 'the client certificate file holds no certificate that can be read'),
  },
  {
    name: 'a client certificate without a key',
    request: () => request('https://localhost', { clientCertFile: cert('caller.pem') }),
    want: failed('gateway-unconfigured', 'a client certificate needs both clientCertFile and clientKeyFile'),
  },
  {
    name: 'a socket',
    request: () => request('http://gateway.test/api/llm', { socket: join(own, 'plain.sock') }),
    want: {
      ok: true,
      value: { ruling: { reason: 'POST gateway.test /api/llm/cursor/hooks/validate' } },
    },
  },
  {
    name: 'a socket, past the proxy',
    request: () => request('http://gateway.test', { socket: join(own, 'plain.sock') }, { HTTP_PROXY: 'http://127.0.0.1:1' }),
    want: { ok: true, value: { ruling: { decision: 'deny' } } },
  },
  {
    name: 'TLS over a socket',
    request: () => request('https://elsewhere.test', { ...trusting, socket: join(own, 'secure.sock') }),
    want: denied,
  },
  {
    name: 'TLS over a socket, another host',
    request: () => request('https://gateway.test', { ...trusting, socket: join(own, 'secure.sock') }),
    want: failed('gateway-unreachable', 'tls'),
  },
  {
    name: 'a socket that is gone',
    request: () => request('http://gateway.test', { socket: join(own, 'none.sock') }),
    want: failed('gateway-unreachable', 'refused'),
  },
  {
    name: 'a file in the place of a socket',
    request: () => request('http://gateway.test', { socket: cert('make.sh') }),
    want: failed('gateway-unreachable', 'refused'),
  },
  {
    name: 'a proxy that refuses',
    request: () => request('https://elsewhere.test', trusting, { HTTPS_PROXY: `http://127.0.0.1:${port('forbids')}` }),
    want: failed('gateway-unreachable', 'proxy'),
  },
  {
    name: 'a proxy that cannot reach it',
    request: () => request('https://elsewhere.test', trusting, { HTTPS_PROXY: `http://127.0.0.1:${port('fails')}` }),
    want: failed('gateway-unreachable', 'proxy'),
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
  for (const name of ['good', 'elsewhere', 'expired', 'early', 'selfsigned']) servers[name] = await secure(name)
  servers.proxy = await proxy(() => port('elsewhere'))
  if (ipv6)
    servers.six = await listen(
      createServer((_, response) => response.end('{"permission":"deny","userMessage":"six"}')),
      '::1',
    )
  servers.guarded = await guarded()
  servers.forbids = await closedProxy('403 Forbidden')
  servers.fails = await closedProxy('502 Bad Gateway')
  servers.socket = await listen(
    createServer(({ method, url, headers }, response) =>
      response.end(JSON.stringify({ permission: 'deny', userMessage: `${method} ${headers.host} ${url}` })),
    ),
    join(own, 'plain.sock'),
  )
  servers.secureSocket = await secure('elsewhere', join(own, 'secure.sock'))
  servers.plain = await json({ permission: 'deny', userMessage: 'direct' })()
})
afterAll(async () => {
  await Promise.all(Object.values(servers).map(server => server.close()))
  rmSync(own, { recursive: true })
})

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
