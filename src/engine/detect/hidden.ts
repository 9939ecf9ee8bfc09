/** Characters that nobody sees and that a model reads, or that show a text in another order than a compiler reads it. */

import { traitsOf } from '../../core/traits.ts'
import type { Detection } from './detection.ts'

/** A look before anything else: ordinary text has none of these. */
export const suspect =
  /[\u00ad\u115f\u1160\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\u034f|\udb40/

/** Characters that a person does not see and a model reads: tags, zero-width runs, reordered text. */
export const findHidden = (text: string): Detection[] =>
  traitsOf(text).unseen && suspect.test(text)
    ? [...patterns.flatMap(pattern => matches(text, pattern)), ...tagged(text), ...reordered(text)]
    : []

const hidden = (start: number, end: number): Detection => ({ kind: 'hidden-text', start, end })

const matches = (text: string, pattern: RegExp): Detection[] =>
  [...text.matchAll(pattern)].map(match => hidden(match.index, match.index + match[0].length))

const patterns: readonly RegExp[] = [
  // One alone joins emoji or the letters of India and Iran, or starts a file.
  /[\u200b-\u200d\u2060-\u2065\ufeff]{3,}/g,
  /(?:[\u00ad\u115f\u1160\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f){4,}/g,
  // The same, spread between visible characters.
  /(?:[\u200b-\u200d\u2060-\u2065\ufeff][ -~]?){8,}/g,
  // A letter of Korean that shows nothing, as a name in code.
  /(?<=[,({[;=]\s?)[\u3164\uffa0]{1,4}(?=\s?[,)}\];=])/g,
  // A selector follows one character; a run of them carries bytes. Those of the second block follow Chinese characters only.
  /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){3,}/g,
  /(?<=[^\u3400-\u9fff\uf900-\ufaff\ud840-\ud8bf\udc00-\udfff]|[\ud800-\ud83f\ud8c0-\udbff][\udc00-\udfff])(?:\udb40[\udd00-\uddef]){1,2}/g,
  /(?:\udb40[\udd00-\uddef]){2}/g,
]

/** Tags mirror ASCII. The one use left is the flag of a region: a black flag, a few tags, the closing tag. */
const tagged = (text: string): Detection[] =>
  [...text.matchAll(/(?:\udb40[\udc00-\udc7f]){1,}/g)]
    .filter(({ 0: tags, index }) => !(text.startsWith('\ud83c\udff4', index - 2) && flag.test(tags)))
    .map(({ 0: tags, index }) => hidden(index, index + tags.length))

// Country and region, as in `gbeng` or `ustx`.
const flag = /^(?:\udb40[\udc61-\udc7a]){2}(?:\udb40[\udc30-\udc39\udc61-\udc7a]){1,3}\udb40\udc7f$/

const direction = /[\u202a-\u202e\u2066-\u2069]/
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/
/** What ends or starts a comment or a string in code, and is no part of prose. */
const delimiter = /\/\*|\*\/|<!--|-->|"""|'''/

/** Overrides never stand in ordinary text. Embeddings and isolates do: closed in their line, around letters written from the right. */
const reordered = (text: string): Detection[] => {
  if (!direction.test(text)) return []
  const found: Detection[] = []
  let open: { readonly at: number; readonly char: string; bad: boolean }[] = []
  const close = (to: number): void => {
    const opened = open.pop()
    if (opened?.bad === true) found.push(hidden(opened.at, to))
  }
  for (const match of text.matchAll(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/g)) {
    const [char] = match
    const at = match.index
    if (char === '\u202c' || char === '\u2069') {
      const opened = open.findLastIndex(({ char: opener }) => isIsolate(opener) === (char === '\u2069'))
      if (opened < 0) continue
      while (open.length > opened + 1) {
        const inner = open[open.length - 1]
        if (inner !== undefined) inner.bad = true
        close(at)
      }
      const last = open[opened]
      if (last !== undefined) last.bad ||= misleads(last.char, text.slice(last.at + 1, at))
      close(at + 1)
    } else if (char < '\u202a') {
      for (const opened of open) found.push(hidden(opened.at, at))
      open = []
    } else if (open.length < deepest) open.push({ at, char, bad: char === '\u202d' || char === '\u202e' })
    else found.push(hidden(at, at + 1))
  }
  for (const opened of open) found.push(hidden(opened.at, text.length))
  return found
}

/** Nobody nests deeper; it keeps the work linear. */
const deepest = 8

const isIsolate = (char: string): boolean => char >= '\u2066' && char <= '\u2068'

const misleads = (opener: string, inside: string): boolean => {
  const right = rightToLeft.test(inside)
  if (opener === '\u202b' || opener === '\u2067') return !right || delimiter.test(inside)
  return right && delimiter.test(inside)
}
