/** What programs that pick or order lines let through of a text that is known. */

import type { Options } from '../../calls/options.ts'
import type { Call } from '../../values/analysis.ts'
import { HOLE, listed, NUL, type Stream, taint } from '../../values/value.ts'

/** The same stream, with those of its lines that come out; where nobody knows in what order, as a list of which each may be one. */
export function picked(stream: Stream, { program, args }: Call, { flags, values }: Options): Stream {
  const lines = linesOf(stream, flags)
  if (lines === undefined) return { ...stream, text: undefined }
  if (program === 'head' || program === 'tail') {
    const count =
      (values.get('n') ?? values.get('lines'))?.text ?? args.map(word => /^-(\d+)$/.exec(word.text)?.[1]).find(Boolean) ?? '10'
    if (!/^\d+$/.test(count) || values.has('c') || values.has('bytes')) return { ...stream, text: undefined }
    return {
      ...stream,
      text: textOf(
        program === 'head' ? lines.slice(0, Number(count)) : lines.slice(Math.max(0, lines.length - Number(count))),
        flags,
      ),
    }
  }
  if (lines.length === 1) return stream
  if (program === 'uniq' && [...flags].every(isZero))
    return {
      ...stream,
      text: textOf(
        lines.filter((line, at) => line !== lines[at - 1]),
        flags,
      ),
    }
  return listOf(lines, stream)
}

/** The same stream, with those of its lines that a pattern lets through: any of them, or none. */
export function perhaps(stream: Stream, { flags }: Options, bits: number): Stream {
  const lines = linesOf(stream, flags)
  if (lines === undefined) return { text: undefined, taint: bits }
  return lines.length === 1
    ? { text: textOf(['', ...lines], flags), taint: bits | taint.counted }
    : { ...listOf(lines, stream), taint: bits }
}

const isZero = (flag: string): boolean => /^(?:z|zero-terminated|null-data)$/.test(flag)

const endOf = (flags: Options['flags']): string => ([...flags].some(isZero) ? NUL : '\n')

function linesOf({ text, taint: bits }: Stream, flags: Options['flags']): readonly string[] | undefined {
  if (text === undefined || text === '' || text.includes(HOLE) || (bits & taint.counted) !== 0) return undefined
  const lines = text.split(endOf(flags))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const textOf = (lines: readonly string[], flags: Options['flags']): string => lines.map(line => line + endOf(flags)).join('')

const listOf = (lines: readonly string[], stream: Stream): Stream => ({
  ...stream,
  text: undefined,
  names: true,
  from: lines.map(line => ({ ...listed(line), taint: stream.taint })),
})
