/** What the characters of a text tell: enough to say of most marks and words that they cannot stand in it, without searching. */

import { type Mark, searchedFrom, searchIn } from './tokens/marks.ts'

export { type Mark, markOf } from './tokens/marks.ts'

export interface Traits {
  /** Some run of characters is long enough for a provider's token. */
  readonly run: boolean
  /** Some word is as long as any token, whatever it is made of. */
  readonly word: boolean
  readonly has: (mark: Mark) => boolean
  readonly hasAny: (marks: readonly Mark[]) => boolean
  /** The same without letters' case; the mark is in small letters. */
  readonly says: (mark: Mark) => boolean
  readonly unseen: boolean
  /** The text in small letters; it may be longer. */
  readonly small: () => string
}

/** Long texts have every character; in short ones it is quicker to search for the mark. */
const searchedAtOnce = 256
const everything: Chars = [-1, -1, -1]

export const traitsOf = (text: string): Traits => {
  if (text.length <= searchedAtOnce) return look(text, everything)
  if (last?.text !== text) last = { text, traits: look(text, text.length > searchedFrom ? everything : undefined) }
  return last.traits
}

/** Whether one of a few words stands in a text: behind the door that is told sooner than by a pattern. A list is made once. */
export const hasAnyOf = (text: string, marks: readonly Mark[]): boolean =>
  text.length <= searchedFrom ? marks.some(mark => text.includes(mark.text)) : traitsOf(text).hasAny(marks)

/** The same without letters' case; the marks are in small letters. */
export const saysAnyOf = (text: string, marks: readonly Mark[]): boolean => {
  if (text.length > searchedFrom) return marks.some(traitsOf(text).says)
  const small = text.toLowerCase()
  return marks.some(mark => small.includes(mark.text))
}

/** Whoever judges and whoever records look at the same text. */
let last: { readonly text: string; readonly traits: Traits } | undefined

const look = (text: string, known: Chars | undefined): Traits => {
  let chars = known
  let run: boolean | undefined
  let word: boolean | undefined
  let unseen: boolean | undefined
  let small: string | undefined
  const search = searchIn(text)
  const hasAny = (marks: readonly Mark[]): boolean => {
    if (chars === everything) return search.hasAny(marks)
    chars ??= charsOf(text)
    const signs = ~chars[0]
    const upper = ~chars[1]
    const lower = ~chars[2]
    for (const mark of marks) {
      mark.chars ??= charsOf(mark.text)
      const own = mark.chars
      if (((own[0] & signs) | (own[1] & upper) | (own[2] & lower)) !== 0) continue
      if (search.has(mark)) return true
    }
    return false
  }
  return {
    get run() {
      run ??= search.run()
      return run
    },
    get word() {
      word ??= search.word()
      return word
    },
    get unseen() {
      unseen ??= search.unseen()
      return unseen
    },
    hasAny,
    small: () => {
      small ??= text.toLowerCase()
      return small
    },
    has: mark => (chars === everything ? search.has(mark) : hasAny([mark])),
    says: mark => {
      if (chars !== everything) {
        chars ??= charsOf(text)
        mark.chars ??= charsOf(mark.text)
        const own = mark.chars
        if (((own[0] & ~chars[0]) | ((own[1] | own[2]) & ~(chars[1] | chars[2]))) !== 0) return false
      }
      return search.says(mark)
    },
  }
}

type Chars = NonNullable<Mark['chars']>

/** The ASCII characters of a text, as bits of the codes 32 to 63, 64 to 95 and 96 to 127. In long texts it is quicker to search for each. */
const charsOf = (text: string): Chars => {
  const of: [number, number, number] = [0, 0, 0]
  if (text.length <= searchedAtOnce) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code >= 32 && code < 128) of[code < 64 ? 0 : code < 96 ? 1 : 2] |= 1 << code
    }
  } else {
    for (let code = 32; code < 128; code++)
      if (text.includes(String.fromCharCode(code))) of[code < 64 ? 0 : code < 96 ? 1 : 2] |= 1 << code
  }
  return of
}
