/** One POST to a target, and what its status means for verdicts that can wait. */

import type { Env } from '../../core/client.ts'
import type { ExportTarget } from '../../core/config.ts'
import { sendHere, wayTo } from '../../hook/sources/gateway.ts'
import { within } from '../../hook/sources/transport/deadline.ts'
import { succeeded } from '../../hook/sources/transport/transport.ts'
import { later, type Outcome } from './outcome.ts'
import { forget, headersOf } from './secrets.ts'

declare const __TFY_VERSION__: string

const timeoutMs = 15_000
const maxBytes = 256 * 1024

export type Posted = Outcome & { readonly body?: Uint8Array }

export const post = async (
  target: ExportTarget,
  env: Env,
  url: URL,
  body: Uint8Array | string,
  own: Readonly<Record<string, string>>,
): Promise<Posted> => {
  const headers = await headersOf(target.headers, env)
  if (!headers.ok) return later(headers.why)
  const way = await wayTo(url, { url: url.href, ...target.tls }, env)
  if (!way.ok) return later('detail' in way.failure ? way.failure.detail : way.failure.kind)
  const answer = await within({ timeoutMs }, sendHere(), {
    url,
    headers: { 'user-agent': `tfy-hook/${__TFY_VERSION__}`, ...headers.value, ...own },
    body,
    maxBytes,
    ...way.value,
  })
  if (answer.kind === 'late') return later(`no answer within ${timeoutMs / 1_000} s`)
  if (answer.kind === 'crashed') return later('the request failed')
  if (answer.kind === 'unreached') return later(`it cannot be reached: ${answer.fault}`)
  // The status was 2xx.
  if (answer.kind === 'spoiled') return { kind: 'taken' }
  const { status, retryAfterMs } = answer
  if (succeeded(status)) return { kind: 'taken', body: answer.body }
  if (status === 401 || status === 403) forget(Object.values(target.headers ?? {}))
  // Anything else is fixed by a person or passes, and until then nothing is thrown away.
  return status === 400 || status === 413 || status === 422
    ? { kind: 'refused', why: `it answers ${status}` }
    : later(`it answers ${status}`, retryAfterMs)
}
