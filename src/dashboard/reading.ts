/** What pages ask for and nothing is changed by: the log, the refusals that are open, the policy in force. */

import type { Hono } from 'hono'
import { ask } from './ask.ts'
import type { Counts } from './insights.ts'
import type { Live } from './live.ts'
import { json, no, told } from './replies.ts'
import { rowOf } from './rows.ts'
import type { Approvals } from './shapes.ts'

export interface Readable {
  readonly live: Live
  /** Of a tenant, or of all where it is empty. */
  readonly counts: (tenant: string) => Counts
  /** Undefined where nobody can say now. */
  readonly refusals: (tenant: string) => Promise<Approvals | undefined>
  /** Whose calls alone who asks may see; empty for everybody's. */
  readonly tenantOf?: (request: Request) => string
  /** Whether who has asked may still be told more. */
  readonly may?: (request: Request) => Promise<boolean>
}

const filters = ['client', 'rule', 'decision', 'event', 'session', 'user', 'since', 'until', 'id', 'project'] as const

/** A value never becomes an option: each stands behind its own equals sign. */
const filtersIn = (query: URLSearchParams): readonly string[] =>
  filters.flatMap(name => {
    const value = query.get(name)
    return value === null || value === '' ? [] : [`--${name}=${value.slice(0, 400)}`]
  })

export const number = (text: string | null, least: number, most: number, otherwise: number): number => {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : otherwise
}

/** The same for all commands that read the log: they leave out everybody else. */
export const onlyOf = (tenant: string): readonly string[] => (tenant === '' ? [] : [`--tenant=${tenant}`])

export const readingRoutes = (
  app: Hono,
  { live, counts, refusals, tenantOf = () => '', may = async () => true }: Readable,
): void => {
  app.get('/api/live', ({ req }) => live.listen(() => may(req.raw), tenantOf(req.raw)) ?? no(503, 'Too many pages listen.'))
  app.get('/api/calls', async context => {
    const query = new URL(context.req.url).searchParams
    const lines = number(query.get('lines'), 1, 500, 100)
    const trial = query.get('trial') === 'true' ? ['--trial'] : []
    const only = [...filtersIn(query), ...trial, ...onlyOf(tenantOf(context.req.raw))]
    return told(await ask(['audit', 'tail', '--json', `--lines=${lines}`, ...only]), text =>
      text
        .split('\n')
        .filter(Boolean)
        .map(line => rowOf(JSON.parse(line)))
        .reverse(),
    )
  })
  // Without those of trials, which say where a rule is: no page asks for them, and it is not a tenant's to know.
  app.get('/api/stats', async context => {
    const only = [...filtersIn(new URL(context.req.url).searchParams), ...onlyOf(tenantOf(context.req.raw))]
    return told(await ask(['audit', 'stats', '--json', ...only]))
  })
  app.get('/api/groups', async context => {
    const { by = '', since = '' } = context.req.query()
    const groups = await counts(tenantOf(context.req.raw)).groups(by, since)
    return groups === undefined ? no(422, 'Nothing is counted by this.') : json(groups)
  })
  app.get('/api/insights', async context =>
    json(await counts(tenantOf(context.req.raw)).insights(context.req.query('since') ?? '')),
  )
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
