/** One caller's exchange, from its nonce to the gateway's answer. Every bound that is passed ends the connection, and the caller asks itself. */

import type { Socket } from 'node:net'
import { isObject, type JsonObject, numberAt, objectAt, readObject, stringAt } from '../../core/json.ts'
import type { Meeting } from '../sources/resident/meeting.ts'
import { patience } from '../sources/resident/patience.ts'
import { type Prove, same } from '../sources/resident/proof.ts'
import type { Delivered, Send } from '../sources/transport/transport.ts'

interface Carrier {
  readonly take: (socket: Socket) => void
  readonly inFlight: () => number
  readonly served: () => number
  /** When something was last done for somebody. */
  readonly lastAt: () => number
  /** A connection that was kept may be dead: called once. */
  readonly onDoubt: (leave: () => void) => void
}

export interface Carried {
  readonly meeting: Meeting
  readonly secret: string
  readonly prove: Prove
  readonly send: Send
  readonly origin: string
}

const mostHead = 128 * 1024
/** What stdin may hold, and what is put around it. */
const mostBody = 20 * 1024 * 1024
/** Of all bodies together. */
const mostHeld = 64 * 1024 * 1024
const mostInFlight = 32
const maxBytes = 1024 * 1024
/** From the connection to the last byte of the request; and the longest that any budget can be. */
const arriveMs = 5_000
const longestMs = 600_000

/** An answer that takes this much longer than any before may never come, because the connection is dead: the caller asks as well. */
const doubtMs = 1_500
const doubtTimes = 4

export const carrier = ({ meeting, secret, prove, send, origin }: Carried): Carrier => {
  let inFlight = 0
  let served = 0
  let held = 0
  let lastAt = Date.now()
  let slowest = 0
  let leave = (): void => {}

  const exchange = async (socket: Socket, head: JsonObject, body: Uint8Array): Promise<void> => {
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    const startedAt = performance.now()
    const timer = setTimeout(stop, longestMs)
    let doubted = false
    const doubt = setTimeout(
      () => {
        // Nothing was kept yet that could be dead.
        if (served === 0) return
        doubted = true
        socket.write('{}\n')
      },
      Math.max(doubtMs, doubtTimes * slowest),
    )
    socket.write('\n')
    const beat = setInterval(() => void socket.write('\n'), patience.beatMs)
    socket.once('close', stop)
    inFlight++
    try {
      const { signal } = controller
      const delivered = await send({
        url: new URL(stringAt(head, 'url') ?? ''),
        headers: headersOf(head),
        body,
        signal,
        maxBytes,
      })
      if (delivered.kind === 'answered') {
        doubted = false
        served++
        slowest = Math.max(slowest, performance.now() - startedAt)
        answer(socket, delivered)
      }
    } finally {
      clearTimeout(timer)
      clearTimeout(doubt)
      clearInterval(beat)
      inFlight--
      lastAt = Date.now()
      socket.end()
      if (doubted) leave()
    }
  }

  const take = (socket: Socket): void => {
    lastAt = Date.now()
    let came: Uint8Array[] = []
    let size = 0
    let nonce: string | undefined
    let head: JsonObject | undefined
    let wanted = 0
    const arrive = setTimeout(() => socket.destroy(), arriveMs)
    const give = (bytes: number): void => {
      held -= bytes
    }
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(arrive)
      give(size)
      size = 0
    })
    const line = (): string | undefined => {
      const whole = Buffer.concat(came)
      const end = whole.indexOf(10)
      came = [end < 0 ? whole : whole.subarray(end + 1)]
      if (end < 0) return undefined
      give(end + 1)
      size -= end + 1
      return whole.subarray(0, end).toString('utf8')
    }
    socket.on('data', (bytes: Buffer) => {
      if (socket.destroyed || came === done) return
      came.push(bytes)
      size += bytes.length
      held += bytes.length
      if (size > (head === undefined ? mostHead : mostBody) || held > mostHeld) return void socket.destroy()
      if (nonce === undefined) {
        nonce = line()
        if (nonce === undefined) return
        socket.write(`${prove(secret, nonce.slice(0, 64), 'resident')}\n`)
      }
      if (head === undefined) {
        const text = line()
        if (text === undefined) return
        const said = readObject(text)
        const right =
          isObject(said) &&
          same(stringAt(said, 'proof') ?? '', prove(secret, nonce, 'caller')) &&
          stringAt(said, 'terms') === meeting.terms
        // One that only looks whether we are here is told so, and brings nothing.
        if (right && stringAt(said, 'url') === 'about:blank') return void socket.end('\n')
        if (right && inFlight >= mostInFlight) return void socket.end('\n')
        wanted = isObject(said) ? (numberAt(said, 'size') ?? -1) : -1
        if (!right || originOf(stringAt(said, 'url')) !== origin || !(wanted >= 0 && wanted <= mostBody))
          return void socket.destroy()
        head = said
      }
      if (size < wanted) return
      const body = Buffer.concat(came).subarray(0, wanted)
      came = done
      clearTimeout(arrive)
      exchange(socket, head, body).catch(() => socket.destroy())
    })
  }

  return {
    take,
    inFlight: () => inFlight,
    served: () => served,
    lastAt: () => lastAt,
    onDoubt: then => {
      leave = then
    },
  }
}

/** What is in the place of the pieces once they are put together. */
const done: Uint8Array[] = []

const answer = (socket: Socket, { status, body, retryAfterMs }: Extract<Delivered, { kind: 'answered' }>): void => {
  socket.write(`${JSON.stringify({ status, size: body.length, retryAfterMs })}\n`)
  socket.write(body)
}

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined

const headersOf = (head: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(head, 'headers') ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
