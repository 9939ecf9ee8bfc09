/** The pages of the dashboard at this server: who may see them. */

import type { Hono } from 'hono'
import type { ServeConfig } from '../core/config.ts'
import type { Pages } from '../dashboard/on-serve.ts'
import type { Log } from './log.ts'
import type { Tokens } from './tokens.ts'

export interface PagesGround {
  readonly said: ServeConfig | undefined
  readonly stateDir: string
  readonly tokens: () => Tokens
  readonly revoked: () => ReadonlySet<string>
  readonly log: Log
}

/** Undefined unless the configuration asks for them. */
export const pagesFor = async ({ said, stateDir, tokens, revoked, log }: PagesGround): Promise<Pages | undefined> => {
  if (said?.dashboard !== true) return undefined
  if (said.url === undefined) throw new Error('serve.dashboard needs serve.url in config.yaml: the address that browsers have')
  return (await import('../dashboard/on-serve.ts')).pagesOnServe({
    url: new URL(said.url),
    stateDir,
    person: sha256 => (revoked().has(sha256) ? undefined : personIn(tokens(), sha256)),
    entered: name => (name === undefined ? log.warn('sign-in refused', {}) : log.notice('signed in', { token: name })),
  })
}

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
