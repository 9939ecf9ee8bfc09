/** The pages of the dashboard at this server: who may see them, and what becomes of the links that lead there. */

import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { ServeConfig } from '../../../core/config.ts'
import { barrierText, type Desk, findRefusal, refusalsAt } from '../../../hook/approvals/console.ts'
import type { Following, Pages, Person } from '../../dashboard/on-serve.ts'
import type { Log } from '../log.ts'
import type { SharedState } from '../state/shared.ts'
import type { Tokens } from '../tokens.ts'
import type { Hearing } from './announce.ts'
import { permitHere } from './approvals.ts'
import { type Links, linksOf, mostLinks } from './links.ts'

interface PagesGround {
  readonly said: ServeConfig | undefined
  readonly stateDir: string
  readonly tokens: () => Tokens
  readonly links: Links | undefined
  readonly desk: (tenant: string) => Promise<Desk>
  readonly state: Pick<SharedState, 'revoked' | 'shelf'>
  /** Whether there is such a tenant. */
  readonly tenants: (name: string) => boolean
  readonly log: Log
}

/** Who is told of refusals; undefined where nobody is to be. */
export const hearingIn = (
  said: ServeConfig | undefined,
  { shelf }: Pick<SharedState, 'shelf'>,
): Pick<Hearing, 'hook' | 'url' | 'links'> | undefined =>
  said?.approvals === undefined || said.url === undefined
    ? undefined
    : { hook: said.approvals, url: new URL(said.url), links: linksOf(shelf('link', mostLinks, linkMs)) }

/** No link is good for longer. */
const linkMs = 31 * 60_000

/** Undefined unless the configuration asks for them. */
export const pagesFor = async ({
  said,
  stateDir,
  links,
  desk,
  state,
  log,
  tokens,
  tenants,
}: PagesGround): Promise<Pages | undefined> => {
  if (said?.dashboard !== true && links === undefined) return undefined
  if (said?.url === undefined) throw new Error('serve.dashboard needs serve.url in config.yaml: the address that browsers have')
  return (await import('../../dashboard/on-serve.ts')).pagesOnServe({
    url: new URL(said.url),
    stateDir,
    reads: said.dashboard === true,
    links: links && followingOf(links, () => desk('')),
    shelf: state.shelf,
    refusals: async tenant => refusalsAt(await desk(tenant)),
    tenants,
    person: who => {
      const person = personIn(tokens(), who, state.revoked())
      return person === undefined || person.tenant === '' || tenants(person.tenant) ? person : undefined
    },
    entered: name => (name === undefined ? log.warn('sign-in refused', {}) : log.notice('signed in', { token: name })),
  })
}

/** Looking spends nothing: whoever makes previews of links in a chat looks at each. */
const followingOf = (links: Links, desk: () => Promise<Desk>): Following => ({
  look: async link => {
    const call = await links.callOf(link)
    const refusal = call ? await findRefusal(call, await desk()) : undefined
    return refusal ?? (call === false ? away : over)
  },
  permit: async (link, name, unseen) => {
    const looked = await followingOf(links, desk).look(link)
    if ('error' in looked) return looked.status === 404 ? { ...looked, status: 409 } : looked
    const refused = unseen(looked)
    if (refused !== undefined) return refused
    const call = await links.spend(link)
    if (!call) return call === false ? away : { ...over, status: 409 }
    const done = await permitHere(call, name, { name, way: 'link' }, await desk())
    return done.ok ? { until: done.until } : { status: 409, error: `It cannot be permitted: ${barrierText[done.barrier]}.` }
  },
})

const over = { status: 404, error: 'This link was used, is too old, or is not from this server.' } as const
const away = { status: 503, error: 'What the servers share cannot be had now. Try again.' } as const

/** A token that hooks carry is an agent's, whatever else it may. */
const personIn = (tokens: Tokens, who: string, revoked: ReadonlySet<string>): Person | undefined => {
  const name = (sha256: string): string => createHash('sha256').update(sha256).digest('hex')
  const token = tokens.ok ? tokens.list.find(({ sha256 }) => name(sha256) === who) : undefined
  if (token === undefined || revoked.has(token.sha256)) return undefined
  return token.scopes.includes('approve') && !token.scopes.includes('validate')
    ? { name: token.name, tenant: token.tenant ?? '' }
    : undefined
}

export const pageRoutes = (app: Hono, pages: Pages): void => {
  app.all('/dashboard/*', context => pages.answer(context.req.raw))
}
