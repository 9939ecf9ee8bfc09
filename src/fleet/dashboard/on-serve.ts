/**
 * The pages on `serve`, which show and change nothing but by a link that was sent out: below /dashboard/, under one name, for people who hold a token. The token is exchanged for a
 * session, which ends with it. Nothing here is counted in this process, so that no page holds up a verdict.
 */

import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Refusal } from '../../hook/approvals/console.ts'
import type { Shelf } from '../../hook/approvals/shelf.ts'
import { cookieIn, mostSessions, type Sessions, sessionsFor } from './access.ts'
import { assetRoutes } from './asset-routes.ts'
import { guarded } from './headers.ts'
import { liveFrom } from './live.ts'
import { isShown, notShown, shownRefusal, withSessions } from './permits.ts'
import { onlyOf, readingRoutes } from './reading.ts'
import { recordsAsked } from './records.ts'
import { bodyOf, failedBy, json, no } from './replies.ts'
import type { Permitted, Session } from './shapes.ts'

declare const __TFY_VERSION__: string

export interface Ground {
  /** As browsers have it: everything under another name is refused. */
  readonly url: URL
  readonly stateDir: string
  /** Who holds the token of this digest's digest; asked with each request, since tokens are taken back. */
  readonly person: (who: string) => Person | undefined
  readonly entered: (name: string | undefined) => void
  /** The log may be read here. */
  readonly reads: boolean
  readonly links: Following | undefined
  /** Where sessions are kept. */
  readonly shelf: (kind: string, most: number, keptMs: number) => Shelf
  /** Undefined where nobody can say now. */
  readonly refusals: (tenant: string) => Promise<readonly Refusal[] | undefined>
  /** Whether there is such a tenant. */
  readonly tenants: (name: string) => boolean
}

export interface Person {
  readonly name: string
  /** Whose calls alone they may see; empty for everybody's. */
  readonly tenant: string
}

/** What links that were sent out lead to. */
export interface Following {
  readonly look: (link: string) => Promise<Refusal | Unlinked>
  /** `unseen`: what is wrong where the page that asks has not shown this call. */
  readonly permit: (
    link: string,
    name: string,
    unseen: (refusal: Refusal) => Unlinked | undefined,
  ) => Promise<Permitted | Unlinked>
}

interface Unlinked {
  readonly status: 404 | 409 | 503
  readonly error: string
}

export interface Pages {
  readonly answer: (request: Request) => Promise<Response>
  readonly close: () => void
}

const lastsMs = 12 * 3_600_000
const cookie = 'tfy-hook-serve'

export const pagesOnServe = async ({
  url,
  stateDir,
  person,
  entered,
  reads,
  links,
  shelf,
  refusals,
  tenants,
}: Ground): Promise<Pages> => {
  /** Nobody signs in so often that it ends the sessions of another tenant. */
  const known = new Map<string, Sessions>()
  const sessionsOf = (tenant: string): Sessions => {
    const found =
      known.get(tenant) ?? sessionsFor(shelf(tenant === '' ? 'signed-in' : `signed-in.${tenant}`, mostSessions, lastsMs), lastsMs)
    known.set(tenant, found)
    return found
  }
  const live = await liveFrom(stateDir)
  const attributes = `Path=/dashboard/; HttpOnly; SameSite=Strict${url.protocol === 'https:' ? '; Secure' : ''}`
  const sessionIn = (request: Request): { readonly secret: string; readonly sessions: Sessions | undefined } => {
    const [, tenant = '', secret = ''] = /^(?:([a-z0-9-]{1,40})~)?([\w-]{43})$/.exec(cookieIn(request, cookie)) ?? []
    return { secret, sessions: tenant === '' || tenants(tenant) ? sessionsOf(tenant) : undefined }
  }
  const holderOf = async (request: Request): Promise<Person | undefined | false> => {
    const { sessions, secret } = sessionIn(request)
    const who = await sessions?.of(secret, request.headers.get('x-tfy-hook-key') ?? '')
    return who ? person(who) : who === false ? false : undefined
  }
  const holders = new WeakMap<Request, Person>()
  /** Whoever comes as far as this has been asked for. */
  const holder = (request: Request): Person => {
    const found = holders.get(request)
    if (found === undefined) throw new Error('nobody')
    return found
  }

  const app = new Hono({ strict: false }).basePath('/dashboard')
  assetRoutes(app)
  app.post('/api/enter', async ({ req }) => {
    const { token } = await bodyOf(req.raw, mostOfToken)
    // Whoever reads what is kept of a session does not know the digest by which tokens are recognised.
    const who = digest(digest(String(token ?? '')))
    const found = person(who)
    entered(found?.name)
    if (found === undefined) return no(403, 'This token opens no page.')
    const { tenant } = found
    const session = await sessionsOf(tenant).open(who)
    if (session === undefined) return no(503, away)
    const response = json({ key: session.key })
    response.headers.set('set-cookie', `${cookie}=${tenant === '' ? '' : `${tenant}~`}${session.cookie}; ${attributes}`)
    return response
  })
  app.use('/api/*', async ({ req }, next) => {
    const found = await holderOf(req.raw)
    if (!found) return found === undefined ? signIn() : no(503, away)
    holders.set(req.raw, found)
    return found.tenant === '' || forTenants.test(req.path) ? next() : no(404, 'There is nothing here.')
  })
  app.get('/api/session', ({ req }) => {
    const session: Session = {
      version: __TFY_VERSION__,
      folder: url.host,
      attended: false,
      server: { ...holder(req.raw), reads },
    }
    return json(session)
  })
  app.post('/api/leave', async ({ req }) => {
    const { sessions, secret } = sessionIn(req.raw)
    await sessions?.close(secret)
    return json({})
  })
  if (reads) {
    readingRoutes(app, {
      live,
      records: tenant => recordsAsked(onlyOf(tenant)),
      refusals: async tenant => {
        const open = await refusals(tenant)
        return open && withSessions(open.map(shownRefusal), recordsAsked(onlyOf(tenant)))
      },
      tenantOf: request => holder(request).tenant,
      may: async request => Boolean(await holderOf(request)),
    })
  }
  if (links !== undefined) {
    app.post('/api/link', async ({ req }) => {
      const { link } = await bodyOf(req.raw, mostOfToken)
      const refusal = await links.look(String(link))
      if ('error' in refusal) return no(refusal.status, refusal.error)
      const [shown] = await withSessions([shownRefusal(refusal)], recordsAsked(onlyOf(refusal.tenant)))
      return json(shown)
    })
    app.post('/api/permit', async ({ req }) => {
      const { link, shown } = await bodyOf(req.raw, mostOfCall)
      const answer = await links.permit(String(link), holder(req.raw).name, refusal =>
        isShown(refusal, shown) ? undefined : { status: 409, error: notShown },
      )
      return 'error' in answer ? no(answer.status, answer.error) : json(answer)
    })
  }
  app.notFound(() => no(404, 'There is nothing here.'))
  app.onError(failedBy)

  return {
    answer: async request => {
      if (request.headers.get('host')?.toLowerCase() !== url.host) return guarded(no(421, 'This name is not served here.'))
      if (!mayAsk(request, url)) return guarded(no(403, 'Another site may not ask here.'))
      // What a page asks for is below it.
      if (new URL(request.url).pathname === '/dashboard')
        return guarded(new Response(null, { status: 308, headers: { location: '/dashboard/' } }))
      return guarded(await app.fetch(request))
    },
    close: live.close,
  }
}

/** What is left out of the answers for a tenant; the policies are the server's, and links about its own calls. */
const forTenants =
  /^\/dashboard\/api\/(?:session|leave|live|calls|call\/[^/]+|about|export|stats|silent|groups|insights|approvals)$/

const mostOfToken = 4 * 1024
/** Of a call as a page has shown it. */
const mostOfCall = 1024 * 1024
const away = 'What the servers share cannot be had now. Try again.'
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A page that gets this asks for a token. */
const signIn = (): Response => {
  const response = no(401, 'Sign in with a token.')
  response.headers.set('www-authenticate', 'Bearer')
  return response
}

/** Whoever changes something says where they come from; what another site may do is lead a person to the page itself, which holds nothing. */
const mayAsk = (request: Request, url: URL): boolean => {
  const { method, headers } = request
  const origin = headers.get('origin')
  if (origin !== null) return origin === url.origin
  if (method !== 'GET') return false
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return true
  return new URL(request.url).pathname === '/dashboard/' && headers.get('sec-fetch-dest') === 'document'
}
