/** What the runtimes have and a bare engine has not, as far as a call needs it. Loaded before everything else. */

import { host } from './host.ts'
import { withoutMark } from './io.ts'
import { PlainUrl } from './url.ts'

class Encoder {
  encode(text = ''): Uint8Array {
    return host.encode(text)
  }
}

class Decoder {
  private readonly keepsMark: boolean
  constructor(label = 'utf-8', { ignoreBOM = false, fatal = false } = {}) {
    if (label !== 'utf-8' || fatal) host.handOver()
    this.keepsMark = ignoreBOM
  }
  decode(bytes: Uint8Array = new Uint8Array()): string {
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

const timers = new Map<number, Timer>()
let lastTimer = 0

/**
 * Called when nothing is left to do but to wait: does what is next in time. Returns the milliseconds until then, 0 when it was done, and -1
 * when nothing is awaited at all, so that the call would never end.
 */
export const tick = (): number => {
  let next: [number, Timer] | undefined
  for (const one of timers) if (next === undefined || one[1].at < next[1].at) next = one
  if (next === undefined) return -1
  const left = next[1].at - host.count(2)
  if (left > 0) return left
  timers.delete(next[0])
  next[1].act()
  return 0
}

const setTimer = (act: () => void, ms = 0): number => {
  timers.set(++lastTimer, { at: host.count(2) + ms, act })
  return lastTimer
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

Object.assign(globalThis, {
  TextEncoder: Encoder,
  TextDecoder: Decoder,
  Buffer: Bytes,
  URL: PlainUrl,
  setTimeout: setTimer,
  clearTimeout: (timer: number) => timers.delete(timer),
  performance: { now: () => host.count(2) },
  process: Object.assign(processOf, { getuid: () => host.count(1), cwd: () => host.told(2) }),
})
Math.random = random
