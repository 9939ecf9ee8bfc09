/** `Bun.serve`. It cuts slow headers after 10 s and bodies that trickle by itself. */

import type { Certificate, Listen } from './listen.ts'

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
  const serve = (certificate: Certificate | undefined, port?: number): BunServer =>
    Bun.serve({
      ...(where.kind === 'unix' ? { unix: where.path } : { hostname: where.host, port: port ?? where.port }),
      ...(certificate !== undefined && { tls: { ...certificate } }),
      idleTimeout: Math.min(255, Math.ceil(idleMs / 1000)),
      maxRequestBodySize: maxBytes,
      development: false,
      // Left unsaid, another process of this account could listen here as well, and answer part of what is asked.
      reusePort: false,
      fetch: handler,
      error: () => new Response(null, { status: 500 }),
    })
  let server = serve(tls)
  return {
    port: server.port,
    // `reload` of Bun 1.4.5 leaves the certificate as it is. What is under way ends on the old one.
    renew: fresh => {
      const { port } = server
      void server.stop()
      server = serve(fresh, port)
    },
    stop: () => void server.stop(),
    end: () => server.stop(true),
  }
}
