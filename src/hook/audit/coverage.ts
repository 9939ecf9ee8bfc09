/** Which bytes of one file are vouched for by later lines, and what lies between them. */

import { type Hash, readAt } from './chain.ts'

/** What a line says it found: these bytes, with this hash. */
export interface Claim {
  readonly from: number
  readonly to: number
  readonly of: string
  /** Where the line that says so begins; it can have seen nothing behind that. */
  readonly before: number
  /** The line that says so is as it was written. */
  readonly own: boolean
}

/** A claim that holds, and by how much its bytes lie elsewhere than it says. */
export interface Piece {
  readonly from: number
  readonly to: number
  readonly shift: number
}

/** Bytes that nobody vouches for: `missing` of them were there once, `start` to `end` is what stands there now. */
export interface Gap {
  readonly missing: number
  readonly start: number
  readonly end: number
  /** The place that the missing bytes had. */
  readonly place: number
}

export interface Matcher {
  readonly match: (claim: Claim) => Piece | undefined
  readonly holds: (from: number, to: number, of: string) => boolean
}

const longest = 2 * 1024 * 1024
/** Bytes hashed in search of shifted pieces. Beyond it a file is too broken to say where what belongs. */
const mostSearched = 256 * 1024 * 1024
/** Line ends tried, from a line backwards. */
const mostTried = 200

/** `ends`: places where a writer may have found the end of the file, in order. */
export const matcher = (fd: number, size: number, ends: readonly number[], hash: Hash): Matcher => {
  const shifts = [0]
  let searched = 0
  const holds = (from: number, to: number, of: string): boolean =>
    from >= 0 && to <= size && to - from <= longest && hash(readAt(fd, from, to)) === of
  const at = ({ from, to, of, before }: Claim, shift: number): boolean =>
    to + shift <= before && holds(from + shift, to + shift, of)
  const search = (claim: Claim): number | undefined => {
    let last = lastAtMost(ends, claim.before)
    for (let tries = 0; tries < mostTried && last >= 0 && searched < mostSearched; tries++, last--) {
      const shift = (ends[last] ?? 0) - claim.to
      searched += claim.to - claim.from
      if (at(claim, shift)) return shift
    }
    return undefined
  }
  return {
    holds,
    match: claim => {
      const shift = shifts.findLast(known => at(claim, known)) ?? search(claim)
      if (shift === undefined) return undefined
      if (shifts.at(-1) !== shift) {
        const known = shifts.indexOf(shift)
        if (known >= 0) shifts.splice(known, 1)
        shifts.push(shift)
        if (shifts.length > 32) shifts.shift()
      }
      return { from: claim.from, to: claim.to, shift }
    },
  }
}

/** Index of the last value that is not beyond `limit`; -1 when all are. */
export const lastAtMost = (sorted: readonly number[], limit: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Cover {
  readonly gaps: readonly Gap[]
  /** Stretches of the file as it is, in order, that are vouched for. */
  readonly covered: readonly (readonly [start: number, end: number])[]
  /** From here on nobody vouches for anything yet. */
  readonly end: number
}

export const coverOf = (pieces: readonly Piece[]): Cover => {
  const gaps: Gap[] = []
  const covered: [number, number][] = []
  let place = 0
  let shift = 0
  for (const piece of [...pieces].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (piece.to <= place) continue
    const begin = Math.max(piece.from, place)
    const [start, end] = [place + shift, begin + piece.shift]
    if (begin > place || start !== end) gaps.push({ missing: begin - place, start, end, place })
    covered.push([end, piece.to + piece.shift])
    place = piece.to
    shift = piece.shift
  }
  return { gaps, covered, end: place + shift }
}
