/** Values of expressions in scripting languages, as far as literals carry them. */

import type { Scope, Session } from '../session.ts'
import { HOLE, taint } from '../text.ts'
import { call } from './calls.ts'
import type { Language, Token } from './lexer.ts'
import { methods } from './methods.ts'

export interface Value {
  /** May contain `HOLE`. */
  readonly text: string
  readonly items?: readonly Value[]
  readonly taint: number
}

export interface Code {
  readonly language: Language
  readonly session: Session
  readonly scope: Scope
  readonly variables: Map<string, Value>
  /** Short names for modules and functions: `from os import system as s`. */
  readonly names: Map<string, string>
  /** Everything seen so far: what was read, whether something is sent. */
  taint: number
  depth: number
  /** Tokens looked at, bounded. */
  work: number
}

export const unknown: Value = { text: HOLE, taint: 0 }

export function value(text: string, bits = 0): Value {
  return { text, taint: bits }
}

/** The index after the bracket that matches the one at `open`. */
export function matching(all: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < all.length; at++) {
    const token = all[at] as Token
    if (token.kind !== 'mark') continue
    if (token.value === '(' || token.value === '[' || token.value === '{') depth++
    else if ((token.value === ')' || token.value === ']' || token.value === '}') && --depth === 0) return at + 1
  }
  return all.length
}

export interface Argument {
  readonly name: string | undefined
  readonly value: Value
  readonly tokens: readonly Token[]
}

/** The arguments between two brackets, or after a call without brackets. */
export function argumentsOf(all: readonly Token[], code: Code): Argument[] {
  const out: Argument[] = []
  for (const part of split(all, ',')) {
    if (part.length === 0) continue
    const [first, second] = part
    const named =
      first?.kind === 'name' &&
      second?.kind === 'mark' &&
      (second.value === '=' || second.value === ':' || second.value === '=>') &&
      part.length > 2
    out.push({ name: named ? first.value : undefined, value: evaluate(named ? part.slice(2) : part, code), tokens: part })
  }
  return out
}

export function split(all: readonly Token[], at: string): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of all) {
    if (token.kind === 'mark') {
      if (token.value === '(' || token.value === '[' || token.value === '{') depth++
      else if (token.value === ')' || token.value === ']' || token.value === '}') depth--
      else if (token.value === at && depth === 0) {
        parts.push([])
        continue
      }
    }
    parts.at(-1)?.push(token)
  }
  return parts
}

export function evaluate(all: readonly Token[], code: Code): Value {
  code.work += all.length + 1
  if (code.work > 200_000) {
    code.session.exhausted = true
    return unknown
  }
  if (all.length === 0 || ++code.depth > 40) {
    if (all.length > 0) code.depth--
    return unknown
  }
  try {
    const sums = split(all, code.language === 'perl' || code.language === 'php' ? '.' : '+')
    const isMember =
      (code.language === 'perl' || code.language === 'php') &&
      !sums.every(part => part[0]?.kind === 'text' || part[0]?.value[0] === '$' || (part.length > 1 && part[0]?.kind === 'name'))
    if (sums.length > 1 && !isMember && sums.every(part => part.length > 0))
      return join(
        sums.map(part => evaluate(part, code)),
        '',
      )
    const joined = split(all, code.language === 'lua' ? '..' : '/')
    if (joined.length > 1 && joined.every(part => part.length > 0))
      return join(
        joined.map(part => evaluate(part, code)),
        '/',
      )
    return single(all, code)
  } finally {
    code.depth--
  }
}

export function join(values: readonly Value[], separator: string): Value {
  let text = ''
  let bits = 0
  for (const [index, item] of values.entries()) {
    text += (index === 0 || text.endsWith(separator) ? '' : separator) + item.text
    bits |= item.taint
  }
  return { text, taint: bits }
}

function single(all: readonly Token[], code: Code): Value {
  const [first, second] = all
  if (first === undefined) return unknown
  if (first.kind === 'text') {
    let result = interpolate(first.value, code)
    let at = 1
    while (all[at]?.kind === 'text') result = join([result, interpolate((all[at++] as { value: string }).value, code)], '')
    return methods(result, all.slice(at), code)
  }
  if (first.kind === 'number') return value(first.value)
  if (first.kind === 'mark') {
    if (first.value === '[' || first.value === '(' || first.value === '{') {
      const end = matching(all, 0)
      const inside = all.slice(1, end - 1)
      if (first.value === '(')
        return methods(split(inside, ',').length > 1 ? list(inside, code) : evaluate(inside, code), all.slice(end), code)
      if (first.value === '[') return methods(list(inside, code), all.slice(end), code)
    }
    return unknown
  }
  if (first.value === 'await' || first.value === 'new' || first.value === 'not') return evaluate(all.slice(1), code)
  if (
    (first.value === 'str' ||
      first.value === 'String' ||
      first.value === 'Path' ||
      first.value === 'PurePath' ||
      first.value === 'bytes' ||
      first.value === 'Pathname' ||
      first.value === 'URL') &&
    second?.value === '('
  ) {
    const end = matching(all, 1)
    const args = argumentsOf(all.slice(2, end - 1), code)
    const whole =
      args.length > 1
        ? join(
            args.map(argument => argument.value),
            '/',
          )
        : (args[0]?.value ?? unknown)
    return methods(whole, all.slice(end), code)
  }
  return chain(all, code)
}

export function list(inside: readonly Token[], code: Code): Value {
  const items = split(inside, ',')
    .filter(part => part.length > 0)
    .map(part => evaluate(part, code))
  return { text: items.map(item => item.text).join(' '), items, taint: items.reduce((bits, item) => bits | item.taint, 0) }
}

function interpolate(text: string, code: Code): Value {
  if (!/[\u0001$#]/.test(text)) return value(text)
  let bits = 0
  const replaced = text.replace(
    /\u0001\{([^{}]{1,200})\}|[$#]\{([^{}]{1,200})\}|(?<=^|[^\\])\$([A-Za-z_]\w{0,60})/g,
    (whole, a?: string, b?: string, c?: string) => {
      const name = (a ?? b ?? c ?? '').trim()
      if (c !== undefined && code.language !== 'perl' && code.language !== 'php') return whole
      const known =
        code.variables.get(name) ??
        code.variables.get(`$${name}`) ??
        (homeNames.test(name) ? value(code.session.host.home) : undefined)
      bits |= known?.taint ?? (/environ|process\.env|ENV/.test(name) ? taint.environment : 0)
      return known?.text ?? HOLE
    },
  )
  return { text: replaced, taint: bits }
}

const homeNames =
  /^(?:os\.homedir\(\)|homedir\(\)|Dir\.home|Path\.home\(\)|process\.env\.HOME|ENV\[['"]HOME['"]\]|os\.environ\[['"]HOME['"]\]|\$ENV\{HOME\})$/

/** `a.b.c(...)...`: pure functions are computed, everything else is unknown. */
function chain(all: readonly Token[], code: Code): Value {
  let path = ''
  let at = 0
  while (at < all.length) {
    const token = all[at] as Token
    if (token.kind === 'name')
      path += code.names.get(token.value) !== undefined && path === '' ? (code.names.get(token.value) as string) : token.value
    else if (token.value === '.' || token.value === '::') path += '.'
    else break
    at++
  }
  const rest = all.slice(at)
  const variable = code.variables.get(path)
  if (variable !== undefined) return methods(variable, rest, code)
  const dot = path.lastIndexOf('.')
  const owner = dot > 0 ? code.variables.get(path.slice(0, dot)) : undefined
  if (owner !== undefined) return methods(owner, all.slice(at - 2), code)
  if (/^(?:process\.env|os\.environ|ENV|environ|\$ENV|_ENV|\$_ENV|\$_SERVER|Deno\.env|Bun\.env)(?:\.|$)/.test(path))
    return environment(path, rest, code)
  const next = rest[0]
  if (next?.kind !== 'mark' || next.value !== '(') {
    if (path === 'Dir.home') return value(code.session.host.home)
    return next === undefined && /^os\.sep$|^path\.sep$/.test(path) ? value('/') : unknown
  }
  const end = matching(rest, 0)
  const args = argumentsOf(rest.slice(1, end - 1), code)
  return methods(call(path, args, code), rest.slice(end), code)
}

function environment(path: string, rest: readonly Token[], code: Code): Value {
  const key = rest.find(token => token.kind === 'text')
  const name = key?.kind === 'text' ? key.value : path.replace(/^(?:process\.env|os\.environ|Bun\.env|_ENV|ENV)\.?/, '')
  if (name === 'HOME' || name === 'USERPROFILE') return value(code.session.host.home)
  if (/(?:^|\.)(?:to_h|to_a|inspect|items|toObject|each|map)$/.test(name)) return { text: HOLE, taint: taint.environment }
  if (name === '' || (rest.length === 0 && !/\.env\.\w|ENV\.\w/.test(path))) return { text: HOLE, taint: taint.environment }
  return /secret|token|password|key|credential/i.test(name) ? { text: HOLE, taint: taint.environment } : unknown
}
