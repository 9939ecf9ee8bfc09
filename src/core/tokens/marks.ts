/** What is looked for in texts, words above all. The door has its own way, which looks for everything at once. */

/** A word, and the characters it cannot do without once somebody has asked. */
export interface Mark {
  readonly text: string
  chars?: readonly [signs: number, upper: number, lower: number]
}

export const markOf = (text: string): Mark => ({ text })

/** Characters of a text from which on it is quicker to search for a mark than to know the characters first. */
export const searchedFrom = 16_384
/** And from which on the patterns are tried at once: compiling them is then the smaller part. */
export const triedFrom = 16_384

/** And from which on an index of it pays when many words are looked for. */
export const indexedFrom = 4_096

/** A quicker way to see that a JSON object has no fault of structure, where there is one. */
export const isSound = (_: string): boolean => false

/** Whether a word, in small letters, stands in the text without the case of any alphabet. */
export const folding = (text: string): ((word: string) => boolean) => {
  const folded = text.toLowerCase()
  return word => folded.includes(word)
}

export interface Search {
  readonly has: (mark: Mark) => boolean
  /** The same list is asked about again and again. */
  readonly hasAny: (marks: readonly Mark[]) => boolean
  /** Without the case of letters of ASCII, the mark in small ones. */
  readonly says: (mark: Mark) => boolean
  /** Some run of characters is long enough for a provider's token. */
  readonly run: () => boolean
  /** Some word is as long as any token, whatever it is made of. */
  readonly word: () => boolean
  /** Some character is one that nobody sees, or that shows others in another order, or may begin a code for a terminal. */
  readonly unseen: () => boolean
}

export const searchIn = (text: string): Search => {
  let folded: string | undefined
  return {
    run: () => hasRun(text),
    word: () => hasWord(text),
    // An interpreter takes a hundred times as long for a pattern of many characters.
    unseen: () => new TextEncoder().encode(text).length !== text.length && unseen.test(text),
    has: mark => text.includes(mark.text),
    hasAny: marks => marks.some(mark => text.includes(mark.text)),
    says: mark => {
      folded ??= text.toLowerCase()
      return folded.includes(mark.text)
    },
  }
}

/** All that `detect/hidden.ts` and `detect/plain.ts` look for beyond ASCII. */
const unseen =
  /[\u009b\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\u034f|\udb40/

/** Shortest run of token characters in any provider's form: Slack's, five letters and ten more. */
const shortest = 15
/** Less than the shortest form of those that have other characters, too: a name of four signs and 24 more. */
const shortestWord = 24

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
