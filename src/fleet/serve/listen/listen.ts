/** The runtime's own server behind one interface. */

import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import type { Where } from '../options.ts'

export type Handler = (request: Request) => Response | Promise<Response>

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface Listening {
  readonly port: number | undefined
  /** For connections from now on. Those that are open keep the one they have. */
  readonly renew: (tls: Certificate) => void
  /** Takes no further connection; what is under way goes on. */
  readonly stop: () => void
  /** Cuts what is left. */
  readonly end: () => Promise<void>
}

interface ListenLimits {
  readonly headerMs: number
  readonly idleMs: number
  readonly bodyMs: number
  /** Beyond this the server itself cuts a body. */
  readonly maxBytes: number
}

export type Listen = (where: Where, tls: Certificate | undefined, handler: Handler, limits: ListenLimits) => Promise<Listening>

/** The bundler puts the runtime's name here. */
declare const __TFY_RUNTIME__: 'bun' | 'node' | undefined

export const listen: Listen = async (where, tls, handler, limits) => {
  if (where.kind === 'unix') await clear(where.path)
  // The socket must never be open to others, not even between bind and chmod.
  const mask = where.kind === 'unix' ? process.umask(0o177) : undefined
  try {
    const listening =
      // Spelled out for the bundler: only a condition it can fold keeps the other runtime's server out.
      (typeof __TFY_RUNTIME__ === 'string' ? __TFY_RUNTIME__ === 'node' : !('Bun' in globalThis))
        ? await (await import('./node.ts')).listenOnNode(where, tls, handler, limits)
        : await (await import('./bun.ts')).listenOnBun(where, tls, handler, limits)
    if (where.kind === 'unix') chmodSync(where.path, 0o600)
    return listening
  } finally {
    if (mask !== undefined) process.umask(mask)
  }
}

/** Removes the socket of a server that is gone; anything else in the way stays and is an error. */
const clear = async (path: string): Promise<void> => {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isSocket()) throw new Error(`${path} exists and is not a socket`)
  const alive = await new Promise<boolean>(resolve => {
    const probe = connect(path, () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })
  if (alive) throw new Error(`another server listens on ${path}`)
  unlinkSync(path)
}
