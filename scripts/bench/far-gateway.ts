/** A gateway with TLS, behind a road that takes as many milliseconds there and back as it is told. Prints two ports: by the road, and `GET` for what it has seen. */

import { readFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createTls } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { at } from '../project/project.ts'

const halfMs = Number(process.argv[2]) / 2
const seen = { hits: 0, connections: 0 }

const gateway = createTls(
  {
    cert: readFileSync(at('test/gateway/certs/good.pem')),
    key: readFileSync(at('test/gateway/certs/good.key')),
    keepAliveTimeout: 60_000,
  },
  (request, response) => {
    request.resume().on('end', () => {
      seen.hits++
      response.setHeader('content-type', 'application/json')
      response.end('{"continue":true}')
    })
  },
)

const portOf = (server: Server): Promise<number> =>
  new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

const behind = await portOf(gateway)
const carry = (from: Socket, to: Socket): void => {
  from.setNoDelay(true)
  from.on('data', bytes => setTimeout(() => to.writable && to.write(bytes), halfMs))
  from.on('error', () => to.destroy())
  from.on('close', () => setTimeout(() => to.end(), halfMs))
}
// Who connects has an answer after a whole way there and back, which loopback gives at once.
const road = createServer(socket => {
  seen.connections++
  const far = connect(behind, '127.0.0.1')
  setTimeout(() => carry(socket, far), 2 * halfMs)
  carry(far, socket)
})
const counts = createHttp((_, response) => response.end(JSON.stringify(seen)))
process.stdout.write(`${await portOf(road)} ${await portOf(counts)}\n`)
