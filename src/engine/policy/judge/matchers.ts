/** What some conditions need to be judged, loaded only where a rule has them, and always before it is asked. */

import { accesses, asksServers, namesServers, speaksOf } from '../rules/conditions.ts'
import type { When } from '../rules/types.ts'

export interface Matchers {
  /** How programs read their flags. */
  readonly flagsHold: typeof import('../rules/flags.ts').flagsHold
  /** Where its command stands among the words of a run. */
  readonly commandAt: typeof import('../rules/flags.ts').commandAt
  /** Which packages a command installs. */
  readonly packagesHold: typeof import('../rules/packages.ts').packagesHold
  /** What a folder that is read may hold; undefined where no rule names what is read. */
  readonly trees: typeof import('../../matching/trees.ts') | undefined
  /** What an MCP server is; undefined where no rule asks. */
  readonly serverIs: typeof import('../rules/mcp-servers.ts').serverIs | undefined
  /** What patterns of names may stand for; undefined where the call has none, or no rule names paths. */
  readonly overlaps: typeof import('../../matching/glob-overlap.ts') | undefined
}

type Asked = readonly { readonly when?: When }[]

const loaded: {
  flags?: typeof import('../rules/flags.ts')
  packages?: typeof import('../rules/packages.ts')
  servers?: typeof import('../rules/mcp-servers.ts')
  overlaps?: typeof import('../../matching/glob-overlap.ts')
  trees?: typeof import('../../matching/trees.ts')
} = {}

/** For all that is asked about a call: rules, built-in ones too, and exceptions. */
export const matchersFor = async (
  asked: readonly Asked[],
  hasPatterns: boolean,
  isMcp = false,
  acts = false,
): Promise<Matchers> => {
  const needs = asked.map(needsOf)
  if (needs.some(({ flags }) => flags)) loaded.flags ??= await import('../rules/flags.ts')
  if (needs.some(({ packages }) => packages)) loaded.packages ??= await import('../rules/packages.ts')
  if (isMcp && needs.some(({ servers }) => servers)) loaded.servers ??= await import('../rules/mcp-servers.ts')
  const isReading = acts && needs.some(({ reads }) => reads)
  if (isReading) loaded.trees ??= await import('../../matching/trees.ts')
  const isPatterned = hasPatterns && needs.some(({ paths }) => paths)
  if (isPatterned) loaded.overlaps ??= await import('../../matching/glob-overlap.ts')
  return {
    flagsHold: loaded.flags?.flagsHold ?? notAsked,
    commandAt: loaded.flags?.commandAt ?? notAsked,
    packagesHold: loaded.packages?.packagesHold ?? notAsked,
    serverIs: isMcp && needs.some(({ servers }) => servers) ? loaded.servers?.serverIs : undefined,
    trees: isReading ? loaded.trees : undefined,
    overlaps: isPatterned ? loaded.overlaps : undefined,
  }
}

const notAsked = (): never => {
  throw new Error('a condition was asked that nobody had announced')
}

interface Needs {
  readonly flags: boolean
  readonly packages: boolean
  readonly paths: boolean
  readonly reads: boolean
  readonly servers: boolean
}

const known = new WeakMap<Asked, Needs>()

const needsOf = (asked: Asked): Needs => {
  const needs = known.get(asked) ?? {
    flags: asked.some(({ when }) => speaksOf(when, 'flags') || speaksOf(when, 'args')),
    packages: asked.some(({ when }) => speaksOf(when, 'packages')),
    servers: asked.some(({ when }) => asksServers(when) || namesServers(when)),
    reads: asked.some(({ when }) => speaksOf(when, 'reads')),
    paths: asked.some(({ when }) => accesses.some(access => speaksOf(when, access))),
  }
  known.set(asked, needs)
  return needs
}
