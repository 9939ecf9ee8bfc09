/** Lists and texts put together: joins, sums, formats, comprehensions. */

import { atMost, bounds, joined } from '../values/session.ts'
import { HOLE, taint } from '../values/text.ts'
import { split } from './brackets.ts'
import type { Token } from './lexer.ts'
import { type Code, evaluate, type Value, value } from './values.ts'

export function join(values: readonly Value[], separator: string, code: Code): Value {
  const parts: string[] = []
  let bits = 0
  for (const [index, item] of values.entries()) {
    const bare = index === 0 || parts.at(-1)?.endsWith(separator) === true
    parts.push(bare ? item.text : separator + item.text)
    bits |= item.taint
  }
  return { text: joined(parts, '', code.session), taint: bits }
}

/** One list after another, or one text. */
export function sum(values: readonly Value[], code: Code): Value {
  if (!values.every(item => item.items !== undefined)) return join(values, '', code)
  return listOf(
    values.flatMap(item => item.items ?? []),
    code,
  )
}

export function listOf(items: readonly Value[], code: Code): Value {
  const all = atMost(items, bounds.fields, code.session)
  const text = joined(
    all.map(item => item.text),
    ' ',
    code.session,
  )
  return { text, items: all, taint: all.reduce((bits, item) => bits | item.taint, 0) }
}

export function list(inside: readonly Token[], code: Code): Value {
  const items: Value[] = []
  for (const part of split(inside, ',')) {
    if (part.length === 0) continue
    let spread = 0
    while (spread < 3 && part[spread]?.kind === 'mark' && /^[*.]$/.test(part[spread]?.value ?? '')) spread++
    const item = evaluate(part.slice(spread), code)
    for (const one of spread > 0 ? (item.items ?? [item]) : [item]) items.push(one)
  }
  return listOf(items, code)
}

/** `chr(c) for c in [...]`: the characters. */
export function comprehension(inside: readonly Token[], code: Code): Value | undefined {
  if (inside[0]?.value !== 'chr' || inside[1]?.value !== '(') return undefined
  const at = inside.findIndex(token => token.value === 'in')
  const numbers = at < 0 ? undefined : evaluate(inside.slice(at + 1), code).items
  return numbers === undefined ? undefined : { ...characters(numbers, code), taint: taint.decoded }
}

export function characters(numbers: readonly Value[], code: Code): Value {
  return listOf(
    numbers.map(item => value(String.fromCharCode(Number(item.text) || 32))),
    code,
  )
}

/** A format with its places filled in order. */
export function fill(format: Value, values: readonly Value[], place: RegExp, code: Code): Value {
  const texts: string[] = []
  let bits = format.taint
  for (const [index, part] of format.text.split(place).entries()) {
    if (index > 0) {
      texts.push(values[index - 1]?.text ?? HOLE)
      bits |= values[index - 1]?.taint ?? 0
    }
    texts.push(part)
  }
  return { text: joined(texts, '', code.session), taint: bits }
}

/** Secrets among the values of an object. One variable of the environment is how a program gets its token; all of them are not. */
export function objectTaint(inside: readonly Token[], code: Code): number {
  let bits = 0
  for (const part of split(inside, ',')) {
    const at = part.findIndex(token => token.value === ':' || token.value === '=>')
    const found = evaluate(part.slice(at + 1), code).taint
    const written = part.map(token => token.value).join('')
    const whole = /(?:process\.env|os\.environ|\$_ENV|\bENV|Deno\.env)(?![.[\w])/.test(written)
    bits |= whole ? found : found & ~taint.environment
  }
  return bits
}
