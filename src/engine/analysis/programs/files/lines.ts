/** What programs that pick or order lines let through of a text that is known. */

import type { Options } from '../../calls/options.ts'
import type { Call } from '../../values/analysis.ts'
import { HOLE, listed, NUL, type Stream, taint } from '../../values/value.ts'

/** The same stream, with those of its lines that come out; where nobody knows in what order, as a list of which each may be one. */
export function picked(stream: Stream, { program, args }: Call, given: Options): Stream {
  const { flags, values, positional } = given
  const lines = linesOf(stream, flags)
  if (lines === undefined || !isPlain(program, given)) return { ...stream, text: undefined }
  if (program === 'head' || program === 'tail') {
    const bare = args.map(word => /^-(\d+)$/.exec(word.text)?.[1]).find(found => found !== undefined)
    const count = (values.get('n') ?? values.get('lines'))?.text ?? bare ?? '10'
    if (!/^\d+$/.test(count) || positional.length > 1) return { ...stream, text: undefined }
    const from = program === 'head' ? 0 : Math.max(0, lines.length - Number(count))
    return { ...stream, text: textOf(lines.slice(from, from + Number(count)), flags) }
  }
  if (program === 'tac') return { ...stream, text: textOf([...lines].reverse(), flags) }
  if (lines.length === 1) return stream
  if (program !== 'uniq') return listOf(lines, stream)
  const kept = lines.filter((line, at) => line !== lines[at - 1])
  return { ...stream, text: textOf(kept, flags) }
}

/** Options with which lines come out as they came in. */
const plain: Readonly<Record<string, readonly [flags: RegExp, values: RegExp]>> = {
  head: [/^(?:\d|n|lines)$/, /^(?:n|lines)$/],
  tail: [/^(?:\d|n|lines)$/, /^(?:n|lines)$/],
  tac: [/^$/, /^$/],
  uniq: [/^$/, /^$/],
  shuf: [/^$/, /^random-source$/],
  sort: [/^(?:[bdfghiMnRrsuVktST]|reverse|unique|numeric-sort|key|stable)$/, /^(?:[ktST]|key|parallel|buffer-size)$/],
}

/** Whether what it prints are lines that it was given. */
export const passesLines = (program: string): boolean => Object.hasOwn(plain, program)

function isPlain(program: string, { flags, values }: Options): boolean {
  const [mayFlag, mayValue] = plain[program] ?? []
  return [...flags].every(flag => isZero(flag) || mayFlag?.test(flag)) && [...values.keys()].every(name => mayValue?.test(name))
}

/** The same stream, with those of its lines that a pattern lets through: any of them, or none. */
export function perhaps(stream: Stream, { flags }: Options, bits: number): Stream {
  const lines = linesOf(stream, flags)
  return lines === undefined ? { text: undefined, taint: bits } : { ...listOf(lines, stream), taint: bits }
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
