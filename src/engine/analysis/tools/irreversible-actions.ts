/** Deeds of a service that its tool's name tells and nobody takes back: merges, money, accounts, access, secrets. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject } from '../../../core/json.ts'
import { misleadsAgents } from '../../detect/agent-orders.ts'
import { isOneOf, rowsByWord } from '../../matching/words.ts'
import type { FindingId } from '../values/findings.ts'
import { bare, wordsOf } from './argument-keys.ts'
import { about, accessChange, hands, irreversible, lastingWords, looks, parts, passwordStores, tries } from './deeds.gen.ts'

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
  /** The verb stands in the name of the tool, and not in an argument. */
  readonly named?: true
}

export const lasting = (name: string, { structuredInput, mcpServer = '' }: NormalizedHookEvent): readonly FindingId[] => {
  const spoken = wordsOf(name).filter(word => word !== '')
  const own = [...spoken, ...called(spoken, structuredInput)]
  const words = [...own, ...generic(structuredInput)]
  const has = (list: string): boolean => {
    const all = ` ${list} `
    return words.some(word => isOneOf(all, word))
  }
  // What makes a deed harmless is said by the tool: an argument that no tool reads would excuse everything.
  const named = (list: string): boolean => spoken.some(word => isOneOf(` ${list} `, word))
  if (passwordStores.test(mcpServer) && has(hands) && !named(about)) return ['secrets.print-token']
  // The variables of pipelines and services are what these log in with.
  if (
    has('get list read fetch show all') &&
    has('variable variables vars') &&
    has('project group ci pipeline service env environment') &&
    !named('update set create delete add put')
  )
    return ['secrets.print-token']
  if (isDump(own) || (has('get fetch show') && has('connection') && has('string strings uri url'))) return ['secrets.print-token']
  if (!has(lastingWords) || named(tries) || onlyLooks(own) || structuredInput.dryRun === true || structuredInput.dry_run === true)
    return []
  const gets = has('get read fetch retrieve show download export pull')
  if (has('download export pull') && has('secrets')) return ['secrets.print-token']
  if ((gets || has('reveal decrypt access')) && has('secret password passwords credential credentials'))
    return ['secrets.print-token']
  // The generic reader of a cluster.
  if (gets && /^secrets?$/i.test(String(structuredInput.kind ?? structuredInput.resourceType ?? structuredInput.resource_type)))
    return ['secrets.print-token']
  if (named('get read fetch retrieve show')) return []
  const holds = ({ verbs, nouns, also, unless, server, keys, input, public: opens, named: ownVerb }: Deed): boolean =>
    (ownVerb === undefined || (own.length > 1 && own.some(word => isOneOf(` ${verbs} `, word)))) &&
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
    ...(opened === true && (named('invite') || !named(parts)) ? (['cloud.access-change'] as const) : []),
  ]
}

/** What code that a service is given calls there: `deleteService({ … })`. */
const called = (own: readonly string[], { code }: JsonObject): readonly string[] =>
  typeof code === 'string' && own.includes('execute')
    ? [...code.matchAll(/\.(?:delete|destroy|purge)[A-Z]\w*(?=\()/g)].flatMap(([call]) => wordsOf(call))
    : []

/** Whether the first word that says anything is one of looking. */
const onlyLooks = (words: readonly string[]): boolean => {
  const at = (list: string): number => words.findIndex(word => isOneOf(` ${list} `, word))
  const look = at(looks)
  const deed = at(lastingWords)
  // `find_and_delete` does both.
  return look >= 0 && (deed < 0 || look < deed) && !words.includes('and')
}

/** `print_env`, `pg_credentials`: what is held, and no word for doing anything else with it. */
const isDump = (words: readonly string[]): boolean =>
  (words.at(-1) === 'credentials' && words.length === 2) ||
  (words.some(word => /^(?:print|dump|show|get|list|pull)$/.test(word)) &&
    words.some(word => /^(?:env|environ|envvars)$/.test(word)) &&
    words.length <= 3)

/** A tool for everything says by its arguments what it does, and to what: `operation: delete`, `objectName: Opportunity`. */
const generic = (input: JsonObject, depth = 0): readonly string[] =>
  Object.entries(input).flatMap(([key, value]) => {
    if (typeof value === 'string') {
      return value.length < 40 && /^[\w.:-]+$/.test(value) && says.test(bare(key)) ? wordsOf(value) : []
    }
    if (Array.isArray(value))
      return depth < 3 ? value.slice(0, 20).flatMap(item => (isObject(item) ? generic(item, depth + 1) : [])) : []
    if (value === true) return /^(?:get|list|read|delete)/i.test(key) ? wordsOf(key) : []
    return depth < 3 && isObject(value) ? generic(value, depth + 1) : []
  })
const says =
  /^(?:operation|op|action|command|method|verb|runaction|object|objectname|objecttype|entity|entitytype|resource|resourcetype|service|kind)$/

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
