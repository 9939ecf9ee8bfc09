/** `node:http` or `node:https`, with Hono's own adapter to the fetch interface. */

import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import type { Listen } from './listen.ts'

export const listenOnNode: Listen = async (where, tls, handler, { headerMs, idleMs, bodyMs }) => {
  const listener = getRequestListener(async request => handler(request))
  const limits = {
    headersTimeout: headerMs,
    requestTimeout: headerMs + bodyMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: 1_000,
  }
  const secure = tls === undefined ? undefined : createTlsServer({ ...limits, ...tls, minVersion }, listener)
  const server = secure ?? createServer(limits, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (where.kind === 'unix') server.listen(where.path, resolve)
    else server.listen(where.port, where.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : undefined,
    renew: fresh => secure?.setSecureContext({ ...fresh, minVersion }),
    stop: () => {
      server.close()
      server.closeIdleConnections()
    },
    end: async () => server.closeAllConnections(),
  }
}

const minVersion = 'TLSv1.2'
