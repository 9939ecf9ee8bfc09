/** What languages make of a text whose letters are all known. Whatever is not exactly told here is unknown. */

import { bounds } from '../../values/analysis.ts'
import { cut, padded } from '../../values/formats.ts'
import type { Language } from '../tokens/lexer.ts'

type Exact = (text: string, args: readonly string[], language: Language) => string | undefined

const escaped = (set: string): string => set.replace(/[\]\\^-]/g, '\\$&')
const atStart = (text: string, set = ' \t\n\r\f\v'): string => text.replace(new RegExp(`^[${escaped(set)}]+`), '')
const atEnd = (text: string, set = ' \t\n\r\f\v'): string => text.replace(new RegExp(`[${escaped(set)}]+$`), '')
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()

const widthOf = (text: string | undefined): number | undefined =>
  /^\d+$/.test(text ?? '') && Number(text) <= bounds.fields ? Number(text) : undefined

/** Filled up to a width, on one side or the other. */
const filledTo =
  (put: (text: string, width: number, mark: string) => string): Exact =>
  (text, [width, mark = ' ']) => {
    const size = widthOf(width)
    return size === undefined || mark === '' ? undefined : put(text, size, mark)
  }
const left = filledTo((text, width, mark) => text.padEnd(width, mark))
const right = filledTo((text, width, mark) => text.padStart(width, mark))

/** An index as JavaScript's `slice` reads it; undefined for what is none. */
const index = (text: string | undefined, usual: number): number | undefined =>
  text === undefined ? usual : /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined

const part =
  (take: (text: string, from: number, to: number) => string): Exact =>
  (text, [from, to]) => {
    const [start, end] = [index(from, 0), index(to, Number.POSITIVE_INFINITY)]
    return start === undefined || end === undefined ? undefined : take(text, start, end)
  }
/** So many characters from there; from the end where the number is negative. */
export const portion = (text: string, from: number, size: number): string => {
  const start = from < 0 ? Math.max(0, text.length + from) : from
  return text.slice(start, start + Math.max(0, size))
}

const methods: Readonly<Record<string, Exact>> = {
  strip: (text, [set]) => atEnd(atStart(text, set), set),
  lstrip: (text, [set]) => atStart(text, set),
  rstrip: (text, [set]) => atEnd(text, set),
  trim: text => text.trim(),
  trimStart: text => text.trimStart(),
  trimEnd: text => text.trimEnd(),
  chomp: text => text.replace(/\r?\n$/, ''),
  ljust: left,
  padEnd: left,
  rjust: right,
  padStart: right,
  center: (text, [width, mark = ' '], language) => {
    const size = widthOf(width)
    const room = size === undefined ? 0 : Math.max(0, size - text.length)
    const before = (room >> 1) + (language === 'python' ? room & (size ?? 0) & 1 : 0)
    return size === undefined || mark.length !== 1 ? undefined : mark.repeat(before) + text + mark.repeat(room - before)
  },
  zfill: (text, [width]) => {
    const [sign = ''] = /^[-+]/.exec(text) ?? []
    const size = widthOf(width)
    return size === undefined ? undefined : sign + text.slice(sign.length).padStart(size - sign.length, '0')
  },
  tr: (text, [from = '', to = '']) => {
    if (to === '' || /[\^\\-]/.test(from + to)) return undefined
    return [...text].map(char => (from.includes(char) ? (to[from.indexOf(char)] ?? to.at(-1)) : char)).join('')
  },
  capitalize: capital,
  title: text => text.replace(/[A-Za-z]+/g, capital),
  swapcase: text => text.replace(/[A-Za-z]/g, char => (char < 'a' ? char.toLowerCase() : char.toUpperCase())),
  casefold: text => (/^[ -~]*$/.test(text) ? text.toLowerCase() : undefined),
  lower: text => text.toLowerCase(),
  toLowerCase: text => text.toLowerCase(),
  downcase: text => text.toLowerCase(),
  upper: text => text.toUpperCase(),
  toUpperCase: text => text.toUpperCase(),
  upcase: text => text.toUpperCase(),
  removeprefix: (text, [front = '']) => (text.startsWith(front) ? text.slice(front.length) : text),
  removesuffix: (text, [end = '']) => (end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text),
  delete_prefix: (text, [front = '']) => (text.startsWith(front) ? text.slice(front.length) : text),
  delete_suffix: (text, [end = '']) => (end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text),
  slice: (text, args, language) =>
    language === 'ruby'
      ? part((whole, from, size) => portion(whole, from, args[1] === undefined ? 1 : size))(text, args, language)
      : part((whole, from, to) => whole.slice(from, to))(text, args, language),
  substring: part((text, from, to) => text.substring(from, to)),
  substr: part(portion),
  charAt: (text, [at]) => (index(at, 0) === undefined ? undefined : text.charAt(index(at, 0) as number)),
  at: (text, [at]) => (index(at, 0) === undefined ? undefined : text.at(index(at, 0) as number)),
}

/** Whether it is one of these methods. */
export const isOfTexts = (name: string): boolean => Object.hasOwn(methods, name)

/** Outside of ASCII languages differ in what is a letter, a blank and a place. */
export const madeOf = (name: string, text: string, args: readonly string[], language: Language): string | undefined =>
  [text, ...args].every(isAscii) ? methods[name]?.(text, args, language) : undefined

export const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)

const isNumber = (text: string): boolean => /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))

/** A value by what stands behind the colon in `{:>5}`; undefined where that is not followed. */
export function specified(text: string, spec: string): string | undefined {
  if (spec === '') return text
  const [, fill = ' ', align, zero, width = '', precision, kind = ''] =
    /^(?:(.)?([<>^]))?(0)?(\d*)(?:\.(\d+))?([sdxXobc]?)$/.exec(spec) ?? [undefined, ' ', undefined, undefined, 'none']
  if (width === 'none' || Number(width) > bounds.fields || !/^[ -~]*$/.test(text)) return undefined
  const number = isNumber(text)
  if (/[dxXobc]/.test(kind) && (!number || precision !== undefined)) return undefined
  // Whether digits are a number or a text decides on which side they stand.
  if (number && align === undefined && kind === '' && width !== '') return undefined
  const digits = Math.abs(Number(text))
  const sign = Number(text) < 0 ? '-' : ''
  const bases: Readonly<Record<string, number>> = { x: 16, X: 16, o: 8, b: 2, d: 10 }
  const shown =
    kind === 'c'
      ? String.fromCodePoint(digits)
      : bases[kind] === undefined
        ? cut(text, precision)
        : sign + digits.toString(bases[kind])
  const whole = kind === 'X' ? shown.toUpperCase() : shown
  const size = Number(width)
  if (align === '^') return madeOf('center', whole, [width, fill], 'ruby')
  if (align === '<' || (align === undefined && bases[kind] === undefined && zero === undefined)) return whole.padEnd(size, fill)
  return align === undefined && zero !== undefined ? padded(whole, size, '0', kind || 's') : whole.padStart(size, fill)
}
