/** What the name of a tool says it does. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import type { FindingId } from '../values/findings.ts'
import { bare, wordsOf } from './argument-keys.ts'

export type Verb = 'deletes' | 'writes' | 'reads'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const verbs: Readonly<Record<Verb, ReadonlySet<string>>> = {
  deletes: setOf('delete del remove rm unlink trash rmdir destroy purge erase wipe empty clean clear nuke'),
  writes: setOf(
    'write create edit append insert update replace save put move mv rename copy cp upload patch apply mkdir touch set store add download modify overwrite',
  ),
  reads: setOf('read get list ls view open cat show search find grep head tail fetch load stat info tree glob describe'),
}
const order = ['deletes', 'writes', 'reads'] as const

export const verbIn = (words: readonly string[]): Verb | undefined =>
  order.find(verb => words.some(word => verbs[verb].has(word)))

const actionKeys = setOf('action operation op command verb cmd subcommand mode')

/** What a tool does: by an argument that names the action, else by its own name. Empty when nothing says so. */
export const verbsOf = (name: string, input: JsonObject): ReadonlySet<Verb> => {
  const asked: Verb[] = []
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string' || value.length > 40 || !actionKeys.has(bare(key)) || /\s/.test(value)) continue
    const verb = verbIn(wordsOf(value))
    if (verb !== undefined) asked.push(verb)
  }
  if (asked.length > 0) return new Set(asked)
  const own = verbIn(wordsOf(name))
  return new Set(own === undefined ? [] : [own])
}

/** Words of tools that look at text or code and do not run it. */
export const looksOnly: ReadonlySet<string> = setOf(
  'format lint explain analyse analyze analysis review highlight parse check validate search find tokenise tokenize translate summarise summarize document docs diff compare render beautify minify convert detect scan embed index think thinking read get list comment create write edit save update add post send store log count suggest complete generate',
)

/** What `delete_<noun>` deletes, when no path says so. The first that fits. */
const nouns: readonly (readonly [noun: RegExp, finding: FindingId])[] = [
  [/^(?:database|databases|db|table|tables|schema|collection|collections|keyspace|index|indexes|column)$/, 'database.destroy'],
  [/^(?:repo|repos|repository|repositories|release|organization|org)$/, 'cloud.repository-destroy'],
  [/^(?:branch|branches|tag|ref)$/, 'git.push-delete'],
  [/^(?:bucket|buckets|object|objects|blob|blobs)$/, 'cloud.storage-destroy'],
  [/^(?:pod|pods|deployment|deployments|namespace|namespaces|cluster|clusters|node|statefulset)$/, 'kubernetes.delete'],
  [
    /^(?:instance|instances|vm|vms|stack|stacks|server|servers|droplets?|machines?|workers?|function|lambda|resource|resources|zone|vpc|project|app)$/,
    'cloud.destroy',
  ],
]
/** Things that belong to one of those, and are no loss. */
const parts = /^(?:comment|comments|label|labels|reaction|reactions|note|notes|protection|review|bookmark)$/

export const doesByName = (name: string, input: JsonObject): readonly FindingId[] => {
  const words = wordsOf(name)
  if (
    (words.includes('push') ||
      (words.some(word => /^(?:update|edit|set|move|put)$/.test(word)) && words.some(word => reference.test(word)))) &&
    isForced(input)
  )
    return ['git.push-force']
  if (isObject(input.command) && Object.keys(input.command).some(key => /^drop(?:database)?$/i.test(key)))
    return ['database.destroy']
  if (words.some(word => word === 'flushall' || word === 'flushdb')) return ['database.destroy']
  if (words.includes('many') && words.some(word => /^(?:delete|update)$/.test(word)) && isEmpty(input.filter ?? input.query))
    return ['database.mass-change']
  if (words.includes('delete') && /^\*+$/.test(String(input.pattern ?? input.key ?? ''))) return ['database.mass-change']
  if (
    typeof input.collection === 'string' &&
    words.some(word => /^(?:remove|delete)$/.test(word)) &&
    'query' in input &&
    isEmpty(input.query)
  )
    return ['database.mass-change']
  if (!words.some(word => /^(?:delete|drop|destroy|purge|truncate|wipe|terminate|remove)$/.test(word))) return []
  if (words.some(word => parts.test(word))) return []
  // What a query is found by, which is made again.
  if (words.some(word => /^index(?:es)?$/.test(word)) && ('collection' in input || 'table' in input)) return []
  const found = nouns.find(([noun]) => words.some(word => noun.test(word)))
  return found === undefined ? [] : [found[1]]
}

const reference = /^(?:refs?|references?|branch|branches)$/

/** Of the call itself, or of the options in it. */
const isForced = (input: JsonObject): boolean =>
  Object.entries(input).some(([key, value]) =>
    /^force(?:push|update)?$/.test(bare(key))
      ? value === true || value === 'true'
      : /^(?:options|opts|params|parameters)$/.test(bare(key)) && isObject(value) && isForced(value),
  )

const isEmpty = (filter: unknown): boolean =>
  filter === undefined ||
  (typeof filter === 'string' && /^(?:\{\s*\})?$/.test(filter.trim())) ||
  (typeof filter === 'object' && filter !== null && Object.keys(filter).length === 0)
