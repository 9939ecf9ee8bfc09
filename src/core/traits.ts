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
  /** The text in small letters; it may be longer. */
  readonly small: () => string
}

/** Shortest run of token characters in any provider's form: Slack's, five letters and ten more. */
const shortest = 15
/** Less than the shortest form of those that have other characters, too: a name of four signs and 24 more. */
const shortestWord = 24

/** Long texts have every character; in short ones it is quicker to search for the mark. */
const searchedAtOnce = 256
const everything: Chars = [-1, -1, -1]

export const traitsOf = (text: string): Traits => {
  if (text.length <= searchedAtOnce) return look(text, everything)
  if (last?.text !== text) last = { text, traits: look(text, text.length > searchedFrom ? everything : undefined) }
  return last.traits
}

/** Whoever judges and whoever records look at the same text. */
let last: { readonly text: string; readonly traits: Traits } | undefined

const look = (text: string, known: Chars | undefined): Traits => {
  let chars = known
  let run: boolean | undefined
  let word: boolean | undefined
  let small: string | undefined
  const search = searchIn(text)
  const hasAny = (marks: readonly Mark[]): boolean => {
    chars ??= charsOf(text)
    const signs = ~chars[0]
    const upper = ~chars[1]
    const lower = ~chars[2]
    for (const mark of marks) {
      if (chars !== everything) {
        mark.chars ??= charsOf(mark.text)
        const own = mark.chars
        if (((own[0] & signs) | (own[1] & upper) | (own[2] & lower)) !== 0) continue
      }
      if (search.has(mark)) return true
    }
    return false
  }
  return {
    get run() {
      run ??= hasRun(text)
      return run
    },
    get word() {
      word ??= hasWord(text)
      return word
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

/** Of the codes of ASCII, those that a token is made of; Slack's cookie has what an address escapes. */
const inToken = new Uint8Array(128).fill(1, 45, 46).fill(1, 48, 58).fill(1, 65, 91).fill(1, 95, 96).fill(1, 97, 123)
inToken[37] = 1

/** Looked at from the end of where a run could be, so that most letters of usual words are not looked at. */
const hasRun = (text: string): boolean => {
  for (let from = 0; from + shortest <= text.length; ) {
    let at = from + shortest - 1
    while (at >= from && inToken[text.charCodeAt(at)] === 1) at--
    if (at < from) return true
    from = at + 1
  }
  return false
}

const hasWord = (text: string): boolean => {
  for (let from = 0; from + shortestWord <= text.length; ) {
    let at = from + shortestWord - 1
    while (at >= from && text.charCodeAt(at) > 32) at--
    if (at < from) return true
    from = at + 1
  }
  return false
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

/** Told by its length in UTF-8: an interpreter takes a hundred times as long for a pattern that looks at each character. */
export const isAscii = (text: string): boolean => new TextEncoder().encode(text).length === text.length
