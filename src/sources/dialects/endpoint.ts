/** Where one client's events go, and what is spoken there. */

import type { Dialect, GatewayConfig } from '../../core/config.ts'
import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import { isLoopback } from '../transport/proxy.ts'

export interface Address {
  readonly url: URL
  readonly dialect: Dialect
}

/** The RFC's three paths, and the public page's one. */
const paths: Readonly<Record<Dialect, string>> = {
  'cursor-flat': '/cursor/hooks/validate',
  claude: '/claude-code/hooks/validate',
  unified: '/hooks/validate',
  native: '/hooks/claude-code',
}

const dialectOf = (client: string): Dialect =>
  client === 'cursor' ? 'cursor-flat' : client === 'claude-code' ? 'claude' : 'unified'

/** The address for a client. A plain `http` URL is accepted on loopback or a socket only: it would show the key to the network. */
export const addressFor = (client: string, config: GatewayConfig): Result<Address> => {
  if (config.url === '') return fail(unconfigured('no gateway URL is set'))
  if (!URL.canParse(config.url)) return fail(unconfigured('the gateway URL is not a URL'))
  const url = new URL(config.url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return fail(unconfigured('the gateway URL is neither https nor http'))
  if (url.username !== '' || url.password !== '') return fail(unconfigured('the gateway URL carries credentials'))
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && config.socket === undefined)
    return fail(unconfigured('plain http is accepted on loopback only; use https'))
  const own = config.clients !== undefined && Object.hasOwn(config.clients, client) ? config.clients[client] : undefined
  const dialect = own?.dialect ?? config.endpoint?.dialect ?? dialectOf(client)
  // A client's own dialect without a path means that dialect's path, not the path meant for another dialect.
  const path = own?.path ?? (own?.dialect === undefined ? config.endpoint?.path : undefined) ?? paths[dialect]
  return ok({ url: joined(url, path), dialect })
}

export const unconfigured = (detail: string): Failure => ({ kind: 'gateway-unconfigured', detail })

/** Keeps the base's prefix and query; a base that already ends in the path is complete. */
const joined = (base: URL, path: string): URL => {
  const [name = '', query] = path.split('?', 2)
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/+$/, '')
  const tail = `/${name.replace(/^\/+/, '')}`
  url.pathname = prefix.endsWith(tail) ? prefix : prefix + tail
  if (query !== undefined) url.search = query
  url.hash = ''
  return url
}
