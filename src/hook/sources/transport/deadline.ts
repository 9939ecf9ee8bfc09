/** How long an exchange may take, and when it is tried a second time. */

import type { Delivered, Delivery, Send } from './transport.ts'

export interface Limits {
  readonly timeoutMs: number
  /** Asked once, when the answer takes long: the milliseconds that are left, where that may be less than was thought. */
  readonly leftMs?: () => number
  /** Whether one more try is in order: some are made by others. */
  readonly again?: () => boolean
}

export type Ended = Delivered | { readonly kind: 'late'; readonly afterMs: number } | { readonly kind: 'crashed' }

/** The one clock of an exchange: connect to last byte, a second try and the pause before it included. */
export const within = async (
  { timeoutMs, leftMs, again = () => true }: Limits,
  send: Send,
  delivery: Omit<Delivery, 'signal'>,
): Promise<Ended> => {
  if (!(timeoutMs > 0)) return { kind: 'late', afterMs: timeoutMs }
  const from = performance.now()
  let end = from + timeoutMs
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  // Raced as well as aborted: a name lookup under way cannot be aborted.
  const late = new Promise<Ended>(resolve => {
    const wait = (): void => {
      timer = setTimeout(
        () => {
          resolve({ kind: 'late', afterMs: Math.round(end - from) })
          controller.abort()
        },
        Math.max(0, end - performance.now()),
      )
    }
    if (leftMs === undefined || timeoutMs <= patienceMs) return wait()
    timer = setTimeout(() => {
      end = Math.min(end, Math.max(performance.now(), performance.now() + leftMs()))
      wait()
    }, patienceMs)
  })
  const attempt = async (): Promise<Delivered> => {
    const first = await send({ ...delivery, signal })
    const took = performance.now() - from
    const pauseMs = pauseBefore(first)
    if (pauseMs === undefined || !again() || end - performance.now() - pauseMs <= Math.max(retryFloorMs, took)) return first
    if (pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs))
    return signal.aborted ? first : send({ ...delivery, signal })
  }
  try {
    return await Promise.race([attempt(), late])
  } catch {
    return { kind: 'crashed' }
  } finally {
    clearTimeout(timer)
  }
}

/** What is worth one more try, and after how long: a connection that broke before a word, or a gateway that names a time. */
const pauseBefore = (first: Delivered): number | undefined => {
  if (first.kind === 'unreached') return first.fault === 'reset' ? 0 : undefined
  return first.kind === 'answered' ? first.retryAfterMs : undefined
}

/** A second try needs time to be of use. */
const retryFloorMs = 50

/** An answer that takes longer than this is worth a look at what else limits our time. */
const patienceMs = 100
