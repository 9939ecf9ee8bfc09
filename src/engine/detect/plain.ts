/** Text without what only a terminal reads or nobody sees, with the way back to where each character stood. */

import { markOf, traitsOf } from '../../core/traits.ts'

export interface Plain {
  readonly text: string
  /** Where the character at this position stands in the text as given. */
  readonly origin: (position: number) => number
}

// Colours and other escape codes of a terminal, as bytes or as JSON and source code write them; invisible characters; tags.
const noise =
  /(?:[\u001b\u009b]|\\(?:u001b|x1b|033|e(?=\[)))(?:\[?[0-9;:?]*[A-Za-z]|\](?:[^\u0007\u001b\n\\]|\\(?!u001b|x1b|033|e\[))*(?:\u0007|\u001b\\))|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/gi

export const quick = /[\u001b\u009b\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\\(?:u001b|x1b|033|e\[)|\udb40/i

/** What it cannot match without: a text of usual characters is not searched by a pattern of many. */
const escapes = ['\u001b', '\\u', '\\U', '\\x', '\\X', '\\0', '\\e', '\\E'].map(markOf)
const mayBeNoisy = (text: string): boolean => {
  const traits = traitsOf(text)
  return traits.unseen || traits.hasAny(escapes)
}

/** The lines that hold such noise, without it; undefined when there is none. Lines without were read as they are. */
export const plain = (text: string): Plain | undefined => {
  if (!mayBeNoisy(text) || !quick.test(text)) return undefined
  const starts: number[] = []
  const gone: number[] = []
  let kept = ''
  let from = 0
  let lineEnd = -1
  const skipTo = (position: number): void => {
    from = position
    starts.push(kept.length)
    gone.push(from - kept.length)
  }
  for (const { 0: code, index } of text.matchAll(noise)) {
    if (index >= lineEnd) {
      if (lineEnd > from) kept += text.slice(from, lineEnd)
      skipTo(index === 0 ? 0 : Math.max(from, lineEnd, text.lastIndexOf('\n', index - 1) + 1))
      const next = text.indexOf('\n', index)
      lineEnd = next < 0 ? text.length : next + 1
    }
    kept += text.slice(from, index)
    skipTo(index + code.length)
  }
  if (lineEnd < 0) return undefined
  return { text: kept + text.slice(from, lineEnd), origin: position => position + (gone[lastAtMost(starts, position)] ?? 0) }
}

/** The last of the rising `values` that is at most `limit`, or -1. */
const lastAtMost = (values: readonly number[], limit: number): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
