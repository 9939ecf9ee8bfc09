/** What `serve` was asked for, and whether it may listen there. */

import { isLoopback } from '../../hook/sources/transport/proxy.ts'

export type Where =
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }

export interface Tls {
  readonly certFile: string
  readonly keyFile: string
}

export interface ServeOptions {
  readonly where: Where
  readonly tls: Tls | undefined
  readonly insecureHttp: boolean
  readonly tokenFile: string
  /** Names a `Host` header may say on loopback, beside loopback's own. */
  readonly hosts: readonly string[]
  /** Look at the disk for what a payload names: project policies, links, branches. */
  readonly projectPolicies: boolean
  readonly audit: boolean
  readonly logLevel: LogLevel
  readonly maxInFlight: number
}

const logLevels = ['info', 'warn', 'off'] as const
export type LogLevel = (typeof logLevels)[number]

/** An address may stand in brackets, as in a URL; undefined when nobody could listen there. */
export const whereOf = (host: string, port: string): Where | undefined =>
  /^(?:\[[0-9a-fA-F:.]+\]|[0-9a-fA-F:.]*:[0-9a-fA-F:.]+|[A-Za-z0-9.-]+)$/.test(host) &&
  /^\d{1,5}$/.test(port) &&
  Number(port) <= 65_535
    ? { kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    : undefined

/** Only this machine can connect. A bare `::1` is what a bind address looks like, `[::1]` what a URL does. */
export const staysHere = (where: Where): boolean =>
  where.kind === 'unix' || isLoopback(where.host.includes(':') ? `[${where.host}]` : where.host)

/** Why this server must not start; undefined when it may. */
export const refusal = (options: ServeOptions, tokens: number): string | undefined => {
  if (staysHere(options.where)) return undefined
  if (tokens === 0) return 'listening beyond this machine needs a token; make one: tfy-hook serve token add NAME'
  if (options.tls === undefined && !options.insecureHttp)
    return 'listening beyond this machine needs --tls-cert and --tls-key, or --insecure-http behind a proxy that speaks TLS'
  return undefined
}
