/** Bearers that an OpenID provider has signed, beside our own tokens. Algorithms are pinned, keys cached, answers of the provider bounded. */

import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { IssuerConfig } from '../../../core/config.ts'
import { isObject, readObject, stringAt } from '../../../core/json.ts'
import { isLoopback } from '../../../hook/sources/transport/proxy.ts'
import type { Grant } from '../requests.ts'

export interface Issuer {
  /** `unknown` when the provider's keys could not be had: nobody can say whether it is good. */
  readonly check: (token: string) => Promise<Grant | 'refused' | 'unknown'>
}

const fetchMs = 2_000
const mostBytes = 256 * 1024
/** A provider that could not be asked is left alone for so long. */
const restMs = 5_000
/** How long a bearer that was found good is not looked at again, and how many of them. */
const knownMs = 30_000
const mostKnown = 2_000

export const issuerOf = (config: IssuerConfig, now: () => number = Date.now): Issuer => {
  const { issuer, audience, algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] } = config
  const known = new Map<string, { readonly grant: Grant; readonly until: number }>()
  let keys: JWTVerifyGetKey | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  /** Asked for with the first bearer; what the provider says of itself has to be about itself. */
  const keysOf = async (): Promise<JWTVerifyGetKey> => {
    if (keys !== undefined) return keys
    if (now() - askedAt < restMs) throw new Error('resting')
    askedAt = now()
    const url = config.jwksUri ?? (await jwksUriOf(issuer))
    keys = createRemoteJWKSet(reachable(url), {
      timeoutDuration: fetchMs,
      cooldownDuration: 30_000,
      cacheMaxAge: 3_600_000,
      [customFetch]: bounded,
    })
    return keys
  }

  return {
    check: async token => {
      const name = createHash('sha256').update(token).digest('base64')
      const before = known.get(name)
      if (before !== undefined && before.until > now()) return before.grant
      let payload: JWTPayload
      try {
        const options = { issuer, audience, algorithms: [...algorithms], requiredClaims: ['exp', 'sub'], clockTolerance: 30 }
        const read = await jwtVerify(token, await keysOf(), { ...options, currentDate: new Date(now()) })
        payload = read.payload
      } catch (error) {
        return refusals.some(kind => error instanceof kind) ? 'refused' : 'unknown'
      }
      const grant = grantIn(payload, config)
      if (grant === undefined) return 'refused'
      known.delete(name)
      known.set(name, { grant, until: Math.min(now() + knownMs, (payload.exp ?? 0) * 1000) })
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      return grant
    },
  }
}

/** What is wrong with a bearer, whatever the provider would say. */
const refusals = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

const grantIn = (payload: JWTPayload, { user = 'email', groups, tenant }: IssuerConfig): Grant | undefined => {
  const text = (key: string): string | undefined => {
    const value = payload[key]
    return typeof value === 'string' && value !== '' && value.length <= 256 ? value : undefined
  }
  const subject = text('sub')
  const of = tenant === undefined ? '' : text(tenant)
  // Who has to belong to a tenant and does not say to which belongs to none.
  if (subject === undefined || of === undefined) return undefined
  const listed = groups === undefined ? undefined : isElsewhere(payload, groups) ? 'unclear' : groupsIn(payload[groups])
  if (listed === 'unclear') return undefined
  return {
    name: `oidc:${subject}`,
    scopes: ['validate'],
    tenant: of,
    user: text(user) ?? subject,
    ...(listed && { groups: listed }),
  }
}

/** Too many for a token, they are to be asked for: OpenID's distributed claims, and Entra's short form of them. */
const isElsewhere = ({ _claim_names: names, hasgroups }: JWTPayload, claim: string): boolean =>
  (isObject(names) && Object.hasOwn(names, claim)) || (claim === 'groups' && hasgroups !== undefined)

/** A list, or one name. Part of a list could leave out the group that a rule is about. */
const groupsIn = (claim: unknown): readonly string[] | 'unclear' => {
  const list: readonly unknown[] = claim === undefined ? [] : Array.isArray(claim) ? claim : [claim]
  const names = list.filter(name => typeof name === 'string' && name !== '' && name.length <= 256)
  return names.length === list.length && list.length <= 500 ? (names as string[]) : 'unclear'
}

const jwksUriOf = async (issuer: string): Promise<string> => {
  const response = await bounded(reachable(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).href)
  const read = response.ok ? readObject(await response.text()) : 'no answer'
  const uri = isObject(read) && stringAt(read, 'issuer') === issuer ? stringAt(read, 'jwks_uri') : undefined
  if (uri === undefined) throw new Error('the provider does not say where its keys are')
  return uri
}

/** Keys that came in the clear could be anybody's. */
const reachable = (text: string): URL => {
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) throw new Error('not https')
  return url
}

const bounded = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const signal = init.signal ?? AbortSignal.timeout(fetchMs)
  const response = await fetch(url, { ...init, signal, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: { 'content-type': 'application/json' } })
}
