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

export const get = async <T>(path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<T> => {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return answer(await fetch(`api/${path}${search}`, { headers: { 'x-tfy-hook-key': key() }, ...(signal && { signal }) }))
}

export const send = async <T>(path: string, body: unknown): Promise<T> => answer(await fetch(`api/${path}`, post(body)))

export interface Listening {
  readonly onCalls: (rows: readonly CallRow[], missed: number) => void
  readonly onState: (connected: boolean) => void
}

/** Server-sent events, read by hand: the browser's own reader sends no header. */
export const listen = ({ onCalls, onState }: Listening): (() => void) => {
  const ended = new AbortController()
  const once = async (): Promise<void> => {
    const response = await fetch('api/live', { headers: { 'x-tfy-hook-key': key() }, signal: ended.signal })
    if (!response.ok || response.body === null) throw new Error(await why(response))
    onState(true)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const event = /^event: (\w+)\ndata: (.*)$/s.exec(part)
        const data: unknown = JSON.parse(event?.[2] ?? 'null')
        if (event?.[1] === 'dropped') onCalls([], Number(data))
        if (event?.[1] === 'calls') {
          const { rows, missed } = data as { rows: readonly CallRow[]; missed: number }
          onCalls(rows, missed)
        }
      }
    }
  }
  const forever = async (): Promise<void> => {
    for (let wait = 500; !ended.signal.aborted; wait = Math.min(wait * 2, 10_000)) {
      await once().catch(() => undefined)
      if (ended.signal.aborted) return
      onState(false)
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  void forever()
  return () => ended.abort()
}
