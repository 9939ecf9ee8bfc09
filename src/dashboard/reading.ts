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
  readonly counts: Counts
  /** Undefined where nobody can say now. */
  readonly refusals: () => Promise<Approvals | undefined>
  /** Whether who has asked may still be told more. */
  readonly may?: (request: Request) => Promise<boolean>
}

const filters = ['client', 'rule', 'decision', 'event', 'session', 'user', 'since', 'until', 'id', 'project'] as const

/** A value never becomes an option: each stands behind its own equals sign. */
const filtersIn = (query: URLSearchParams): readonly string[] => [
  ...filters.flatMap(name => {
    const value = query.get(name)
    return value === null || value === '' ? [] : [`--${name}=${value.slice(0, 400)}`]
  }),
  ...(query.get('trial') === 'true' ? ['--trial'] : []),
]

export const number = (text: string | null, least: number, most: number, otherwise: number): number => {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : otherwise
}

export const readingRoutes = (app: Hono, { live, counts, refusals, may = async () => true }: Readable): void => {
  app.get('/api/live', ({ req }) => live.listen(() => may(req.raw)) ?? no(503, 'Too many pages listen.'))
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

  app.get('/api/approvals', async () => {
    const open = await refusals()
    return open === undefined ? no(503, 'What the servers share cannot be had now. Try again.') : json(open)
  })
  app.get('/api/policy', async () => told(await ask(['policy', 'show', '--json'])))
  app.get('/api/policy/suggest', async () => told(await ask(['policy', 'suggest', '--json'])))
}
