/** Asks a gateway for a verdict. One exchange, one deadline; whatever happens is a value. */

import type { Env } from '../../core/client.ts'
import type { Dialect, GatewayConfig } from '../../core/config.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Verdict } from '../../core/verdict.ts'
import { readAnswer } from './dialects/answer.ts'
import { addressFor, unconfigured } from './dialects/endpoint.ts'
import { bodyFor, headersFor } from './dialects/request.ts'
import type { Asked } from './resident/ask.ts'
import { type Address, addressAt, type Meeting, meetingFor } from './resident/meeting.ts'
import type { startResident } from './resident/start.ts'
import { type Limits, within } from './transport/deadline.ts'
import { sendByFetch } from './transport/fetch.ts'
import { routeTo } from './transport/proxy.ts'
import { type Delivered, type Delivery, type Send, succeeded } from './transport/transport.ts'

/** In the same chunk: whoever asks a gateway asks its breaker first. */
export { breakerFor, breakerStatus, throughBreaker } from './breaker-file.ts'

export interface GatewayCall extends Limits {
  readonly config: GatewayConfig
  readonly apiKey: string | undefined
  readonly version: string
  readonly env: Env
  /** Beside the configured ones, lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where a process may be found that keeps connections to the gateway; without it none is asked. */
  readonly stateDir?: string
  /** That the gateway may have got for this call already. */
  readonly requests?: number
  /** How long it has kept the call waiting with them. */
  readonly waitedMs?: number
}

/** The bundler puts the runtime's name here. */
declare const __TFY_RUNTIME__: 'bun' | 'node' | undefined

/** The gateway's verdict on an event, over the runtime's transport. */
export const askGateway = async (event: NormalizedHookEvent, payload: JsonObject, call: GatewayCall): Promise<Result<Verdict>> =>
  askThrough(sendHere(), event, payload, call)

/** Hands over an event that nobody waits for; the answer counts by its status alone. */
export const tellGateway = async (
  event: NormalizedHookEvent,
  payload: JsonObject,
  call: GatewayCall,
): Promise<Result<undefined>> => {
  const answered = await exchange(sendHere(), event, payload, call)
  // The status came, whatever became of the rest.
  return answered.ok || answered.failure.kind === 'gateway-reply' ? ok(undefined) : answered
}

/** The runtime's transport. */
export const sendHere = (): Send => {
  // Spelled out for the bundler: only a condition it can fold keeps undici out of the Bun bundle.
  if (typeof __TFY_RUNTIME__ === 'string' ? __TFY_RUNTIME__ === 'node' : !('Bun' in globalThis))
    return async delivery => (await import('./transport/undici.ts')).sendByUndici(delivery)
  return sendByFetch
}

/** The same over a given transport. */
export const askThrough = async (
  send: Send,
  event: NormalizedHookEvent,
  payload: JsonObject,
  call: GatewayCall,
): Promise<Result<Verdict>> => {
  const answered = await exchange(send, event, payload, call)
  if (!answered.ok) return answered
  const said = decode(answered.value.body)
  return said === undefined
    ? fail({ kind: 'gateway-reply', detail: 'it is not UTF-8' })
    : readAnswer(said, event, answered.value.dialect)
}

interface Answered {
  readonly dialect: Dialect
  readonly body: Uint8Array
}

const exchange = async (
  send: Send,
  event: NormalizedHookEvent,
  payload: JsonObject,
  call: GatewayCall,
): Promise<Result<Answered>> => {
  const { config, env } = call
  const address = addressFor(event.client, config)
  if (!address.ok) return address
  const headers = headersFor(call, event)
  if (!headers.ok) return headers
  const { url, dialect, strict } = address.value
  const text = bodyFor(dialect, event, payload, strict)
  const packed =
    config.compress && text.length >= packFloor ? await (await import('./transport/compress.ts')).gzipped(text) : undefined

  let way: Result<Way> | undefined
  const tries: Tries = { made: call.requests ?? 0 }
  const directly: Send = async delivery => {
    way ??= await wayTo(url, config, env)
    tries.made++
    return way.ok ? send({ ...delivery, ...way.value }) : { kind: 'unreached', fault: 'other' }
  }
  const limits = { ...call, again: () => tries.made < mostRequests }
  const delivered = await within(limits, throughResident(call, directly, tries), {
    url,
    headers: { ...headers.value, ...call.headers, ...(packed !== undefined && { 'content-encoding': 'gzip' }) },
    body: packed ?? text,
    maxBytes,
  })
  if (way?.ok === false) return way
  if ('afterMs' in delivered)
    return fail({ kind: 'gateway-timeout', afterMs: delivered.afterMs + Math.round(call.waitedMs ?? 0) })
  if (delivered.kind === 'crashed') return fail({ kind: 'internal', detail: 'the gateway transport failed' })
  if (delivered.kind !== 'answered') return fail(failureOf(delivered))
  // 2xx carries a verdict; anything else means that no guardrail has judged, least of all that it said no.
  const { status, retryAfterMs } = delivered
  if (!succeeded(status)) return fail({ kind: 'gateway-status', status, ...(retryAfterMs !== undefined && { retryAfterMs }) })
  return ok({ dialect, body: delivered.body })
}

/** One call asks once, and once more at most, whoever asked first. */
const mostRequests = 2

interface Tries {
  made: number
}

/** By the process that keeps connections, where there is one; whatever it does but answer, by ourselves. */
const throughResident = ({ config, env, stateDir, version }: GatewayCall, directly: Send, tries: Tries): Send => {
  // Where somebody has asked for us before, the last try is our own.
  const meeting = stateDir === undefined || tries.made > 0 ? undefined : meetingFor(config, env, stateDir, version)
  if (meeting === undefined) return directly
  return async delivery => {
    const address = addressAt(meeting)
    const asked = address === undefined ? gone : await askBy(meeting, address, delivery)
    if (asked.kind !== 'gone') tries.made++
    if (asked.kind === 'carried') return asked.delivered
    const answer = directly(delivery)
    // While the gateway keeps us waiting.
    if (asked.kind === 'gone' || (asked.kind === 'doubts' && asked.silent))
      void startBy(meeting, env, address, asked.kind).catch(() => {})
    return asked.kind === 'doubts' ? sooner(asked, answer) : answer
  }
}

const gone = { kind: 'gone' } as const

/** A whole answer of the one, or whatever the other brings. */
const sooner = (doubting: Extract<Asked, { kind: 'doubts' }>, answer: Promise<Delivered>): Promise<Delivered> =>
  new Promise((resolve, reject) => {
    void doubting.then.then(asked => asked.kind === 'carried' && resolve(asked.delivered))
    answer.then(resolve, reject).finally(doubting.stop)
  })

const askBy = (meeting: Meeting, address: Address, delivery: Delivery): Promise<Asked> =>
  import('./resident/ask.ts').then(({ askResident }) => askResident(meeting, address, delivery)).catch(() => gone)

const startBy = async (...of: Parameters<typeof startResident>): Promise<void> =>
  (await import('./resident/start.ts')).startResident(...of)

const maxBytes = 1024 * 1024

/** Below this a packet takes the body as it is. */
const packFloor = 4096

export type Way = Pick<Delivery, 'authorities' | 'identity' | 'proxy' | 'socket'>

/** Everything about the connection that the configuration and the environment decide. */
export const wayTo = async (url: URL, config: GatewayConfig, env: Env): Promise<Result<Way>> => {
  const { caFile, clientCertFile, clientKeyFile, socket } = config
  const route = socket === undefined ? routeTo(url, env) : ({ kind: 'direct' } as const)
  if (route.kind === 'invalid') return fail(unconfigured('the proxy variable holds no http or https URL'))
  const authorities =
    caFile === undefined ? undefined : await (await import('./transport/authorities.ts')).authoritiesWith(caFile, env)
  if (caFile !== undefined && authorities === undefined)
    return fail(unconfigured('the CA file holds no certificate that can be read'))
  const identity =
    clientCertFile === undefined && clientKeyFile === undefined
      ? undefined
      : (await import('./transport/identity.ts')).identityFrom(clientCertFile, clientKeyFile)
  if (identity?.ok === false) return identity
  return ok({
    ...(authorities !== undefined && { authorities }),
    ...(identity !== undefined && { identity: identity.value }),
    ...(socket !== undefined && { socket }),
    ...(route.kind === 'proxy' && { proxy: route.url }),
  })
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
