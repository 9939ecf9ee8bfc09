/** Words that are looked for in long texts: the host looks for all of them in one pass, once for each text. */

import type { Mark, Search } from '../core/tokens/marks.ts'
import { host } from './host.ts'

export type { Mark, Search } from '../core/tokens/marks.ts'

const words: string[] = []
/** A word a line: put together in the image, once the patterns are known. */
let lines: { readonly count: number; readonly text: string } = { count: 0, text: '' }
const wordLines = (): string => {
  if (lines.count !== words.length) lines = { count: words.length, text: words.join('\n') }
  return lines.text
}
const places = new Map<string, number>()

export const markOf = (text: string): Mark => {
  if (!places.has(text)) {
    places.set(text, words.length)
    words.push(text)
  }
  return { text }
}

export const searchedFrom = 2_048
export const triedFrom = Number.POSITIVE_INFINITY

/** A list is a line, and a mark has no line break; one that was made after the text was looked at is searched alone. */
const finder = (text: string, folds: boolean): ((mark: Mark) => boolean) => {
  let found: Uint8Array | undefined
  return mark => {
    found ??= host.find(text, wordLines(), folds ? 1 : 0)
    const at = places.get(mark.text) ?? found.length
    return at < found.length ? found[at] === 1 : (folds ? text.toLowerCase() : text).includes(mark.text)
  }
}

export const searchIn = (text: string): Search => ({ has: finder(text, false), says: finder(text, true) })
