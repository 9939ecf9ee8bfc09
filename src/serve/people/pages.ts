/** The pages of the dashboard at this server: who may see them, and what becomes of the links that lead there. */

import type { Hono } from 'hono'
import { barrierText, findRefusal } from '../../approvals/console.ts'
import type { Config } from '../../config.ts'
import type { ServeConfig } from '../../core/config.ts'
import type { Following, Pages } from '../../dashboard/on-serve.ts'
import type { Log } from '../log.ts'
import type { Tokens } from '../tokens.ts'
import type { Hearing } from './announce.ts'
import { permitHere } from './approvals.ts'
import { type Links, linksOf } from './links.ts'

export interface PagesGround {
  readonly said: ServeConfig | undefined
  readonly stateDir: string
  readonly tokens: () => Tokens
  readonly revoked: () => ReadonlySet<string>
  readonly links: Links | undefined
  readonly config: () => Promise<Config>
  readonly log: Log
}

/** Who is told of refusals; undefined where nobody is to be. */
export const hearingIn = (said: ServeConfig | undefined): Pick<Hearing, 'hook' | 'url' | 'links'> | undefined =>
  said?.approvals === undefined || said.url === undefined
    ? undefined
    : { hook: said.approvals, url: new URL(said.url), links: linksOf() }

/** Undefined unless the configuration asks for them. */
export const pagesFor = async ({ said, stateDir, links, config, log, ...access }: PagesGround): Promise<Pages | undefined> => {
  if (said?.dashboard !== true && links === undefined) return undefined
  if (said?.url === undefined) throw new Error('serve.dashboard needs serve.url in config.yaml: the address that browsers have')
  return (await import('../../dashboard/on-serve.ts')).pagesOnServe({
    url: new URL(said.url),
    stateDir,
    reads: said.dashboard === true,
    links: links && followingOf(links, config),
    person: sha256 => (access.revoked().has(sha256) ? undefined : personIn(access.tokens(), sha256)),
    entered: name => (name === undefined ? log.warn('sign-in refused', {}) : log.notice('signed in', { token: name })),
  })
}

/** Looking spends nothing: whoever makes previews of links in a chat looks at each. */
const followingOf = (links: Links, config: () => Promise<Config>): Following => ({
  look: async link => {
    const call = links.callOf(link)
    return call === undefined ? undefined : findRefusal(call, await config())
  },
  permit: async (link, name) => {
    const call = links.spend(link)
    if (call === undefined) return { error: over }
    const done = await permitHere(call, { name, tenant: '' }, { name, way: 'link' }, await config())
    return done.ok ? { until: done.until } : { error: `It cannot be permitted: ${barrierText[done.barrier]}.` }
  },
})

const over = 'This link was used, is too old, or is not from this server.'

/**
 * A token that hooks carry is an agent's, whatever else it may. The log is one for all tenants, so that none of theirs opens it.
 */
const personIn = (tokens: Tokens, sha256: string): string | undefined => {
  const token = tokens.ok ? tokens.list.find(one => one.sha256 === sha256) : undefined
  return token?.scopes.includes('approve') && !token.scopes.includes('validate') && token.tenant === undefined
    ? token.name
    : undefined
}

export const pageRoutes = (app: Hono, pages: Pages): void => {
  app.all('/dashboard/*', context => pages.answer(context.req.raw))
}
