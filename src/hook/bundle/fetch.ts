/** Brings the bytes of a bundle here: over https, from a registry, or from a file. What they are worth is not decided here. */

import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Env } from '../../core/client.ts'
import type { BundleConfig } from '../../core/config.ts'
import { isObject, type JsonObject, numberAt, readObject, stringAt } from '../../core/json.ts'
import { systemWords } from '../../core/system-words.ts'
import { sendHere, wayTo } from '../sources/gateway.ts'
import { within } from '../sources/transport/deadline.ts'
import { isLoopback } from '../sources/transport/proxy.ts'
import type { HeaderOf } from '../sources/transport/transport.ts'
import { maxBytes } from './format.ts'
import { sha256 } from './verify.ts'

export type Fetched =
  | { readonly kind: 'fetched'; readonly text: string; readonly etag?: string }
  | { readonly kind: 'same' }
  | { readonly kind: 'unreachable'; readonly why: string }

export interface Ask {
  readonly bundle: BundleConfig
  readonly env: Env
  /** A `performance.now()` time. */
  readonly end: number
  /** What the last one came with. */
  readonly etag?: string | undefined
}

const not = (why: string): { readonly kind: 'unreachable'; readonly why: string } => ({ kind: 'unreachable', why })

export const fetchBundle = (ask: Ask): Promise<Fetched> => {
  const { url } = ask.bundle
  if (url.startsWith('oci://')) return fromRegistry(ask)
  return /^https?:/.test(url) ? fromWeb(ask) : inTime(fromFile(url, ask.etag), ask.end)
}

/** A share that hangs must not keep us. */
const inTime = (fetched: Promise<Fetched>, end: number): Promise<Fetched> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Fetched>(resolve => {
    timer = setTimeout(() => resolve(not('the file did not come in time')), Math.max(1, end - performance.now()))
  })
  return Promise.race([fetched, late]).finally(() => clearTimeout(timer))
}

const fromFile = async (path: string, etag: string | undefined): Promise<Fetched> => {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return not('it is not a file')
      if (stat.size > maxBytes) return not(`it is larger than ${maxBytes} bytes`)
      const now = `${stat.size}-${stat.mtimeMs}`
      if (now === etag) return { kind: 'same' }
      const room = Buffer.alloc(maxBytes + 1)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(room, length, room.length - length)
        length += bytesRead
        if (length > maxBytes) return not(`it is larger than ${maxBytes} bytes`)
        if (bytesRead === 0) return textIn(room.subarray(0, length), now)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    return not(`the file cannot be read: ${systemWords(error)}`)
  }
}

const textIn = (bytes: Uint8Array, etag?: string): Fetched => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'fetched', text, ...(etag !== undefined && { etag }) }
  } catch {
    return not('it is not UTF-8')
  }
}

interface Got {
  readonly kind: 'got'
  readonly status: number
  readonly body: Uint8Array
  readonly header: HeaderOf
}

type Unreachable = Extract<Fetched, { kind: 'unreachable' }>

const mostHops = 4

/** A GET that follows redirections. What the configuration says beside goes to its own host only. */
const get = async (
  start: string,
  headers: Readonly<Record<string, string>>,
  { bundle, env, end }: Ask,
  statuses: readonly number[] = [],
): Promise<Got | Unreachable> => {
  let at = new URL(start)
  const own = at.origin
  const here = isLoopback(at.hostname)
  for (let hop = 0; hop < mostHops; hop++) {
    if (at.protocol !== 'https:' && !(at.protocol === 'http:' && here && isLoopback(at.hostname)))
      return not('it is to be had without TLS only')
    const way = await wayTo(at, { url: at.href, ...(bundle.caFile !== undefined && { caFile: bundle.caFile }) }, env)
    if (!way.ok) return not('the proxy or the CA file cannot be used')
    const delivered = await within({ timeoutMs: end - performance.now() }, sendHere(), {
      method: 'GET',
      url: at,
      headers: at.origin === own ? { accept: '*/*', ...headers } : { accept: '*/*' },
      body: '',
      maxBytes,
      ...way.value,
    })
    if ('afterMs' in delivered) return not('it did not come in time')
    if (delivered.kind === 'crashed') return not('the transport failed')
    if (delivered.kind === 'unreached') return not(`the address could not be reached: ${delivered.fault}`)
    if (delivered.kind === 'spoiled')
      return not(delivered.why === 'too-large' ? `it is larger than ${maxBytes} bytes` : 'it broke off')
    const { status, body, header = () => undefined } = delivered
    const to = status >= 300 && status < 400 && status !== 304 ? header('location') : undefined
    if (to === undefined)
      return (status >= 200 && status < 300) || statuses.includes(status)
        ? { kind: 'got', status, body, header }
        : not(`the answer is HTTP status ${status}`)
    if (!URL.canParse(to, at.href)) return not('it is redirected to what is no address')
    at = new URL(to, at.href)
  }
  return not('it is redirected too often')
}

const fromWeb = async (ask: Ask): Promise<Fetched> => {
  const { bundle, etag } = ask
  const got = await get(bundle.url, { ...bundle.headers, ...(etag !== undefined && { 'if-none-match': etag }) }, ask, [304])
  if (got.kind !== 'got') return got
  return got.status === 304 ? { kind: 'same' } : textIn(got.body, got.header('etag'))
}

const image = 'application/vnd.oci.image.manifest.v1+json'

/** `oci://registry[:port]/name[:tag|@digest]`: a manifest whose only layer is the bundle, as `oras push` makes it. */
const fromRegistry = async (ask: Ask): Promise<Fetched> => {
  const [, host = '', name = '', digest, tag = 'latest'] =
    /^oci:\/\/([^/]+)\/([a-z0-9._/-]+)(?:@(sha256:[0-9a-f]+)|:([\w.-]+))?$/.exec(ask.bundle.url) ?? []
  if (host === '') return not('it is no address of a registry')
  const base = `${isLoopback(new URL(`https://${host}`).hostname) ? 'http' : 'https'}://${host}/v2/${name}`
  const accept = { accept: image, ...ask.bundle.headers }
  let auth: Readonly<Record<string, string>> = {}
  let got = await get(`${base}/manifests/${digest ?? tag}`, accept, ask, [401])
  if (got.kind === 'got' && got.status === 401) {
    const token = await tokenFor(got.header('www-authenticate') ?? '', ask)
    if (token === undefined) return not('the registry gives no token to anybody')
    auth = { authorization: `Bearer ${token}` }
    got = await get(`${base}/manifests/${digest ?? tag}`, { ...accept, ...auth }, ask)
  }
  if (got.kind !== 'got') return got
  const manifest = textIn(got.body)
  if (manifest.kind !== 'fetched') return not('the manifest of the registry is not UTF-8')
  const etag = `sha256:${sha256(manifest.text)}`
  if (digest !== undefined && digest !== etag) return not('the manifest of the registry is not that of its digest')
  if (etag === ask.etag) return { kind: 'same' }
  const layer = layerIn(manifest.text)
  if (layer === undefined) return not('the manifest of the registry does not name one layer of at most 1 MiB')
  const blob = await get(`${base}/blobs/${layer}`, { ...ask.bundle.headers, ...auth }, ask)
  if (blob.kind !== 'got') return blob
  const content = textIn(blob.body, etag)
  return content.kind === 'fetched' && `sha256:${sha256(content.text)}` !== layer
    ? not('the layer is not that of its digest')
    : content
}

const layerIn = (text: string): string | undefined => {
  const read = readObject(text)
  const layers = isObject(read) && Array.isArray(read.layers) ? (read.layers as readonly JsonObject[]) : []
  const [layer] = layers
  if (layers.length !== 1 || !isObject(layer)) return undefined
  const digest = stringAt(layer, 'digest') ?? ''
  return /^sha256:[0-9a-f]+$/.test(digest) && (numberAt(layer, 'size') ?? maxBytes + 1) <= maxBytes ? digest : undefined
}

/** The token that a registry hands out to whoever may read. */
const tokenFor = async (challenge: string, ask: Ask): Promise<string | undefined> => {
  const told = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
  const { realm = '', service, scope } = told
  if (!/^bearer /i.test(challenge) || !URL.canParse(realm)) return undefined
  const url = new URL(realm)
  if (service !== undefined) url.searchParams.set('service', service)
  if (scope !== undefined) url.searchParams.set('scope', scope)
  const got = await get(url.href, {}, ask)
  const read = got.kind === 'got' ? readObject(Buffer.from(got.body).toString('utf8')) : undefined
  return isObject(read) ? (stringAt(read, 'token') ?? stringAt(read, 'access_token')) : undefined
}
