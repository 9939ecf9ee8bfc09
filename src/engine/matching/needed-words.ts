/** Words that `npm run gen` has found in patterns, which match nothing without them: all are looked for at once, and most patterns are not tried. */

import { type Mark, markOf } from '../../core/traits.ts'

/** Of each list one stands in whatever matches, in small letters. */
export type Needed = readonly (readonly string[])[]

const marks = new Map<readonly string[], readonly Mark[]>()
const marksOf = (words: readonly string[]): readonly Mark[] => {
  const found = marks.get(words) ?? words.map(markOf)
  marks.set(words, found)
  return found
}

export const stand = (needed: Needed | undefined, says: (mark: Mark) => boolean): boolean =>
  needed === undefined || needed.every(words => marksOf(words).some(says))

/** For the image of the door, which knows its words beforehand. */
export const lookUp = (needed: Needed = []): void => {
  for (const words of needed) marksOf(words)
}
