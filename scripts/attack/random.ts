/** Choices that a seed and a number decide, so that one row can be made again without those before it. */

export interface Choices {
  /** From 0 up to, not including, the limit. */
  readonly below: (limit: number) => number
  readonly one: <T>(items: readonly T[]) => T
}

/** Mulberry32 over a mixed seed: the same on every machine. */
export const choices = (seed: number, number: number, stream = 0): Choices => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35) ^ Math.imul(stream + 1, 0x27d4eb2f)
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return { below, one: items => items[below(items.length)] as (typeof items)[number] }
}
