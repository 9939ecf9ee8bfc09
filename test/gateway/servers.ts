/** Loopback gateways that misbehave on purpose. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, createServer as createRaw, type Server, type Socket } from 'node:net'
import type { JsonValue } from '../../src/core/json.ts'

export interface Running {
  readonly port: number
  /** Connections accepted so far. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export type Serve = () => Promise<Running>

/** At an address, or at a socket when `at` is a path. */
export const listen = async (server: Server, at = '127.0.0.1'): Promise<Running> => {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => (at.startsWith('/') ? server.listen(at, resolve) : server.listen(0, at, resolve)))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export const http = (reply: RequestListener): Serve => asked((_, response, request) => reply(request, response))

/** Answers by what it was sent. */
export const asked =
  (reply: (text: string, response: ServerResponse, request: IncomingMessage) => unknown): Serve =>
  () =>
    listen(createServer((request, response) => void readBody(request).then(text => reply(text, response, request))))

/** Speaks bytes: `says` is called once the request has begun to arrive, with the number of the connection. */
export const raw =
  (says: (socket: Socket, connection: number) => void): Serve =>
  () => {
    let count = 0
    return listen(
      createRaw(socket => {
        const connection = ++count
        socket.on('error', () => {}).once('data', () => says(socket, connection))
      }),
    )
  }

export const json = (value: JsonValue, status = 200): Serve => body(JSON.stringify(value), status)

export const body = (text: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Serve =>
  http((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  })

/** A port on which nobody listens, nor will: a connection that leaves by it keeps it from the next server. */
export const gone: Serve = async () => {
  const server = createRaw()
  const kept = await listen(server)
  const running = await listen(createRaw())
  await running.close()
  const held = connect({ host: '127.0.0.1', port: kept.port, localAddress: '127.0.0.1', localPort: running.port })
  await once(held, 'connect')
  held.unref()
  server.unref()
  const close = async (): Promise<void> => {
    held.destroy()
    await kept.close()
  }
  return { ...running, close }
}

export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
