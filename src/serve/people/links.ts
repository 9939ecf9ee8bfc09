/**
 * Links to refused calls: signed with a key that lives as long as this process, for one use, and over when the call can be permitted no longer. A link says
 * which call; that a person is there, the session says in which it is followed.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Links {
  /** Undefined while a link to the same is open, or where there are too many. */
  readonly make: (call: string, about: string, until: number) => string | undefined
  /** The call; undefined for a link that was used, is too old or not ours. */
  readonly callOf: (link: string) => string | undefined
  /** The same, and never again. */
  readonly spend: (link: string) => string | undefined
}

const mostOpen = 1_000

export const linksOf = (now: () => number = Date.now): Links => {
  const key = randomBytes(32)
  const open = new Map<string, { readonly about: string; readonly until: number }>()
  const signed = (text: string): Buffer => createHmac('sha256', key).update(`tfy-hook link 1\n${text}`).digest()
  const callOf = (link: string): string | undefined => {
    const [, text = '', call = '', until = '', given = ''] = form.exec(link) ?? []
    const mac = Buffer.from(given, 'base64url')
    const good = mac.length === 32 && timingSafeEqual(mac, signed(text))
    return good && now() <= Number.parseInt(until, 36) && open.has(call) ? call : undefined
  }
  return {
    make: (call, about, until) => {
      for (const [name, one] of open) if (one.until < now()) open.delete(name)
      if (open.size >= mostOpen || [...open.values()].some(one => one.about === about)) return undefined
      open.set(call, { about, until })
      const text = `${call}.${until.toString(36)}`
      return `${text}.${signed(text).toString('base64url')}`
    },
    callOf,
    spend: link => {
      const call = callOf(link)
      if (call !== undefined) open.delete(call)
      return call
    },
  }
}

const form = /^(([0-9a-z]{7,10})\.([0-9a-z]{1,12}))\.([\w-]{43})$/
