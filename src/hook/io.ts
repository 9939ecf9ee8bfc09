/** The only file that touches file descriptors 0, 1 and 2. */

import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'

declare const Bun:
  | {
      readonly stdin: { stream(): AsyncIterable<Uint8Array> }
      readonly SHA256: new () => { update(data: string | Uint8Array): { digest(form: 'hex'): string } }
    }
  | undefined

export type Stdin =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** With as much of it as we keep. */
  | { readonly kind: 'too-large'; readonly bytes: Uint8Array }
  | { readonly kind: 'timeout' }

/** Whether a person sits at both ends. A character device may also be /dev/null, so only then the rest is loaded. */
export const onTerminal = async (): Promise<boolean> => {
  if (![0, 1].every(fd => fstatSync(fd).isCharacterDevice())) return false
  const { isatty } = await import('node:tty')
  return isatty(0) && isatty(1)
}

/** Largest payload read, in bytes. Recorded payloads stay below 100 kB. */
export const maxStdin = 16 * 1024 * 1024

/** What is kept of a larger one, for a second look. */
const mostKept = 2 * maxStdin

/**
 * Drains stdin, bounded in size and time. Beyond the size it keeps reading and drops, so that the writer is not stuck.
 * On Node the stream is used, not `fs.read`: a blocked read in the thread pool holds the exit back.
 */
export const readStdin = (timeoutMs: number): Promise<Stdin> =>
  new Promise(resolve => {
    const timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs)
    const done = (result: Stdin): void => {
      clearTimeout(timer)
      resolve(result)
    }
    void drain().then(done, () => done({ kind: 'read', bytes: new Uint8Array() }))
  })

/** For a person who has typed a registered command: it reads what they type, and seems to hang. */
const waits = 'tfy-hook: waiting for an event as JSON, as agents send it. Ctrl-D ends the wait. See: tfy-hook --help\n'

const drain = async (): Promise<Stdin> => {
  const { chunks, ended } = waiting()
  let size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  let kept = size
  if (ended) return { kind: 'read', bytes: join(chunks, size) }
  void onTerminal().then(
    yes => yes && writeAll(2, waits),
    () => {},
  )
  for await (const chunk of typeof Bun !== 'undefined' ? Bun.stdin.stream() : (process.stdin as AsyncIterable<Uint8Array>)) {
    size += chunk.length
    if (size > mostKept) continue
    chunks.push(chunk)
    kept = size
  }
  if (size > maxStdin) return { kind: 'too-large', bytes: join(chunks, kept) }
  return { kind: 'read', bytes: chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : join(chunks, size) }
}

/** Most reads of what is waiting, so that a writer without end cannot hold the timer back; and the size of one. */
const maxReads = 32
const readSize = 16_384

/**
 * What a pipe already holds, and whether that is all: for most calls it is, and the stream costs 0.6 ms. The pipe is opened anew, so that
 * no read can block and nobody's descriptor changes. Sockets and other systems have no such door.
 */
const waiting = (): { readonly chunks: Uint8Array[]; readonly ended: boolean } => {
  const chunks: Uint8Array[] = []
  if (process.platform !== 'linux') return { chunks, ended: false }
  let fd: number | undefined
  try {
    if (!fstatSync(0).isFIFO()) return { chunks, ended: false }
    fd = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
    for (let reads = 0; reads < maxReads; reads++) {
      const chunk = new Uint8Array(readSize)
      const length = readSync(fd, chunk)
      if (length === 0) return { chunks, ended: true }
      chunks.push(chunk.subarray(0, length))
    }
  } catch {
    // Nothing more is waiting, or this pipe is not ours to open: the stream goes on from here.
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
  return { chunks, ended: false }
}

const join = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Text of a payload: UTF-8, or UTF-16 when its byte order mark says so (Windows PowerShell). Invalid bytes become U+FFFD. */
export const decode = (bytes: Uint8Array): string => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * Writes all of it, at once, without `process.stdout` (2.5 ms). A full non-blocking pipe is retried for a bounded time; a reader that
 * is gone is not an error of ours. Returns whether everything went out.
 */
export const writeAll = (fd: 1 | 2, text: string): boolean => {
  if (text === '') return true
  const bytes = new TextEncoder().encode(text)
  const until = Date.now() + 2_000
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN' || Date.now() > until) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return true
}

/** The `code` of a system error, or an empty string. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

let crypto: typeof import('node:crypto') | undefined

/** SHA-256 in hexadecimal, once its module is there. */
export const hasher = async (): Promise<(data: string | Uint8Array) => string> => {
  if (typeof Bun !== 'undefined') {
    const { SHA256 } = Bun
    return data => new SHA256().update(data).digest('hex')
  }
  crypto ??= await import('node:crypto')
  const { createHash } = crypto
  return data => createHash('sha256').update(data).digest('hex')
}

export const sha256 = async (text: string): Promise<string> => (await hasher())(text)
