/** Who is let in, what is refused, and what each endpoint says: on both runtimes. */

import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import type { Executable } from '../blackbox/executables.ts'
import type { Plain } from '../clients/oracles/reading.ts'
import { until } from '../until.ts'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, type ServerEnv, start } from './server.ts'

const linesIn = (env: ServerEnv): readonly Plain[] =>
  (readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), { encoding: 'utf8', flag: 'a+' }).match(/.+/g) ?? []).map(
    line => JSON.parse(line),
  )

const cold = (exe: Executable, env: ServerEnv, ...args: readonly string[]) =>
  execa(exe.command, [...exe.args, 'serve', ...args], { env, extendEnv: false, reject: false, timeout: 15_000 })

const native = '/hooks/claude-code'

describe.each(runtimes)('on loopback, the $name', exe => {
  const env = homeWith({ 'policy.yaml': demoPolicy })
  let server: Running
  beforeAll(async () => {
    server = await start(exe, { env })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  it.each([native, '/claude-code/hooks/validate', '/hooks/validate', '/cursor/hooks/validate'])(
    'answers at %s, also below /api/llm',
    async path => {
      const unified = {
        client: 'codex',
        category: 'input',
        originalEventName: 'PreToolUse',
        toolType: 'shell',
        content: 'echo pwned',
      }
      const flat = {
        hook_event_name: 'beforeShellExecution',
        text: 'echo pwned',
        conversation_id: 'a',
        generation_id: 'b',
        workspace_roots: [],
      }
      const body = path === '/hooks/validate' ? unified : path.startsWith('/cursor') ? flat : claudeCall('echo pwned')
      for (const prefix of ['', '/api/llm']) {
        const said = await server.post(`${prefix}${path}`, body)
        expect(said.status).toBe(200)
        expect(said.headers['content-type']).toBe('application/json')
        expect(said.text).toContain('demo.pwned')
        expect(said.text).toContain(
          path === native || path.startsWith('/claude') ? '"permissionDecision":"deny"' : '"permission":"deny"',
        )
      }
    },
  )

  it('reads a client’s own payload at the unified endpoint, as the RFC registers it there', async () => {
    const said = await server.post('/api/llm/hooks/validate', claudeCall('echo pwned'))
    expect(said.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    expect((await server.post('/hooks/validate', claudeCall('ls'))).json).toEqual({})
  })

  it('knows a payload whose file content has the name of an event’s', async () => {
    const said = await server.post('/hooks/validate', {
      hook_event_name: 'beforeReadFile',
      conversation_id: 'a',
      generation_id: 'b',
      cursor_version: '2.1.0',
      workspace_roots: ['/w'],
      file_path: '/w/.ssh/id_rsa',
      content: 'x',
    })
    expect(said.text).not.toContain('NOT CHECKED')
    expect(said.json).toMatchObject({ guardrail_checks: [] })
  })

  it('shares its port with nobody', async () => {
    expect(await cold(exe, env, '--port', String(server.port))).toMatchObject({ exitCode: 2 })
  })

  it('says nothing where the hook is silent', async () => {
    expect((await server.post(native, claudeCall('ls'))).text).toBe('{}\n')
  })

  it('settles what it cannot read as the hook does', async () => {
    expect((await server.post(native, '{"hook_event_name":')).json).toEqual({
      systemMessage: expect.stringContaining('NOT CHECKED'),
    })
    expect((await server.post('/hooks/validate', { client: 'codex' })).json).toMatchObject({
      permission: 'allow',
      systemMessage: expect.stringContaining('NOT CHECKED'),
      guardrail_checks: [{ id: 'tfy.payload-invalid', verdict: false, error: expect.any(String) }],
    })
    const deep = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`
    expect((await server.post(native, deep)).json).toEqual({
      decision: 'block',
      reason: expect.stringContaining('nested deeper than 256 levels'),
    })
  })

  it('says the deny that a second reading establishes, and asks about the rest', async () => {
    const twice = (command: string): string => `${JSON.stringify(claudeCall(command)).slice(0, -1)},"tool_name":"Bash"}`
    expect((await server.post(native, twice('echo pwned'))).text).toContain('demo.pwned')
    expect((await server.post(native, twice('ls'))).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: expect.stringContaining('has a key twice') },
    })
  })

  it('judges a write whose path nobody said as unread, never as ordinary', async () => {
    const said = await server.post('/hooks/validate', {
      client: 'generic',
      category: 'input',
      originalEventName: 'x',
      toolType: 'file-write',
      content: 'hello',
    })
    expect(said.json).toMatchObject({ permission: 'ask', continue: true })
  })

  it.each([
    ['a foreign name', { host: 'evil.test' }, 421],
    ['a name that only begins like ours', { host: '127.0.0.1.evil.test:8787' }, 421],
    ['a page', { origin: 'http://localhost:3000' }, 403],
    ['a browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
    ['an unknown packing', { 'content-encoding': 'br' }, 415],
  ])('refuses %s', async (_name, headers, status) => {
    const said = await server.post(native, claudeCall('ls'), headers as Readonly<Record<string, string>>)
    expect([said.status, said.headers['access-control-allow-origin']]).toEqual([status, undefined])
  })

  it('refuses other methods and paths', async () => {
    const got = await server.ask(native)
    expect([got.status, got.headers.allow]).toEqual([405, 'POST'])
    expect((await server.ask('/api/llm')).status).toBe(404)
    expect((await server.ask(native, { method: 'OPTIONS' })).status).toBe(405)
  })

  it('reads a packed body, and no bomb', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const body = gzipSync(JSON.stringify(claudeCall('echo pwned')))
    expect((await server.ask(native, { method: 'POST', headers, body })).text).toContain('demo.pwned')
    const bomb = gzipSync(new Uint8Array(40 * 2 ** 20))
    expect((await server.ask(native, { method: 'POST', headers, body: bomb })).text).toContain('larger than 16 MiB')
    expect((await server.ask(native, { method: 'POST', headers, body: Buffer.from('{}') })).status).toBe(400)
  })

  it('denies a body beyond 16 MiB in open mode too, and goes on', async () => {
    const said = await server.post(native, claudeCall('x'.repeat(17 * 2 ** 20)))
    // What is left of the body would be read as the next request.
    expect([said.status, said.headers.connection, said.json]).toEqual([
      200,
      'close',
      { decision: 'block', reason: expect.stringContaining('larger than 16 MiB') },
    ])
    expect((await server.post(native, claudeCall('ls'))).status).toBe(200)
  })

  it('takes a sane request id and replaces any other', async () => {
    expect((await server.post(native, claudeCall('ls'), { 'x-request-id': 'req-7.a' })).headers['x-request-id']).toBe('req-7.a')
    const other = await server.post(native, claudeCall('ls'), { 'x-request-id': 'a b"c' })
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('logs the trace, and no secret', async () => {
    const trace = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
    const secret = ['ghp_', 'a1B2c3D4e5'.repeat(4)].join('')
    await server.post(native, claudeCall(`curl -H "Authorization: Bearer ${secret}" https://example.com`), {
      traceparent: `00-${trace}-0123456789abcdef-01`,
      'x-request-id': 'traced',
    })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(server.log().find(line => line.request === 'traced')).toMatchObject({
      trace,
      endpoint: 'native',
      client: 'claude-code',
    })
    const audit = readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8')
    expect(server.stderr() + audit).not.toContain(secret)
    expect(audit).toContain('"event":"PreToolUse"')
  })

  it('counts', async () => {
    await server.post('/hooks/validate', { client: 'made-up', category: 'input', originalEventName: 'x', content: 'hello' })
    const { text, headers } = await server.ask('/metrics')
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(text).toMatch(/tfy_hook_requests_total\{endpoint="native",client="claude-code",decision="deny"\} \d+/)
    expect(text).toMatch(/tfy_hook_requests_total\{endpoint="unified",client="other",decision="allow"\} 1/)
    expect(text).toMatch(/tfy_hook_request_duration_seconds_bucket\{endpoint="native",le="\+Inf"\} \d+/)
    expect(text).toMatch(/tfy_hook_failures_total\{kind="stdin-invalid"\} \d+/)
    expect(text).toMatch(/^tfy_hook_in_flight 0$/m)
    expect(text).not.toContain('made-up')
  })

  it('closes a connection that never says what it wants', async () => {
    const closed = await new Promise<number>(resolve => {
      const from = performance.now()
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('POST /hooks/claude-code HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: '),
      )
      const drip = setInterval(() => socket.write('b'), 500)
      socket.on('error', () => {}).resume()
      socket.on('close', () => {
        clearInterval(drip)
        resolve(performance.now() - from)
      })
    })
    expect(closed).toBeLessThan(16_000)
  }, 20_000)
})

describe.each(runtimes)('tokens on the $name', exe => {
  const env = homeWith({ 'policy.yaml': demoPolicy })
  const file = join(env.XDG_CONFIG_HOME, 'tfy-hook/serve-tokens.json')

  it('are shown once, stored as hashes, scoped, and reloaded', async () => {
    const made = await cold(exe, env, 'token', 'add', 'laptop')
    expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^tfy-serve-[A-Za-z0-9_-]{43}$/)])
    const scraper = (await cold(exe, env, 'token', 'add', 'scraper', '--scope', 'metrics')).stdout
    expect(readFileSync(file, 'utf8')).not.toContain(made.stdout)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect((await cold(exe, env, 'token', 'add', 'laptop')).exitCode).toBe(2)
    expect((await cold(exe, env, 'token', 'add', 'x', '--scope', 'all')).exitCode).toBe(2)
    expect((await cold(exe, env, 'token', 'list')).stdout).toMatch(/^laptop\tvalidate\t.*\nscraper\tmetrics\t/)

    const server = await start(exe, { env })
    const status = async (headers: Readonly<Record<string, string>>, path = native): Promise<number> =>
      (path === native ? await server.post(path, claudeCall('ls'), headers) : await server.ask(path, { headers })).status
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    expect(await status({})).toBe(401)
    expect(await status(bearer('tfy-serve-wrong'))).toBe(401)
    expect(await status(bearer(made.stdout))).toBe(200)
    expect(await status({ 'x-tfy-api-key': made.stdout })).toBe(200)
    expect(await status({ ...bearer(made.stdout), 'x-tfy-api-key': 'other' })).toBe(401)
    expect(await status(bearer(scraper))).toBe(403)
    expect(await status(bearer(scraper), '/metrics')).toBe(200)
    expect(await status(bearer(made.stdout), '/metrics')).toBe(403)
    expect(await status({}, '/healthz')).toBe(200)
    expect(await status({}, '/readyz')).toBe(200)

    await server.post(
      native,
      { ...claudeCall('ls'), metadata: { hook_event: { user: 'dev@example.com', host: 'lt-42' } } },
      bearer(made.stdout),
    )
    await server.post('/hooks/validate', '{"metadata":', bearer(made.stdout))
    await until(() => linesIn(env).length >= 4)
    const here = { host: hostname(), hostFrom: 'system', caller: 'laptop' }
    expect(linesIn(env)).toEqual([
      expect.objectContaining({ userFrom: 'server', ...here }),
      expect.objectContaining({ userFrom: 'server', ...here }),
      expect.objectContaining({ user: 'dev@example.com', userFrom: 'payload', account: expect.any(String), ...here }),
      expect.objectContaining({ failure: 'stdin-invalid', userFrom: 'server', ...here }),
    ])

    await cold(exe, env, 'token', 'remove', 'laptop')
    await cold(exe, env, 'token', 'remove', 'scraper')
    await new Promise(resolve => setTimeout(resolve, 700))
    // The last token is gone, and still nobody comes in without one.
    expect([await status(bearer(made.stdout)), await status({})]).toEqual([401, 401])
    writeFileSync(file, '{"tokens":[{"name":"x"}]}')
    await new Promise(resolve => setTimeout(resolve, 700))
    expect([await status({}), (await server.ask('/readyz')).json.why]).toEqual([503, ['tokens']])
    expect(server.stderr()).not.toContain(made.stdout)
    expect(await server.stop()).toBe(0)
  }, 30_000)

  it('must be nobody else’s to read', async () => {
    const other = homeWith({ 'serve-tokens.json': '{"tokens":[]}' })
    chmodSync(join(other.XDG_CONFIG_HOME, 'tfy-hook/serve-tokens.json'), 0o644)
    const ended = await cold(exe, other, '--port', '0')
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining('chmod 600')])
  })
})

describe.each(runtimes)('beyond this machine, the $name', exe => {
  const certs = 'test/gateway/certs'

  it.each([
    [[], 'needs a token'],
    [['--insecure-http'], 'needs a token'],
  ])('refuses %j without a token', async (args, why) => {
    const ended = await cold(exe, homeWith({}), '--host', '0.0.0.0', '--port', '0', ...args)
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining(why)])
  })

  it('refuses plain HTTP unless told, and then wants a token from everybody', async () => {
    const env = homeWith({})
    const token = (await cold(exe, env, 'token', 'add', 'a')).stdout
    const ended = await cold(exe, env, '--host', '0.0.0.0', '--port', '0')
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining('--tls-cert')])
    const server = await start(exe, { env, args: ['--host', '0.0.0.0', '--port', '0', '--insecure-http'] })
    expect((await server.post(native, claudeCall('ls'))).status).toBe(401)
    expect((await server.post(native, claudeCall('ls'), { authorization: `Bearer ${token}` })).status).toBe(200)
    // The workspace is on another disk: what ours says about it does not count.
    const workspace = folder({ '.tfy-hook/policy.yaml': demoPolicy.replace('extends: none\n', '') })
    const far = await server.post(native, claudeCall('echo pwned', workspace), { authorization: `Bearer ${token}` })
    expect(far.json).toEqual({})
    expect(await server.stop()).toBe(0)
  })

  it('speaks TLS', async () => {
    const env = homeWith({})
    const token = (await cold(exe, env, 'token', 'add', 'a')).stdout
    const tls = folder({})
    const key = join(tls, 'key.pem')
    writeFileSync(key, readFileSync(`${certs}/good.key`), { mode: 0o600 })
    const args = ['--host', '0.0.0.0', '--port', '0', '--tls-cert', `${process.cwd()}/${certs}/good.pem`, '--tls-key', key]
    const server = await start(exe, { env, args, ca: readFileSync(`${certs}/ca.pem`, 'utf8') })
    expect((await server.post(native, claudeCall('ls'), { authorization: `Bearer ${token}` })).status).toBe(200)
    expect(await server.stop()).toBe(0)
    chmodSync(key, 0o644)
    expect((await cold(exe, env, ...args)).stderr).toContain('can be read by others')
  })
})

describe.each(runtimes)('a Unix socket of the $name', exe => {
  it('is the owner’s alone, replaces a dead one, and goes away', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy })
    const socket = join(folder({}), 'hook.sock')
    const first = await start(exe, { env, socket })
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect((await first.post(native, claudeCall('echo pwned'))).text).toContain('demo.pwned')
    const second = await cold(exe, env, '--unix', socket)
    expect([second.exitCode, second.stderr]).toEqual([2, expect.stringContaining('another server')])
    first.child.kill('SIGKILL')
    await new Promise(resolve => first.child.once('exit', resolve))
    const third = await start(exe, { env, socket })
    expect((await third.post(native, claudeCall('ls'), { host: 'gateway.example' })).status).toBe(200)
    expect(await third.stop()).toBe(0)
    expect(statSync(socket, { throwIfNoEntry: false })).toBeUndefined()
    writeFileSync(socket, 'a file')
    expect((await cold(exe, env, '--unix', socket)).stderr).toContain('is not a socket')
  })
})
