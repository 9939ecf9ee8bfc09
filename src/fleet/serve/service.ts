/** One request to an endpoint, from its headers to its answer, its audit line and its log line. */

import { load } from '../../adapters/clients.gen.ts'
import type { Hints } from '../../core/adapter.ts'
import { containHeader } from '../../core/config.ts'
import type { Identity } from '../../core/event.ts'
import { payloadIn } from '../../core/payload/payload.ts'
import { mayPermit } from '../../core/verdict.ts'
import { digestOf } from '../../hook/approvals/digest.ts'
import { sharedMark } from '../../hook/approvals/store.ts'
import type { Hash } from '../../hook/audit/chain.ts'
import { auditRecord } from '../../hook/audit/record.ts'
import type { Config } from '../../hook/config.ts'
import { decode, maxStdin } from '../../hook/io.ts'
import { isVouched } from '../../hook/vouched.ts'
import type { Limits } from './access/limits.ts'
import type { Door } from './endpoints.ts'
import type { Engine } from './engine.ts'
import type { Lines } from './line-writer.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { admit, fromBrowser, type Gate, type Grant, type Refusal, requestId, traceOf, wrongHost, wrongType } from './requests.ts'
import type { Scope } from './tokens.ts'
import { type Arrival, type Body, bodyReader } from './wire/body.ts'

declare const __TFY_VERSION__: string

interface ServiceOptions {
  /** The engine of a tenant; undefined where there is no such tenant. */
  readonly engine: (tenant: string) => Engine | undefined
  readonly config: () => Promise<Config>
  readonly gate: () => Gate
  readonly limits: Limits
  /** Of those who have no limit of their own. */
  readonly perMinute: number | undefined
  readonly loopback: boolean
  readonly hosts: readonly string[]
  readonly maxInFlight: number
  readonly audit: Lines | undefined
  /** Told of each line whose call a person may permit, where that is anybody's business but a tenant's or an administrator's. */
  readonly announced?: ((line: string) => void) | undefined
  /** Where replicas have refusals in common: told of the line of each. */
  readonly shared?: ((line: string, tenant: string) => void) | undefined
  readonly hash: Hash
  readonly log: Log
  readonly metrics: Metrics
}

export interface Service {
  readonly guard: (request: Request, door: Door) => Promise<Response>
  /** Undefined when the caller may have what is behind `scope`. */
  readonly keepOut: (request: Request, scope: Scope | undefined) => Promise<Response | undefined>
  /** Who the caller is, or the answer that they may not have what is behind `scope`. A server that asks nobody who they are knows nobody. */
  readonly caller: (request: Request, scope: Scope) => Promise<Response | Grant>
  readonly refuse: (request: Request, refusal: Refusal) => Response
  readonly inFlight: () => number
  /** From now on connections are closed after their answer. */
  readonly drain: () => void
}

export const bodyLimits = { maxBytes: maxStdin, drainBytes: 4 * maxStdin, timeoutMs: 30_000, totalBytes: 16 * maxStdin }

export const serviceOf = (options: ServiceOptions): Service => {
  const { log, metrics, hash } = options
  const mark = options.shared === undefined ? '' : sharedMark
  /** Bodies on their way, the oldest first. They hold no place among those that are judged. */
  const arriving = new Set<Arrival>()
  const mostArriving = arrivals * options.maxInFlight
  let judged = 0
  let draining = false

  const refuse = (request: Request, { status, code, message, retryAfter = 1 }: Refusal, id = requestId(request)): Response => {
    metrics.refused(code)
    log.warn('refused', { request: id, trace: traceOf(request), status, why: code })
    const headers: Record<string, string> = { ...jsonHeaders, 'x-request-id': id }
    if (status === 401) headers['www-authenticate'] = 'Bearer'
    if (status === 405) headers.allow = 'POST'
    if (status === 503) headers['retry-after'] = '1'
    if (status === 429) headers['retry-after'] = String(retryAfter)
    // What was not read of a body would be taken for the next request.
    if (draining || status === 408 || status === 429 || status === 503) headers.connection = 'close'
    return new Response(`${JSON.stringify({ error: { code, message }, request_id: id })}\n`, { status, headers })
  }

  /** Who asks, as far as that is proved, or why they may not. */
  const callerOf = async (request: Request, scope: Scope | undefined): Promise<Grant | Refusal | undefined> => {
    const early = wrongHost(request, options.loopback, options.hosts) ?? fromBrowser(request)
    return early ?? (scope === undefined ? undefined : admit(request, scope, options.gate()))
  }

  const guard = async (request: Request, door: Door): Promise<Response> => {
    const startedAt = performance.now()
    const caller = await callerOf(request, door.signed === undefined ? 'validate' : undefined)
    if (caller !== undefined && 'status' in caller) return refuse(request, caller)
    const engine = options.engine(caller?.tenant ?? '')
    if (engine === undefined) return refuse(request, stranger)
    const retryAfter = await options.limits.full(caller?.name ?? '', caller?.perMinute ?? options.perMinute)
    if (retryAfter !== undefined) return refuse(request, { ...often, retryAfter })
    const refusal = wrongType(request) ?? (arriving.size >= mostArriving && !madeRoom() ? crowded : undefined)
    if (refusal !== undefined) return refuse(request, refusal)
    const body = await arrived(request, { since: startedAt })
    if (body.kind === 'crowded' || judged >= options.maxInFlight) return refuse(request, crowded)
    judged++
    try {
      return await answer(request, door, body, startedAt, engine.as(identityOf(caller)), caller?.tenant)
    } catch (error) {
      metrics.failed('internal')
      log.warn('internal error', { what: error instanceof Error ? error.name : 'unknown' })
      return refuse(request, { status: 503, code: 'internal', message: 'no verdict' })
    } finally {
      judged--
    }
  }

  const arrived = async (request: Request, arrival: Arrival): Promise<Body> => {
    arriving.add(arrival)
    try {
      return await readBody(request, arrival)
    } finally {
      arriving.delete(arrival)
    }
  }

  /** Who only trickles must not keep everybody else out: the oldest body that is still on its way gives its place up. */
  const madeRoom = (): boolean => {
    const [oldest] = arriving
    if (oldest?.cut === undefined || performance.now() - oldest.since < trickleMs) return false
    oldest.cut()
    return arriving.delete(oldest)
  }
  const readBody = bodyReader(bodyLimits, madeRoom)

  const answer = async (
    request: Request,
    door: Door,
    body: Body,
    startedAt: number,
    asked: Engine,
    tenant: string | undefined,
  ): Promise<Response> => {
    const config = await options.config()
    if (body.kind === 'late') return refuse(request, { status: 408, code: 'late', message: 'the body did not arrive in time' })
    if (body.kind === 'broken') return refuse(request, { status: 400, code: 'body', message: 'the body could not be read' })
    if (door.signed?.(request.headers, body.kind === 'read' ? body.bytes : new Uint8Array()) === false)
      return refuse(request, unsigned)
    // A status would be an error to the client, and it would go on: what is too large is answered as the hook answers it.
    const text = body.kind === 'read' ? decode(body.bytes) : `over ${maxStdin} bytes`
    const payload = payloadIn(text, body.kind === 'too-large')
    const said = await door.ask(asked, payload, hintsIn(request), config)
    const { decided } = said
    const ms = performance.now() - startedAt
    const id = requestId(request)
    const trace = traceOf(request)
    const client = known.has(decided.client ?? '')
      ? (decided.client ?? 'unknown')
      : decided.client === undefined
        ? 'unknown'
        : 'other'
    metrics.verdict(door.name, client, decided.verdict.ruling.decision, ms / 1000)
    if (decided.failure !== undefined) metrics.failed(decided.failure.kind)
    log.info('answered', {
      request: id,
      trace,
      endpoint: door.name,
      tenant: tenant || undefined,
      client,
      event: decided.event?.originalEventName,
      decision: decided.verdict.ruling.decision,
      rules: decided.verdict.rules.length === 0 ? undefined : decided.verdict.rules,
      failure: decided.failure?.kind,
      settled: decided.verdict.settled?.mode,
      ms: Math.round(ms * 100) / 100,
    })
    if (options.audit !== undefined && config.audit) {
      const time = Date.now()
      const { event, verdict } = decided
      const { ruling } = verdict
      const line = (): string => {
        const record = auditRecord({
          time: new Date(time).toISOString(),
          version: __TFY_VERSION__,
          ...decided,
          vouched: options.loopback && isVouched(decided, {}, config.places.home),
          exitCode: decided.answer.exitCode,
          ms,
          digest: hash(event?.content ?? text),
          ...(event && mayPermit(verdict) && { callDigest: mark + digestOf(event, hash, tenant ?? '') }),
          ignored: config.ignored,
        })
        return `${JSON.stringify(tenant ? { ...record, tenant } : record)}\n`
      }
      if (ruling.decision === 'allow') options.audit.add(line, text.length + usual)
      else {
        // Somebody may be told of it now.
        const written = line()
        options.audit.add(written)
        options.shared?.(written, tenant ?? '')
        if (!tenant && ruling.permit?.may === true && !ruling.permit.locked) options.announced?.(written)
      }
    }
    const headers: Record<string, string> = { ...jsonHeaders, 'x-request-id': id }
    if (draining || body.kind === 'too-large') headers.connection = 'close'
    return new Response(`${JSON.stringify(said.answer)}\n`, { headers })
  }

  return {
    guard,
    keepOut: async (request, scope) => {
      const caller = await callerOf(request, scope)
      return caller !== undefined && 'status' in caller ? refuse(request, caller) : undefined
    },
    caller: async (request, scope) => {
      const caller = (await callerOf(request, scope)) ?? nobody
      return 'status' in caller ? refuse(request, caller) : caller
    },
    refuse: (request, refusal) => refuse(request, refusal),
    inFlight: () => judged + arriving.size,
    drain: () => {
      draining = true
    },
  }
}

/** What an audit line says beside what came in. */
const usual = 1_000

/** Bodies that may be on their way for each event that may be judged at once. */
const arrivals = 16

/** How long a body may take when others wait for its place. */
const trickleMs = 1_000

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }
const nobody: Refusal = { status: 401, code: 'unauthorized', message: 'a valid token is needed' }
const often: Refusal = { status: 429, code: 'often', message: 'too many requests in this minute' }
const stranger: Refusal = { status: 403, code: 'tenant', message: 'there is no such tenant' }
const unsigned: Refusal = { status: 401, code: 'signature', message: 'a valid signature is needed' }
const crowded: Refusal = { status: 503, code: 'crowded', message: 'too many requests at once' }

const identityOf = (caller: Grant | undefined): Identity =>
  caller === undefined
    ? {}
    : {
        caller: caller.name,
        ...(caller.groups !== undefined && { groups: caller.groups }),
        ...(caller.user !== undefined && { user: caller.user, userFrom: 'token' as const }),
      }

const known: ReadonlySet<string> = new Set(Object.keys(load))

/** `?client=` and `?event=` stand for the hook's flags of the same names. */
const hintsIn = (request: Request): Hints => {
  const contains = request.headers.has(containHeader) ? ({ contains: true } as const) : {}
  const at = request.url.indexOf('?')
  if (at < 0) return contains
  const query = new URLSearchParams(request.url.slice(at + 1))
  const [client, event] = [query.get('client'), query.get('event')]
  return { ...contains, ...(client && { client: client.slice(0, 40) }), ...(event && { event: event.slice(0, 100) }) }
}
