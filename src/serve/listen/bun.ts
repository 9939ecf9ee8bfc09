/** `Bun.serve`. It cuts slow headers after 10 s and bodies that trickle by itself. */

import type { Listen } from './listen.ts'

interface BunServer {
  readonly port: number | undefined
  stop(force?: boolean): Promise<void>
}

declare const Bun: {
  serve(options: {
    hostname?: string
    port?: number
    unix?: string
    tls?: { cert: string; key: string }
    idleTimeout: number
    maxRequestBodySize: number
    development: false
    reusePort: false
    fetch: (request: Request) => Response | Promise<Response>
    error: () => Response
  }): BunServer
}

export const listenOnBun: Listen = async (where, tls, handler, { idleMs, maxBytes }) => {
  const server = Bun.serve({
    ...(where.kind === 'unix' ? { unix: where.path } : { hostname: where.host, port: where.port }),
    ...(tls !== undefined && { tls: { ...tls } }),
    idleTimeout: Math.min(255, Math.ceil(idleMs / 1000)),
    maxRequestBodySize: maxBytes,
    development: false,
    // Left unsaid, another process of this account could listen here as well, and answer part of what is asked.
    reusePort: false,
    fetch: handler,
    error: () => new Response(null, { status: 500 }),
  })
  return {
    port: server.port,
    stop: () => void server.stop(),
    end: () => server.stop(true),
  }
}
