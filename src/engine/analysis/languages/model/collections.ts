/** Lists and texts put together: joins, sums, formats, comprehensions. */

import { atMost, bounds, joined } from '../../values/analysis.ts'
import { cut, isPlain, numbered, padded } from '../../values/formats.ts'
import { HOLE, taint } from '../../values/value.ts'
import type { Token } from '../tokens/lexer.ts'
import { type Code, type CodeValue, value } from './code.ts'

/** All that it may be, one by one. */
const plainly = ({ or = [], ...first }: CodeValue): readonly CodeValue[] => [first, ...or.flatMap(plainly)]

export function join(values: readonly CodeValue[], separator: string, code: Code): CodeValue {
  if (values.some(item => item.or !== undefined)) {
    let ways: (readonly CodeValue[])[] = [[]]
    for (const item of values) {
      const each = plainly(item)
      // More than are followed: it may be anything, which matters where something is done with it.
      if (ways.length * each.length > bounds.values)
        return value(
          HOLE,
          values.reduce((sum, { taint, or = [] }) => or.reduce((more, other) => more | other.taint, sum | taint), 0),
        )
      ways = ways.flatMap(way => each.map(one => [...way, one]))
    }
    const [first, ...or] = ways.map(way => join(way, separator, code))
    return { ...(first as CodeValue), or }
  }
  const parts: string[] = []
  let bits = 0
  for (const [index, item] of values.entries()) {
    const bare = index === 0 || (separator === '/' && parts.at(-1)?.endsWith(separator) === true)
    parts.push(bare ? item.text : separator + item.text)
    bits |= item.taint
  }
  return { text: joined(parts, '', code.analysis), taint: bits }
}

/** `'-'.join(list)`, `list.join('-')`: whichever is the list, the other stands between its items. */
export function joinItems(on: CodeValue, args: readonly CodeValue[], code: Code): CodeValue {
  const [first] = args
  // Python joins the characters of a text.
  const letters = code.language === 'python' && first !== undefined && !first.text.includes(HOLE) ? [...first.text] : undefined
  if (first !== undefined && first.items === undefined && on.items === undefined) {
    if (code.language !== 'python') return join([on, ...args], '/', code)
    const text = letters === undefined ? HOLE : joined(letters, on.text, code.analysis)
    return { text, taint: on.taint | first.taint }
  }
  const items = first?.items ?? on.items ?? []
  const usual = code.language === 'javascript' ? ',' : ''
  const separator = first?.items === undefined ? (first?.text ?? usual) : on.text
  if (items.some(({ or }) => or !== undefined) && separator !== '/') return join(items, separator, code)
  const text = joined(
    items.map(item => item.text),
    separator,
    code.analysis,
  )
  return { text, taint: on.taint | (first?.taint ?? 0) }
}

export function splitText(on: CodeValue, separator: string | undefined, code: Code, most?: string): CodeValue {
  if (separator?.includes(HOLE) === true || (most !== undefined && !(/^\d+$/.test(most) && Number(most) <= bounds.fields)))
    return { text: HOLE, taint: on.taint | (on.text.includes(HOLE) ? 0 : taint.decoded) }
  let pieces = separator === undefined ? on.text.trim().split(/\s+/) : on.text.split(separator)
  const times = Number(most)
  if (most !== undefined && separator !== undefined)
    pieces =
      code.language === 'javascript' || pieces.length <= times
        ? pieces.slice(0, times)
        : [...pieces.slice(0, times), pieces.slice(times).join(separator)]
  return {
    ...listOf(
      pieces.map(text => ({ text, taint: on.taint })),
      code,
    ),
    taint: on.taint,
  }
}

/** One list after another, or one text. */
export function sum(values: readonly CodeValue[], code: Code): CodeValue {
  if (values.every(item => item.number === true)) {
    const total = values.reduce((all, { text }) => all + Number(text), 0)
    return Number.isSafeInteger(total) ? { ...value(String(total)), number: true } : value(HOLE)
  }
  if (!values.every(item => item.items !== undefined)) {
    // A list is no text, and a number none that Python adds to one.
    const isMixed = values.some(({ items, number }) => items !== undefined || (number === true && code.language === 'python'))
    return isMixed
      ? value(
          HOLE,
          values.reduce((bits, item) => bits | item.taint, 0),
        )
      : join(
          values.map(item => (item.number === true ? { ...item, text: shownNumber(item.text) } : item)),
          '',
          code,
        )
  }
  return listOf(
    values.flatMap(item => item.items ?? []),
    code,
  )
}

/** A number as it is shown, however it is written. */
export const shownNumber = (text: string): string => (/^0[xob]/i.test(text) ? String(Number(text)) : text)

export function listOf(items: readonly CodeValue[], code: Code): CodeValue {
  const all = atMost(items, bounds.fields, code.analysis)
  const text = joined(
    all.map(item => item.text),
    ' ',
    code.analysis,
  )
  return { text, items: all, taint: all.reduce((bits, item) => bits | item.taint, 0) }
}

export function characters(numbers: readonly CodeValue[], code: Code): CodeValue {
  return listOf(
    numbers.map(item => value(String.fromCharCode(Number(item.text) || 32))),
    code,
  )
}

/** A format with its places filled in order. */
export function fill(format: CodeValue, values: readonly CodeValue[], place: RegExp, code: Code): CodeValue {
  const texts: string[] = []
  let bits = format.taint
  for (const [index, part] of format.text.split(place).entries()) {
    if (index > 0) {
      texts.push(values[index - 1]?.text ?? HOLE)
      bits |= values[index - 1]?.taint ?? 0
    }
    texts.push(part)
  }
  return { text: joined(texts, '', code.analysis), taint: bits }
}

const places = /%(?:(\d+)\$|\((\w+)\))?([-+ #0]*)(\d*)(?:\.(\d+))?[hlLqz]*([a-zA-Z%])/

/** `sprintf` and its likes. */
export function printed(format: CodeValue, values: readonly CodeValue[], code: Code): CodeValue {
  const texts: string[] = []
  let bits = format.taint
  let next = 0
  let end = 0
  for (const place of format.text.matchAll(new RegExp(places, 'g'))) {
    texts.push(format.text.slice(end, place.index))
    end = place.index + place[0].length
    const [, position, name, flags = '', width = '', precision, kind = ''] = place
    if (kind === '%') {
      texts.push('%')
      continue
    }
    const given =
      (name === undefined ? undefined : values[0]?.fields?.get(name)) ??
      values[position === undefined ? next++ : Number(position) - 1]
    bits |= given?.taint ?? 0
    const isWide = Number(width) > bounds.fields || Number(precision ?? 0) > bounds.fields
    const text = given === undefined || given.items !== undefined || isWide ? HOLE : shown(given.text, kind, flags, precision)
    texts.push(width === '' || text.includes(HOLE) ? text : isPlain(text) ? padded(text, Number(width), flags, kind) : HOLE)
  }
  return { text: joined([...texts, format.text.slice(end)], '', code.analysis), taint: bits }
}

const shown = (text: string, kind: string, flags: string, precision: string | undefined): string => {
  if (text.includes(HOLE) || flags.includes('#')) return HOLE
  if (kind === 'c') return /^\d+$/.test(text) && Number(text) <= 0x10ffff ? String.fromCodePoint(Number(text)) : (text[0] ?? '')
  if (/^[diuoxX]$/.test(kind))
    return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))
      ? numbered(kind, flags, precision === undefined ? -1 : Number(precision), Number(text))
      : HOLE
  return /^[svwi]$/.test(kind) ? cut(text, precision) : HOLE
}

/** `a.replace(b, c)`, where a pattern counts only when it is plain text: everywhere, or only the first. */
export function replaced(
  on: CodeValue,
  sought: CodeValue,
  put: CodeValue,
  everywhere: boolean,
  code: Code,
  most?: string,
): CodeValue {
  const bits = on.taint | put.taint
  // What was found stands for itself in some replacements.
  if (on.text.includes(HOLE)) return { text: HOLE, taint: bits }
  // A known text that becomes one nobody has read.
  const isTold = sought.text !== '' && !sought.text.includes(HOLE) && (most === undefined || /^\d+$/.test(most))
  if (!isTold || (code.language === 'javascript' && put.text.includes('$'))) return { text: HOLE, taint: bits | taint.decoded }
  const parts = on.text.split(sought.text)
  if (most !== undefined && code.language === 'python') {
    const times = Math.min(Number(most), parts.length - 1)
    const changed = joined(parts.slice(0, times + 1), put.text, code.analysis)
    return { ...on, text: joined([changed, ...parts.slice(times + 1)], sought.text, code.analysis), taint: bits }
  }
  const [first = '', ...rest] = on.text.split(sought.text)
  if (everywhere || sought.global === true) return { ...on, text: joined([first, ...rest], put.text, code.analysis), taint: bits }
  return rest.length === 0 ? on : { ...on, text: joined([first, rest.join(sought.text)], put.text, code.analysis), taint: bits }
}

/** Lists of numbers become their characters; other lists stay. */
export const spelled = (items: readonly CodeValue[], code: Code): CodeValue | undefined =>
  items.length > 0 && items.every(item => /^(?:\d+|0x[0-9a-fA-F]+)$/.test(item.text))
    ? { ...characters(items, code), taint: taint.decoded }
    : undefined

/** Whether a function gives the character of a number as it is: `chr`, `c => String.fromCharCode(c)`. */
export const isSpelling = (tokens: readonly Token[]): boolean =>
  makesLetters(tokens) &&
  (tokens.length === 1 ||
    tokens.every(({ kind, value: word }) =>
      kind === 'mark' ? /^(?:[().:,&{}]|=>|::)$/.test(word) : kind === 'name' && word !== 'ord',
    ))

/** Whether it has to do with the characters of numbers. */
export const makesLetters = (tokens: readonly Token[]): boolean =>
  tokens.some(({ value: word }) => /^(?:chr|fromCharCode|char)$/.test(word))

/** One that is taken out of a list, where all of it is known. */
export const someOf = (list: CodeValue): CodeValue =>
  list.items?.every(({ text }) => !text.includes(HOLE)) === true ? elementOf(list) : { text: HOLE, taint: list.taint }

/** One of a list, whichever. */
export function elementOf(list: CodeValue): CodeValue {
  if (list.items === undefined && list.each === undefined) return list
  const [first = { text: HOLE, taint: 0 }, ...or] = list.items ?? list.each ?? []
  return or.length === 0 ? first : { ...first, or }
}

export function reversed(on: CodeValue): CodeValue {
  if (on.items !== undefined) return { text: '', items: [...on.items].reverse(), taint: on.taint }
  return { text: [...on.text].reverse().join(''), taint: on.taint | taint.decoded }
}

/** The characters of a list, in one. */
export const textOf = (list: CodeValue | undefined): CodeValue | undefined =>
  list?.items && { text: list.items.map(item => item.text).join(''), taint: list.taint }
