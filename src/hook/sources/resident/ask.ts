/**
 * Has the process that keeps connections carry one exchange. Whatever it does but bring a whole answer, the caller asks the gateway itself:
 * so nothing that goes wrong here is ever a failure.
 *
 * On the connection: our nonce, its proof, then ours with the request's head in one line of JSON, and the body. It answers with empty
 * lines while it waits, so that one that hangs is told from a gateway that thinks, with `{}` when it begins to doubt its connection, and with
 * a head and a body at the end.
 */

import { isObject, type JsonObject, numberAt, readObject } from '../../../core/json.ts'
import { randomHex } from '../machine/random.ts'
import type { Delivered, Delivery } from '../transport/transport.ts'
import type { Address, Meeting } from './meeting.ts'
import { patience } from './patience.ts'
import { prover, same } from './proof.ts'
import { connect, type Wire } from './wire.ts'

export type Asked =
  | { readonly kind: 'carried'; readonly delivered: Extract<Delivered, { kind: 'answered' }> }
  /** It had no answer to bring. */
  | { readonly kind: 'nothing' }
  /** It is silent, or not sure itself that an answer will come; which may come all the same. */
  | { readonly kind: 'doubts'; readonly silent: boolean; readonly then: Promise<Asked>; readonly stop: () => void }
  /** Nobody is there, or not the one that was meant. */
  | { readonly kind: 'gone' }

export const askResident = async (
  { terms }: Meeting,
  { path, secret }: Address,
  delivery: Omit<Delivery, 'authorities' | 'identity' | 'proxy' | 'socket'>,
): Promise<Asked> => {
  const prove = await prover()
  const { signal, url, headers, body, maxBytes } = delivery
  const nonce = randomHex(16)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const head = { terms, proof: prove(secret, nonce, 'caller'), url: url.href, headers, size: bytes.length }
  return new Promise(first => {
    let resolve = first
    let wire: Wire | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let came: Uint8Array = new Uint8Array()
    let begun = false
    let proved = false
    let answer: JsonObject | undefined
    let ended = false
    const done = (asked: Asked): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      resolve(asked)
      ended = true
      wire?.end()
    }
    const aborted = (): void => done({ kind: 'nothing' })
    const failed = (): void => done({ kind: begun ? 'nothing' : 'gone' })
    const silence = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(doubt, ms, true)
    }
    const doubt = (silent: boolean): void => {
      const told = resolve
      const then = new Promise<Asked>(next => {
        resolve = next
      })
      told({ kind: 'doubts', silent, then, stop: aborted })
    }
    /** The text up to the next end of line, which is taken away with it. */
    const line = (): string | undefined => {
      const end = came.indexOf(10)
      if (end < 0) return undefined
      const text = new TextDecoder().decode(came.subarray(0, end))
      came = came.subarray(end + 1)
      return text
    }
    /** Whether this can go on. */
    const heard = (text: string): boolean => {
      if (!proved) {
        proved = same(text, prove(secret, nonce, 'resident'))
        if (!proved) return false
        wire?.write(new TextEncoder().encode(`${JSON.stringify(head)}\n`))
        if (bytes.length > 0) wire?.write(bytes)
        return true
      }
      begun = true
      if (text === '') return true
      const said = readObject(text)
      if (!isObject(said)) return false
      if (Object.keys(said).length > 0) answer = said
      else doubt(false)
      return true
    }
    const read = (): void => {
      for (let text = answer === undefined ? line() : undefined; text !== undefined; text = line()) {
        if (!heard(text)) failed()
        if (ended) return
        if (answer !== undefined) break
      }
      if (answer === undefined) {
        if (came.length > mostHead) failed()
        return
      }
      const [status, size] = [numberAt(answer, 'status') ?? 0, numberAt(answer, 'size') ?? 0]
      if (!(status >= 100 && status <= 999 && size >= 0 && size <= maxBytes)) failed()
      if (came.length < size || ended) return
      const retryAfterMs = numberAt(answer, 'retryAfterMs')
      const found = { kind: 'answered', status, body: came.slice(0, size) } as const
      done({ kind: 'carried', delivered: { ...found, ...(retryAfterMs !== undefined && { retryAfterMs }) } })
    }
    signal.addEventListener('abort', aborted)
    silence(patience.beginMs)
    connect(path, {
      open: opened => {
        wire = opened
        if (ended) wire.end()
        else wire.write(new TextEncoder().encode(`${nonce}\n`))
      },
      data: chunk => {
        if (ended) return
        came = came.length === 0 ? chunk.slice() : joined(came, chunk)
        read()
        if (begun && !ended && answer === undefined) silence(patience.silentMs)
      },
      closed: failed,
    })
  })
}

const mostHead = 4096

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}
