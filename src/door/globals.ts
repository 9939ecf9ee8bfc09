/** What the runtimes have and a bare engine has not, as far as a call needs it. Loaded before everything else. */

import { host } from './host.ts'
import { withoutMark } from './io.ts'
import { PlainUrl } from './url.ts'

class Encoder {
  encode(text = ''): Uint8Array {
    return host.encode(text)
  }
}

/** What is no UTF-8 comes back as something else. */
const isText = (bytes: Uint8Array): boolean => {
  const again = host.encode(host.decode(bytes))
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at])
}

class Decoder {
  private readonly keepsMark: boolean
  private readonly fatal: boolean
  constructor(label = 'utf-8', { ignoreBOM = false, fatal = false } = {}) {
    if (label !== 'utf-8') host.handOver()
    this.keepsMark = ignoreBOM
    this.fatal = fatal
  }
  decode(bytes: Uint8Array = new Uint8Array()): string {
    if (this.fatal && !isText(bytes)) throw new TypeError('no UTF-8')
    return this.keepsMark ? host.decode(bytes) : withoutMark(host.decode(bytes))
  }
}

/** Only what reads a file of bounded length uses. */
class Bytes extends Uint8Array {
  static allocUnsafe(size: number): Bytes {
    return new Bytes(size)
  }
  static concat(parts: readonly Uint8Array[], size: number): Bytes {
    const whole = new Bytes(size)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
  override toString(_ = 'utf8', from = 0, to = this.length): string {
    return host.decode(this.subarray(from, to))
  }
}

interface Timer {
  readonly at: number
  readonly act: () => void
}

const readers = new Set<() => boolean>()

/** Asked whenever the host has waited; true when there was something to do. */
export const listen = (read: () => boolean): void => void readers.add(read)

const timers = new Map<number, Timer>()
let lastTimer = 0

/**
 * Called when nothing is left to do but to wait: does what is next in time. Returns the milliseconds until then, 0 when it was done, and -1
 * when nothing is awaited at all, so that the call would never end.
 */
export const tick = (): number => {
  for (const read of readers) if (read()) return 0
  let next: [number, Timer] | undefined
  for (const one of timers) if (next === undefined || one[1].at < next[1].at) next = one
  if (next === undefined) return -1
  const left = next[1].at - host.count(2)
  if (left > 0) return left
  timers.delete(next[0])
  next[1].act()
  return 0
}

const setTimer = <T extends readonly unknown[]>(act: (...values: T) => void, ms = 0, ...values: T): number => {
  timers.set(++lastTimer, { at: host.count(2) + ms, act: () => act(...values) })
  return lastTimer
}

/** Ends an exchange. */
class Signal {
  aborted = false
  private readonly listeners = new Set<() => void>()
  addEventListener(_: string, act: () => void): void {
    this.listeners.add(act)
  }
  removeEventListener(_: string, act: () => void): void {
    this.listeners.delete(act)
  }
  abort(): void {
    this.aborted = true
    for (const act of this.listeners) act()
  }
}

class Controller {
  readonly signal = new Signal()
  abort(): void {
    this.signal.abort()
  }
}

const processOf = { platform: 'linux', pid: 0, execPath: '', argv: [] as string[], env: {} as Record<string, string> }

/** What belongs to one call, and must not come from the machine on which the image was made. */
export const refresh = (): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } => {
  const env: Record<string, string> = {}
  for (const entry of host.told(1).split('\0')) {
    const at = entry.indexOf('=', 1)
    if (at > 0) env[entry.slice(0, at)] ??= entry.slice(at + 1)
  }
  const argv = host.told(0).split('\0').slice(1, -1)
  Object.assign(processOf, { pid: host.count(0), env, execPath: host.told(4), argv: ['', host.told(3), ...argv] })
  return { argv, env }
}

/** The seed of the engine's own is part of the image. */
const random = (): number => {
  const [a = 0, b = 0] = new Uint32Array(host.random(8).buffer)
  return (a * 2 ** 21 + (b >>> 11)) / 2 ** 53
}

const getRandomValues = (into: Uint8Array): Uint8Array => {
  into.set(host.random(into.length))
  return into
}

Object.assign(globalThis, {
  TextEncoder: Encoder,
  TextDecoder: Decoder,
  Buffer: Bytes,
  URL: PlainUrl,
  AbortController: Controller,
  crypto: { getRandomValues },
  setTimeout: setTimer,
  clearTimeout: (timer: number) => timers.delete(timer),
  performance: { now: () => host.count(2) },
  process: Object.assign(processOf, { getuid: () => host.count(1), cwd: () => host.told(2) }),
})
Math.random = random
