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

/** What a file holds that was written perhaps. Who goes on from whole lines still holds them. */
export function eitherFile(old: Stream, now: Stream, analysis: Analysis): Stream {
  const open = {
    taint: old.taint | now.taint,
    ...((old.perhaps ?? now.perhaps) === true && { perhaps: true as const }),
    ...((old.edited ?? now.edited) === true && { edited: true as const }),
  }
  const [{ text: was }, { text: is }] = [old, now]
  if (was === is && old.by === now.by) return { ...now, ...open }
  if (was !== undefined && is !== undefined) {
    if (/(?:^|\n)$/.test(was) && is.startsWith(was)) return { ...now, ...open }
    if (/(?:^|\n)$/.test(is) && was.startsWith(is)) return { ...old, ...open }
  }
  const text =
    was === undefined && is === undefined ? undefined : joined([(was ?? HOLE).replace(/\n$/, ''), is ?? HOLE], '\n', analysis)
  return { ...now, ...open, text, taint: open.taint | taint.counted, from: [...(old.from ?? []), ...(now.from ?? [])] }
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
