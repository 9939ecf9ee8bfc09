/** The native fetch: all that the Bun executable needs. Node's own fetch ignores `tls` and `proxy`. */

import { type Delivery, declined, faultOf, type HeaderOf, type Identity, joinChunks, type Send, succeeded } from './transport.ts'

/** Bun's additions to the standard options, from bun.sh/docs/api/fetch, checked 2026-11. */
interface BunOptions extends RequestInit {
  readonly tls: { readonly rejectUnauthorized: true; readonly ca?: readonly string[] } & Partial<Identity>
  /** Path of a Unix socket. */
  readonly unix?: string
  /** `false` is the only value that keeps Bun from reading `HTTP_PROXY` by itself (measured on 1.4.5). */
  readonly proxy?: string | false
}

export const sendByFetch: Send = async delivery => {
  let response: Response
  try {
    response = await fetch(delivery.url, optionsOf(delivery))
  } catch (error) {
    return { kind: 'unreached', fault: faultOf(error) }
  }
  const { status, body } = response
  const header: HeaderOf = name => response.headers.get(name) ?? undefined
  const told = delivery.method === 'GET' ? { header } : {}
  if (!succeeded(status) || body === null) {
    body?.cancel().catch(() => {})
    return { ...declined(status, header), ...told }
  }
  try {
    const whole = bounded(response.headers, delivery.maxBytes)
      ? new Uint8Array(await response.arrayBuffer())
      : await joinChunks(body, delivery.maxBytes)
    return whole === undefined ? { kind: 'spoiled', why: 'too-large' } : { kind: 'answered', status, body: whole, ...told }
  } catch {
    return { kind: 'spoiled', why: 'cut-off' }
  }
}

/** An answer that says its length is cut there by the runtime: no need for a stream, which costs half a millisecond. */
const bounded = (headers: Headers, maxBytes: number): boolean => {
  const length = headers.get('content-length')
  return length !== null && Number(length) <= maxBytes && !headers.has('content-encoding') && !headers.has('transfer-encoding')
}

const optionsOf = ({
  method = 'POST',
  headers,
  body,
  signal,
  authorities,
  identity,
  proxy,
  socket,
  keep,
}: Delivery): BunOptions => ({
  method,
  headers: { ...headers },
  ...(method === 'POST' && { body }),
  signal,
  redirect: 'manual',
  keepalive: keep === true,
  proxy: proxy ?? false,
  // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment does not say otherwise.
  tls: { rejectUnauthorized: true, ...(authorities !== undefined && { ca: authorities }), ...identity },
  ...(socket !== undefined && { unix: socket }),
})
