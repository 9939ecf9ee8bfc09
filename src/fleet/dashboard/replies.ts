/** What the server says, and what it takes: JSON, of bounded length. */

import type { Asked } from '../../hook/programs/ask.ts'

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
export const no = (status: number, error: string): Response => json({ error }, status)

/** What a command has said with `--json`, as it is or as `shaped` makes it. */
export const told = (asked: Asked, shaped: (text: string) => unknown = JSON.parse): Response => {
  if (asked.kind === 'busy') return no(503, 'Too much is asked at once. Try again.')
  if (asked.kind === 'refused') return no(422, asked.why)
  try {
    return json(shaped(asked.text))
  } catch {
    return no(500, 'The command said something that cannot be read.')
  }
}

/** Whole: a beginning may come to mean another call. */
export const callName = /^[0-9a-z]{7,10}$/

/** Longest body: a policy of the largest size that hooks read, as JSON. */
const mostBytes = 1024 * 1024
class TooLong extends Error {
  override readonly name = 'TooLong'
}

export const failedBy = (error: unknown): Response =>
  error instanceof TooLong ? no(413, error.message) : no(500, 'This went wrong.')

export const bodyOf = async (request: Request, most = mostBytes): Promise<Readonly<Record<string, unknown>>> => {
  if (request.headers.get('content-type') !== 'application/json') return {}
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) throw new TooLong(`More than ${most} bytes are not taken.`)
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
