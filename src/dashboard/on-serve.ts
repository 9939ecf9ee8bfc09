/**
 * The pages on `serve`, which show and change nothing but by a link that was sent out: below /dashboard/, under one name, for people who hold a token. The token is exchanged for a
 * session, which ends with it. Nothing here is counted in this process, so that no page holds up a verdict.
 */

import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Refusal } from '../approvals/console.ts'
import { cookieIn, sessionsFor } from './access.ts'
import { assetRoutes } from './asset-routes.ts'
import { guarded } from './headers.ts'
import { countsAsked } from './insights.ts'
import { liveFrom } from './live.ts'
import { shownRefusal } from './permits.ts'
import { readingRoutes } from './reading.ts'
import { bodyOf, json, no, TooLong } from './replies.ts'
import type { Permitted, Session } from './shapes.ts'

declare const __TFY_VERSION__: string

export interface Ground {
  /** As browsers have it: everything under another name is refused. */
  readonly url: URL
  readonly stateDir: string
  /** The name of who holds the token of this SHA-256; asked with each request, since tokens are taken back. */
  readonly person: (sha256: string) => string | undefined
  readonly entered: (name: string | undefined) => void
  /** The log may be read here. */
  readonly reads: boolean
  readonly links: Following | undefined
}

/** What links that were sent out lead to. */
export interface Following {
  readonly look: (link: string) => Promise<Refusal | undefined>
  readonly permit: (link: string, name: string) => Promise<Permitted | { readonly error: string }>
}

export interface Pages {
  readonly answer: (request: Request) => Promise<Response>
  readonly close: () => void
}

const lastsMs = 12 * 3_600_000
const cookie = 'tfy-hook-serve'

export const pagesOnServe = async ({ url, stateDir, person, entered, reads, links }: Ground): Promise<Pages> => {
  const sessions = sessionsFor<string>(lastsMs)
  const live = await liveFrom(stateDir)
  const attributes = `Path=/dashboard/; HttpOnly; SameSite=Strict${url.protocol === 'https:' ? '; Secure' : ''}`
  const holderOf = (request: Request): string | undefined => {
    const sha256 = sessions.of(cookieIn(request, cookie), request.headers.get('x-tfy-hook-key') ?? '')
    return sha256 === undefined ? undefined : person(sha256)
  }

  const app = new Hono({ strict: false }).basePath('/dashboard')
  assetRoutes(app)
  app.post('/api/enter', async ({ req }) => {
    const { token } = await bodyOf(req.raw, mostOfToken)
    const sha256 = createHash('sha256')
      .update(String(token ?? ''))
      .digest('hex')
    const name = person(sha256)
    entered(name)
    if (name === undefined) return no(403, 'This token opens no page.')
    const session = sessions.open(sha256)
    const response = json({ key: session.key })
    response.headers.set('set-cookie', `${cookie}=${session.cookie}; ${attributes}`)
    return response
  })
  app.use('/api/*', async ({ req }, next) => (holderOf(req.raw) === undefined ? signIn() : next()))
  app.get('/api/session', ({ req }) => {
    const session: Session = {
      version: __TFY_VERSION__,
      folder: url.host,
      attended: false,
      server: { name: holderOf(req.raw) ?? '', reads },
    }
    return json(session)
  })
  app.post('/api/leave', ({ req }) => {
    sessions.close(cookieIn(req.raw, cookie))
    return json({})
  })
  if (reads) readingRoutes(app, { live, counts: countsAsked, may: request => holderOf(request) !== undefined })
  if (links !== undefined) {
    app.post('/api/link', async ({ req }) => {
      const { link } = await bodyOf(req.raw, mostOfToken)
      const refusal = await links.look(String(link))
      return refusal === undefined
        ? no(404, 'This link was used, is too old, or is not from this server.')
        : json(shownRefusal(refusal))
    })
    app.post('/api/permit', async ({ req }) => {
      const name = holderOf(req.raw)
      const { link } = await bodyOf(req.raw, mostOfToken)
      const answer = name === undefined ? { error: 'This session is over.' } : await links.permit(String(link), name)
      return json(answer, 'error' in answer ? 409 : 200)
    })
  }
  app.notFound(() => no(404, 'There is nothing here.'))
  app.onError(error => no(500, error instanceof TooLong ? error.message : 'This went wrong.'))

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

const mostOfToken = 4 * 1024

/** A page that gets this asks for a token. */
const signIn = (): Response => {
  const response = no(401, 'Sign in with a token.')
  response.headers.set('www-authenticate', 'Bearer')
  return response
}

/** Whoever changes something says where he comes from; what another site may do is lead a person to the page itself, which holds nothing. */
const mayAsk = (request: Request, url: URL): boolean => {
  const { method, headers } = request
  const origin = headers.get('origin')
  if (origin !== null) return origin === url.origin
  if (method !== 'GET') return false
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return true
  return new URL(request.url).pathname === '/dashboard/' && headers.get('sec-fetch-dest') === 'document'
}
