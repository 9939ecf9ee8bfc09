/** What the name of a tool says it does. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { bare, wordsOf } from '../../matching/words.ts'
import type { FindingId } from '../values/findings.ts'
import { actionKeys, nouns, parts, verbs } from './verbs.gen.ts'

export type Verb = 'deletes' | 'writes' | 'reads'

const order = ['deletes', 'writes', 'reads'] as const

export const verbIn = (words: readonly string[]): Verb | undefined =>
  order.find(verb => words.some(word => verbs[verb].has(word)))

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

export const doesByName = (name: string, input: JsonObject): readonly FindingId[] => {
  const words = [...wordsOf(name), ...actionIn(input)]
  if (
    (words.includes('push') ||
      (words.some(word => /^(?:update|edit|set|move|put)$/.test(word)) && words.some(word => reference.test(word)))) &&
    isForced(input)
  )
    return ['git.push-force']
  if (isObject(input.command) && Object.keys(input.command).some(key => /^drop(?:database)?$/i.test(key)))
    return ['database.destroy']
  if (/\bflush ?(?:all|db)\b/.test(words.join(' '))) return ['database.destroy']
  if (/^-?[01]$/.test(String(input.pid)) && words.some(word => /^(?:kill|terminate|stop|end|signal)$/.test(word)))
    return ['process.kill-all']
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
  // A collection that takes its own place.
  if (Array.isArray(input.pipeline) && typeof input.collection === 'string' && writesTo(input.pipeline, input.collection))
    return ['database.mass-change']
  if (!words.some(word => /^(?:delete|drop|destroy|purge|truncate|wipe|terminate|remove)$/.test(word))) return []
  if (words.some(word => parts.test(word))) return []
  // What a query is found by, which is made again.
  if (words.some(word => /^index(?:es)?$/.test(word)) && ('collection' in input || 'table' in input)) return []
  const found = nouns.find(([noun]) => words.some(word => noun.test(word)))
  return found === undefined ? [] : [found[1]]
}

/** The words of an argument that names the action. */
const actionIn = (input: JsonObject): readonly string[] =>
  Object.entries(input).flatMap(([key, value]) =>
    typeof value === 'string' && value.length <= 40 && /^(?:action|operation|op|verb)$/.test(bare(key)) ? wordsOf(value) : [],
  )

const reference = /^(?:refs?|references?|branch|branches)$/

/** Of the call itself, or of the options in it. */
const isForced = (input: JsonObject): boolean =>
  Object.entries(input).some(([key, value]) =>
    /^force(?:push|update)?$/.test(bare(key))
      ? value === true || value === 'true'
      : /^(?:options|opts|params|parameters)$/.test(bare(key)) && isObject(value) && isForced(value),
  )

const writesTo = (pipeline: readonly unknown[], collection: string): boolean => {
  const last = pipeline.at(-1)
  const out = typeof last === 'object' && last !== null && '$out' in last ? last.$out : undefined
  return out === collection || (typeof out === 'object' && out !== null && 'coll' in out && out.coll === collection)
}

const isEmpty = (filter: unknown): boolean =>
  filter === undefined ||
  (typeof filter === 'string' && /^(?:\{\s*\})?$/.test(filter.trim())) ||
  (typeof filter === 'object' && filter !== null && Object.keys(filter).length === 0)
