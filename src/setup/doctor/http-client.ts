/** A hook that is asked over HTTP, and who answers there. */

import type { Env } from '../../core/client.ts'
import type { JsonObject } from '../../core/json.ts'
import { addressOf, isLoopback } from '../install/address.ts'
import type { Said } from './answer-readers.ts'
import type { Place } from './registration-findings.ts'
import type { Runnable } from './registrations.ts'

/** Only a 2xx answer counts; its body is what a command would have said on stdout. */
export const post = async (
  { url, headers, variables }: Extract<Runnable, { kind: 'http' }>,
  payload: JsonObject,
  env: Env,
  limitMs: number,
): Promise<Said & { readonly status?: number }> => {
  // Variables are put in where the registration names them as allowed, and nowhere else.
  const filled = (text: string): string =>
    text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, a?: string, b?: string) => {
      const name = a ?? b ?? ''
      return variables.includes(name) ? (env[name] ?? '') : ''
    })
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, filled(value)]] : []))
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await reply.text()
    const { ok, status } = reply
    return ok
      ? { exitCode: 0, stdout: text, stderr: '', status }
      : { exitCode: 1, stdout: '', stderr: `${url} answered with HTTP status ${status}`, status }
  } catch (error) {
    const why =
      error instanceof Error && error.name === 'TimeoutError' ? `gave no answer in ${limitMs} ms` : 'could not be reached'
    return { exitCode: 1, stdout: '', stderr: `${url} ${why}` }
  }
}

/** `gone`: a client gets no answer that counts. `other`: something answers, and does not say that it is ours. */
export type Server = 'ours' | 'gone' | 'other'

/** A server of this machine answers at once. */
const servedMs = 300

/** By address. Servers elsewhere are left to the drill: they may be slow, and behind something that knows no such path. */
export const serversOf = async (places: readonly Place[]): Promise<ReadonlyMap<string, Server>> => {
  const urls = places.flatMap(({ registered }) => registered.flatMap(({ run }) => (run.kind === 'http' ? [run.url] : [])))
  const found = await Promise.all([...new Set(urls)].filter(isServed).map(async url => [url, await serverAt(url)] as const))
  return new Map(found)
}

/** Not that of a gateway, which stands elsewhere. */
const isServed = (url: string): boolean => {
  const address = addressOf(url)
  return address !== undefined && isLoopback(address) && address.pathname.startsWith('/hooks/')
}

const serverAt = async (url: string): Promise<Server> => {
  try {
    const reply = await fetch(new URL('/healthz', url), { redirect: 'manual', signal: AbortSignal.timeout(servedMs) })
    if (reply.status >= 500) return 'gone'
    return reply.ok && /^\{"status":"ok"\}\s*$/.test(await reply.text()) ? 'ours' : 'other'
  } catch {
    return 'gone'
  }
}

/** How to start one there. */
export const startsServer = (url: string): string => {
  const address = addressOf(url)
  if (address === undefined || !isLoopback(address)) return `Start the server at ${address?.origin ?? url}`
  const port = address.port === '' ? (address.protocol === 'https:' ? '443' : '80') : address.port
  return port === '8787' ? 'tfy-hook serve' : `tfy-hook serve --port ${port}`
}
