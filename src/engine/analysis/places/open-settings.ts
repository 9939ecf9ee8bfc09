/** Texts of files that let everybody in, make a check look away, lose what others have, or tell a stranger. */

import { traitsOf } from '../../../core/traits.ts'
import { inOrder } from '../../matching/in-order.ts'
import { lookUp, type Needed, stand } from '../../matching/needed-words.ts'
import type { FindingId } from '../values/findings.ts'
import { openings } from './open-settings.gen.ts'

type Said = RegExp | readonly RegExp[]

/** A row of `src/engine/knowledge/places/open-settings.yaml`. */
export interface Opening {
  readonly where: RegExp
  /** How its name ends, besides. */
  readonly ends?: RegExp
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
  /** Of what the text is, and of what `was` matches. */
  readonly words?: Needed
  readonly had?: Needed
  readonly finding: FindingId
}

/** What a new text of such a file opens, in place of the text `before`. */
export const opensBy = (path: string, text: string, before = ''): FindingId | undefined => {
  const [now, then] = [traitsOf(text), traitsOf(before)]
  return openings().find(
    one => isAt(one, path) && stand(one.words, now.says) && stand(one.had, then.says) && holds(one, text, before),
  )?.finding
}

const isAt = ({ where, ends }: Opening, path: string): boolean => where.test(path) && ends?.test(path) !== false

export const holds = (
  one: Pick<Opening, 'says' | 'also' | 'and' | 'unless' | 'was' | 'keeps'>,
  text: string,
  before: string,
): boolean => {
  const { says, also, and = [], unless, was, keeps } = one
  if (was !== undefined && (!isSaid(was, before) || keeps?.test(text.replace(comments, '')) === true)) return false
  if (![and].flat().every(part => part.test(text)) || unless?.test(text) === true) return false
  return also === undefined ? isSaid(says, text) : pieces(text).some(piece => isSaid(says, piece) && also.test(piece))
}

/** What is only said about a check is none. */
const comments = /(?:\/\/|#).*$/gm

const isSaid = (said: Said, text: string): boolean =>
  said instanceof RegExp ? said.test(text) : statements(text).some(part => inOrder(part, ...said))

let last: { readonly text: string; readonly parts: readonly string[] } | undefined

/** Up to a semicolon or an empty line each. */
const statements = (text: string): readonly string[] => {
  if (last?.text === text) return last.parts
  const parts: string[] = []
  for (const part of text.split(';')) {
    let from = 0
    // The end of a line that is followed by nothing but blanks up to the next end.
    for (let end = part.indexOf('\n'); end >= 0; ) {
      const next = part.indexOf('\n', end + 1)
      if (next >= 0 && part.slice(end, next).trim() === '') {
        parts.push(part.slice(from, end))
        from = next + 1
      }
      end = next
    }
    parts.push(part.slice(from))
  }
  last = { text, parts }
  return parts
}

/** For the image of the door, which looks for all words at once. */
export const lookUpOpenings = (): void => {
  for (const { words, had } of openings()) {
    lookUp(words)
    lookUp(had)
  }
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
