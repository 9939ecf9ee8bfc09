/** The way to the server: the session's key with every request, and its refusals as errors a page can show. */

import type { CallRow } from '../shapes.ts'

const keyName = 'tfy-hook-key'

/** Of this origin alone, port and all; the cookie beside it is not. */
const key = (): string => localStorage.getItem(keyName) ?? ''

/** A link is in the address only until here, whether it is good or not. */
export const enter = async (): Promise<void> => {
  const link = location.hash.slice(1)
  if (!/^[\w-]{43}$/.test(link)) return
  history.replaceState(null, '', '#/live')
  await exchange({ link })
}

/** A link's secret, or at `serve` a token, for the key of a session. */
export const exchange = async (secret: { readonly link: string } | { readonly token: string }): Promise<void> => {
  const { key: given } = await send<{ key: string }>('enter', secret)
  localStorage.setItem(keyName, given)
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-tfy-hook-key': key() },
  body: JSON.stringify(body),
})

const why = async (response: Response): Promise<string> => {
  const said = (await response.json().catch(() => ({}))) as { error?: unknown }
  return typeof said.error === 'string' ? said.error : `The server said ${response.status}.`
}

/** The server asks for a token. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

const answer = async <T>(response: Response): Promise<T> => {
  if (response.status === 401 && response.headers.has('www-authenticate')) throw new SignedOut(await why(response))
  if (!response.ok) throw new Error(await why(response))
  return (await response.json()) as T
}

/** The server has ended, or cannot be reached from here. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

export const unreachable = (): string =>
  location.pathname.startsWith('/dashboard')
    ? 'The server does not answer. This page goes on by itself when it is there again.'
    : 'The dashboard has ended. Start it in a terminal, and follow its new link: tfy-hook dashboard'

const asked = async (path: string, request: RequestInit): Promise<Response> => {
  try {
    return await fetch(`api/${path}`, request)
  } catch (error) {
    throw request.signal?.aborted ? error : new Unreachable(unreachable())
  }
}

export type Query = Readonly<Record<string, string | readonly string[]>>

const searchOf = (query: Query): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).filter(one => one !== '').map(one => [name, one]),
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

export const get = async <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
  answer(await asked(`${path}${searchOf(query)}`, { headers: { 'x-tfy-hook-key': key() }, ...(signal && { signal }) }))

export const send = async <T>(path: string, body: unknown): Promise<T> => answer(await asked(path, post(body)))

/** A file for whoever sits here: fetched, since a plain link would not say who asks. */
export const download = async (path: string, query: Query, name: string): Promise<void> => {
  const response = await asked(`${path}${searchOf(query)}`, { headers: { 'x-tfy-hook-key': key() } })
  if (!response.ok) throw new Error(await why(response))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export type Connection =
  | { readonly kind: 'connecting' | 'connected' }
  /** It was tried again, and in vain. */
  | { readonly kind: 'lost'; readonly why: string }

export interface Listening {
  readonly onCalls?: (rows: readonly CallRow[], missed: number) => void
  readonly onState?: (state: Connection) => void
}

const listeners = new Set<Listening>()
let state: Connection = { kind: 'connecting' }
let ended: AbortController | undefined

const become = (next: Connection): void => {
  state = next
  for (const { onState } of listeners) onState?.(next)
}

/** Server-sent events, read by hand: the browser's own reader sends no header. One stream, however many parts of the page listen. */
export const listen = (listener: Listening): (() => void) => {
  listeners.add(listener)
  listener.onState?.(state)
  if (ended === undefined) {
    ended = new AbortController()
    void forever(ended.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    ended?.abort()
    ended = undefined
  }
}

const hear = (data: unknown, missed: number): void => {
  for (const { onCalls } of listeners) onCalls?.(data as readonly CallRow[], missed)
}

const once = async (signal: AbortSignal): Promise<void> => {
  const response = await asked('live', { headers: { 'x-tfy-hook-key': key() }, signal })
  if (!response.ok || response.body === null) throw new Error(await why(response))
  become({ kind: 'connected' })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ; ) {
    const { value, done } = await reader.read().catch(() => ({ value: '', done: true }))
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const event = /^event: (\w+)\ndata: (.*)$/s.exec(part)
      const data: unknown = JSON.parse(event?.[2] ?? 'null')
      if (event?.[1] === 'dropped') hear([], Number(data))
      if (event?.[1] === 'calls') {
        const { rows, missed } = data as { rows: readonly CallRow[]; missed: number }
        hear(rows, missed)
      }
    }
  }
}

const forever = async (signal: AbortSignal): Promise<void> => {
  for (let wait = 250; !signal.aborted; wait = state.kind === 'connected' ? 250 : Math.min(wait * 2, 10_000)) {
    const problem = await once(signal).catch((error: unknown) => error)
    if (signal.aborted) return
    if (problem !== undefined) become({ kind: 'lost', why: problem instanceof Error ? problem.message : 'It failed.' })
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}
