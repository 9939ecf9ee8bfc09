/** Reads a request's body: bounded in size, time, and in what all bodies hold together. */

import { gunzip } from 'node:zlib'

export type Body =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'late' }
  | { readonly kind: 'crowded' }
  | { readonly kind: 'broken' }

interface BodyLimits {
  readonly maxBytes: number
  /** Beyond `maxBytes` bytes are read and dropped up to here, so that the writer gets to hear the answer. */
  readonly drainBytes: number
  readonly timeoutMs: number
  /** Bytes that all bodies may hold at once. */
  readonly totalBytes: number
}

/** A body on its way. */
export interface Arrival {
  readonly since: number
  /** It counts as one that came too late, and holds nothing any more. */
  cut?: () => void
}

/** `madeRoom` cuts another body; false when none may be cut. */
export const bodyReader = (
  limits: BodyLimits,
  madeRoom: () => boolean = () => false,
): ((request: Request, arrival?: Arrival) => Promise<Body>) => {
  let held = 0
  return async (request, arrival) => {
    const said = request.headers.get('content-length')
    const length = said === null ? undefined : Number(said)
    if (length !== undefined && !(length >= 0)) return { kind: 'broken' }
    const packed = /^gzip$/i.test(request.headers.get('content-encoding') ?? '')
    let reserved = 0
    let over = false
    const take = (bytes: number): boolean => {
      while (!over && held + bytes > limits.totalBytes) if (!madeRoom()) return false
      if (over) return false
      held += bytes
      reserved += bytes
      return true
    }
    const release = (): void => {
      over = true
      held -= reserved
      reserved = 0
    }
    const announced = length !== undefined && length <= trusted
    if (announced && !take(length)) return { kind: 'crowded' }
    let alarm: ReturnType<typeof setTimeout> | undefined
    try {
      const body = await new Promise<Body>((resolve, reject) => {
        const cut = (): void => {
          release()
          resolve({ kind: 'late' })
        }
        alarm = setTimeout(cut, limits.timeoutMs)
        if (arrival !== undefined) arrival.cut = cut
        ;(announced ? whole(request) : counted(request, limits, take)).then(resolve, reject)
      })
      if (!packed || body.kind !== 'read') return body
      const size = packedSize(body.bytes)
      if (size > limits.maxBytes) return { kind: 'too-large' }
      if (!take(size)) return { kind: 'crowded' }
      return await unpacked(body.bytes, Math.max(1, size))
    } catch {
      return { kind: 'broken' }
    } finally {
      clearTimeout(alarm)
      release()
    }
  }
}

/** Bytes reserved because a header says so. More than that is counted as it arrives: an announcement costs nothing. */
const trusted = 16 * 1024

/** The server holds a body to the length it announces. */
const whole = async (request: Request): Promise<Body> => ({ kind: 'read', bytes: new Uint8Array(await request.arrayBuffer()) })

const counted = async (
  request: Request,
  { maxBytes, drainBytes }: BodyLimits,
  take: (bytes: number) => boolean,
): Promise<Body> => {
  if (request.body === null) return { kind: 'read', bytes: new Uint8Array() }
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maxBytes) chunks.length = 0
    else if (take(value.length)) chunks.push(value)
    else {
      void reader.cancel().catch(() => {})
      return { kind: 'crowded' }
    }
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
