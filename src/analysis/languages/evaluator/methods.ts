/** Methods and slices of values. */

import { joined } from '../../values/analysis.ts'
import { HOLE } from '../../values/value.ts'
import { call, decoded, fileTaint } from './calls.ts'
import { type Argument, type Code, type CodeValue, unknown } from './code.ts'
import { fill, join, joinItems, splitText } from './collections.ts'
import type { Token } from './lexer.ts'
import { isMade, temporary } from './temporary.ts'

const modules = /^(?:(?:node:)?(?:fs|os|fs\/promises)|fs-extra|tempfile)$/

export function method(on: CodeValue, name: string, args: readonly Argument[], code: Code): CodeValue {
  const first = args[0]?.value
  // A module in a variable: `fs = require('fs')`.
  const made = modules.test(on.text) ? temporary(name, `${on.text}.${name}`, args, code) : undefined
  if (made !== undefined) return made
  switch (name) {
    case 'join':
      return joinItems(
        on,
        args.map(argument => argument.value),
        code,
      )
    case 'joinpath':
      return join([on, ...args.map(argument => argument.value)], '/', code)
    case 'replace':
    case 'replaceAll':
    case 'sub':
    case 'gsub':
      if (first === undefined || args[1] === undefined || first.text === '' || first.text.includes(HOLE))
        return { text: HOLE, taint: on.taint }
      return { ...on, text: joined(on.text.split(first.text), args[1].value.text, code.analysis) }
    case 'split':
      return splitText(on, first?.text, code)
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
      return format(on, args, code)
    case 'concat':
      return join([on, ...args.map(argument => argument.value)], '', code)
    case 'read_text':
    case 'read_bytes':
    case 'read':
    case 'text':
      return { text: HOLE, taint: on.taint | (on.text === HOLE ? 0 : fileTaint(on, code)) }
    // What a temporary folder's object calls itself.
    case 'name':
    case 'dirname':
      return isMade(on) && args.length === 0 ? on : { text: HOLE, taint: on.taint }
    case 'parent':
      return { ...on, text: `${on.text}/..` }
    case 'expanduser':
      return on.text[0] === '~' ? { ...on, text: code.analysis.host.home + on.text.slice(1) } : on
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

/** `x[1:]`, `x[:8]`, `x[-2:]`; anything else is unknown. */
export function slice(of: CodeValue, inside: readonly Token[]): CodeValue {
  const parts = /^(-?\d*):(-?\d*)$/.exec(inside.map(part => part.value).join(''))
  if (parts === null || of.text.includes(HOLE)) return { text: HOLE, taint: of.taint }
  const from = Number(parts[1])
  const to = parts[2] === '' ? undefined : Number(parts[2])
  if (of.items === undefined) return { ...of, text: of.text.slice(from, to) }
  const items = of.items.slice(from, to)
  return { text: items.map(item => item.text).join(' '), items, taint: of.taint }
}

/** `'{} {a}'.format(x, a=y)` */
function format(on: CodeValue, args: readonly Argument[], code: Code): CodeValue {
  const plain = args.filter(argument => argument.name === undefined)
  const values: CodeValue[] = []
  let next = 0
  for (const match of on.text.matchAll(/\{(\w*)\}/g)) {
    const key = match[1] as string
    const found = key === '' ? plain[next++] : /^\d/.test(key) ? plain[Number(key)] : args.find(argument => argument.name === key)
    values.push(found?.value ?? unknown)
  }
  return fill(on, values, /\{\w*\}/, code)
}
