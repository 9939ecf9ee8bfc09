/** Signatures by Standard Webhooks, over the bytes as they came. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/** Seconds by which the clocks may differ, and a delivery may be late. */
const leeway = 300

export const isSignedBy = (secrets: readonly Uint8Array[], headers: Headers, body: Uint8Array, now = Date.now()): boolean => {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => headers.get(name) ?? '')
  if (!id || !time || !given || id.length > 256 || given.length > 2_048 || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now / 1000 - Number(time)) > leeway) return false
  const wanted = secrets.map(secret => createHmac('sha256', secret).update(`${id}.${time}.`).update(body).digest())
  return given.split(' ').some(one => {
    const found = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : undefined
    return found !== undefined && wanted.some(want => want.length === found.length && timingSafeEqual(want, found))
  })
}

/** One `whsec_` in a line; two while one is replaced by another. */
export const secretsIn = (file: string): readonly Uint8Array[] => {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others; chmod 600 it`)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
  const secrets = lines.map(line => Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(line.trim())?.[1] ?? '', 'base64'))
  if (secrets.length === 0 || secrets.some(({ length }) => length < 16)) throw new Error(`${file} holds no signing secret`)
  return secrets
}
