/** The ways to a gateway that a configuration file can name, end to end, on both runtimes. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { join, resolve } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, folder } from './call.ts'
import { executables } from './executables.ts'

const secret = 'key-of-the-helper-that-must-not-show-4711'
const home = folder({ 'own/keep.txt': '' })
const at = (name: string): string => join(home, 'own', name)
const cert = (name: string): string => resolve('test/gateway/certs', name)

const written = (name: string, text: string, mode: number): string => {
  writeFileSync(at(name), text)
  chmodSync(at(name), mode)
  return at(name)
}

interface Seen {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly caller: string | undefined
}

const seen: Seen[] = []
const gateway: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { subject } = 'getPeerCertificate' in request.socket ? (request.socket as TLSSocket).getPeerCertificate() : {}
    const name = subject?.CN
    seen.push({
      headers: request.headers,
      body: Buffer.concat(chunks),
      caller: Array.isArray(name) ? name[0] : name,
    })
    response.end(
      JSON.stringify({ decision: 'block', reason: 'Not on Fridays', guardrail_checks: [{ id: 'pii', verdict: false }] }),
    )
  })
}

const servers: Server[] = []
beforeAll(async () => {
  const [own, ca] = [cert('good'), cert('ca.pem')]
  const tls = {
    cert: readFileSync(`${own}.pem`),
    key: readFileSync(`${own}.key`),
    ca: readFileSync(ca),
    requestCert: true,
    rejectUnauthorized: true,
  }
  for (const [server, name] of [
    [createServer(gateway), 'plain.sock'],
    [createSecure(tls, gateway), 'tls.sock'],
  ] as const) {
    await new Promise<void>(done => server.listen(at(name), done))
    servers.push(server)
  }
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const payload = (command: string): string =>
  JSON.stringify({
    session_id: '77b1c1f0-0b47-4b8d-8a10-8a2d4a5f0c11',
    cwd: home,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  })

describe.each(executables.slice(0, 2))('$name', exe => {
  const ask = async (gatewayConfig: object, args: readonly string[] = ['--client', 'claude-code'], command = 'npm ci') => {
    const config = folder({
      'tfy-hook/config.yaml': JSON.stringify({ source: 'gateway', fail: 'closed', gateway: gatewayConfig }),
    })
    const state = folder({})
    const from = seen.length
    const said = await call(exe, {
      args,
      stdin: payload(command),
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        XDG_CONFIG_HOME: config,
        XDG_STATE_HOME: state,
        TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        TRACESTATE: 'acme=7',
      },
    })
    const log = args.includes('--client') ? readFileSync(join(state, 'tfy-hook/audit.jsonl'), 'utf8') : ''
    expect(said.stdout + said.stderr + log).not.toContain(secret)
    return { said, log, requests: seen.slice(from) }
  }
  const helper = written('helper', `#!/bin/sh\necho ${secret}\n`, 0o700)
  const plain = { url: 'http://gateway.test/api/llm', socket: at('plain.sock'), credentialHelper: [helper] }

  it('goes through a socket, with the key of a helper, a trace and its version', async () => {
    const { said, log, requests } = await ask(plain)
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Not on Fridays') })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers).toMatchObject({
      host: 'gateway.test',
      authorization: `Bearer ${secret}`,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'acme=7',
      'user-agent': expect.stringMatching(/^tfy-hook\/\d+\.\d+\.\d+/),
    })
    expect(JSON.parse(log).checks).toEqual([{ id: 'pii', verdict: false }])
  })

  it('shows the checks in explain', async () => {
    const { said } = await ask(plain, ['explain', '--json', '--source', 'gateway'])
    expect(said.exitCode, said.stderr).toBe(1)
    expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny', checks: [{ id: 'pii', verdict: false }] })
  })

  it('compresses a long body where it is told to, and no short one', async () => {
    const long = `echo ${'words and more words '.repeat(400)}`
    const [packed, short, untold] = await Promise.all([
      ask({ ...plain, compress: true }, undefined, long),
      ask({ ...plain, compress: true }),
      ask(plain, undefined, long),
    ]).then(() => seen.slice(-3))
    const sent = [packed, short, untold].filter(one => one !== undefined)
    const zipped = sent.filter(one => one.headers['content-encoding'] === 'gzip')
    expect(zipped).toHaveLength(1)
    const [one] = zipped
    expect(one?.body.length).toBeLessThan(1_000)
    expect(JSON.parse(gunzipSync(one?.body ?? '').toString()).tool_input.command).toBe(long)
    for (const other of sent.filter(request => request !== one))
      expect(JSON.parse(other.body.toString())).toHaveProperty('tool_input')
  })

  it('shows its certificate', async () => {
    const own = {
      clientCertFile: cert('caller.pem'),
      clientKeyFile: written('caller.key', readFileSync(cert('caller.key'), 'utf8'), 0o600),
    }
    const tls = { ...plain, url: 'https://localhost', socket: at('tls.sock'), caFile: cert('ca.pem') }
    const { said, requests } = await ask({ ...tls, ...own })
    expect(said.stderr).toContain('Not on Fridays')
    expect(requests[0]?.caller).toBe('caller')
    const without = await ask(tls)
    expect(without.said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('could not be reached') })
    expect(without.requests).toEqual([])
  })

  it('sends the token of TrueFoundry’s tool, as it is at that moment, and none that has ended', async () => {
    const token = join(home, '.tf', 'access-token')
    mkdirSync(join(home, '.tf'), { recursive: true })
    const jwt = (exp: number): string => `e30.${Buffer.from(JSON.stringify({ exp, secret })).toString('base64url')}.c2ln`
    const { credentialHelper: _, ...bare } = plain
    for (const good of [jwt(Date.now() / 1_000 + 600), jwt(Date.now() / 1_000 + 1_200)]) {
      writeFileSync(token, good, { mode: 0o600 })
      const { said, log, requests } = await ask({ ...bare, credential: 'tfy' })
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${good}`])
      expect(said.stderr + said.stdout + log).not.toContain(good)
    }
    writeFileSync(token, jwt(Date.now() / 1_000 - 1))
    const { said, requests } = await ask({ ...bare, credential: 'tfy' })
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('in ~/.tf/access-token expired at') })
    expect(requests).toEqual([])
  })

  it.each([
    ['fails', 'exit 7', 'ended with code 7'],
    ['hangs', 'exec sleep 30', 'took longer than'],
  ])('says so when the helper %s, and asks nobody', async (_, body, detail) => {
    const broken = written(`broken-${body.slice(-1)}`, `#!/bin/sh\necho ${secret}\n${body}\n`, 0o700)
    const { said, requests } = await ask({ ...plain, credentialHelper: [broken] })
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`the credential helper ${detail}`) })
    expect(said.stderr).toContain('tfy.gateway-unconfigured')
    expect(said.ms).toBeLessThan(8_000)
    expect(requests).toEqual([])
  })
})
