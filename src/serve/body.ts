/** Reads a request's body: bounded in size, time, and in what all bodies hold together. */

import { gunzip } from 'node:zlib'

export type Body =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'late' }
  | { readonly kind: 'crowded' }
  | { readonly kind: 'broken' }

export interface BodyLimits {
  readonly maxBytes: number
  /** Beyond `maxBytes` bytes are read and dropped up to here, so that the writer gets to hear the answer. */
  readonly drainBytes: number
  readonly timeoutMs: number
  /** Bytes that all bodies may hold at once. */
  readonly totalBytes: number
}

export const bodyReader = (limits: BodyLimits): ((request: Request) => Promise<Body>) => {
  let held = 0
  return async request => {
    const said = request.headers.get('content-length')
    const length = said === null ? undefined : Number(said)
    if (length !== undefined && !(length >= 0)) return { kind: 'broken' }
    const packed = /^gzip$/i.test(request.headers.get('content-encoding') ?? '')
    let reserved = Math.min(length ?? limits.maxBytes, limits.maxBytes)
    if (held + reserved > limits.totalBytes) return { kind: 'crowded' }
    held += reserved
    let alarm: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Body>(resolve => {
      alarm = setTimeout(() => resolve({ kind: 'late' }), limits.timeoutMs)
    })
    try {
      const sized = length !== undefined && length <= limits.maxBytes
      const body = await Promise.race([sized ? whole(request) : counted(request, limits), late])
      if (!packed || body.kind !== 'read') return body
      const size = packedSize(body.bytes)
      if (size > limits.maxBytes) return { kind: 'too-large' }
      if (held + size > limits.totalBytes) return { kind: 'crowded' }
      held += size
      reserved += size
      return await unpacked(body.bytes, Math.max(1, size))
    } catch {
      return { kind: 'broken' }
    } finally {
      clearTimeout(alarm)
      held -= reserved
    }
  }
}

/** The server holds a body to the length it announces. */
const whole = async (request: Request): Promise<Body> => ({ kind: 'read', bytes: new Uint8Array(await request.arrayBuffer()) })

const counted = async (request: Request, { maxBytes, drainBytes }: BodyLimits): Promise<Body> => {
  if (request.body === null) return { kind: 'read', bytes: new Uint8Array() }
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size <= maxBytes) chunks.push(value)
    else chunks.length = 0
    if (size > drainBytes) {
      void reader.cancel().catch(() => {})
      return { kind: 'too-large' }
    }
  }
  return size > maxBytes ? { kind: 'too-large' } : { kind: 'read', bytes: new Uint8Array(Buffer.concat(chunks)) }
}

/** What gzip says at its end about the size of what it holds; one that lies is cut there. */
const packedSize = (bytes: Uint8Array): number => (bytes.length < 18 ? 0 : Buffer.from(bytes.slice(-4)).readUInt32LE())

const unpacked = (bytes: Uint8Array, maxOutputLength: number): Promise<Body> =>
  new Promise(resolve =>
    gunzip(bytes, { maxOutputLength }, (error, whole) =>
      resolve(
        error === null
          ? { kind: 'read', bytes: whole }
          : { kind: 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken' },
      ),
    ),
  )
