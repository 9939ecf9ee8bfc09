/** Asks a gateway for a verdict. One exchange, one deadline; whatever happens is a value. */

import type { Env } from '../core/client.ts'
import type { GatewayConfig } from '../core/config.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { type Failure, fail, type Result } from '../core/failure.ts'
import type { JsonObject } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import { readAnswer } from './dialects/answer.ts'
import { addressFor, unconfigured } from './dialects/endpoint.ts'
import { bodyFor, headersFor } from './dialects/request.ts'
import { sendByFetch } from './transport/fetch.ts'
import { routeTo } from './transport/proxy.ts'
import { type Delivered, type Delivery, type Send, succeeded } from './transport/transport.ts'

export interface GatewayCall {
  readonly config: GatewayConfig
  readonly apiKey: string | undefined
  /** Connect to last byte, a second try included. */
  readonly timeoutMs: number
  readonly version: string
  readonly env: Env
}

/** The bundler puts the runtime's name here. */
declare const __TFY_RUNTIME__: 'bun' | 'node' | undefined

/** The gateway's verdict on an event, over the runtime's transport. */
export const askGateway = async (
  event: NormalizedHookEvent,
  payload: JsonObject,
  call: GatewayCall,
): Promise<Result<Verdict>> => {
  // Spelled out for the bundler: only a condition it can fold keeps undici out of the Bun bundle.
  if (typeof __TFY_RUNTIME__ === 'string' ? __TFY_RUNTIME__ === 'node' : !('Bun' in globalThis))
    return askThrough(async delivery => (await import('./transport/undici.ts')).sendByUndici(delivery), event, payload, call)
  return askThrough(sendByFetch, event, payload, call)
}

/** The same over a given transport. */
export const askThrough = async (
  send: Send,
  event: NormalizedHookEvent,
  payload: JsonObject,
  call: GatewayCall,
): Promise<Result<Verdict>> => {
  const { config, env, timeoutMs } = call
  const address = addressFor(event.client, config)
  if (!address.ok) return address
  const headers = headersFor(call)
  if (!headers.ok) return headers
  const { url, dialect } = address.value
  const route = routeTo(url, env)
  if (route.kind === 'invalid') return fail(unconfigured('the proxy variable holds no http or https URL'))
  const authorities =
    config.caFile === undefined
      ? undefined
      : await (await import('./transport/authorities.ts')).authoritiesWith(config.caFile, env)
  if (config.caFile !== undefined && authorities === undefined)
    return fail(unconfigured('the CA file holds no certificate that can be read'))

  const delivered = await within(timeoutMs, send, {
    url,
    headers: headers.value,
    body: bodyFor(dialect, event, payload),
    maxBytes,
    ...(authorities !== undefined && { authorities }),
    ...(route.kind === 'proxy' && { proxy: route.url }),
  })
  if (delivered === 'timeout') return fail({ kind: 'gateway-timeout', afterMs: timeoutMs })
  if (delivered === 'crashed') return fail({ kind: 'internal', detail: 'the gateway transport failed' })
  if (delivered.kind !== 'answered') return fail(failureOf(delivered))
  // 2xx carries a verdict; anything else means that no guardrail has judged, least of all that it said no.
  if (!succeeded(delivered.status)) return fail({ kind: 'gateway-status', status: delivered.status })
  const text = decode(delivered.body)
  return text === undefined ? fail({ kind: 'gateway-reply', detail: 'it is not UTF-8' }) : readAnswer(text, event, dialect)
}

const maxBytes = 1024 * 1024

/** A second try needs time to be of use. */
const retryFloorMs = 50

const within = async (
  timeoutMs: number,
  send: Send,
  delivery: Omit<Delivery, 'signal'>,
): Promise<Delivered | 'timeout' | 'crashed'> => {
  if (!(timeoutMs > 0)) return 'timeout'
  const end = performance.now() + timeoutMs
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  // Raced as well as aborted: a name lookup under way cannot be aborted.
  const late = new Promise<'timeout'>(resolve => {
    timer = setTimeout(() => {
      resolve('timeout')
      controller.abort()
    }, timeoutMs)
  })
  const attempt = async (): Promise<Delivered> => {
    const first = await send({ ...delivery, signal })
    const lost = first.kind === 'unreached' && first.fault === 'reset'
    return lost && end - performance.now() > retryFloorMs ? send({ ...delivery, signal }) : first
  }
  try {
    return await Promise.race([attempt(), late])
  } catch {
    return 'crashed'
  } finally {
    clearTimeout(timer)
  }
}

const failureOf = (delivered: Exclude<Delivered, { kind: 'answered' }>): Failure =>
  delivered.kind === 'unreached'
    ? { kind: 'gateway-unreachable', detail: delivered.fault }
    : { kind: 'gateway-reply', detail: spoils[delivered.why] }

const spoils = {
  'cut-off': 'it broke off',
  'too-large': 'it is larger than 1 MiB',
  encoding: 'its content encoding cannot be read',
} as const

const decode = (body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
