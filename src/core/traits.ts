/** What the characters of a text tell: enough to say of most marks and words that they cannot stand in it, without searching. */

export interface Traits {
  /** Some run of characters is long enough for a provider's token. */
  readonly run: boolean
  readonly has: (mark: Mark) => boolean
  readonly hasAny: (marks: readonly Mark[]) => boolean
  /** The same without letters' case; the mark is in small letters. */
  readonly says: (mark: Mark) => boolean
}

/** A text, and the ASCII characters it cannot do without, as bits of the codes 32 to 63, 64 to 95 and 96 to 127. */
export type Mark = readonly [text: string, signs: number, upper: number, lower: number]

/** Shortest run of token characters in any provider's form: Slack's, five letters and ten more. */
const shortest = 15

/** Long texts have every character. */
const longest = 16_384
const everything: Chars = [-1, -1, -1]

export const traitsOf = (text: string): Traits => {
  const whole = text.length > longest
  let chars: Chars | undefined
  let run: boolean | undefined
  let folded: string | undefined
  const hasAny = (marks: readonly Mark[]): boolean => {
    chars ??= whole ? everything : charsOf(text)
    const signs = ~chars[0]
    const upper = ~chars[1]
    const lower = ~chars[2]
    for (const mark of marks)
      if (((mark[1] & signs) | (mark[2] & upper) | (mark[3] & lower)) === 0 && text.includes(mark[0])) return true
    return false
  }
  return {
    get run() {
      run ??= hasRun(text)
      return run
    },
    hasAny,
    has: mark => hasAny([mark]),
    says: mark => {
      chars ??= whole ? everything : charsOf(text)
      if (((mark[1] & ~chars[0]) | ((mark[2] | mark[3]) & ~(chars[1] | chars[2]))) !== 0) return false
      folded ??= text.toLowerCase()
      return folded.includes(mark[0])
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

type Chars = readonly [signs: number, upper: number, lower: number]

/** From there on, to search for each character is quicker than to look at every letter, above all where no compiler is. */
const searched = 96

const charsOf = (text: string): Chars => {
  const of: [number, number, number] = [0, 0, 0]
  if (text.length < searched) {
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

export const markOf = (text: string): Mark => [text, ...charsOf(text)]
