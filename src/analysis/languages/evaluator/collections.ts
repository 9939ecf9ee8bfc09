/** Lists and texts put together: joins, sums, formats, comprehensions. */

import { atMost, bounds, joined } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import { type Code, type CodeValue, value } from './code.ts'

export function join(values: readonly CodeValue[], separator: string, code: Code): CodeValue {
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
