/** A hook that is asked over HTTP. */

import type { Env } from '../core/client.ts'
import type { JsonObject } from '../core/json.ts'
import type { Said } from './answer-readers.ts'
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
