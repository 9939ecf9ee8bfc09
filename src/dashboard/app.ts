/** The routes: the pages themselves, which hold nothing, and behind the session what they ask for. */

import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import type { Access } from './access.ts'
import { cookieIn, isOurHost, isOurOrigin } from './access.ts'
import { type Asked, ask } from './ask.ts'
import { assets } from './assets.ts'
import { checkDraft, policyFiles, rehearse, writeDraft } from './drafts.ts'
import { guarded } from './headers.ts'
import type { Counts } from './insights.ts'
import type { Live } from './live.ts'
import { allow, allowance, openRefusals, permit } from './permits.ts'
import { rowOf } from './rows.ts'
import type { Draft, Session } from './shapes.ts'

export interface Shop {
  readonly access: Access
  readonly live: Live
  readonly counts: Counts
  readonly session: Session
  readonly cookie: string
}

/** Longest body: a policy of the largest size that hooks read, as JSON. */
const mostBytes = 1024 * 1024
const drillMs = 180_000

const filters = ['client', 'rule', 'decision', 'event', 'session', 'user', 'since', 'until', 'id', 'project'] as const

/** A value never becomes an option: each stands behind its own equals sign. */
const filtersIn = (query: URLSearchParams): readonly string[] => [
  ...filters.flatMap(name => {
    const value = query.get(name)
    return value === null || value === '' ? [] : [`--${name}=${value.slice(0, 400)}`]
  }),
  ...(query.get('trial') === 'true' ? ['--trial'] : []),
]

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const no = (status: number, error: string): Response => json({ error }, status)

/** What a command has said with `--json`, as it is or as `shaped` makes it. */
const told = (asked: Asked, shaped: (text: string) => unknown = JSON.parse): Response => {
  if (asked.kind === 'busy') return no(503, 'Too much is asked at once. Try again.')
  if (asked.kind === 'refused') return no(422, asked.why)
  try {
    return json(shaped(asked.text))
  } catch {
    return no(500, 'The command said something that cannot be read.')
  }
}

const number = (text: string | null, least: number, most: number, otherwise: number): number => {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : otherwise
}

/** Whole: a beginning may come to mean another call. */
const callName = /^[0-9a-z]{7,10}$/

const word = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(text)

export const appOf = ({ access, live, counts, session, cookie }: Shop): Hono => {
  const app = new Hono()

  for (const { name, type, packed } of assets) {
    const headers = { 'content-type': type, ...(name !== '' && { 'cache-control': 'private, max-age=31536000, immutable' }) }
    app.get(`/${name}`, () => new Response(gunzipSync(Buffer.from(packed, 'base64')), { headers }))
  }

  app.post('/api/enter', async context => {
    const body = await bodyOf(context.req.raw)
    const entered = typeof body.link === 'string' ? access.enter(body.link) : undefined
    if (entered === undefined) return no(403, 'This link was used, or is too old.')
    const response = json({ key: entered.key })
    response.headers.set('set-cookie', `${cookie}=${entered.cookie}; Path=/; HttpOnly; SameSite=Strict`)
    return response
  })

  app.use('/api/*', async (context, next) => {
    const { raw } = context.req
    if (!access.holds(cookieIn(raw, cookie), raw.headers.get('x-tfy-hook-key') ?? ''))
      return no(401, 'This session is over. Open a new link: tfy-hook dashboard')
    return next()
  })

  app.get('/api/session', () => json(session))
  app.get('/api/live', () => live.listen() ?? no(503, 'Too many pages listen.'))
  app.get('/api/calls', async context => {
    const query = new URL(context.req.url).searchParams
    const lines = number(query.get('lines'), 1, 500, 100)
    return told(await ask(['audit', 'tail', '--json', `--lines=${lines}`, ...filtersIn(query)]), text =>
      text
        .split('\n')
        .filter(Boolean)
        .map(line => rowOf(JSON.parse(line)))
        .reverse(),
    )
  })
  app.get('/api/stats', async context =>
    told(await ask(['audit', 'stats', '--json', ...filtersIn(new URL(context.req.url).searchParams)])),
  )
  app.get('/api/groups', async context => {
    const { by = '', since = '' } = context.req.query()
    const groups = await counts.groups(by, since)
    return groups === undefined ? no(422, 'Nothing is counted by this.') : json(groups)
  })
  app.get('/api/insights', async context => json(await counts.insights(context.req.query('since') ?? '')))
  app.get('/api/call/:id', async context => {
    const id = context.req.param('id')
    const asked = /^[0-9a-z]{3,64}$/i.test(id) ? await ask(['explain', '--json', id]) : undefined
    // A word that is no id is explained as a command.
    return asked === undefined || (asked.kind === 'said' && !asked.text.startsWith('{"recorded":'))
      ? no(404, 'No call has this id.')
      : told(asked)
  })

  app.get('/api/approvals', async () => json(await openRefusals()))
  app.post('/api/approvals', async context => {
    if (!session.attended) return no(403, notAttended)
    const { id } = await bodyOf(context.req.raw)
    if (typeof id !== 'string' || !callName.test(id)) return no(400, 'Say which call, by its whole id.')
    const answer = await permit(id)
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

  app.get('/api/policy', async () => told(await ask(['policy', 'show', '--json'])))
  app.get('/api/policy/suggest', async () => told(await ask(['policy', 'suggest', '--json'])))
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
  app.onError(error => no(500, error instanceof TooLong ? error.message : 'This went wrong.'))
  return app
}

export const notAttended = 'Started without a terminal, this page only shows. Run in a terminal: tfy-hook dashboard'

/** Every request passes here first, whatever it is for. */
export const doorOf = (app: Hono): ((request: Request) => Promise<Response>) => {
  return async request => {
    if (!isOurHost(request)) return guarded(no(421, 'This name is not served here.'))
    if (!isOurOrigin(request)) return guarded(no(403, 'Another site may not ask here.'))
    return guarded(await app.fetch(request))
  }
}

class TooLong extends Error {
  override readonly name = 'TooLong'
}

const bodyOf = async (request: Request): Promise<Readonly<Record<string, unknown>>> => {
  if (request.headers.get('content-type') !== 'application/json') return {}
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new TooLong(`More than ${mostBytes} bytes are not taken.`)
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const draftIn = ({ file, text }: Readonly<Record<string, unknown>>): Draft | undefined =>
  typeof file === 'string' && typeof text === 'string' ? { file, text } : undefined
