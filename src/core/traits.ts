/** What one pass over a text tells: enough to say of most marks and words that they cannot stand in it, without searching. */

export interface Traits {
  /** Some run of characters is long enough for a provider's token. */
  readonly run: boolean
  readonly has: (mark: Mark) => boolean
  /** The same without letters' case; the mark is in small letters. */
  readonly says: (mark: Mark) => boolean
}

/** A text, and the ASCII characters it cannot do without, as bits of the codes 32 to 63, 64 to 95 and 96 to 127. */
export type Mark = readonly [text: string, signs: number, upper: number, lower: number]

/** Shortest run of token characters in any provider's form: Slack's, five letters and ten more. */
const shortest = 15

/** Long texts have every character. */
const longest = 16_384

export const traitsOf = (text: string): Traits => {
  const whole = text.length > longest
  let [run, best, signs, upper, lower] = [0, 0, 0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    let token = false
    if (code >= 96) {
      if (code < 128) lower |= 1 << code
      token = code >= 97 && code <= 122
    } else if (code >= 64) {
      upper |= 1 << code
      token = (code >= 65 && code <= 90) || code === 95
    } else if (code >= 32) {
      signs |= 1 << code
      token = (code >= 48 && code <= 57) || code === 45
    }
    if (token) {
      if (++run > best) best = run
    } else run = 0
    if (whole && best >= shortest) break
  }
  let folded: string | undefined
  return {
    run: best >= shortest,
    has: mark => (whole || ((mark[1] & ~signs) | (mark[2] & ~upper) | (mark[3] & ~lower)) === 0) && text.includes(mark[0]),
    says: mark => {
      if (!whole && ((mark[1] & ~signs) | ((mark[2] | mark[3]) & ~(upper | lower))) !== 0) return false
      folded ??= text.toLowerCase()
      return folded.includes(mark[0])
    },
  }
}

export const markOf = (text: string): Mark => {
  let [signs, upper, lower] = [0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 96 && code < 128) lower |= 1 << code
    else if (code >= 64 && code < 96) upper |= 1 << code
    else if (code >= 32 && code < 64) signs |= 1 << code
  }
  return [text, signs, upper, lower]
}
