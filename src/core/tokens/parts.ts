/** Parts of a long text: a pattern that looks around itself is slow, and is tried only near words that it cannot match without. */

import type { Mark } from './marks.ts'

/** Offsets in UTF-16 units, in their order and apart. */
export type Parts = readonly (readonly [from: number, to: number])[]

const joined = (parts: readonly (readonly [number, number])[]): Parts => {
  const apart: [number, number][] = []
  for (const [from, to] of [...parts].sort(([a], [b]) => a - b)) {
    const last = apart.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}

/** So many characters in front of where a word begins, and behind it. */
export const partsAround = (text: string, words: readonly Mark[], before: number, after: number): Parts => {
  const parts: [number, number][] = []
  for (const { text: word } of words)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      parts.push([Math.max(0, at - before), Math.min(text.length, at + after)])
  return joined(parts)
}

/** Each to the ends of the lines that it begins and ends in. */
export const wholeLines = (text: string, parts: Parts): Parts =>
  joined(
    parts.map(([from, to]) => {
      const end = text.indexOf('\n', to)
      return [from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1, end < 0 ? text.length : end]
    }),
  )

const isBlank = (code: number): boolean => code <= 32

/** Words around what stands in them, if they have so many characters, each with the next one: some tokens have a blank. */
export const wordsAround = (text: string, marks: readonly Mark[], least: number): Parts => {
  const parts: [number, number][] = []
  for (const { text: mark } of marks)
    for (let at = text.indexOf(mark); at >= 0; ) {
      let [from, to] = [at, at + mark.length]
      while (from > 0 && !isBlank(text.charCodeAt(from - 1))) from--
      while (to < text.length && !isBlank(text.charCodeAt(to))) to++
      const end = to++
      while (to < text.length && !isBlank(text.charCodeAt(to))) to++
      if (to - from >= least) parts.push([from, Math.min(to, text.length)])
      at = text.indexOf(mark, end)
    }
  return joined(parts)
}

/** The text, with what a pattern matches in its parts replaced. */
export const replaceIn = (text: string, parts: Parts, pattern: RegExp, by: string): string => {
  if (parts.length === 0) return text
  if (parts[0]?.[0] === 0 && parts[0][1] === text.length) return text.replace(pattern, by)
  let made = ''
  let at = 0
  for (const [from, to] of parts) {
    made += text.slice(at, from) + text.slice(from, to).replace(pattern, by)
    at = to
  }
  return made + text.slice(at)
}
