/** Texts of files that let everybody in, make a check look away, lose what others have, or tell a stranger. */

import { hasAnyOf, type Mark, markOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'
import type { FindingId } from '../values/findings.ts'
import { openings } from './open-settings.gen.ts'

type Said = RegExp | readonly RegExp[]

/** A row of `src/engine/knowledge/places/open-settings.yaml`. */
export interface Opening {
  readonly where: RegExp
  /** How its name ends, besides. */
  readonly ends?: RegExp
  /** One of these stands in the text, `a|b`: without it no pattern is tried. */
  readonly words?: string
  /** A list stands in its order, in one piece of text up to a semicolon or an empty line. */
  readonly says: Said
  /** Between the same braces, in front of which `name {` is part of it. */
  readonly also?: RegExp
  /** Anywhere in the text, besides; of a list all. */
  readonly and?: Said
  /** Anywhere in a text that is none. */
  readonly unless?: RegExp
  /** In what an edit replaces; `keeps` is what the new text has if the check is still there. */
  readonly was?: Said
  readonly keeps?: RegExp
  readonly finding: FindingId
}

/** What a new text of such a file opens, in place of the text `before`. */
export const opensBy = (path: string, text: string, before = ''): FindingId | undefined =>
  openings().find(one => isAt(one, path) && holds(one, text, before))?.finding

const isAt = ({ where, ends }: Opening, path: string): boolean => where.test(path) && ends?.test(path) !== false

export const holds = (
  one: Pick<Opening, 'words' | 'says' | 'also' | 'and' | 'unless' | 'was' | 'keeps'>,
  text: string,
  before: string,
): boolean => {
  const { words, says, also, and = [], unless, was, keeps } = one
  if (words !== undefined && !hasAnyOf(text, marksOf(words))) return false
  if (was !== undefined && (!isSaid(was, before) || keeps?.test(text.replace(comments, '')) === true)) return false
  if (![and].flat().every(part => part.test(text)) || unless?.test(text) === true) return false
  return also === undefined ? isSaid(says, text) : pieces(text).some(piece => isSaid(says, piece) && also.test(piece))
}

/** What is only said about a check is none. */
const comments = /(?:\/\/|#).*$/gm

const isSaid = (said: Said, text: string): boolean =>
  said instanceof RegExp ? said.test(text) : text.split(/;|\n[ \t]*\n/).some(part => inOrder(part, ...said))

const marks = new Map<string, readonly Mark[]>()
const marksOf = (words: string): readonly Mark[] => {
  const found = marks.get(words) ?? words.split('|').map(markOf)
  marks.set(words, found)
  return found
}

/** What stands between braces, with the word in front of them. */
const pieces = (text: string): readonly string[] => {
  const parts = text.split(/[{}]/)
  return parts.map((part, at) => {
    const name = at === 0 ? '' : ((parts[at - 1] as string).slice(-40).split(/\W+/).findLast(Boolean) ?? '')
    return name === '' ? part : `${name} {${part}`
  })
}

/** By its name alone. */
export const mayOpen = (path: string): boolean => openings().some(one => isAt(one, path))
