/** What a gateway can do to us, and what must come of it. Every row runs over every transport. */

import { connect, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Dialect } from '../../src/core/config.ts'
import type { Failure } from '../../src/core/failure.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { body, gone, http, json, listen, raw, type Serve } from './servers.ts'

export type Want = { readonly verdict: Partial<Verdict> } | { readonly failure: Failure }

export interface Row {
  readonly name: string
  readonly serve: Serve
  readonly want: Want
  readonly dialect: Dialect
  readonly timeoutMs: number
  /** Connections the gateway must have seen. */
  readonly connections: number
}

type Extra = Partial<Pick<Row, 'dialect' | 'timeoutMs' | 'connections'>>

const row = (name: string, serve: Serve, want: Want, extra: Extra = {}): Row => ({
  name,
  serve,
  want,
  dialect: 'cursor-flat',
  timeoutMs: 3000,
  connections: 1,
  ...extra,
})

const noObjection: Want = { verdict: { ruling: { decision: 'allow', grant: false }, rules: [], source: 'gateway' } }
const rules = (decision: 'deny' | 'ask' | 'defer', reason: string, ruleId = 'gateway.policy'): Want => ({
  verdict: { ruling: { decision, ruleId, reason }, rules: [ruleId], source: 'gateway' },
})
const status = (code: number, retryAfterMs?: number): Want => ({
  failure: { kind: 'gateway-status', status: code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})
const reply = (detail: string): Want => ({ failure: { kind: 'gateway-reply', detail } })
const unreachable = (detail: string): Want => ({ failure: { kind: 'gateway-unreachable', detail } })
const late = (afterMs: number): Want => ({ failure: { kind: 'gateway-timeout', afterMs } })

const yes = '{"continue":true,"permission":"allow"}'
const head = (length: number): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
const statuses = [301, 302, 307, 308, 400, 401, 403, 404, 413, 415, 500, 502, 504]
const overloads = [429, 503]

/** Too busy for the first call, well for the second. */
const busyOnce =
  (code: number, headers: Record<string, string>): Serve =>
  () => {
    let calls = 0
    return http(
      (_, response) =>
        void (++calls === 1 ? response.writeHead(code, { ...headers, connection: 'close' }).end() : response.end(yes)),
    )()
  }

/** Takes one connection at a time, and that one is taken. */
const crowded: Serve = async () => {
  const server = createServer()
  server.maxConnections = 1
  const running = await listen(server)
  await new Promise<void>(resolve => connect(running.port, '127.0.0.1', resolve).on('error', () => {}))
  return running
}

const large =
  (mib: number): Serve =>
  () =>
    http((_, response) => {
      response.writeHead(200, { 'content-length': mib * 2 ** 20 })
      const chunk = Buffer.alloc(2 ** 20, 0x20)
      for (let sent = 0; sent < mib; sent++) response.write(chunk)
      response.end()
    })()

export const rows: readonly Row[] = [
  row('allow is no objection, never a grant', json({ continue: true, permission: 'allow' }), noObjection),
  row('deny', json({ continue: false, permission: 'deny', userMessage: 'Not on Fridays' }), rules('deny', 'Not on Fridays')),
  row('deny names the failed check', json({ permission: 'deny', guardrail_checks: [{ id: 'PII/Scan', verdict: false }] }), {
    verdict: {
      ruling: { decision: 'deny', ruleId: 'gateway.pii-scan', reason: "the gateway's guardrail PII/Scan objects" },
      checks: [{ id: 'PII/Scan', verdict: false }],
    },
  }),
  row('ask', json({ continue: true, permission: 'ask', user_message: 'Sure?' }), rules('ask', 'Sure?')),
  row(
    'defer',
    json({ hookSpecificOutput: { permissionDecision: 'defer', permissionDecisionReason: 'Later' } }),
    rules('defer', 'Later'),
    { dialect: 'claude' },
  ),
  row('rewrite, flat', json({ permission: 'allow', updated_input: { command: 'npm publish --dry-run' } }), {
    verdict: {
      ruling: { decision: 'allow', grant: false },
      rewrite: { of: 'input', input: { command: 'npm publish --dry-run', cwd: '/srv/shop' }, changed: ['command'] },
    },
  }),
  row(
    'redacted output, nested',
    json({ hookSpecificOutput: { updatedToolOutput: ['a', 'b'] } }),
    { verdict: { rewrite: { of: 'output', output: ['a', 'b'] } } },
    { dialect: 'native' },
  ),
  row('context', json({ continue: true, additional_context: 'Use pnpm.\nAlways.' }), {
    verdict: { context: 'Use pnpm.\nAlways.' },
  }),

  row('gone', gone, unreachable('refused'), { connections: 0 }),
  row(
    'accepts and stays silent',
    raw(() => {}),
    late(250),
    { timeoutMs: 250 },
  ),
  row(
    'slow to answer',
    http((_, response) => void setTimeout(() => response.end(yes), 2000).unref()),
    late(250),
    { timeoutMs: 250 },
  ),
  row(
    'drips one byte at a time',
    raw(socket => {
      socket.write(head(5000))
      const drip = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(drip))
    }),
    late(300),
    { timeoutMs: 300 },
  ),
  row(
    'reset before an answer, twice',
    raw(socket => socket.resetAndDestroy()),
    unreachable('reset'),
    { connections: 2 },
  ),
  row(
    'closed before an answer, twice',
    raw(socket => socket.end()),
    unreachable('reset'),
    { connections: 2 },
  ),
  row(
    'reset once, then well',
    raw((socket, connection) => (connection === 1 ? socket.resetAndDestroy() : socket.end(head(yes.length) + yes))),
    noObjection,
    { connections: 2 },
  ),
  row(
    'reset when no time is left for a second try',
    raw(socket => void setTimeout(() => socket.resetAndDestroy(), 260)),
    unreachable('reset'),
    { timeoutMs: 300 },
  ),
  row(
    'reset inside the answer is not retried',
    raw(socket => void cutOff(socket)),
    reply('it broke off'),
  ),
  row(
    'truncated: shorter than it said',
    raw(socket => socket.end(`${head(500)}{"continue":`)),
    reply('it broke off'),
  ),
  row('truncated JSON', body('{"continue":true,"permission":"al'), reply('it is not valid JSON')),
  row(
    'not HTTP',
    raw(socket => socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n')),
    unreachable('protocol'),
  ),

  row('204 on a flat endpoint', body('', 204), reply('it is empty')),
  row('204 on a native endpoint has nothing to say', body('', 204), noObjection, { dialect: 'native' }),
  row('an empty 200 on the Claude endpoint has nothing to say', body(''), noObjection, { dialect: 'claude' }),
  row('an empty object on the unified endpoint', json({}), reply('it carries no verdict'), { dialect: 'unified' }),
  ...statuses.map(code =>
    row(
      `${code} with a deny in it`,
      body('{"permission":"deny"}', code, { location: '/elsewhere', 'retry-after': '5' }),
      status(code),
    ),
  ),
  ...overloads.flatMap(code => [
    row(
      `${code} that asks for a longer pause than there is time`,
      body('{"permission":"deny"}', code, { 'retry-after': '5' }),
      status(code, 5000),
    ),
    row(`${code} that asks for nothing`, body('{"permission":"deny"}', code), status(code)),
    row(`${code} that asks for nonsense`, body('{"permission":"deny"}', code, { 'retry-after': 'soon' }), status(code)),
    row(`${code} that asks for a second try`, busyOnce(code, { 'retry-after': '0' }), noObjection, { connections: 2 }),
    row(`${code} twice is not asked a third time`, body('', code, { 'retry-after': '0' }), status(code, 0), { connections: 2 }),
    row(
      `${code} with a moment by its own clock, long ago`,
      busyOnce(code, { 'retry-after': 'Sat, 01 Jan 2000 00:00:01 GMT', date: 'Sat, 01 Jan 2000 00:00:00 GMT' }),
      noObjection,
      { connections: 2 },
    ),
    row(
      `${code} with a moment a year ahead`,
      body('', code, { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT', date: 'Sat, 01 Jan 2000 00:00:00 GMT' }),
      status(code, 86_400_000),
    ),
  ]),
  row('more connections than it takes', crowded, unreachable('reset')),
  row(
    'HTML',
    body('<!doctype html><title>Sign in</title>', 200, { 'content-type': 'text/html' }),
    reply('it is not a JSON object'),
  ),
  row('HTML that ends in a verdict', body(`<html></html>${yes}`), reply('it is not a JSON object')),
  row('the wrong content type is no fault', body(yes, 200, { 'content-type': 'text/plain' }), noObjection),
  row(
    'chunked',
    http((_, response) => {
      response.write(yes.slice(0, 9))
      setTimeout(() => response.end(yes.slice(9)), 10)
    }),
    noObjection,
  ),
  row('gzip, though not asked for', body(gzipSync(yes), 200, { 'content-encoding': 'gzip' }), noObjection),
  row(
    'gzip that unpacks to 40 MiB',
    body(gzipSync(new Uint8Array(40 * 2 ** 20)), 200, { 'content-encoding': 'gzip' }),
    reply('it is larger than 1 MiB'),
  ),
  row('50 MiB that it announces', large(50), reply('it is larger than 1 MiB')),
  row('2 MiB', body(`{"continue":true,"x":"${'y'.repeat(2 ** 21)}"}`), reply('it is larger than 1 MiB')),
  row(
    'without an end',
    raw(socket => void flood(socket)),
    reply('it is larger than 1 MiB'),
  ),
  row('not UTF-8', body(new Uint8Array([0x7b, 0xff, 0x7d])), reply('it is not UTF-8')),
  row('nested 100,000 deep', body(`{"continue":true,"x":${'['.repeat(100_000)}`), reply('it is nested too deeply')),
  row('a key twice', body('{"permission":"deny","permission":"allow"}'), reply('it gives a key twice')),
  row('an array', body('[{"permission":"allow"}]'), reply('it is not a JSON object')),
  row('an unknown permission', json({ permission: 'maybe' }), reply('permission has an unknown value')),
  row(
    'allow and stop at once',
    json({ continue: false, permission: 'allow' }),
    rules('deny', 'the gateway objects and gives no reason'),
  ),
]

const cutOff = (socket: Socket): void => {
  socket.write(`${head(500)}{"contin`)
  setTimeout(() => socket.resetAndDestroy(), 30)
}

const flood = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n{"x":"')
  const chunk = 'y'.repeat(65_536)
  const more = setInterval(() => socket.write(chunk), 1)
  socket.on('close', () => clearInterval(more))
}
