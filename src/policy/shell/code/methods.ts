/** What follows a value: methods, subscripts, slices. */

import { HOLE } from '../text.ts'
import { call, decoded, fileTaint } from './calls.ts'
import type { Token } from './lexer.ts'
import { type Argument, argumentsOf, type Code, join, matching, unknown, type Value } from './values.ts'

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
export function methods(start: Value, all: readonly Token[], code: Code): Value {
  let result = start
  let at = 0
  while (at < all.length) {
    const token = all[at] as Token
    if (token.kind === 'mark' && token.value === '[') {
      const end = matching(all, at)
      const inside = all.slice(at + 1, end - 1)
      const written = inside.map(part => part.value).join('')
      if (written === '::-1' || (written === ':-1' && inside.some(part => part.value === '::')))
        result = { ...result, text: [...result.text].reverse().join('') }
      else if (/^\d+$/.test(written) && result.items !== undefined) result = result.items[Number(written)] ?? unknown
      else result = { text: HOLE, taint: result.taint }
      at = end
      continue
    }
    if (token.kind !== 'mark' || token.value !== '.') return result
    const name = all[at + 1]
    if (name?.kind !== 'name') return result
    at += 2
    let args: Argument[] = []
    if (all[at]?.kind === 'mark' && all[at]?.value === '(') {
      const end = matching(all, at)
      args = argumentsOf(all.slice(at + 1, end - 1), code)
      at = end
    }
    result = method(result, name.value, args, code)
  }
  return result
}

function method(on: Value, name: string, args: readonly Argument[], code: Code): Value {
  const first = args[0]?.value
  switch (name) {
    case 'join': {
      const items = (first?.items ?? on.items ?? []) as readonly Value[]
      const separator = first?.items === undefined ? (first?.text ?? '') : on.text
      if (first !== undefined && first.items === undefined && on.items === undefined)
        return join([on, ...args.map(argument => argument.value)], '/')
      return { text: items.map(item => item.text).join(separator), taint: on.taint | (first?.taint ?? 0) }
    }
    case 'joinpath':
      return join([on, ...args.map(argument => argument.value)], '/')
    case 'replace':
    case 'replaceAll':
    case 'sub':
    case 'gsub':
      if (first === undefined || args[1] === undefined || first.text === '' || first.text.includes(HOLE))
        return { text: HOLE, taint: on.taint }
      return { ...on, text: on.text.split(first.text).join(args[1].value.text) }
    case 'split': {
      const separator = first?.text
      const pieces = (separator === undefined ? on.text.trim().split(/\s+/) : on.text.split(separator)).map(piece => ({
        text: piece,
        taint: on.taint,
      }))
      return { text: pieces.map(piece => piece.text).join(' '), items: pieces, taint: on.taint }
    }
    case 'reverse':
      if (on.items !== undefined) return { text: '', items: [...on.items].reverse(), taint: on.taint }
      return { ...on, text: [...on.text].reverse().join('') }
    case 'decode':
    case 'toString':
      return first === undefined || on.text === HOLE ? on : decoded(on, name === 'toString' ? 'utf8' : first.text)
    case 'lower':
    case 'toLowerCase':
    case 'downcase':
      return { ...on, text: on.text.toLowerCase() }
    case 'upper':
    case 'toUpperCase':
    case 'upcase':
      return { ...on, text: on.text.toUpperCase() }
    case 'format':
      return { text: on.text.replace(/\{\d?\}/g, () => first?.text ?? HOLE), taint: on.taint | (first?.taint ?? 0) }
    case 'concat':
      return join([on, ...args.map(argument => argument.value)], '')
    case 'read_text':
    case 'read_bytes':
    case 'read':
    case 'text':
      return { text: HOLE, taint: on.taint | (on.text === HOLE ? 0 : fileTaint(on, code)) }
    case 'parent':
      return { ...on, text: `${on.text}/..` }
    case 'expanduser':
      return on.text[0] === '~' ? { ...on, text: code.session.host.home + on.text.slice(1) } : on
    case 'glob':
    case 'iterdir':
    case 'rglob':
      return { ...on, text: `${on.text}/${first?.text ?? '*'}` }
    case 'strip':
    case 'trim':
    case 'encode':
    case 'chomp':
    case 'resolve':
    case 'absolute':
    case 'to_s':
    case 'trimEnd':
    case 'rstrip':
    case 'valueOf':
    case 'pathname':
      return on
    case 'pack':
      return decoded(on.items?.[0] ?? on, 'hex')
    case 'b64decode':
    case 'decode64':
    case 'unhexlify':
    case 'fromhex':
    case 'getattr':
      return call(name, args, code)
    default:
      return { text: HOLE, taint: on.taint }
  }
}
