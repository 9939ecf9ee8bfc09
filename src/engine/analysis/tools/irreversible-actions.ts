/** Deeds of a service that its tool's name tells and nobody takes back: merges, money, accounts, access, secrets. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { misleadsAgents } from '../../detect/agent-orders.ts'
import { isOneOf, rowsByWord } from '../../matching/words.ts'
import type { FindingId } from '../values/findings.ts'
import { bare, wordsOf } from './argument-keys.ts'
import { about, accessChange, hands, irreversible, lastingWords, looks, parts, passwordStores } from './deeds.gen.ts'

/** A row of `src/engine/knowledge/tools/deeds.yaml`. */
export interface Deed {
  /** Words with a space between, as the next three. */
  readonly verbs: string
  readonly nouns?: string
  readonly also?: string
  readonly unless?: string
  readonly server?: RegExp
  readonly keys?: RegExp
  readonly input?: RegExp
  readonly public?: true
}

export const lasting = (name: string, { structuredInput, mcpServer = '' }: NormalizedHookEvent): readonly FindingId[] => {
  const own = wordsOf(name).filter(word => word !== '')
  const words = [...own, ...generic(structuredInput)]
  const has = (list: string): boolean => {
    const all = ` ${list} `
    return words.some(word => isOneOf(all, word))
  }
  // What makes a deed harmless is said by the tool: an argument that no tool reads would excuse everything.
  const named = (list: string): boolean => own.some(word => isOneOf(` ${list} `, word))
  if (passwordStores.test(mcpServer) && has(hands) && !named(about)) return ['secrets.print-token']
  // GitLab's variables are what its pipelines log in with.
  if (has('get list read fetch show') && has('variable variables') && has('project group ci pipeline service env'))
    return ['secrets.print-token']
  if (!has(lastingWords) || named(looks) || structuredInput.dryRun === true || structuredInput.dry_run === true) return []
  const gets = has('get read fetch retrieve show')
  if ((gets || has('reveal decrypt access')) && has('secret password passwords credential credentials'))
    return ['secrets.print-token']
  // The generic reader of a cluster.
  if (gets && /^secrets?$/i.test(String(structuredInput.kind ?? structuredInput.resourceType ?? structuredInput.resource_type)))
    return ['secrets.print-token']
  if (named('get read fetch retrieve show')) return []
  const holds = ({ nouns, also, unless, server, keys, input, public: opens }: Deed): boolean =>
    (nouns === undefined || has(nouns)) &&
    (also === undefined || has(also)) &&
    (unless === undefined || !named(unless)) &&
    (server === undefined || server.test(mcpServer.toLowerCase())) &&
    (keys === undefined || Object.keys(structuredInput).some(key => keys.test(bare(key)))) &&
    (input === undefined || input.test(JSON.stringify(structuredInput))) &&
    (opens === undefined || isMadePublic(structuredInput))
  byVerb ??= [rowsByWord(irreversible, ({ verbs }) => verbs), rowsByWord(accessChange, ({ verbs }) => verbs)]
  const [lost, opened] = byVerb.map(rows => words.some(word => rows.get(word)?.some(holds) === true))
  return [
    ...(lost === true ? (['cloud.irreversible'] as const) : []),
    ...(opened === true && !named(parts) ? (['cloud.access-change'] as const) : []),
  ]
}

/** A tool for everything says by its arguments what it does, and to what: `operation: delete`, `objectName: Opportunity`. */
const generic = (input: JsonObject): readonly string[] =>
  Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && value.length < 40 && /^[\w.:-]+$/.test(value) && says.test(bare(key)) ? wordsOf(value) : [],
  )
const says =
  /^(?:operation|op|action|method|verb|runaction|object|objectname|objecttype|entity|entitytype|resource|resourcetype|service|kind)$/

let byVerb: readonly ReadonlyMap<string, readonly Deed[]>[] | undefined

/** Words of tools that hand a text to people, and so to the agents that read for them. */
const tells = ' create add post send comment reply publish update submit append edit write '
/** Words of servers and tools that keep what agents are told for their next sessions. */
const remembers = ' memory memories memorize mem0 remember knowledge zep letta observations '
/** Keys of local files, whose content has rules of its own. */
const files = /^(?:path|filepath|file|filename|files|notebookpath)$/

/** Orders for models in a text that is put where others read. */
export const misleads = (name: string, { structuredInput, mcpServer }: NormalizedHookEvent): boolean => {
  if (mcpServer === undefined || !wordsOf(name).some(word => isOneOf(tells, word))) return false
  if (Object.keys(structuredInput).some(key => files.test(bare(key)))) return false
  // What is remembered is an agent's own instructions.
  const posted = !wordsOf(`${mcpServer}_${name}`).some(word => isOneOf(remembers, word))
  return misleadsAgents(JSON.stringify(structuredInput).slice(0, 20_000).replaceAll('\\n', '\n').replaceAll('"', '\n\n'), posted)
}

/** Open to everybody, as GitHub and GitLab say it. */
const isMadePublic = (input: JsonObject): boolean =>
  input.private === false || input.public === true || input.visibility === 'public'
