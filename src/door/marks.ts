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

/** While the image is made: from here on the host knows the words. One that comes later is searched alone. */
export const tellWords = (): void => {
  table = tableOf([...places.keys()])
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
  return {
    has: mark => stand(mark, stands) ?? text.includes(mark.text),
    says: mark => stand(mark, standsFolded) ?? folding(text)(mark.text),
    run: () => trait(3),
    word: () => trait(2),
    unseen: () => trait(1),
  }
}
