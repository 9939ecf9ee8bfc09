/** One POST to the gateway: what goes in, what comes out. Two files implement it, one per runtime. */

export interface Delivery {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends the whole exchange, connect to last byte. */
  readonly signal: AbortSignal
  /** Bytes of answer accepted, counted after decompression. */
  readonly maxBytes: number
  /** The complete set of trusted authorities (PEM); absent means the runtime's own. */
  readonly authorities?: readonly string[]
  /** Proxy URL; absent means a direct connection, whatever the environment says. */
  readonly proxy?: string
}

/** Why no whole answer arrived, in one of our own words. */
export type Fault = 'refused' | 'dns' | 'tls' | 'reset' | 'proxy' | 'protocol' | 'other'

export type Delivered =
  | { readonly kind: 'answered'; readonly status: number; readonly body: Uint8Array }
  /** Broke before a status line was there: the gateway has said nothing. */
  | { readonly kind: 'unreached'; readonly fault: Fault }
  /** A 2xx answer began and cannot be used. */
  | { readonly kind: 'spoiled'; readonly why: 'cut-off' | 'too-large' | 'encoding' }

/** Never rejects. */
export type Send = (delivery: Delivery) => Promise<Delivered>

export const succeeded = (status: number): boolean => status >= 200 && status <= 299

/** Sorts what a runtime threw. Its text may name hosts and credentials, so only codes are read. */
export const faultOf = (error: unknown): Fault => {
  for (const code of codesOf(error)) {
    if (code === 'ECONNREFUSED' || code === 'ConnectionRefused') return 'refused'
    if (code === 'ENOTFOUND' || code.startsWith('EAI_') || code.startsWith('DNS_')) return 'dns'
    if (resets.has(code)) return 'reset'
    if (/CERT|TLS|SSL|SIGNATURE|ISSUER|EPROTO/.test(code)) return 'tls'
    if (code.startsWith('HPE_') || code === 'Malformed_HTTP_Response' || code === 'InvalidHTTPResponse') return 'protocol'
    if (/proxy|tunnel/i.test(code)) return 'proxy'
  }
  return 'other'
}

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
