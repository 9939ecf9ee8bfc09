/** One exchange with the gateway, a POST unless said otherwise: what goes in, what comes out. Two files implement it, one per runtime. */

import { retryAfter } from './pause.ts'

export interface Delivery {
  readonly method?: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Ends the whole exchange, connect to last byte. */
  readonly signal: AbortSignal
  /** Bytes of answer accepted, counted after decompression. */
  readonly maxBytes: number
  /** The complete set of trusted authorities (PEM); absent means the runtime's own. */
  readonly authorities?: readonly string[]
  /** Shown to a gateway that asks who is calling. */
  readonly identity?: Identity
  /** Proxy URL; absent means a direct connection, whatever the environment says. */
  readonly proxy?: string
  /** Unix socket to connect to, in place of the URL's host. */
  readonly socket?: string
  /** The connection stays open for the next exchange, in a process that stays. Its way is the same for all. */
  readonly keep?: true
}

/** Certificate and key, PEM. */
export interface Identity {
  readonly cert: string
  readonly key: string
}

/** Why no whole answer arrived, in one of our own words. */
export type Fault = 'refused' | 'dns' | 'tls' | 'reset' | 'proxy' | 'protocol' | 'other'

export type Delivered =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: Uint8Array
      readonly retryAfterMs?: number
      readonly header?: HeaderOf
    }
  /** Broke before a status line was there: the gateway has said nothing. */
  | { readonly kind: 'unreached'; readonly fault: Fault }
  /** A 2xx answer began and cannot be used. */
  | { readonly kind: 'spoiled'; readonly why: 'cut-off' | 'too-large' | 'encoding' }

/** What a GET is answered with beside its body. */
export type HeaderOf = (name: string) => string | undefined

/** Never rejects. */
export type Send = (delivery: Delivery) => Promise<Delivered>

export const succeeded = (status: number): boolean => status >= 200 && status <= 299

/** An answer without a body that counts: only 2xx carries a guardrail's word. */
export const declined = (status: number, header: (name: string) => string | undefined): Delivered => {
  const retryAfterMs = retryAfter(status, header('retry-after'), header('date'))
  return { kind: 'answered', status, body: new Uint8Array(), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Sorts what a runtime threw. Its text may name hosts and credentials, so only codes are read. */
export const faultOf = (error: unknown): Fault => {
  for (const code of codesOf(error)) {
    if (refusals.has(code)) return 'refused'
    if (code === 'ENOTFOUND' || code.startsWith('EAI_') || code.startsWith('DNS_')) return 'dns'
    if (resets.has(code)) return 'reset'
    if (/CERT|TLS|SSL|SIGNATURE|ISSUER|EPROTO/.test(code)) return 'tls'
    if (code.startsWith('HPE_') || code === 'Malformed_HTTP_Response' || code === 'InvalidHTTPResponse') return 'protocol'
    if (/proxy|tunnel/i.test(code)) return 'proxy'
  }
  return 'other'
}

/** The last two are a socket's: not there, not ours to open. */
const refusals = new Set(['ECONNREFUSED', 'ConnectionRefused', 'ENOENT', 'EACCES'])

const resets = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ConnectionClosed', 'ConnectionReset', 'UND_ERR_SOCKET'])

/** The codes along the chain of causes; undici hides the first address's error in an AggregateError. */
const codesOf = (error: unknown): readonly string[] => {
  const codes: string[] = []
  let current = error
  for (let hops = 0; hops < 5 && typeof current === 'object' && current !== null; hops++) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code)
    if ('name' in current && current.name === 'HTTPParserError') codes.push('HPE_')
    if ('errors' in current && Array.isArray(current.errors)) current = current.errors[0]
    else current = 'cause' in current ? current.cause : undefined
  }
  return codes
}

/** Joins chunks up to a limit; undefined once the limit is passed. */
export const joinChunks = async (chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> => {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) return undefined
    kept.push(chunk)
  }
  const [first] = kept
  if (kept.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of kept) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
