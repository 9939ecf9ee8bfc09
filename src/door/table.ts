/** Words as the host looks for them: in chains, one for each pair of bytes with which a word can begin, letters of ASCII without their case. */

const chains = 4_096
const fields = 3

const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
const chainOf = (word: string): number => (fold(word.charCodeAt(0)) * 31 + fold(word.charCodeAt(1)) * 17) % chains

/**
 * In halves of four bytes: how many words there are; with which each chain begins, from 1, or 0; of each word the next in its chain, which has a
 * smaller number, where it stands and how long it is. Then what they are made of. A word of one byte is in no chain.
 */
export const tableOf = (words: readonly string[]): Uint8Array => {
  const text = words.join('')
  const halves = 1 + chains + fields * words.length
  const table = new Uint8Array(2 * halves + text.length)
  const half = new Uint16Array(table.buffer, 0, halves)
  half[0] = words.length
  let start = 0
  for (const [n, word] of words.entries()) {
    const at = 1 + chains + fields * n
    half.set([0, start, word.length], at)
    if (word.length > 1) {
      const chain = 1 + chainOf(word)
      half[at] = half[chain] ?? 0
      half[chain] = n + 1
    }
    start += word.length
  }
  for (let at = 0; at < text.length; at++) table[2 * halves + at] = text.charCodeAt(at)
  return table
}

export const wordsIn = (table: Uint8Array): readonly string[] => {
  const half = new Uint16Array(table.buffer.slice(table.byteOffset, table.byteOffset + (table.length & ~1)))
  const count = half[0] ?? 0
  const first = 1 + chains
  return Array.from({ length: count }, (_, n) => {
    const [, start = 0, length = 0] = half.subarray(first + fields * n, first + fields * n + fields)
    const from = 2 * (first + fields * count) + start
    return String.fromCharCode(...table.subarray(from, from + length))
  })
}
