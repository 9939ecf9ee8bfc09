/** Asks a gateway for verdicts on something harmless, as a client's hook would: whether it is there, takes the key, and on which endpoint. */

import type { Endpoint, GatewayConfig } from '../../../core/config.ts'
import { describe, type Failure, ok } from '../../../core/failure.ts'
import { callFor } from '../../../hook/call.ts'
import type { Config } from '../../../hook/config.ts'
import { decide } from '../../../hook/decide.ts'
import { askerHere } from '../../../hook/identity.ts'
import { candidatesFor, prefixes } from '../../../hook/sources/dialects/endpoint.ts'
import type { Answered } from '../../../setup/doctor/machine-findings.ts'
import { composed } from '../registration/payload.ts'
import { clientLine } from './starter-texts.ts'

export type Checked =
  | { readonly ok: true; readonly ms: number; readonly ways?: readonly Way[] }
  | { readonly ok: false; readonly problem: string }

/** What answers a client. */
export interface Way extends Required<Endpoint> {
  readonly client: string
  readonly ms: number
}

interface Asking {
  readonly config: Config
  readonly gateway: GatewayConfig
  /** Without one, the key that a hook would use. */
  readonly apiKey: string | undefined
  readonly timeoutMs?: number
}

/** A pause after earlier failures does not count. */
const ask = async (
  { config, gateway, apiKey, timeoutMs = 10_000 }: Asking,
  client: string,
): Promise<{ readonly ms: number; readonly failure: Failure | undefined }> => {
  const startedAt = performance.now()
  const asked: Config = {
    ...config,
    broken: undefined,
    source: 'gateway',
    timeoutMs,
    gateway: { ...gateway, breaker: false, resident: false },
    gatewayFrom: 'file',
    apiKey: apiKey ?? config.apiKey,
  }
  const payload = composed(client, { kind: 'command', text: 'true' }, config.places.home)
  const { failure } = await decide(
    ok(payload),
    // With who asks, as a hook says it: a strict gateway refuses that, too.
    { ...callFor(asked, { client }, process.env, () => startedAt + timeoutMs), ...(await askerHere(config)) },
  )
  return { ms: performance.now() - startedAt, failure }
}

/** The configured endpoint of each client, and what would answer where it does not. */
export const checkGateway = (
  config: Config,
  gateway: GatewayConfig,
  clients: readonly string[],
  timeoutMs?: number,
): Promise<readonly Answered[]> => {
  const asking: Asking = { config, gateway, apiKey: undefined, ...(timeoutMs !== undefined && { timeoutMs }) }
  return Promise.all(
    (clients.length === 0 ? ['claude-code'] : clients).map(async client => {
      const { ms, failure } = await ask(asking, client)
      if (failure === undefined) return { client, ok: true, ms }
      const found = isFinal(failure) ? undefined : await findWays(asking, [client])
      const instead = found?.ok ? found.ways?.map(clientLine)[0] : undefined
      return { client, ok: false, problem: problemOf(failure), instead }
    }),
  )
}

const problemOf = (failure: Failure): string => {
  const refused = failure.kind === 'gateway-status' && (failure.status === 401 || failure.status === 403)
  return `${describe(failure)}${refused ? ': it does not take the key, or knows no such guardrail' : ''}`
}

const statusOf = (failure: Failure | undefined): number | undefined =>
  failure?.kind === 'gateway-status' ? failure.status : undefined

/** One that another endpoint of the same gateway would answer in the same way. */
const isFinal = (failure: Failure): boolean => {
  const status = statusOf(failure)
  return status === 401 || status === 403 || (status === undefined && failure.kind !== 'gateway-reply')
}

/**
 * The first documented endpoint that gives each client a verdict, the public one before those of the draft. One that is there and refuses our
 * request (400, 422) is asked again without our additions.
 */
export const findWays = async (asking: Asking, clients: readonly string[]): Promise<Checked> => {
  const ways: Way[] = []
  const absent = new Set<string>()
  for (const client of clients.length === 0 ? ['claude-code'] : clients) {
    const tried: string[] = []
    const found = await wayFor(asking, client, absent, tried)
    if (found === undefined) {
      const url = asking.gateway.url.replace(/\/api\/llm\/*$/, '')
      const isLonger = url !== asking.gateway.url && tried.every(what => what.includes('is not there'))
      const at = isLonger ? await wayFor({ ...asking, gateway: { ...asking.gateway, url } }, client, new Set(), []) : undefined
      const instead = at === undefined ? [] : [`${url}${at.path} answers, so name ${url} as the gateway`]
      return { ok: false, problem: `${client} got no verdict: ${[...tried, ...instead].join('; ')}` }
    }
    ways.push(found)
  }
  return { ok: true, ms: Math.max(...ways.map(({ ms }) => ms)), ways }
}

const wayFor = async (asking: Asking, client: string, absent: Set<string>, tried: string[]): Promise<Way | undefined> => {
  const base = new URL(asking.gateway.url).pathname.replace(/\/+$/, '')
  for (const { path, dialect } of candidatesFor(client))
    for (const prefix of base.endsWith('/api/llm') ? [''] : prefixes) {
      const at = `${prefix}${path}`
      if (absent.has(at)) {
        tried.push(`${at} is not there`)
        continue
      }
      for (const strict of [false, true]) {
        const gateway = { ...asking.gateway, clients: { [client]: { path: at, dialect, strict } } }
        const { ms, failure } = await ask({ ...asking, gateway }, client)
        if (failure === undefined) return { client, path: at, dialect, strict, ms }
        const status = statusOf(failure)
        if (status === 404 || status === 405) absent.add(at)
        if (!strict && (status === 400 || status === 422)) continue
        tried.push(absent.has(at) ? `${at} is not there (${status})` : `${at}: ${problemOf(failure)}`)
        if (isFinal(failure)) return undefined
        break
      }
    }
  return undefined
}

/** As `gateway.clients` has them. */
export const endpointsOf = (ways: readonly Way[]): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(ways.map(({ client, path, dialect, strict }) => [client, { path, dialect, ...(strict && { strict }) }]))
