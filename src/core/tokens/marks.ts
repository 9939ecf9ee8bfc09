/** Words that are looked for in long texts. The door has its own way, which looks for all of them at once. */

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

export interface Search {
  readonly has: (mark: Mark) => boolean
  /** Without the case of letters of ASCII, the mark in small ones. */
  readonly says: (mark: Mark) => boolean
}

export const searchIn = (text: string): Search => {
  let folded: string | undefined
  return {
    has: mark => text.includes(mark.text),
    says: mark => {
      folded ??= text.toLowerCase()
      return folded.includes(mark.text)
    },
  }
}
