/** What follows a value: methods, members, elements, calls. */

import { HOLE, taint } from '../../values/value.ts'
import { call } from '../library/calls.ts'
import { isServed } from '../library/clients.ts'
import { method, slice } from '../library/methods.ts'
import { eachWay, either } from '../model/branching.ts'
import { type Argument, type Code, type CodeValue, isNamedBy, unknown } from '../model/code.ts'
import { elementOf, listOf } from '../model/collections.ts'
import { matching } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'
import { argumentsOf } from './arguments.ts'
import { calledBy, holding, isModule, madeBy, wrapping } from './callables.ts'
import { fieldIn, isKey } from './literals.ts'
import { isFunction, operates } from './operators.ts'
import { withEach } from './repeating.ts'

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
export function methods(start: CodeValue, all: readonly Token[], code: Code): CodeValue {
  if (start.or !== undefined && all.length > 0) return eachWay(start, one => methods(one, all, code))
  let result = start
  let at = 0
  while (at < all.length) {
    const token = all[at] as Token
    if (token.kind === 'mark' && token.value === '(' && result.calls !== undefined) {
      const end = matching(all, at)
      const args = argumentsOf(all.slice(at + 1, end - 1), code)
      result = code.functions?.run(result.calls, args, token) ?? unknown
      at = end
      continue
    }
    if (token.kind === 'mark' && (token.value === '[' || (token.value === '{' && code.language === 'perl'))) {
      const end = matching(all, at)
      const inside = all.slice(at + 1, end - 1)
      const written = inside.map(part => part.value).join('')
      if (written === '::-1' || (written === ':-1' && inside.some(part => part.value === '::')))
        result =
          result.items === undefined
            ? { ...result, text: [...result.text].reverse().join('') }
            : listOf([...result.items].reverse(), code)
      else if (isNamedBy(result) || result.each?.every(({ text }) => !text.includes(HOLE)))
        result = written.includes(':') ? result : elementOf(result)
      else if (/^\d+$/.test(written) && result.items !== undefined)
        result = result.items[Number(written) - (code.language === 'lua' ? 1 : 0)] ?? unknown
      else if (result.fields !== undefined) result = fieldIn(result.fields, inside, code)
      else if (result.text === HOLE && inside.length <= 2 && isKey(inside))
        result = code.functions?.option(inside.at(-1)?.value ?? '', result.made ?? '') ?? slice(result, inside)
      else if (inside.length > 0 && isModule.test(result.text))
        result = holding(`${result.text}.${code.evaluate(inside, code).text}`, code) ?? slice(result, inside)
      else result = slice(result, inside)
      at = end
      continue
    }
    const changes = token.value === '=~' && all[at + 1]?.value === 'replace'
    if (!changes && operates(token, code)) return { text: HOLE, taint: result.taint }
    if (token.kind !== 'mark' || (token.value !== '.' && !changes)) return result
    const name = all[at + 1]
    // `f.(x)`, `$list->[0]`
    if (name?.kind === 'mark' && /^[([{]$/.test(name.value)) {
      at++
      continue
    }
    if (name?.kind !== 'name') return name === undefined ? result : { text: HOLE, taint: result.taint }
    at += 2
    let args: Argument[] = []
    const isCall = all[at]?.kind === 'mark' && all[at]?.value === '('
    if (all[at]?.kind === 'mark' && all[at]?.value === '(') {
      const end = matching(all, at)
      const inside = all.slice(at + 1, end - 1)
      args = withEach(result, inside, code, () => argumentsOf(inside, code))
      at = end
    }
    const by = result.made ?? (/^@?[A-Za-z_][\w:./-]*$/.test(result.text) ? result.text : '')
    // What comes from elsewhere may have a method of that name as well.
    const isOther =
      result.text !== HOLE || result.taint !== 0 || (result.made !== undefined && code.functions?.knows(result.made) !== true)
    const own =
      result.fields?.get(name.value) ??
      (result.calls === undefined ? undefined : isCall ? calledBy(result.calls, name, args, code) : result) ??
      (isCall
        ? code.functions?.method(name.value, args, name)
        : (code.functions?.member(result, name.value, name) ??
          (result.text === HOLE ? code.functions?.option(name.value, result.made ?? '') : undefined)))
    const isOption = !isCall && result.text === HOLE && code.functions?.option(name.value, result.made ?? '') !== undefined
    const isField = isOption || result.fields?.has(name.value) === true || result.calls !== undefined
    if (own !== undefined && (isField || !isOther)) {
      result =
        isCall && own.calls !== undefined && result.fields !== undefined
          ? (code.functions?.run(own.calls, args, name) ?? unknown)
          : own
      continue
    }
    const held = isCall || !isModule.test(result.text) ? undefined : holding(`${result.text}.${name.value}`, code)
    if (held !== undefined) {
      result = held
      continue
    }
    const next = wrapping(calledOn(result, name.value, isCall ? args : undefined, code), name.value, args)
    const given = args.reduce((bits, { value: one, tokens }) => bits | (isFunction(tokens) ? one.taint : 0), next.taint)
    const isTold = isCall && !hands.test(name.value) && (given & taint.file) === 0 && isServed(by, code)
    const other = next.text === HOLE ? { ...next, taint: isTold ? 0 : given, made: madeBy(`${by}.${name.value}`, args) } : next
    result = own === undefined ? other : either(other, own)
  }
  return result
}

/** What gives back what a client was made with. */
const hands = /token|secret|credential|passw|auth|key|header|config|env|dump|str|repr|json/i

/** What a method comes to; of a module that a variable holds, `const fs = require('fs')`, its function. */
function calledOn(on: CodeValue, name: string, args: readonly Argument[] | undefined, code: Code): CodeValue {
  const result = method(on, name, args ?? [], code)
  if (args === undefined || result.text !== HOLE || !isModule.test(on.text)) return result
  const found = call(`${on.text}.${name}`, args, code)
  return found.text === HOLE && found.items === undefined && found.fields === undefined ? result : found
}
