/** The way out of a cage with a list of hosts: a proxy outside, at a socket that lies in the cage. Names are looked up here, and what they lead to is checked. */

import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { BlockList, connect, isIP, type Socket } from 'node:net'
import { cleanHost, hostMatches } from '../../engine/matching/addresses.ts'

/** Not the public internet: loopback, private, link-local, shared, reserved, multicast, and IPv6 that only carries IPv4. */
const [four, six] = [new BlockList(), new BlockList()]
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  four.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 3],
  ['2001::', 32],
  ['2002::', 16],
  ['8000::', 1],
  ['4000::', 2],
] as const)
  six.addSubnet(net, bits, 'ipv6')

/** Only global unicast addresses are public; they begin with 2000::/3. */
export const isInner = (address: string): boolean => {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  return family === 0 || (family === 6 ? six.check(plain, 'ipv6') : four.check(plain, 'ipv4'))
}

export interface HostProxy {
  readonly server: Server
  /** Hosts that were refused, each once. */
  readonly refused: () => readonly string[]
  readonly close: () => void
}

export interface Ways {
  /** Every address of a name. */
  readonly addressesOf: (host: string) => Promise<readonly string[]>
  readonly isInner: (address: string) => boolean
}

const usualWays: Ways = {
  addressesOf: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  isInner,
}

const connectMs = 30_000

/** `hosts` as a policy writes them: a name, or a pattern; with a port behind it that port alone, else 80 and 443. */
export const proxyFor = (hosts: readonly string[], ways: Ways = usualWays): HostProxy => {
  const refused = new Set<string>()
  const sockets = new Set<Socket>()

  /** The address to connect to, or why there is none. */
  const wayTo = async (host: string, port: number): Promise<{ readonly address: string } | { readonly why: string }> => {
    const no = (why: string) => {
      if (refused.size < 100) refused.add(`${host}:${port}`)
      return { why }
    }
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return no('no port')
    if (!hosts.some(pattern => permits(pattern, host, port))) return no('it is not among the hosts of this cage')
    try {
      const addresses = isIP(host) === 0 ? await ways.addressesOf(host) : [host]
      // One of several would be picked by whoever answers for the name.
      if (addresses.length === 0 || addresses.some(ways.isInner)) return no('its address is not public')
      return { address: addresses[0] as string }
    } catch {
      return { why: 'its name leads nowhere' }
    }
  }

  const open = (address: string, port: number): Socket => {
    const socket = connect(port, address)
    sockets.add(socket)
    socket.setTimeout(connectMs, () => socket.destroy())
    socket.once('connect', () => socket.setTimeout(0))
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => void forward(asked, answer))

  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : undefined
    if (url === undefined || url.protocol !== 'http:' || url.username !== '' || url.password !== '')
      return void answer.writeHead(400).end('tfy-hook: only http:// addresses and CONNECT\n')
    const host = cleanHost(url.hostname)
    const port = Number(url.port || 80)
    const way = await wayTo(host, port)
    if ('why' in way) return void answer.writeHead(403).end(`tfy-hook: ${host} is refused, ${way.why}\n`)
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !/^(?:proxy-.*|connection|keep-alive|upgrade|te|trailer)$/.test(name)),
    )
    const onward = request(
      {
        createConnection: () => open(way.address, port),
        method: asked.method ?? 'GET',
        path: `${url.pathname}${url.search}`,
        // What the host is asked for is what was permitted.
        headers: { ...headers, host: url.host },
      },
      reply => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    asked.pipe(onward)
  }

  server.on('connect', (asked, client: Socket, head: Buffer) => {
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    void (async () => {
      const [, name = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]]+):(\d{1,5})$/i.exec(asked.url ?? '') ?? []
      const host = name === '' ? '' : cleanHost(name)
      const way = host === '' ? { why: 'that is no host and port' } : await wayTo(host, Number(port))
      if ('why' in way) return void client.end(`HTTP/1.1 403 Refused\r\n\r\ntfy-hook: ${host} is refused, ${way.why}\n`)
      const target = open(way.address, Number(port))
      target.on('error', () => client.destroy())
      target.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        if (head.length > 0) target.write(head)
        client.pipe(target).pipe(client)
      })
      client.once('close', () => target.destroy())
    })()
  })
  server.on('clientError', (_, socket) => socket.destroy())
  return {
    server,
    refused: () => [...refused],
    close: () => {
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const permits = (written: string, host: string, port: number): boolean => {
  const [, pattern = written, own] = /^(.*?[^:]):(\d{1,5})$/.exec(written) ?? []
  return (own === undefined ? port === 80 || port === 443 : Number(own) === port) && hostMatches(pattern, host)
}
