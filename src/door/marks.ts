/** What is looked for in texts: the host looks for everything in one pass, once for each text. */

import type { Mark, Search } from '../core/tokens/marks.ts'
import { host } from './host.ts'
import { tableOf } from './table.ts'

export type { Mark, Search } from '../core/tokens/marks.ts'

const places = new Map<string, number>()
let table: Uint8Array = new Uint8Array()

export const markOf = (text: string): Mark => {
  if (!places.has(text)) places.set(text, places.size)
  return { text }
}

type Range = readonly [from: number, to: number]
/** Lists that were asked for while the image was made, with where their words stand: side by side, but for those that an earlier list has too. */
const lists = new Map<readonly Mark[], readonly Range[]>()

const rangesOf = (marks: readonly Mark[]): readonly Range[] => {
  const found: Range[] = []
  for (const at of marks.map(({ text }) => places.get(text) ?? 0).sort((a, b) => a - b)) {
    const [from, to] = found.at(-1) ?? [at, -1]
    if (at <= to) found.splice(-1, 1, [from, at + 1])
    else found.push([at, at + 1])
  }
  return found
}

/** While the image is made: from here on the host knows the words. One that comes later is searched alone. */
export const tellWords = (): void => {
  table = tableOf([...places.keys()])
  for (const marks of lists.keys()) lists.set(marks, rangesOf(marks))
}

export const searchedFrom = 256
export const triedFrom = Number.POSITIVE_INFINITY

const [stands, standsFolded] = [1, 2]

/** An index costs more than looking here. */
export const indexedFrom = Number.POSITIVE_INFINITY

export const isSound = (text: string): boolean => host.sound(text) === 1

export const folding =
  (text: string) =>
  (word: string): boolean => {
    const found = host.contains(text, word)
    return found < 0 ? text.toLowerCase().includes(word) : found === 1
  }

export const searchIn = (text: string): Search => {
  let found: Uint8Array | undefined
  const look = (): Uint8Array => {
    found ??= host.look(text, table)
    return found
  }
  /** Behind the words. */
  const trait = (n: number): boolean => look()[look().length - n] === 1
  const stand = (mark: Mark, how: number): boolean | undefined => {
    const at = places.get(mark.text) ?? places.size
    return at < look().length - 3 ? ((look()[at] ?? 0) & how) !== 0 : undefined
  }
  const has = (mark: Mark): boolean => stand(mark, stands) ?? text.includes(mark.text)
  return {
    has,
    hasAny: marks => {
      const ranges = lists.get(marks)
      if (ranges === undefined || table.length === 0) {
        if (table.length === 0) lists.set(marks, [])
        return marks.some(has)
      }
      const found = look()
      const within = ([from, to]: Range, value: number): boolean => {
        const at = found.indexOf(value, from)
        return at >= 0 && at < to
      }
      return ranges.some(range => within(range, stands) || within(range, stands | standsFolded))
    },
    says: mark => stand(mark, standsFolded) ?? folding(text)(mark.text),
    run: () => trait(3),
    word: () => trait(2),
    unseen: () => trait(1),
  }
}
