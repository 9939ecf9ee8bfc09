/** undici: the transport of the Node build, for its proxies and its TLS options. Loaded on demand only. */

import { Agent, type Dispatcher, ProxyAgent, request } from 'undici'
import {
  type Delivered,
  type Delivery,
  declined,
  type Fault,
  faultOf,
  type HeaderOf,
  joinChunks,
  type Send,
  succeeded,
} from './transport.ts'

export const sendByUndici: Send = async delivery => {
  let dispatcher: Dispatcher
  try {
    dispatcher = (delivery.keep && kept) || dispatcherFor(delivery)
    if (delivery.keep) kept = dispatcher
  } catch {
    return { kind: 'unreached', fault: 'tls' }
  }
  try {
    return await exchange(delivery, dispatcher)
  } finally {
    // One call, one connection: a kept-alive socket would hold the process open.
    if (dispatcher !== kept) dispatcher.destroy().catch(() => {})
  }
}

let kept: Dispatcher | undefined

const exchange = async (delivery: Delivery, dispatcher: Dispatcher): Promise<Delivered> => {
  let response: Dispatcher.ResponseData
  try {
    const { url, headers, body, signal, method = 'POST' } = delivery
    response = await request(url, { method, headers: { ...headers }, ...(method === 'POST' && { body }), signal, dispatcher })
  } catch (error) {
    return { kind: 'unreached', fault: tunnelRefused(error, delivery) ?? faultOf(error) }
  }
  const { statusCode: status, body } = response
  const header: HeaderOf = name => [response.headers[name]].flat()[0]
  const told = delivery.method === 'GET' ? { header } : {}
  if (!succeeded(status)) {
    body.on('error', () => {}).destroy()
    return { ...declined(status, header), ...told }
  }
  try {
    const whole = await joinChunks(body, delivery.maxBytes)
    if (whole === undefined) return { kind: 'spoiled', why: 'too-large' }
    return { ...(await inflate(whole, response.headers['content-encoding'], status, delivery.maxBytes)), ...told }
  } catch {
    return { kind: 'spoiled', why: 'cut-off' }
  }
}

// The deadline is the caller's signal; undici's own limits would only add a second, longer clock.
const dispatcherFor = ({ authorities, identity, proxy, socket, keep }: Delivery): Dispatcher => {
  // One exchange at a time on a connection; and none is kept for whoever does not come back.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0, pipelining: keep ? 1 : 0, keepAliveTimeout: 60_000 }
  // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment does not say otherwise.
  const trust = { rejectUnauthorized: true, ...(authorities !== undefined && { ca: [...authorities] }) }
  const tls = { ...trust, ...identity }
  return proxy === undefined
    ? // Probes are for a connection that waits. Wine has none, so without them every call there would fail.
      new Agent({
        ...timeouts,
        connect: { ...tls, timeout: 0, keepAlive: keep === true, ...(socket !== undefined && { socketPath: socket }) },
      })
    : new ProxyAgent({ ...timeouts, uri: proxy, requestTls: tls, proxyTls: trust })
}

/** A proxy that answers CONNECT with anything but 200 surfaces as an abort nobody asked for. */
const tunnelRefused = (error: unknown, { proxy }: Delivery): Fault | undefined =>
  proxy !== undefined && error instanceof Error && 'code' in error && error.code === 'UND_ERR_ABORTED' ? 'proxy' : undefined

/** We ask for `identity`; a proxy that compresses all the same is understood, within the same limit. */
const inflate = async (
  body: Uint8Array,
  encoding: string | string[] | undefined,
  status: number,
  maxOutputLength: number,
): Promise<Delivered> => {
  const name = String(encoding ?? 'identity').toLowerCase()
  if (name === 'identity' || name === '' || body.length === 0) return { kind: 'answered', status, body }
  const zlib = await import('node:zlib')
  const open = name === 'br' ? zlib.brotliDecompressSync : /^(x-)?gzip$|^deflate$/.test(name) ? zlib.unzipSync : undefined
  if (open === undefined) return { kind: 'spoiled', why: 'encoding' }
  try {
    return { kind: 'answered', status, body: open(body, { maxOutputLength }) }
  } catch (error) {
    const large = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return { kind: 'spoiled', why: large ? 'too-large' : 'encoding' }
  }
}
