/** A server's life: changed and broken files, readiness, signals, requests under way. On both runtimes. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as tlsConnect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { atLoad } from '../at-load.ts'
import { folder } from '../blackbox/call.ts'
import { until } from '../until.ts'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, start } from './server.ts'

const native = '/hooks/claude-code'
const other = demoPolicy.replace('text: pwned', 'text: dangerous')

/** A rule that takes its time. */
const slowPolicy = `version: 1
extends: none
rules:
  - id: demo.slow
    on: shell
    check: { command: [/bin/sh, -c, "sleep 6; echo '{\\"decision\\":\\"allow\\"}'"], timeoutMs: 30000 }
`

describe.each(runtimes)('the server on the $name', exe => {
  it('follows a changed policy without dropping a request', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy })
    const file = join(env.XDG_CONFIG_HOME, 'tfy-hook/policy.yaml')
    const server = await start(exe, { env })
    const denies = async (word: string): Promise<boolean> =>
      (await server.post(native, claudeCall(`echo ${word}`))).text.includes('demo.pwned')
    expect([await denies('pwned'), await denies('dangerous')]).toEqual([true, false])
    let going = true
    const statuses = new Set<number>()
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (going) statuses.add((await server.post(native, claudeCall('ls'))).status)
      }),
    )
    for (let i = 0; i < 3; i++) {
      writeFileSync(`${file}.new`, i % 2 === 0 ? other : demoPolicy)
      renameSync(`${file}.new`, file)
      const changed = i % 2 === 0
      expect(await until(async () => (await denies('dangerous')) === changed)).toBe(true)
      expect(await denies('pwned')).toBe(!changed)
    }
    going = false
    await load
    expect([...statuses]).toEqual([200])
    expect((await server.ask('/metrics')).text).toMatch(/tfy_hook_reloads_total\{what="policy",result="ok"\} 3/)
    expect(await server.stop()).toBe(0)
  }, 60_000)

  it('keeps a broken policy’s last good rules, says that it is broken, and is not ready until it is fixed', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy })
    const file = join(env.XDG_CONFIG_HOME, 'tfy-hook/policy.yaml')
    const server = await start(exe, { env })
    expect([(await server.ask('/readyz')).status, (await server.ask('/healthz')).status]).toEqual([200, 200])
    expect((await server.post(native, claudeCall('ls'))).json).toEqual({})
    const ready = async (): Promise<number> => (await server.ask('/readyz')).status
    writeFileSync(file, 'rules: [')
    expect(await until(async () => (await ready()) === 503)).toBe(true)
    const notChecked = async (): Promise<boolean> =>
      String((await server.post(native, claudeCall('ls'))).json.systemMessage).includes('NOT CHECKED')
    expect(await until(notChecked)).toBe(true)
    expect((await server.post(native, claudeCall('echo pwned'))).text).toContain('demo.pwned')
    expect((await server.ask('/readyz')).json).toEqual({ status: 'not-ready', why: ['policy-invalid'] })
    expect((await server.ask('/healthz')).status).toBe(200)
    writeFileSync(file, demoPolicy)
    expect(await until(async () => (await ready()) === 200)).toBe(true)
    expect(await until(async () => !(await notChecked()))).toBe(true)
    expect((await server.post(native, claudeCall('ls'))).json).toEqual({})
    expect(await server.stop()).toBe(0)
  }, 60_000)

  it('starts with a broken policy, closed, and denies in every dialect', async () => {
    const env = homeWith({
      'policy.yaml': 'rules: [',
      'config.yaml': 'fail: closed\nsource: gateway\ngateway: { url: http://127.0.0.1:1 }\n',
    })
    const server = await start(exe, { env })
    expect((await server.ask('/readyz')).status).toBe(503)
    const denied = expect.stringContaining('policy-invalid')
    expect((await server.post(native, claudeCall('ls'))).json).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: denied },
    })
    const unified = { client: 'codex', category: 'input', originalEventName: 'x', toolType: 'shell', content: 'ls' }
    expect((await server.post('/hooks/validate', unified)).json).toMatchObject({ permission: 'deny', userMessage: denied })
    const flat = {
      hook_event_name: 'beforeSubmitPrompt',
      text: 'hello',
      conversation_id: 'a',
      generation_id: 'b',
      workspace_roots: [],
    }
    expect((await server.post('/cursor/hooks/validate', flat)).json).toMatchObject({ continue: false, user_message: denied })
    // No status that a client takes for "go on" where the mode says no.
    const large = await server.post(native, claudeCall('x'.repeat(17 * 2 ** 20)))
    expect([large.status, large.json]).toEqual([
      200,
      { decision: 'block', reason: expect.stringContaining('larger than 16 MiB') },
    ])
    expect((await server.post(native, 'nonsense')).json).toEqual({ decision: 'block', reason: expect.any(String) })
    expect(await server.stop()).toBe(0)
  })

  it('follows config.yaml, and a broken one never loosens', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy, 'config.yaml': 'fail: closed\n' })
    const file = join(env.XDG_CONFIG_HOME, 'tfy-hook/config.yaml')
    const server = await start(exe, { env, args: ['--fail-open'] })
    expect((await server.post(native, 'nonsense')).json).toHaveProperty('decision', 'block')
    writeFileSync(file, 'nothing: like it\n')
    expect(await until(async () => (await server.post(native, claudeCall('ls'))).text.includes('config-invalid'))).toBe(true)
    expect((await server.post(native, claudeCall('ls'))).text).toContain('"deny"')
    expect((await server.ask('/readyz')).json.why).toEqual(['config-invalid'])
    rmSync(file)
    expect(await until(async () => 'systemMessage' in (await server.post(native, 'nonsense')).json)).toBe(true)
    expect(await server.stop()).toBe(0)
  }, 60_000)

  it('takes a renewed certificate without a restart, and no half-renewed one', async () => {
    const dir = folder({})
    const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
    const lay = (name: string, file = ''): void => {
      if (file !== 'key') writeFileSync(cert, readFileSync(`test/gateway/certs/${name}.pem`))
      if (file !== 'cert') writeFileSync(key, readFileSync(`test/gateway/certs/${name}.key`), { mode: 0o600 })
    }
    lay('good')
    const server = await start(exe, { env: homeWith({}), args: ['--tls-cert', cert, '--tls-key', key] })
    const named = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = tlsConnect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN))
          socket.destroy()
        }).on('error', reject)
      })
    expect(await named()).toBe('good')
    lay('elsewhere', 'cert')
    expect(await until(() => /the last one stays/.test(String(server.log().at(-1)?.msg)))).toBe(true)
    expect(await named()).toBe('good')
    lay('elsewhere', 'key')
    // A handshake at the moment of the change may be cut.
    expect(await until(async () => (await named().catch(() => '')) === 'elsewhere')).toBe(true)
    expect(await server.stop()).toBe(0)
  })

  it('reads a project’s policy on this machine, unless told not to', async () => {
    const env = homeWith({})
    const workspace = folder({ '.tfy-hook/policy.yaml': demoPolicy.replace('extends: none\n', '') })
    const near = await start(exe, { env })
    expect((await near.post(native, claudeCall('echo pwned', workspace))).text).toContain('demo.pwned')
    expect(await near.stop()).toBe(0)
    const far = await start(exe, { env, args: ['--no-project-policies'] })
    expect((await far.post(native, claudeCall('echo pwned', workspace))).json).toEqual({})
    expect(await far.stop()).toBe(0)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes what is under way on %s, and takes nothing new',
    async signal => {
      const env = homeWith({ 'policy.yaml': demoPolicy })
      const server = await start(exe, { env })
      const body = JSON.stringify(claudeCall('echo pwned'))
      let heard = ''
      const socket = connect(server.port, '127.0.0.1')
      socket
        .setEncoding('utf8')
        .on('error', () => {})
        .on('data', chunk => {
          heard += chunk
        })
      socket.write(
        `POST ${native} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 40)}`,
      )
      await sleep(atLoad(300))
      const ended = server.stop(signal)
      const refused = (): Promise<boolean> =>
        server.ask('/healthz').then(
          () => false,
          () => true,
        )
      expect(await until(refused)).toBe(true)
      socket.write(body.slice(40))
      expect(await ended).toBe(0)
      expect(heard).toMatch(/^HTTP\/1\.1 200[\s\S]*connection: close[\s\S]*demo\.pwned/i)
      expect(readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8')).toContain('demo.pwned')
    },
    60_000,
  )

  it('answers 503 beyond its limit, and the others all the same', async () => {
    const env = homeWith({ 'policy.yaml': slowPolicy })
    const server = await start(exe, { env, args: ['--max-in-flight', '1'] })
    const body = JSON.stringify(claudeCall('ls'))
    const judged = server.post(native, body)
    await sleep(Math.min(4_000, atLoad(400)))
    const said = await server.post(native, body)
    expect([said.status, said.headers['retry-after'], said.headers.connection, said.headers['cache-control']]).toEqual([
      503,
      '1',
      'close',
      'no-store',
    ])
    expect(said.json.error).toEqual({ code: 'crowded', message: 'too many requests at once' })
    expect((await judged).status).toBe(200)
    expect((await server.post(native, body)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  /** Announce a body, send its first letter, and wait. */
  const trickling = async (server: Running, count: number) => {
    const heard = Array.from({ length: count }, () => '')
    const sockets = heard.map((_, number) =>
      connect(server.port, '127.0.0.1')
        .on('error', () => {})
        .on('data', data => {
          heard[number] += data.toString()
        }),
    )
    for (const socket of sockets)
      socket.write(`POST ${native} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 300\r\n\r\n{`)
    await sleep(500)
    return {
      cut: () => heard.filter(text => text.startsWith('HTTP/1.1 408')).length,
      heard: () => heard.filter(text => text !== '').length,
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
    }
  }

  it('refuses nobody for 300 bodies that only trickle, from their first moment on, and waits for them', async () => {
    const server = await start(exe, { env: homeWith({}) })
    const slow = await trickling(server, 300)
    const said = await Promise.all(Array.from({ length: 40 }, () => server.post(native, JSON.stringify(claudeCall('ls')))))
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 200))
    expect(slow.heard()).toBe(0)
    slow.end()
    expect(await server.stop()).toBe(0)
  })

  it('gives the place of a body that trickles to whoever comes', async () => {
    const server = await start(exe, { env: homeWith({}), args: ['--max-in-flight', '1'] })
    const slow = await trickling(server, 16)
    await sleep(atLoad(1_000))
    for (let turn = 0; turn < 5; turn++) expect((await server.post(native, JSON.stringify(claudeCall('ls')))).status).toBe(200)
    await until(() => slow.cut() > 0)
    await sleep(300)
    // One place is enough for those that come one after the other.
    expect(slow.cut()).toBe(1)
    slow.end()
    expect(await server.stop()).toBe(0)
  })

  it('answers although the state directory cannot be written', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy })
    writeFileSync(env.XDG_STATE_HOME, 'in the way')
    const server = await start(exe, { env })
    expect((await server.post(native, claudeCall('echo pwned'))).text).toContain('demo.pwned')
    expect(await until(async () => /tfy_hook_lines_dropped_total [1-9]/.test((await server.ask('/metrics')).text))).toBe(true)
    expect(await server.stop()).toBe(0)
  })

  it('leaves one whole audit line per event', async () => {
    const env = homeWith({ 'policy.yaml': demoPolicy })
    mkdirSync(env.XDG_STATE_HOME, { recursive: true })
    const server = await start(exe, { env })
    await Promise.all(Array.from({ length: 200 }, (_, i) => server.post(native, claudeCall(`echo ${i} ${'long '.repeat(400)}`))))
    expect(await server.stop()).toBe(0)
    const lines = readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).event)).toEqual(Array.from({ length: 200 }, () => 'PreToolUse'))
  })
})
