/** Sizes as coreutils write them, and what is too much of it. */

const letters = 'KMGTPEZY'
const blocks: Readonly<Record<string, number>> = { b: 512, w: 2 }

/** Bytes: `512`, `2b` of 512 each, `10M` and `10MiB` in powers of 1024, `10MB` in powers of 1000. NaN for what is no size. */
export function bytesOf(size: string): number {
  const [, count, letter, end, block] = /^\+?(\d+)(?:([KMGTPEZY])(B|iB)?|([bcw]))?$/i.exec(size) ?? []
  if (count === undefined) return Number.NaN
  if (block !== undefined) return Number(count) * (blocks[block] ?? 1)
  const power = letter === undefined ? 0 : letters.indexOf(letter.toUpperCase()) + 1
  return Number(count) * (end?.toLowerCase() === 'b' ? 1000 : 1024) ** power
}

/** More than a disk has to spare. */
export const isVast = (bytes: number): boolean => bytes >= 100e9
