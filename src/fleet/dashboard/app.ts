/** The routes: the pages themselves, which hold nothing, and behind the session what they ask for. */

import { Hono } from 'hono'
import { ask } from '../../hook/programs/ask.ts'
import type { Access } from './access.ts'
import { cookieIn, isOurHost, isOurOrigin } from './access.ts'
import { assetRoutes } from './asset-routes.ts'
import { checkDraft, policyFiles, rehearse, writeDraft } from './drafts.ts'
import { guarded } from './headers.ts'
import { allow, allowance, permit } from './permits.ts'
import { number, type Readable, readingRoutes } from './reading.ts'
import { bodyOf, callName, failedBy, json, no, told } from './replies.ts'
import type { Draft, Session } from './shapes.ts'

export interface Shop extends Readable {
  readonly access: Access
  readonly session: Session
  readonly cookie: string
}

const drillMs = 180_000

const word = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(text)

export const appOf = ({ access, live, records, refusals, session, cookie }: Shop): Hono => {
  const app = new Hono()

  assetRoutes(app)

  app.post('/api/enter', async context => {
    const body = await bodyOf(context.req.raw)
    const entered = typeof body.link === 'string' ? await access.enter(body.link) : undefined
    if (entered === undefined) return no(403, 'This link was used, or is too old.')
    const response = json({ key: entered.key })
    response.headers.set('set-cookie', `${cookie}=${entered.cookie}; Path=/; HttpOnly; SameSite=Strict`)
    return response
  })

  app.use('/api/*', async (context, next) => {
    const { raw } = context.req
    if (!(await access.holds(cookieIn(raw, cookie), raw.headers.get('x-tfy-hook-key') ?? '')))
      return no(401, 'This session is over. Open a new link: tfy-hook dashboard')
    return next()
  })

  app.get('/api/session', () => json(session))
  readingRoutes(app, { live, records, refusals })
  app.post('/api/approvals', async context => {
    if (!session.attended) return no(403, notAttended)
    const { id, shown } = await bodyOf(context.req.raw)
    if (typeof id !== 'string' || !callName.test(id)) return no(400, 'Say which call, by its whole id.')
    const answer = await permit(id, shown)
    return json(answer, 'error' in answer ? 409 : 200)
  })

  app.get('/api/allow/:id', async context => {
    const id = context.req.param('id')
    const answer = callName.test(id) ? await allowance(id) : { error: 'Say which call, by its whole id.' }
    return json(answer, 'error' in answer ? 422 : 200)
  })
  app.post('/api/allow', async context => {
    if (!session.attended) return no(403, notAttended)
    const { id, digest } = await bodyOf(context.req.raw)
    if (typeof id !== 'string' || !callName.test(id)) return no(400, 'Say which call, by its whole id.')
    const answer = await allow(id, digest)
    return json(answer, 'error' in answer ? 409 : 200)
  })

  app.get('/api/policy/files', () => json(policyFiles()))
  app.get('/api/policy/schema', async () => told(await ask(['policy', 'schema'])))
  app.post('/api/policy/check', async context => {
    const draft = draftIn(await bodyOf(context.req.raw))
    return draft === undefined ? no(400, 'Say which file, and its text.') : json(await checkDraft(draft))
  })
  app.post('/api/policy/rehearse', async context => {
    const body = await bodyOf(context.req.raw)
    const draft = draftIn(body)
    if (draft === undefined) return no(400, 'Say which file, and its text.')
    const answer = await rehearse(draft, number(String(body.last), 1, 10_000, 500))
    if ('error' in answer) return no(422, answer.error)
    const { replayed, tested } = answer
    return told(replayed, text => ({
      ...JSON.parse(text),
      ...(tested?.kind === 'said' && { tests: JSON.parse(tested.text)[0] }),
      ...(tested?.kind === 'refused' && { testsFailed: tested.why }),
    }))
  })
  app.post('/api/policy/write', async context => {
    if (!session.attended) return no(403, notAttended)
    const body = await bodyOf(context.req.raw)
    const draft = draftIn(body)
    if (draft === undefined || typeof body.digest !== 'string') return no(400, 'Say which file, its text, and what it was.')
    const answer = await writeDraft(draft, body.digest)
    return json(answer, 'error' in answer ? 409 : 200)
  })

  app.get('/api/setup', async () => told(await ask(['status', '--json'])))
  app.get('/api/setup/doctor', async () => told(await ask(['doctor', '--no-drill', '--json'], { timeoutMs: drillMs })))
  app.post('/api/setup/drill', async context => {
    const { client } = await bodyOf(context.req.raw)
    const only = typeof client === 'string' && word(client) ? [`--client=${client}`] : []
    return told(await ask(['doctor', '--json', ...only], { timeoutMs: drillMs }))
  })
  app.get('/api/setup/registration', async context => {
    const { client, scope, transport, system } = context.req.query()
    if (![client, scope ?? 'user', transport ?? 'command', system ?? 'linux'].every(word)) return no(400, 'Say which client.')
    const managed = scope === 'managed' ? [`--for=${system ?? 'linux'}`] : []
    const how = ['--client', client ?? '', `--scope=${scope ?? 'user'}`, `--transport=${transport ?? 'command'}`, ...managed]
    return told(await ask(['init', '--dry-run', '--json', '--no-gateway-test', ...how]))
  })

  app.notFound(() => no(404, 'There is nothing here.'))
  app.onError(failedBy)
  return app
}

const notAttended = 'Started without a terminal, this page only shows. Run in a terminal: tfy-hook dashboard'

/** Every request passes here first, whatever it is for. */
export const doorOf = (app: Hono): ((request: Request) => Promise<Response>) => {
  return async request => {
    if (!isOurHost(request)) return guarded(no(421, 'This name is not served here.'))
    if (!isOurOrigin(request)) return guarded(no(403, 'Another site may not ask here.'))
    return guarded(await app.fetch(request))
  }
}

const draftIn = ({ file, text }: Readonly<Record<string, unknown>>): Draft | undefined =>
  typeof file === 'string' && typeof text === 'string' ? { file, text } : undefined
