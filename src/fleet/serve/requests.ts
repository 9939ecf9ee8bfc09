/** Who may ask: the checks before a body is read. Each refusal is an HTTP status; none of them is a verdict. */

import { maskSecrets } from '../../core/redact.ts'
import { isLoopback } from '../../hook/sources/transport/proxy.ts'
import type { Issuer } from './access/issuer.ts'
import { isSigned, presentedIn, type Scope, type Tokens, tokenFor } from './tokens.ts'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 415 | 421 | 429 | 503
  readonly code: string
  readonly message: string
  /** In seconds. */
  readonly retryAfter?: number
}

const refuse = (status: Refusal['status'], code: string, message: string): Refusal => ({ status, code, message })

/** A page in a browser that had its own name point at this machine sends that name; a program sends the one it was given. */
export const wrongHost = (request: Request, loopback: boolean, hosts: readonly string[]): Refusal | undefined => {
  if (!loopback) return undefined
  const said = (request.headers.get('host') ?? '').toLowerCase()
  const name = said.replace(/:\d{1,5}$/, '')
  return isLoopback(name) || hosts.includes(name)
    ? undefined
    : refuse(421, 'wrong-host', 'this server answers for loopback names only; see --allow-host')
}

/** Programs send no `Origin`. There is no CORS here, so a page cannot read an answer; this keeps it from asking. */
export const fromBrowser = (request: Request): Refusal | undefined =>
  request.headers.has('origin') || request.headers.has('sec-fetch-site')
    ? refuse(403, 'browser', 'requests from web pages are not answered')
    : undefined

export const wrongType = (request: Request): Refusal | undefined => {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[a-z.+-]+\+)?json\s*(?:;|$)/i.test(type))
    return refuse(415, 'content-type', 'the body must be application/json')
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  return /^(?:identity|gzip)$/i.test(encoding) ? undefined : refuse(415, 'content-encoding', 'identity and gzip are understood')
}

/** What somebody may do who has shown who they are. */
export interface Grant {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Empty for the server's own. */
  readonly tenant: string
  readonly user?: string
  readonly groups?: readonly string[]
  readonly perMinute?: number
}

export interface Gate {
  readonly tokens: Tokens
  readonly required: boolean
  readonly revoked: ReadonlySet<string>
  readonly issuer: Issuer | undefined
}

/** Undefined where nobody has to show anything. */
export const admit = async (
  request: Request,
  scope: Scope,
  { tokens, required, revoked, issuer }: Gate,
): Promise<Grant | Refusal | undefined> => {
  if (!tokens.ok) return refuse(503, 'tokens', 'the token file cannot be used')
  if (!required) return undefined
  const presented = presentedIn(request.headers)
  if (presented === undefined) return unauthorized
  if (issuer !== undefined && isSigned(presented)) {
    const found = await issuer.check(presented)
    if (found === 'unknown') return refuse(503, 'issuer', 'the keys of the issuer cannot be had')
    return found === 'refused' ? unauthorized : allowed(found, scope)
  }
  const token = tokenFor(presented, tokens.list)
  if (token === undefined || revoked.has(token.sha256)) return unauthorized
  return allowed({ tenant: '', ...token }, scope)
}

const unauthorized = refuse(401, 'unauthorized', 'a valid token is needed')

const allowed = (grant: Grant, scope: Scope): Grant | Refusal =>
  grant.scopes.includes(scope) ? grant : refuse(403, 'scope', `the token has no scope "${scope}"`)

/** The caller's id when it is plain enough for a log, else one of ours. */
export const requestId = (request: Request): string => {
  const given = request.headers.get('x-request-id')
  const sane = given !== null && /^[A-Za-z0-9._:~-]{1,128}$/.test(given) && maskSecrets(given) === given
  return sane ? given : crypto.randomUUID()
}

/** W3C trace context, version 00: the trace's id, for the log. */
export const traceOf = (request: Request): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(request.headers.get('traceparent') ?? '')?.[1]
