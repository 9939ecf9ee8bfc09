/** Where one client's events go, and what is spoken there. */

import type { Dialect, Endpoint, GatewayConfig } from '../../../core/config.ts'
import { type Failure, fail, ok, type Result } from '../../../core/failure.ts'
import { isLoopback } from '../transport/proxy.ts'

export interface Address {
  readonly url: URL
  readonly dialect: Dialect
  /** Without our own additions. */
  readonly strict: boolean
}

/** Every endpoint that a gateway is known to have, and where that is written. The public one stands first, and is tried first. */
export const documented = [
  { path: '/hooks/claude-code', dialect: 'native', source: 'truefoundry.com/docs/ai-gateway/claude-code-hooks, 2026-11' },
  { path: '/cursor/hooks/validate', dialect: 'cursor-flat', source: 'RFC of 2026-04, a draft: in use' },
  { path: '/claude-code/hooks/validate', dialect: 'claude', source: 'RFC of 2026-04, a draft: proposed' },
  { path: '/hooks/validate', dialect: 'unified', source: 'RFC of 2026-04, a draft: proposed' },
] as const satisfies readonly { readonly path: string; readonly dialect: Dialect; readonly source: string }[]

/** Each also stands below this, as the installation has it. */
export const prefixes = ['', '/api/llm'] as const

const pathOf = (dialect: Dialect): string => documented.find(each => each.dialect === dialect)?.path ?? ''

const dialectOf = (client: string): Dialect =>
  client === 'cursor' ? 'cursor-flat' : client === 'claude-code' ? 'native' : 'unified'

/** In the order in which a client's own events are tried: its own words, everybody's, then those of others. */
export const candidatesFor = (client: string): readonly Required<Pick<Endpoint, 'path' | 'dialect'>>[] => {
  const own: readonly Dialect[] =
    client === 'cursor'
      ? ['cursor-flat', 'unified', 'native', 'claude']
      : client === 'claude-code'
        ? ['native', 'claude', 'unified', 'cursor-flat']
        : ['native', 'unified', 'claude', 'cursor-flat']
  return own.map(dialect => ({ path: pathOf(dialect), dialect }))
}

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
  const path = own?.path ?? (own?.dialect === undefined ? config.endpoint?.path : undefined) ?? pathOf(dialect)
  return ok({ url: joined(url, path), dialect, strict: own?.strict ?? config.endpoint?.strict ?? false })
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
