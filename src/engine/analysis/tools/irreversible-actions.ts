/** Deeds of a service that its tool's name tells and nobody takes back: merges, money, accounts, access, secrets. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject } from '../../../core/json.ts'
import { misleadsAgents } from '../../detect/agent-orders.ts'
import { about, hands, lastingWords, looks, passwordStores, tries } from '../../detect/deeds.gen.ts'
import { deedsIn, mutationsIn } from '../../detect/deeds.ts'
import { bare, isOneOf, wordsOf } from '../../matching/words.ts'
import type { FindingId } from '../values/findings.ts'

export const lasting = (name: string, { structuredInput, mcpServer = '' }: NormalizedHookEvent): readonly FindingId[] => {
  const spoken = wordsOf(name).filter(word => word !== '')
  const asked = typeof structuredInput.query === 'string' ? mutationsIn(structuredInput.query).flatMap(wordsOf) : []
  const own = [...spoken, ...called(spoken, structuredInput), ...asked]
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
  // Where a database keeps what people log in with.
  if (/^system\.users$/.test(String(structuredInput.collection ?? ''))) return ['secrets.print-token']
  if (
    has('dns') &&
    has('create add') &&
    has('record records') &&
    /^(?:A|AAAA|CNAME|NS|MX)$/i.test(String(structuredInput.type ?? ''))
  )
    return ['cloud.access-change']
  if (isDump(own) || (has('get fetch show') && has('connection') && has('string strings uri url'))) return ['secrets.print-token']
  if (isPretended(structuredInput, mcpServer)) return []
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
  let text: string | undefined
  return deedsIn({
    name: own,
    words,
    server: mcpServer,
    keys: Object.keys(structuredInput),
    input: () => (text ??= JSON.stringify(structuredInput)),
    isOpen: isMadePublic(structuredInput),
    named: spoken,
  })
}

/** An emulator, or a cluster of this machine, where the server's own argument says so. */
const isPretended = ({ use_emulator, useEmulator, context }: JsonObject, server = ''): boolean =>
  (/firebase|firestore/i.test(server) && (use_emulator === true || useEmulator === true)) ||
  (/kube|k8s/i.test(server) &&
    /^(?:kind-|k3d-|minikube$|docker-desktop$|rancher-desktop$|orbstack$|colima)/.test(String(context ?? '')))

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

/** Open to everybody, as GitHub and GitLab say it, at any depth of the arguments that people write. */
const isMadePublic = (input: JsonObject, depth = 0): boolean =>
  Object.entries(input).some(([key, value]) => {
    if (typeof value === 'object') return depth < 3 && isObject(value) && isMadePublic(value, depth + 1)
    const name = typeof value === 'boolean' || value === 'public' ? bare(key) : ''
    return name === 'private' ? value === false : name === 'public' ? value === true : name === 'visibility' && value === 'public'
  })
