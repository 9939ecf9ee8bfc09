/** Which deeds of a service words tell, whoever says them: the name of a tool, a request, a command line. */

import { bare, isOneOf, rowsByWord } from '../matching/words.ts'
import { accessChange, irreversible, parts } from './deeds.gen.ts'

/** A row of `src/engine/knowledge/detect/deeds.yaml`. */
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

/** What is said to a service. */
export interface Said {
  /** What it is called that is done. */
  readonly name: readonly string[]
  /** The same, with what arguments say of it. */
  readonly words: readonly string[]
  /** The part of its name that arguments add nothing to. */
  readonly named: readonly string[]
  readonly server: string
  readonly keys: readonly string[]
  readonly input: () => string
  readonly isOpen: boolean
}

/** The same of a name alone: of a request by its address, of a command line by its words. */
export const deedsOf = (name: readonly string[], server: string, input: string, isOpen = false): ReturnType<typeof deedsIn> => {
  const words = name.filter(word => word !== '')
  return deedsIn({ name: words, words, named: words, server, keys: [], input: () => input, isOpen })
}

export function deedsIn({
  name,
  words,
  named,
  server,
  keys: given,
  input: toInput,
  isOpen,
}: Said): readonly ('cloud.irreversible' | 'cloud.access-change')[] {
  const isSaid = (list: string, by: readonly string[]): boolean => by.some(word => isOneOf(` ${list} `, word))
  const holds = ({ verbs, nouns, also, unless, server: ofServer, keys, input, public: opens, named: ownVerb }: Deed): boolean =>
    (ownVerb === undefined || (name.length > 1 && isSaid(verbs, name))) &&
    (nouns === undefined || isSaid(nouns, words)) &&
    (also === undefined || isSaid(also, words)) &&
    (unless === undefined || !isSaid(unless, named)) &&
    (ofServer === undefined || ofServer.test(server.toLowerCase())) &&
    (keys === undefined || given.some(key => keys.test(bare(key)))) &&
    (input === undefined || input.test(toInput())) &&
    (opens === undefined || isOpen)
  byVerb ??= [rowsByWord(irreversible, ({ verbs }) => verbs), rowsByWord(accessChange, ({ verbs }) => verbs)]
  const [lost, opened] = byVerb.map(rows => words.some(word => rows.get(word)?.some(holds) === true))
  return [
    ...(lost === true ? (['cloud.irreversible'] as const) : []),
    ...(opened === true && (named.includes('invite') || !isSaid(parts, named)) ? (['cloud.access-change'] as const) : []),
  ]
}

let byVerb: readonly ReadonlyMap<string, readonly Deed[]>[] | undefined

/** What a mutation of GraphQL calls: `mutation { deleteRef(input: …) { id } }`. */
export const mutationsIn = (text: string): readonly string[] => {
  if (!text.includes('mutation')) return []
  const plain = text.replace(/^[ \t]*#.*$/gm, '').trimStart()
  if (!/^mutation\b/.test(plain)) return []
  return [...plain.slice(plain.indexOf('{')).matchAll(/\b([a-zA-Z]\w*)\s*\(/g)].map(([, name = '']) => name)
}
