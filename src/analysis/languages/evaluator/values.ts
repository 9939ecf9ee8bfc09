/** Values of expressions in scripting languages, as far as literals carry them. */

import { bounds, late } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { matching, split } from './brackets.ts'
import { call } from './calls.ts'
import { type Argument, type Code, type CodeValue, unknown, value } from './code.ts'
import { characters, fill, join, listOf, sum } from './collections.ts'
import type { Language, Token } from './lexer.ts'
import { method, slice } from './methods.ts'
import { temporary } from './temporary.ts'

/** The arguments between two brackets, or after a call without brackets. */
export function argumentsOf(all: readonly Token[], code: Code): Argument[] {
  const out: Argument[] = []
  const chars = comprehension(all, code)
  if (chars !== undefined) return [{ name: undefined, value: chars, tokens: all }]
  for (const part of split(all, ',')) {
    if (part.length === 0) continue
    if (part[0]?.kind === 'mark' && part[0].value === '*' && part.length > 1) {
      const spread = evaluate(part.slice(1), code)
      for (const item of spread.items ?? [spread]) out.push({ name: undefined, value: item, tokens: part })
      continue
    }
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

export function evaluate(all: readonly Token[], code: Code): CodeValue {
  code.work += all.length + 1
  if (code.work > bounds.evaluation || ((code.work & 63) < all.length && late(code.analysis))) {
    code.analysis.exhausted = true
    return unknown
  }
  if (all.length === 0) return unknown
  if (code.depth >= bounds.expressions) {
    code.analysis.exhausted = true
    return unknown
  }
  code.depth++
  try {
    const sums = split(all, plus(all, code.language))
    const isMember =
      (code.language === 'perl' || code.language === 'php') &&
      !sums.every(part => part[0]?.kind === 'text' || part[0]?.value[0] === '$' || (part.length > 1 && part[0]?.kind === 'name'))
    if (sums.length > 1 && !isMember && sums.every(part => part.length > 0))
      return sum(
        sums.map(part => evaluate(part, code)),
        code,
      )
    const filled = code.language === 'python' ? split(all, '%') : []
    if (filled.length === 2 && filled.every(part => part.length > 0) && filled[0]?.[0]?.kind === 'text') {
      const [format, values] = filled.map(part => evaluate(part, code)) as [CodeValue, CodeValue]
      return fill(format, values.items ?? [values], /%[-0-9.]*[a-z]/, code)
    }
    const paths = split(all, '/')
    if (paths.length > 1 && paths.every(part => part.length > 0))
      return join(
        paths.map(part => evaluate(part, code)),
        '/',
        code,
      )
    return single(all, code)
  } finally {
    code.depth--
  }
}

/** What puts two texts together. */
function plus(all: readonly Token[], language: Language): string {
  if (language === 'lua') return '..'
  if (language === 'perl' || language === 'php') return '.'
  return language === 'ruby' && all.some(token => token.value === '<<') ? '<<' : '+'
}

function single(all: readonly Token[], code: Code): CodeValue {
  const [first, second] = all
  if (first === undefined) return unknown
  if (first.kind === 'text') {
    let result = interpolate(first.value, code)
    let at = 1
    while (all[at]?.kind === 'text') result = join([result, interpolate((all[at++] as { value: string }).value, code)], '', code)
    return methods(result, all.slice(at), code)
  }
  if (first.kind === 'number') return value(first.value)
  if (first.kind === 'mark') {
    if (first.value === '[' || first.value === '(' || first.value === '{') {
      const end = matching(all, 0)
      const inside = all.slice(1, end - 1)
      if (first.value === '(')
        return methods(split(inside, ',').length > 1 ? list(inside, code) : evaluate(inside, code), all.slice(end), code)
      if (first.value === '[') return methods(comprehension(inside, code) ?? list(inside, code), all.slice(end), code)
      // One of several, whichever the key is.
      const key = all[end]?.value === '[' ? all[end + 1]?.value : undefined
      const chosen = split(inside, ',').find(part => key !== undefined && part[0]?.value === key && part[1]?.value === ':')
      if (chosen !== undefined) return evaluate(chosen.slice(2), code)
      if (first.value === '{') return { text: HOLE, taint: objectTaint(inside, code) }
    }
    return unknown
  }
  if (first.value === 'await' || first.value === 'new' || first.value === 'not') return evaluate(all.slice(1), code)
  if (
    (first.value === 'str' ||
      first.value === 'String' ||
      first.value === 'Path' ||
      first.value === 'PurePath' ||
      (first.value === 'bytes' && all[2]?.value !== '[') ||
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
            code,
          )
        : (args[0]?.value ?? unknown)
    return methods(whole, all.slice(end), code)
  }
  return chain(all, code)
}

function interpolate(text: string, code: Code): CodeValue {
  if (!/[\u0001$#]/.test(text)) return value(text)
  let bits = 0
  const home = code.analysis.host.home
  const replaced = text
    .replace(/\$ENV\{['"]?HOME['"]?\}/g, whole => (code.language === 'perl' ? home : whole))
    .replace(/\u0001\{([^{}]+)\}|[$#]\{([^{}]+)\}|(?<=^|[^\\])\$([A-Za-z_]\w*)/g, (whole, a?: string, b?: string, c?: string) => {
      const name = (a ?? b ?? c ?? '').trim()
      if (a === undefined && !interpolates(whole[0] as string, code.language)) return whole
      const known =
        code.variables.get(name) ??
        code.variables.get(`$${name}`) ??
        (homeNames.test(name) ? value(code.analysis.host.home) : undefined)
      bits |= known?.taint ?? (/environ|process\.env|ENV/.test(name) ? taint.environment : 0)
      return known?.text ?? HOLE
    })
  return { text: replaced, taint: bits }
}

/** Whether `$x` and `${x}`, or `#{x}`, stand for something in a text of the language. */
function interpolates(sign: string, language: Language): boolean {
  if (language === 'other') return true
  return sign === '#' ? language === 'ruby' : language === 'perl' || language === 'php'
}

const homeNames =
  /^(?:os\.homedir\(\)|homedir\(\)|Dir\.home|Path\.home\(\)|process\.env\.HOME|ENV\[['"]HOME['"]\]|os\.environ\[['"]HOME['"]\]|\$ENV\{HOME\})$/

/** `a.b.c(...)...`: pure functions are computed, everything else is unknown. */
function chain(all: readonly Token[], code: Code): CodeValue {
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
  if (path === 'Dir' && rest[0]?.value === '[') return evaluate(rest.slice(1, matching(rest, 0) - 1), code)
  const dot = path.lastIndexOf('.')
  const owner = dot > 0 ? code.variables.get(path.slice(0, dot)) : undefined
  if (owner !== undefined) return methods(owner, all.slice(at - 2), code)
  if (/^(?:process\.env|os\.environ|ENV|environ|\$ENV|_ENV|\$_ENV|\$_SERVER|Deno\.env|Bun\.env)(?:\.|$)/.test(path))
    return environment(path, rest, code)
  const next = rest[0]
  if (next?.kind === 'text' && /^(?:bsd_)?glob$/.test(path)) return evaluate(rest, code)
  if (next?.kind !== 'mark' || next.value !== '(') {
    if (path === 'Dir.home') return value(code.analysis.host.home)
    if (/^(?:Dir\.(?:pwd|getwd)|Pathname\.(?:pwd|getwd))$/.test(path)) return value(code.env.cwd ?? HOLE)
    if (code.language === 'ruby' || code.language === 'perl') return temporary(lastOf(path), path, [], code) ?? unknown
    return next === undefined && /^os\.sep$|^path\.sep$/.test(path) ? value('/') : unknown
  }
  const end = matching(rest, 0)
  const args = argumentsOf(rest.slice(1, end - 1), code)
  return methods(call(path, args, code), rest.slice(end), code)
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function environment(path: string, rest: readonly Token[], code: Code): CodeValue {
  const key = rest.find(token => token.kind === 'text')
  const name = key?.kind === 'text' ? key.value : path.replace(/^(?:process\.env|os\.environ|Bun\.env|_ENV|ENV)\.?/, '')
  if (name === 'HOME' || name === 'USERPROFILE') return value(code.analysis.host.home)
  if (/(?:^|\.)(?:to_h|to_a|inspect|items|toObject|each|map)$/.test(name)) return { text: HOLE, taint: taint.environment }
  if (name === '' || (rest.length === 0 && !/\.env\.\w|ENV\.\w/.test(path))) return { text: HOLE, taint: taint.environment }
  const set = code.env.variables.get(name)?.fields[0]
  if (set !== undefined) return { text: set.text, taint: set.taint }
  return /secret|token|password|key|credential/i.test(name) ? { text: HOLE, taint: taint.environment } : unknown
}

function list(inside: readonly Token[], code: Code): CodeValue {
  const items: CodeValue[] = []
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
function comprehension(inside: readonly Token[], code: Code): CodeValue | undefined {
  if (inside[0]?.value !== 'chr' || inside[1]?.value !== '(') return undefined
  const at = inside.findIndex(token => token.value === 'in')
  const numbers = at < 0 ? undefined : evaluate(inside.slice(at + 1), code).items
  return numbers === undefined ? undefined : { ...characters(numbers, code), taint: taint.decoded }
}

/** Secrets among the values of an object. One variable of the environment is how a program gets its token; all of them are not. */
function objectTaint(inside: readonly Token[], code: Code): number {
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

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
function methods(start: CodeValue, all: readonly Token[], code: Code): CodeValue {
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
      else result = slice(result, inside)
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
