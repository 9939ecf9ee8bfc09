/** Streams put together. */

import { type Analysis, joined } from './analysis.ts'
import { HOLE, nothing, type Stream } from './value.ts'

const unknownLine = `${HOLE}\n`

/** One output after another. */
export function both(first: Stream, second: Stream, analysis: Analysis): Stream {
  if (first === nothing) return second
  if (second === nothing) return first
  // What is known of one stays known beside what is not known of the other.
  const text =
    first.text === undefined && second.text === undefined
      ? undefined
      : joined([first.text ?? unknownLine, second.text ?? unknownLine], '', analysis)
  return { text, taint: first.taint | second.taint, from: [...(first.from ?? []), ...(second.from ?? [])] }
}
