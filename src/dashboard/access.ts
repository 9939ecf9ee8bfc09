/**
 * Who may ask. A link works once and is exchanged for two secrets: a cookie that no script can read, and a key that only pages of this origin can.
 * Cookies go to every port of a host, so another server on this machine sees ours; without the key it is worth nothing.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Entered {
  readonly cookie: string
  readonly key: string
}

export interface Access {
  /** The secret of a new link. */
  readonly link: () => string
  /** Undefined for a link that is used, old or nobody's. */
  readonly enter: (link: string) => Entered | undefined
  readonly holds: (cookie: string, key: string) => boolean
}

const linkMs = 10 * 60_000
const mostLinks = 8
const mostSessions = 16

export const accessFor = (now: () => number = Date.now): Access => {
  // By their digests: how long a search takes says nothing about the secret.
  const links = new Map<string, number>()
  const sessions = sessionsFor<true>(Number.POSITIVE_INFINITY, now)
  return {
    link: () => {
      const secret = made()
      links.set(digest(secret).toString('hex'), now() + linkMs)
      forget(links, mostLinks)
      return secret
    },
    enter: link => {
      const name = digest(link).toString('hex')
      const until = links.get(name)
      links.delete(name)
      if (until === undefined || now() > until) return undefined
      return sessions.open(true)
    },
    holds: (cookie, key) => sessions.of(cookie, key) === true,
  }
}

export interface Sessions<Who> {
  readonly open: (who: Who) => Entered
  /** Whose it is; undefined where it is over, or nobody's. */
  readonly of: (cookie: string, key: string) => Who | undefined
  readonly close: (cookie: string) => void
}

/** Each has two secrets, and both are needed. */
export const sessionsFor = <Who>(lastsMs: number, now: () => number = Date.now): Sessions<Who> => {
  const sessions = new Map<string, { readonly key: Buffer; readonly until: number; readonly who: Who }>()
  return {
    open: who => {
      const [cookie, key] = [made(), made()]
      sessions.set(digest(cookie).toString('hex'), { key: digest(key), until: now() + lastsMs, who })
      forget(sessions, mostSessions)
      return { cookie, key }
    },
    of: (cookie, key) => {
      const found = sessions.get(digest(cookie).toString('hex'))
      return found !== undefined && now() <= found.until && timingSafeEqual(found.key, digest(key)) ? found.who : undefined
    },
    close: cookie => void sessions.delete(digest(cookie).toString('hex')),
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
