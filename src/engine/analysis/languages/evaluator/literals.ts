/** Lists and tables as they are written. */

import { bounds } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { listOf } from '../model/collections.ts'
import { fieldOf } from '../model/containers.ts'
import { split } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'
import { spreadAt } from './arguments.ts'
import { comprehension, itemsOf } from './repeating.ts'

/** A list, or the last of what JavaScript does one after the other. */
export function inBrackets(inside: readonly Token[], code: Code): CodeValue {
  const parts = split(inside, ',')
  const last = parts.at(-1) ?? inside
  return parts.length === 1
    ? code.evaluate(inside, code)
    : code.language === 'javascript'
      ? code.evaluate(last, code)
      : list(inside, code)
}

export function list(inside: readonly Token[], code: Code): CodeValue {
  const items: CodeValue[] = []
  const parts = split(inside, ',')
  for (const [at, part] of parts.entries()) {
    // A place left out holds nothing.
    if (part.length === 0 && at < parts.length - 1 && code.language === 'javascript') items.push(value(''))
    if (part.length === 0) continue
    const spread = spreadAt(part)
    const item = code.evaluate(part.slice(spread), code)
    for (const one of spread > 0 ? (itemsOf(item, code) ?? [item]) : [item]) items.push(one)
  }
  return listOf(items, code)
}

/** `{a, b}` of Python, which has no order. */
const isSet = (inside: readonly Token[], { language }: Code): boolean =>
  language === 'python' && inside.length > 0 && split(inside, ':').length === 1 && spreadAt(inside) < 2

/** Languages whose lists may have keys. */
export const hasKeys = /^(?:perl|php)$/
export const isPair = (part: readonly Token[]): boolean => part[1]?.kind === 'mark' && part[1].value === '=>'

/** An object. One variable of the environment in it is how a program gets its token; all of them are not. */
export function object(inside: readonly Token[], code: Code): CodeValue {
  if (isSet(inside, code)) {
    const held = comprehension(inside, code) ?? list(inside, code)
    return { text: HOLE, taint: held.taint, each: held.items ?? held.each ?? [unknown] }
  }
  let bits = 0
  // A spread brings in keys that nobody wrote here.
  let isWritten = true
  const fields = new Map<string, CodeValue>()
  for (const part of split(inside, ',')) {
    // `:key => 1` of Ruby begins with one.
    const at = part.findIndex((token, index) => token.value === '=>' || (token.value === ':' && index > 0))
    // `**os.environ`, `...process.env`
    const from = at < 0 ? spreadAt(part) : at + 1
    const found = code.evaluate(part.slice(from), code)
    const key = part[at - 1]
    if (at > 0 && at <= 2 && key !== undefined && fields.size < bounds.fields) fields.set(key.value, found)
    if (at < 0 && from > 0) isWritten = false
    if ((found.taint & taint.environment) === 0 || (at < 0 && from > 0)) {
      bits |= found.taint
      continue
    }
    const written = part.map(token => token.value).join('')
    const whole =
      /(?:process\.env|os\.environ|\$_ENV|\bENV|Deno\.env)(?:(?![.[\w])|\.(?:items|copy|to_h|entries|toObject)\b)/.test(written)
    bits |= whole ? found.taint : found.taint & ~taint.environment
  }
  return { text: HOLE, taint: bits, ...(isWritten && { fields }) }
}

/** `['dir']`, `[:dir]` */
export const isKey = (inside: readonly Token[]): boolean =>
  inside.at(-1)?.kind === 'text' || (inside.length === 2 && inside[0]?.value === ':')

/** What stands in a table under a key: a word as it is written in Perl, elsewhere what it comes to. */
export function fieldIn(fields: ReadonlyMap<string, CodeValue>, inside: readonly Token[], code: Code): CodeValue {
  const [only] = inside
  const isWord = code.language === 'perl' && inside.length === 1 && only?.kind === 'name' && !/^[$@%]/.test(only.value)
  return fieldOf(fields, isWord ? value(only.value) : code.evaluate(inside, code))
}
