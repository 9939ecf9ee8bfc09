/** Operators of scripting languages: what they choose, repeat, add and put side by side. */

import { HOLE, taint } from '../../values/value.ts'
import { method } from '../library/methods.ts'
import { type Code, type CodeValue, unknown, value } from '../model/code.ts'
import { matching, split, statementEnd } from '../tokens/brackets.ts'
import type { Language, Token } from '../tokens/lexer.ts'

/** `text * 3`, `$text x 3`: the whole of it is one, or it is none. */
export function repetition(all: readonly Token[], code: Code): CodeValue | undefined {
  const sign = code.language === 'perl' ? 'x' : code.language === 'python' || code.language === 'ruby' ? '*' : undefined
  if (sign === undefined || !all.some(({ value: word }) => word === sign)) return undefined
  const parts = split(all, plus(all, code.language)).length > 1 ? [] : split(all, sign)
  if (parts.length !== 2 || parts.some(part => part.length === 0)) return undefined
  const [text, times] = parts.map(part => code.evaluate(part, code)) as [CodeValue, CodeValue]
  const [what, often] = text.number === true && times.number !== true ? [times, text] : [text, times]
  if (often.number !== true || what.number === true || what.items !== undefined || what.text.includes(HOLE))
    return { text: HOLE, taint: text.taint | times.taint }
  const count = Math.max(0, Number(often.text))
  return method(what, 'repeat', [{ name: undefined, value: value(String(count)), tokens: [] }], code)
}

const chooses = /^(?:\?|\|\||&&|\?\?|or|and|if|else|unless)$/

/** `x => ...`, `(x, y) => ...`, `function (x) { ... }` */
export const isFunction = (all: readonly Token[]): boolean => {
  const from = all[0]?.value === 'async' ? 1 : 0
  if (all[from]?.kind === 'name' && all[from]?.value === 'function') return true
  return all[all[from]?.value === '(' ? matching(all, from) : from + 1]?.value === '=>'
}

/** What a function comes to: behind its arrow, or behind each `return`. */
const givenBack = (all: readonly Token[]): readonly (readonly Token[])[] => {
  const body = all.findIndex(({ value: word }) => word === '=>') + 1
  if (body > 0 && all[body]?.value !== '{') return [all.slice(body)]
  return all.flatMap(({ value: word }, at) => (word === 'return' ? [all.slice(at + 1, statementEnd(all, at + 1))] : []))
}

/** `a ? b : c`, `a or b`, `b if a else c`: any of those that it may come to. What only decides is left out. */
export function choices(all: readonly Token[], code: Code): CodeValue | undefined {
  // What a branch comes to, nobody has asked.
  if (code.language === 'ruby' && all[0]?.kind === 'name' && /^(?:if|unless|case|begin|while)$/.test(all[0].value)) return unknown
  // Nor what a function does before it is called: `x => y` comes to what the environment holds, where it does.
  const calls = code.functions?.anonymous(all)
  if (calls !== undefined || (code.language === 'javascript' && isFunction(all))) {
    const held = { ...unknown, ...(calls !== undefined && { calls }) }
    if (!all.some(({ value: word }) => word === 'env')) return held
    const bits = givenBack(all).reduce((sum, part) => sum | code.evaluate(part, code).taint, 0)
    return { ...held, taint: bits & taint.environment }
  }
  const parts: Token[][] = []
  let start = 0
  let asks = false
  let decides = false
  for (let at = 0; at < all.length; ) {
    const token = all[at] as Token
    if (token.kind === 'mark' && /^[([{]$/.test(token.value)) {
      at = matching(all, at)
      continue
    }
    const chosen =
      token.kind === 'mark' && token.value === ':'
        ? asks
        : (token.kind === 'mark' || token.kind === 'name') && chooses.test(token.value)
    if (chosen && (token.value !== '?' || code.language !== 'python')) {
      const left = /^(?:\?|&&|and)$/.test(token.value)
      if (token.value === '?') asks = true
      if (!left && !decides) parts.push(all.slice(start, at))
      decides = token.value === 'if' || token.value === 'unless'
      start = at + 1
    }
    at++
  }
  if (start === 0) return undefined
  if (!decides) parts.push(all.slice(start))
  const values = parts.filter(part => part.length > 0).map(part => code.evaluate(part, code))
  const [first = unknown, ...or] = values.filter(
    item => item.text !== HOLE || item.calls !== undefined || item.fields !== undefined || (item.taint & taint.decoded) !== 0,
  )
  return { ...first, taint: values.reduce((sum, item) => sum | item.taint, 0), ...(or.length > 0 && { or }) }
}

/** `100+14`; what is not added or taken away is unknown. */
export function computed(all: readonly Token[], code: Code, single: Code['evaluate']): CodeValue {
  let sum = 0
  let sign = 1
  for (const [at, token] of all.entries()) {
    const number = token.kind === 'number' ? Number(token.value) : Number.NaN
    if (at % 2 === 0 && Number.isFinite(number)) sum += sign * number
    else if (at % 2 === 1 && token.kind === 'mark' && (token.value === '+' || token.value === '-'))
      sign = token.value === '+' ? 1 : -1
    else if (at === 1 && token.kind === 'name') return single(all, code)
    else return unknown
  }
  return { ...value(String(sum)), number: true }
}

/** Values that awk puts together because they stand side by side. */
export function beside(all: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  for (let at = 0; at < all.length; ) {
    const token = all[at] as Token
    let end = at + 1
    if (token.kind === 'mark') {
      if (token.value !== '(') return []
      end = matching(all, at)
    } else if (token.kind === 'name' && /^[[(]$/.test(all[end]?.value ?? '') && all[end]?.kind === 'mark')
      end = matching(all, end)
    parts.push(all.slice(at, end))
    at = end
  }
  return parts
}

/** What puts two texts together. */
export function plus(all: readonly Token[], language: Language): string {
  if (language === 'lua') return '..'
  if (language === 'perl' || language === 'php') return '.'
  if (language === 'vim') return all.some(token => token.value === '..') ? '..' : '.'
  return language === 'ruby' && all.some(token => token.value === '<<') ? '<<' : '+'
}

/** A comparison, or a calculation that is not followed: what it comes to is another value. */
export const operates = ({ kind, value: word }: Token, { language }: Code): boolean =>
  (kind === 'mark' && /^(?:[=!<>]=+|[+*%^&|]|\*\*|<=>|[=!]~)$/.test(word) && language !== 'other') ||
  (kind === 'mark' && /^(?:[<>/-]|>>|<<)$/.test(word) && /^(?:python|perl|php|ruby|javascript)$/.test(language)) ||
  (kind === 'name' && /^(?:in|is|not|x|eq|ne|lt|gt|instanceof)$/.test(word) && /^(?:python|perl|javascript)$/.test(language))
