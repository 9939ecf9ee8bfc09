/** What a target's answer means: taken, later, or never. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createRaw, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTls } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { ExportTarget } from '../../src/core/config.ts'
import { headersOf, secretOf } from '../../src/fleet/export/secrets.ts'
import { labelOf, sinkFor } from '../../src/fleet/export/sink.ts'
import { framed } from '../../src/fleet/export/syslog.ts'
import type { Verdict } from '../../src/fleet/export/verdict.ts'
import { folder } from '../blackbox/call.ts'
import { listen } from '../gateway/servers.ts'
import { cert } from './world.ts'

const verdict: Verdict = {
  v: 1,
  id: 'k3y9f2a',
  time: '2026-11-22T10:00:00.000Z',
  decision: 'deny',
  rules: ['git.push-force'],
  reason: 'Ä “word”.',
}
const ground = { env: {}, instance: 'i', host: 'laptop-7' }

const given = async (target: ExportTarget, verdicts: readonly Verdict[] = [verdict]) =>
  (await sinkFor({ target, ...ground })).put(verdicts)

const answering = (reply: (response: ServerResponse, request: IncomingMessage) => unknown) =>
  listen(createServer((request, response) => void request.resume().on('end', () => reply(response, request))))

describe('an answer over HTTP', () => {
  it.each<[number, Record<string, string>, object]>([
    [200, {}, { kind: 'taken', rejected: 0 }],
    [202, {}, { kind: 'taken' }],
    [400, {}, { kind: 'refused', why: 'it answers 400' }],
    [413, {}, { kind: 'refused' }],
    [422, {}, { kind: 'refused' }],
    [301, { location: 'https://elsewhere.example' }, { kind: 'later', why: 'it answers 301' }],
    [401, {}, { kind: 'later' }],
    [403, {}, { kind: 'later' }],
    [404, {}, { kind: 'later' }],
    [429, { 'retry-after': '30' }, { kind: 'later', afterMs: 30_000 }],
    [503, { 'retry-after': '5' }, { kind: 'later', afterMs: 5_000 }],
    [500, {}, { kind: 'later' }],
  ])('%i', async (status, headers, outcome) => {
    const server = await answering(response => response.writeHead(status, headers).end())
    expect(await given({ type: 'otlp', url: `http://127.0.0.1:${server.port}` })).toMatchObject(outcome)
    await server.close()
  })

  it.each(['http/json', 'http/protobuf'] as const)('that takes some and not others is believed (%s)', async protocol => {
    // partial_success { rejected_log_records: 3 }
    const body =
      protocol === 'http/json' ? '{"partialSuccess":{"rejectedLogRecords":"3"}}' : Buffer.from([0x0a, 0x02, 0x08, 0x03])
    const server = await answering(response => response.end(body))
    expect(await given({ type: 'otlp', url: `http://127.0.0.1:${server.port}`, protocol })).toEqual({
      kind: 'taken',
      rejected: 3,
    })
    await server.close()
  })

  it('that never came is for later', async () => {
    const server = await answering(response => response.destroy())
    const url = `http://127.0.0.1:${server.port}`
    expect(await given({ type: 'otlp', url })).toMatchObject({ kind: 'later', why: 'it cannot be reached: reset' })
    await server.close()
    expect(await given({ type: 'otlp', url })).toMatchObject({ kind: 'later', why: 'it cannot be reached: refused' })
  })

  it('is not waited for where a secret cannot be had', async () => {
    let asked = 0
    const server = await answering(response => response.end(String(asked++)))
    const url = `http://127.0.0.1:${server.port}`
    for (const target of [
      { type: 'otlp', url, headers: { authorization: { env: 'NOT_SET' } } },
      { type: 'webhook', url, secret: { file: '/nowhere/secret' } },
      { type: 'webhook', url, secret: 'not base64!' },
      { type: 'webhook', url, secret: 'whsec_c2hvcnQ=' },
      { type: 'otlp', url, tls: { caFile: '/nowhere/ca.pem' } },
    ] as const)
      expect(await given(target)).toMatchObject({ kind: 'later' })
    expect(asked).toBe(0)
    await server.close()
  })
})

describe('a webhook', () => {
  it('has the same id when it comes again, and another one from another machine', async () => {
    const ids: unknown[] = []
    const server = await answering((response, request) => {
      ids.push(request.headers['webhook-id'])
      response.writeHead(204).end()
    })
    const target = { type: 'webhook', url: `http://127.0.0.1:${server.port}`, secret: `whsec_${'A'.repeat(32)}` } as const
    for (const instance of ['one', 'one', 'two']) await (await sinkFor({ target, ...ground, instance })).put([verdict])
    expect([ids[0] === ids[1], new Set(ids).size, String(ids[0])]).toEqual([true, 2, expect.stringContaining(verdict.id)])
    await server.close()
  })
})

describe('a secret', () => {
  it('comes from where the configuration says that it is', async () => {
    const at = folder({ token: 'of-a-file\n', open: 'of-anybody', empty: '\n' })
    chmodSync(join(at, 'token'), 0o600)
    chmodSync(join(at, 'open'), 0o644)
    chmodSync(join(at, 'empty'), 0o600)
    const helper = [process.execPath, '-e', 'console.log("of-a-helper")']
    const env = { TOKEN: 'of-a-variable' }
    expect(
      await Promise.all([{ file: join(at, 'token') }, { env: 'TOKEN' }, { helper }, 'as it is'].map(one => secretOf(one, env))),
    ).toEqual(['of-a-file', 'of-a-variable', 'of-a-helper', 'as it is'].map(value => ({ ok: true, value })))
    for (const one of [
      { file: join(at, 'open') },
      { file: join(at, 'empty') },
      { file: at },
      { env: 'NONE' },
      { helper: ['/nowhere/x'] },
    ]) {
      const none = await secretOf(one, env)
      expect(none.ok).toBe(false)
      expect(JSON.stringify(none)).not.toContain('of-anybody')
    }
  })

  it('of one word is a bearer token, and none begins a second header', async () => {
    expect(await headersOf({ Authorization: 'word', 'X-Scope': 'a b' }, {})).toEqual({
      ok: true,
      value: { authorization: 'Bearer word', 'x-scope': 'a b' },
    })
    expect(await headersOf({ authorization: 'Basic abc' }, {})).toMatchObject({ value: { authorization: 'Basic abc' } })
    expect(await headersOf({ a: 'b\r\nc: d' }, {})).toEqual({ ok: false, why: 'header a: it holds what no header can' })
  })

  it('in an address is not shown', () => {
    expect(labelOf({ type: 'webhook', url: 'https://hooks.example/in/SECRET?key=SECRET' })).toBe('webhook hooks.example')
  })
})

describe('syslog', () => {
  it('counts octets, and says nothing that is not ASCII', () => {
    const frame = framed(verdict, { host: 'laptop 7"]' })
    const [, length, message = ''] = /^(\d+) (.*)$/s.exec(frame) ?? []
    expect(Number(length)).toBe(Buffer.byteLength(message))
    expect(message).toMatch(
      /^<108>1 2026-11-22T10:00:00\.000Z laptop7 tfy-hook - verdict \[origin software="tfy-hook" swVersion="[^"]+"\] \{/,
    )
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual(verdict)
  })

  it('has one frame for a message with line breaks in it', () => {
    expect(framed({ ...verdict, command: 'a\nb\r\n<0>1 forged' }, { host: undefined })).not.toMatch(/[\r\n]/)
  })

  it.each<[string, (socket: Socket) => unknown, object]>([
    ['reads to the end and ends', socket => socket.resume(), { kind: 'taken' }],
    ['breaks before the end', socket => socket.once('data', () => socket.resetAndDestroy()), { kind: 'later' }],
    ['is gone at once', socket => socket.destroy(), { kind: 'later' }],
  ])('a server that %s', async (_, act, outcome) => {
    const server = await listen(createRaw(socket => void act(socket.on('error', () => {}))))
    // More than the buffers of both sides hold, so that a server that does not read shows.
    const many = Array.from({ length: 20_000 }, () => ({ ...verdict, command: 'x'.repeat(900) }))
    expect(await given({ type: 'syslog', url: `tcp://127.0.0.1:${server.port}` }, many)).toMatchObject(outcome)
    await server.close()
  })

  it.each<[string, string, object, object]>([
    ['is vouched for', 'good', { caFile: cert('ca.pem') }, { kind: 'taken' }],
    ['is not vouched for', 'good', {}, { kind: 'later' }],
    ['has another name', 'elsewhere', { caFile: cert('ca.pem') }, { kind: 'later' }],
    ['is of yesterday', 'expired', { caFile: cert('ca.pem') }, { kind: 'later' }],
  ])('a server that %s', async (_, name, tls, outcome) => {
    let text = ''
    const server = await listen(
      createTls({ cert: readFileSync(cert(`${name}.pem`)), key: readFileSync(cert(`${name}.key`)) }, socket => {
        socket.on('error', () => {}).on('data', data => (text += data))
      }).on('tlsClientError', () => {}),
    )
    expect(await given({ type: 'syslog', url: `tls://127.0.0.1:${server.port}`, tls })).toMatchObject(outcome)
    expect(text !== '').toBe('kind' in outcome && outcome.kind === 'taken')
    await server.close()
  })
})

describe('a file', () => {
  it('goes on in a new one when it is large, with the same rights', async () => {
    const path = join(folder({}), 'lines')
    writeFileSync(path, 'x'.repeat(17 * 1024 * 1024), { mode: 0o640 })
    chmodSync(path, 0o640)
    expect(await given({ type: 'file', path })).toEqual({ kind: 'taken' })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(verdict)
    expect(readFileSync(`${path}.1`).length).toBe(17 * 1024 * 1024)
  })

  it('that is none, or cannot be written, is for later', async () => {
    const at = folder({})
    mkdirSync(join(at, 'folder'))
    for (const path of [join(at, 'folder'), join(at, 'absent/lines'), '/dev/full'])
      expect(await given({ type: 'file', path })).toMatchObject({ kind: 'later' })
  })
})
