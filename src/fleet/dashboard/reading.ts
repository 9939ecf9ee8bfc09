/** What pages ask for and nothing is changed by: the log, the refusals that are open, the policy in force. */

import type { Hono } from 'hono'
import type { Filters } from '../../hook/audit/wanted.ts'
import { ask, streamOf } from '../../hook/programs/ask.ts'
import type { Live } from './live.ts'
import { flagsOf, isUnanswered, type Records, type Sheet } from './records.ts'
import { json, no, told } from './replies.ts'
import type { Approvals } from './shapes.ts'

export interface Readable {
  readonly live: Live
  /** Of a tenant, or of all where it is empty. */
  readonly records: (tenant: string) => Records
  /** Undefined where nobody can say now. */
  readonly refusals: (tenant: string) => Promise<Approvals | undefined>
  /** Whose calls alone who asks may see; empty for everybody's. */
  readonly tenantOf?: (request: Request) => string
  /** Whether who has asked may still be told more. */
  readonly may?: (request: Request) => Promise<boolean>
}

const filters = [
  'client',
  'rule',
  'decision',
  'event',
  'session',
  'user',
  'host',
  'since',
  'until',
  'id',
  'project',
  'text',
] as const
const mostSessions = 100
/** An id that is no plain word could stand for several. */
const sessionName = /^[\w.:-]{1,200}$/

const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    filters.flatMap(name => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value.slice(0, 400)]]
    }),
  )

const sheetIn = (query: URLSearchParams): Sheet => ({
  sort: query.get('sort') ?? '',
  from: number(query.get('from'), 0, 10_000_000, 0),
  most: number(query.get('most'), 1, 500, 100),
})

export const number = (text: string | null, least: number, most: number, otherwise: number): number => {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : otherwise
}

/** The same for all commands that read the log: they leave out everybody else. */
export const onlyOf = (tenant: string): readonly string[] => (tenant === '' ? [] : [`--tenant=${tenant}`])

const answered = (value: object): Response => (isUnanswered(value) ? no(value.status, value.error) : json(value))

export const readingRoutes = (
  app: Hono,
  { live, records, refusals, tenantOf = () => '', may = async () => true }: Readable,
): void => {
  const recordsFor = (request: Request): Records => records(tenantOf(request))
  const queryOf = ({ url }: Request): URLSearchParams => new URL(url).searchParams
  app.get('/api/live', ({ req }) => live.listen(() => may(req.raw), tenantOf(req.raw)) ?? no(503, 'Too many pages listen.'))
  app.get('/api/calls', async ({ req }) => {
    const query = queryOf(req.raw)
    return answered(await recordsFor(req.raw).calls(filtersIn(query), number(query.get('lines'), 1, 500, 100)))
  })
  // Without those of trials, which say where a rule is: no page asks for them, and it is not a tenant's to know.
  app.get('/api/stats', async ({ req }) => answered(await recordsFor(req.raw).stats(filtersIn(queryOf(req.raw)))))
  app.get('/api/groups', async ({ req }) => {
    const query = queryOf(req.raw)
    return answered(await recordsFor(req.raw).groups(query.get('by') ?? '', filtersIn(query), sheetIn(query)))
  })
  app.get('/api/about', async ({ req }) => {
    const sessions = queryOf(req.raw).getAll('session')
    return json(await recordsFor(req.raw).about(sessions.filter(one => sessionName.test(one)).slice(0, mostSessions)))
  })
  app.get('/api/insights', async ({ req }) => json(await recordsFor(req.raw).insights(req.query('since') ?? '')))
  app.get('/api/silent', async ({ req }) => told(await ask(['audit', 'silent', '--json', ...onlyOf(tenantOf(req.raw))])))
  app.get('/api/export', async ({ req }) => {
    const query = queryOf(req.raw)
    const format = query.get('format') === 'csv' ? 'csv' : 'jsonl'
    const said = await streamOf([
      'audit',
      'export',
      `--format=${format}`,
      ...flagsOf(filtersIn(query)),
      ...onlyOf(tenantOf(req.raw)),
    ])
    if (said.kind !== 'said') return told(said)
    const headers = {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
      'content-disposition': `attachment; filename="calls.${format}"`,
    }
    return new Response(said.body, { headers })
  })
  app.get('/api/call/:id', async context => {
    const id = context.req.param('id')
    if (!/^[0-9a-z]{3,64}$/i.test(id)) return no(404, noCall)
    const tenant = tenantOf(context.req.raw)
    if (tenant !== '') {
      // How it would be judged now is for the policies of the server to say, which are not the tenant's to see.
      const asked = await ask(['audit', 'tail', '--json', '--lines=1', `--id=${id}`, ...onlyOf(tenant)])
      return asked.kind === 'said' && asked.text === '' ? no(404, noCall) : told(asked, text => ({ recorded: JSON.parse(text) }))
    }
    const asked = await ask(['explain', '--json', id])
    // A word that is no id is explained as a command.
    return asked.kind === 'said' && !asked.text.startsWith('{"recorded":') ? no(404, noCall) : told(asked)
  })

  app.get('/api/approvals', async context => {
    const open = await refusals(tenantOf(context.req.raw))
    return open === undefined ? no(503, 'What the servers share cannot be had now. Try again.') : json(open)
  })
  app.get('/api/policy', async () => told(await ask(['policy', 'show', '--json'])))
  app.get('/api/policy/suggest', async () => told(await ask(['policy', 'suggest', '--json'])))
}

const noCall = 'No call has this id.'
