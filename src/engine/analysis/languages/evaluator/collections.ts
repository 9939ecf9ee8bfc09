/** Lists and texts put together: joins, sums, formats, comprehensions. */

import { atMost, bounds, joined } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { type Code, type CodeValue, value } from './code.ts'

export function join(values: readonly CodeValue[], separator: string, code: Code): CodeValue {
  const open = values.findIndex(item => item.or !== undefined)
  if (open >= 0) {
    const { or = [], ...first } = values[open] as CodeValue
    const each = atMost([first, ...or], bounds.values, code.analysis).map(item => join(values.with(open, item), separator, code))
    const all = each.flatMap(({ or: others = [], ...item }) => [item, ...others])
    // More than are followed: it may be anything, which matters where something is done with it.
    if (all.length > bounds.values)
      return value(
        HOLE,
        all.reduce((bits, item) => bits | item.taint, 0),
      )
    return { ...(all[0] as CodeValue), or: all.slice(1) }
  }
  const parts: string[] = []
  let bits = 0
  for (const [index, item] of values.entries()) {
    const bare = index === 0 || parts.at(-1)?.endsWith(separator) === true
    parts.push(bare ? item.text : separator + item.text)
    bits |= item.taint
  }
  return { text: joined(parts, '', code.analysis), taint: bits }
}

/** `'-'.join(list)`, `list.join('-')`: whichever is the list, the other stands between its items. */
export function joinItems(on: CodeValue, args: readonly CodeValue[], code: Code): CodeValue {
  const [first] = args
  if (first !== undefined && first.items === undefined && on.items === undefined) return join([on, ...args], '/', code)
  const items = first?.items ?? on.items ?? []
  const separator = first?.items === undefined ? (first?.text ?? '') : on.text
  const text = joined(
    items.map(item => item.text),
    separator,
    code.analysis,
  )
  return { text, taint: on.taint | (first?.taint ?? 0) }
}

export function splitText(on: CodeValue, separator: string | undefined, code: Code): CodeValue {
  const pieces = separator === undefined ? on.text.trim().split(/\s+/) : on.text.split(separator)
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
  if (!values.every(item => item.items !== undefined)) return join(values, '', code)
  return listOf(
    values.flatMap(item => item.items ?? []),
    code,
  )
}

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

const places = /%(?:(\d+)\$|\((\w+)\))?[-+ #0]*\d*(?:\.\d+)?[hlLqz]*([a-zA-Z%])/

/** `sprintf` and its likes. */
export function printed(format: CodeValue, values: readonly CodeValue[], code: Code): CodeValue {
  const texts: string[] = []
  let bits = format.taint
  let next = 0
  let end = 0
  for (const place of format.text.matchAll(new RegExp(places, 'g'))) {
    texts.push(format.text.slice(end, place.index))
    end = place.index + place[0].length
    if (place[3] === '%') {
      texts.push('%')
      continue
    }
    const named = place[2] === undefined ? undefined : values[0]?.fields?.get(place[2])
    const given = named ?? values[place[1] === undefined ? next++ : Number(place[1]) - 1]
    bits |= given?.taint ?? 0
    texts.push(shown(given?.text ?? HOLE, place[3] as string))
  }
  return { text: joined([...texts, format.text.slice(end)], '', code.analysis), taint: bits }
}

const shown = (text: string, how: string): string => {
  const number = Number(text)
  if (text.includes(HOLE)) return HOLE
  if (how === 'c') return /^\d+$/.test(text) && number <= 0x10ffff ? String.fromCodePoint(number) : (text[0] ?? '')
  if (/^[xXo]$/.test(how)) return Number.isInteger(number) ? number.toString(how === 'o' ? 8 : 16) : HOLE
  return text
}

/** `a.replace(b, c)`, where a pattern counts only when it is plain text: everywhere, or only the first. */
export function replaced(on: CodeValue, sought: CodeValue, put: CodeValue, everywhere: boolean, code: Code): CodeValue {
  const bits = on.taint | put.taint
  if (sought.text === '' || on.text.includes(HOLE) || sought.text.includes(HOLE)) return { text: HOLE, taint: bits }
  const [first = '', ...rest] = on.text.split(sought.text)
  if (everywhere || sought.global === true) return { ...on, text: joined([first, ...rest], put.text, code.analysis), taint: bits }
  return rest.length === 0 ? on : { ...on, text: joined([first, rest.join(sought.text)], put.text, code.analysis), taint: bits }
}

/** Lists of numbers become their characters; other lists stay. */
export const spelled = (items: readonly CodeValue[], code: Code): CodeValue | undefined =>
  items.length > 0 && items.every(item => /^(?:\d+|0x[0-9a-fA-F]+)$/.test(item.text))
    ? { ...characters(items, code), taint: taint.decoded }
    : undefined

/** One of a list, whichever. */
export function elementOf(list: CodeValue): CodeValue {
  if (list.items === undefined) return list
  const [first = { text: HOLE, taint: 0 }, ...or] = list.items
  return or.length === 0 ? first : { ...first, or }
}

export function reversed(on: CodeValue): CodeValue {
  if (on.items !== undefined) return { text: '', items: [...on.items].reverse(), taint: on.taint }
  return { text: [...on.text].reverse().join(''), taint: on.taint | taint.decoded }
}

/** The characters of a list, in one. */
export const textOf = (list: CodeValue | undefined): CodeValue | undefined =>
  list?.items && { text: list.items.map(item => item.text).join(''), taint: list.taint }
