/** A gateway with TLS that counts, a state directory, and processes that only pretend to keep connections. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { GatewayConfig } from '../../src/core/config.ts'
import { keepConnections, type Life } from '../../src/hook/resident/run.ts'
import { askGateway } from '../../src/hook/sources/gateway.ts'
import { fileOf, type Meeting, meetingFor } from '../../src/hook/sources/resident/meeting.ts'
import { prover } from '../../src/hook/sources/resident/proof.ts'
import { sendByUndici } from '../../src/hook/sources/transport/undici.ts'
import { folder } from '../blackbox/call.ts'
import { apiKey, call, shellEvent, shellPayload } from '../gateway/call.ts'
import { listen, readBody } from '../gateway/servers.ts'

const cert = (name: string): string => fileURLToPath(new URL(`../gateway/certs/${name}`, import.meta.url))
export const caFile = cert('ca.pem')

export interface Seen {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The number of its connection, from 1. */
  readonly connection: number
}

export const allow = (response: ServerResponse): void =>
  void response.setHeader('content-type', 'application/json').end('{"continue":true,"permission":"allow","guardrail_checks":[]}')

export const tlsGateway = async (reply: (response: ServerResponse, seen: Seen) => unknown = allow) => {
  const seen: Seen[] = []
  const numbers = new WeakMap<object, number>()
  let connections = 0
  const server = createTls(
    { cert: readFileSync(cert('good.pem')), key: readFileSync(cert('good.key')), keepAliveTimeout: 60_000 },
    (request, response) =>
      void readBody(request).then(text => {
        const one = { headers: request.headers, text, connection: numbers.get(request.socket) ?? 0 }
        seen.push(one)
        reply(response, one)
      }),
  )
  server.on('secureConnection', socket => numbers.set(socket, ++connections))
  const running = await listen(server)
  return { ...running, url: `https://localhost:${running.port}`, seen }
}

export const version = '9.8.7'

export interface World {
  readonly state: string
  readonly config: GatewayConfig
  readonly meeting: Meeting
  readonly file: string
  readonly ask: (more?: { readonly timeoutMs?: number; readonly apiKey?: string }) => ReturnType<typeof askGateway>
  /** Runs one here, in this process; resolves when it answers. `left` resolves when it has gone. */
  readonly keep: (life?: Partial<Life>) => Promise<{ readonly left: Promise<void> }>
}

export const world = (url: string, more: Partial<GatewayConfig> = {}): World => {
  const state = folder({})
  const config: GatewayConfig = { url, caFile, resident: true, ...more }
  const meeting = meetingFor(config, {}, state, version)
  if (meeting === undefined) throw new Error('nothing is kept')
  return {
    state,
    config,
    meeting,
    file: fileOf(meeting.dir, meeting.name),
    ask: (rest = {}) => askGateway(shellEvent, shellPayload, call(config, { apiKey, stateDir: state, ...rest })),
    keep: async (life = {}) => {
      const { isThere } = await import('../../src/hook/sources/resident/present.ts')
      const left = keepConnections(meeting, config, sendByUndici, {}, { idleMs: 60_000, longestMs: 60_000, checkMs: 50, ...life })
      for (let turn = 0; turn < 100 && !(await isThere(meeting)); turn++) await new Promise(resolve => setTimeout(resolve, 10))
      return { left }
    },
  }
}

/** One that has the right file, and does what it is told. `heard` is all that it was sent. */
export const pretend = async (
  { meeting, file }: World,
  does: (socket: Socket, heard: () => string, prove: (nonce: string) => string) => void,
  { mode = 0o600, folderMode = 0o700, secret = 'ab'.repeat(32) } = {},
) => {
  mkdirSync(meeting.dir, { recursive: true, mode: folderMode })
  const path = `${meeting.dir}/1.sock`
  writeFileSync(file, JSON.stringify({ path, secret, pid: process.pid }), { mode })
  const prove = await prover()
  let all = ''
  let callers = 0
  const server: Server = createServer(socket => {
    callers++
    socket.on('error', () => {})
    socket.on('data', data => {
      all += data.toString('utf8')
      does(
        socket,
        () => all,
        nonce => prove(secret, nonce, 'resident'),
      )
    })
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  return {
    heard: () => all,
    callers: () => callers,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** Shows that it is the right one, and says what comes then. */
export const proving =
  (then: (socket: Socket, head: string) => void) =>
  (socket: Socket, heard: () => string, prove: (nonce: string) => string): void => {
    const lines = heard().split('\n')
    if (lines.length === 2) socket.write(`${prove(lines[0] ?? '')}\n`)
    else if (lines.length > 2) then(socket, lines[1] ?? '')
  }
