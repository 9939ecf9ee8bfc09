/** Streams put together. */

import { type Analysis, atMost, bounds, joined } from './analysis.ts'
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

/** What a file holds that was written perhaps: one text or another. Who goes on from whole lines still holds them. */
export function eitherFile(old: Stream, now: Stream, analysis: Analysis): Stream {
  if (old === now) return now
  const bits = old.taint | now.taint
  const more = /(?:^|\n)$/.test(old.text ?? '-') && now.text?.startsWith(old.text ?? '') === true
  const others = [
    ...(now.or ?? []),
    ...(more || (old.text ?? now.text) === undefined ? [] : [old.text ?? HOLE]),
    ...(old.or ?? []),
  ]
  const or = atMost(
    [...new Set(others)].filter(text => text !== now.text),
    bounds.values,
    analysis,
  )
  return { ...now, taint: bits, ...(or.length > 0 && { or }) }
}

/** Each text that a file may hold. */
export const textsOf = ({ text, or = [] }: Stream): readonly string[] => (text === undefined ? or : [text, ...or])

/** As one text, each in lines of its own, for who does not run it. */
export function inLines(stream: Stream): Stream {
  if (stream.or === undefined) return stream
  const all = textsOf(stream)
  const text =
    stream.text === undefined ? undefined : all.map((one, at) => (at < all.length - 1 ? one.replace(/\n$/, '') : one)).join('\n')
  return { ...stream, text, or: all, taint: stream.taint | taint.counted }
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
