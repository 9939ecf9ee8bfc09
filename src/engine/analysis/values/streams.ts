/** Streams put together. */

import { type Analysis, joined } from './analysis.ts'
import { HOLE, nothing, type Stream, taint } from './value.ts'

const unknownLine = `${HOLE}\n`

/** One output or another: each in lines of its own, as what reads commands takes them. */
export const either = (one: Stream, other: Stream): Stream =>
  one.text === other.text && one.by === other.by
    ? { ...other, taint: one.taint | other.taint }
    : {
        ...other,
        text: one.text === undefined || other.text === undefined ? undefined : `${one.text.replace(/\n$/, '')}\n${other.text}`,
        taint: one.taint | other.taint | taint.counted,
        from: [...(one.from ?? []), ...(other.from ?? [])],
      }

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
