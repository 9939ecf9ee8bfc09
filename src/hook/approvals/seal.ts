/** What only a console of this guard can have written: an approval, for this account, since this machine was started, in the file that it was written to. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Forgery } from '../../core/verdict.ts'

/** Whose machine it is sealed for, and since which start of it; where the system has no name for that, the time since then has to do. */
interface Seat {
  readonly account: string
  readonly boot: string
}

export const seatHere = (): Seat => ({ account: String(process.getuid?.() ?? userInfo().username), boot: bootHere() })

/** The text and its seal; `file` says which file that is. */
export const sealed = (text: string, file: string, secret: string): string =>
  `${text}\n${file} ${macOf(text, file, secret, seatHere())}\n`

/** The text, if it is authentic. */
export const unsealed = (
  whole: string,
  file: string,
  secret: string | undefined,
  seat = seatHere(),
): { readonly text: string } | { readonly forgery: Forgery } => {
  const [text = '', line = ''] = whole.split('\n')
  const [named = '', mac = ''] = line.split(' ')
  if (secret === undefined || !/^[0-9a-f]{64}$/.test(mac)) return { forgery: 'forged' }
  const own = macOf(text, named, secret, seat)
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(own, 'hex'))) return { forgery: 'forged' }
  return named === file ? { text } : { forgery: 'copied' }
}

const macOf = (text: string, file: string, secret: string, { account, boot }: Seat): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['tfy-hook approval 2', account, boot, file, text]))
    .digest('hex')

const bootHere = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
