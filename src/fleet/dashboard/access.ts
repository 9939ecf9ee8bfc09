/**
 * Who may ask. A link works once and is exchanged for two secrets: a cookie that no script can read, and a key that only pages of this origin can.
 * Cookies go to every port of a host, so another server on this machine sees ours; without the key it is worth nothing.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Shelf, shelfHere } from '../../hook/approvals/shelf.ts'

interface Entered {
  readonly cookie: string
  readonly key: string
}

export interface Access {
  /** The secret of a new link. */
  readonly link: () => string
  /** Undefined for a link that is used, old or nobody's. */
  readonly enter: (link: string) => Promise<Entered | undefined>
  readonly holds: (cookie: string, key: string) => Promise<boolean>
}

const linkMs = 10 * 60_000
const mostLinks = 8
export const mostSessions = 16

export const accessFor = (now: () => number = Date.now): Access => {
  // By their digests: how long a search takes says nothing about the secret.
  const links = new Map<string, number>()
  const sessions = sessionsFor(shelfHere(mostSessions, now), Number.POSITIVE_INFINITY)
  return {
    link: () => {
      const secret = made()
      links.set(digest(secret).toString('hex'), now() + linkMs)
      forget(links, mostLinks)
      return secret
    },
    enter: async link => {
      const name = digest(link).toString('hex')
      const until = links.get(name)
      links.delete(name)
      if (until === undefined || now() > until) return undefined
      return sessions.open('here')
    },
    holds: async (cookie, key) => (await sessions.of(cookie, key)) === 'here',
  }
}

export interface Sessions {
  /** Undefined where it cannot be kept. */
  readonly open: (who: string) => Promise<Entered | undefined>
  /** Whose it is; undefined where it is over, or nobody's, and false where nobody can say now. */
  readonly of: (cookie: string, key: string) => Promise<string | undefined | false>
  readonly close: (cookie: string) => Promise<unknown>
}

/** Each has two secrets, and both are needed. */
export const sessionsFor = (shelf: Shelf, lastsMs: number): Sessions => {
  const nameOf = (cookie: string): string => digest(cookie).toString('hex')
  return {
    open: async who => {
      const [cookie, key] = [made(), made()]
      const kept = await shelf.put(nameOf(cookie), `${digest(key).toString('hex')} ${who}`, lastsMs)
      return kept ? { cookie, key } : undefined
    },
    of: async (cookie, key) => {
      const found = await shelf.read(nameOf(cookie))
      if (!found) return found === '' ? undefined : found
      const [held = '', who] = found.split(' ')
      return timingSafeEqual(Buffer.from(held, 'hex'), digest(key)) ? who : undefined
    },
    close: cookie => shelf.take(nameOf(cookie)),
  }
}

const made = (): string => randomBytes(32).toString('base64url')
const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const forget = (map: Map<string, unknown>, most: number): void => {
  for (const name of map.keys()) {
    if (map.size <= most) return
    map.delete(name)
  }
}

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/** A name that somebody else's DNS may point here is not ours: pages of that name could read every answer. */
export const isOurHost = (request: Request): boolean => loopback.test(request.headers.get('host') ?? '')

/** Browsers say where a request comes from; whoever changes something has to say it. */
export const isOurOrigin = (request: Request): boolean => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (origin === null) return request.method === 'GET'
  return origin === `http://${request.headers.get('host')}`
}

export const cookieIn = (request: Request, name: string): string => {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=')
    if (key === name) return value
  }
  return ''
}
