/** Values of expressions in scripting languages, as far as literals carry them. */

import { absolutePath } from '../paths.ts'
import { isSecretName, isSecretPath } from '../places.ts'
import type { Scope, Session } from '../session.ts'
import { HOLE, taint } from '../text.ts'
import type { Language, Token } from './lexer.ts'

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

function split(all: readonly Token[], at: string): Token[][] {
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

function list(inside: readonly Token[], code: Code): Value {
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

function call(path: string, args: readonly Argument[], code: Code): Value {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const first = args[0]?.value ?? unknown
  const bits = args.reduce((all, argument) => all | argument.value.taint, 0)
  switch (name) {
    case 'expanduser':
    case 'expand_path':
      return first.text[0] === '~' ? { ...first, text: code.session.host.home + first.text.slice(1) } : first
    case 'expandvars':
      return { ...first, text: first.text.replace(/\$(?:HOME\b|\{HOME\})/g, code.session.host.home) }
    case 'home':
    case 'homedir':
    case 'gethomedir':
      return value(code.session.host.home)
    case 'getcwd':
    case 'cwd':
    case 'pwd':
      return value(code.scope.cwd ?? HOLE)
    case 'join':
    case 'resolve':
    case 'normalize':
    case 'abspath':
    case 'realpath':
      return name === 'join' || name === 'resolve' ? absoluteJoin(args.map(argument => argument.value)) : first
    case 'chr':
    case 'fromCharCode':
    case 'fromCodePoint': {
      const codes = args.map(argument => Number(argument.value.text))
      return codes.every(number => Number.isInteger(number) && number > 0 && number < 0x10ffff)
        ? value(String.fromCodePoint(...codes))
        : unknown
    }
    case 'b64decode':
    case 'standard_b64decode':
    case 'urlsafe_b64decode':
    case 'atob':
    case 'base64_decode':
    case 'decode_base64':
    case 'decode64':
    case 'strict_decode64':
      return decoded(first, 'base64')
    case 'fromhex':
    case 'unhexlify':
    case 'hex2bin':
      return decoded(first, 'hex')
    case 'from': // Buffer.from(text, encoding)
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'decode':
      return args[1] === undefined ? first : decoded(first, args[1].value.text)
    case 'str_rot13':
    case 'strrev':
      return {
        text: name === 'strrev' ? [...first.text].reverse().join('') : rot13(first.text),
        taint: first.taint | taint.decoded,
      }
    case 'decompress':
    case 'gzinflate':
    case 'loads':
      return { text: HOLE, taint: bits | taint.decoded }
    case 'getenv':
    case 'get':
      if (/^(?:os\.getenv|getenv|os\.environ\.get|environ\.get|Deno\.env\.get|Sys\.getenv)$/.test(path))
        return first.text === 'HOME' ? value(code.session.host.home) : unknown
      return /requests|http|axios|httpx|urllib|got|LWP|fetch|session|needle|superagent/i.test(path)
        ? { text: HOLE, taint: taint.download }
        : { text: HOLE, taint: bits }
    case 'urlopen':
    case 'fetch':
    case 'urlretrieve':
    case 'file_get_contents':
    case 'open':
    case 'read':
    case 'readFileSync':
    case 'readFile':
    case 'read_text':
    case 'readTextFile':
    case 'readTextFileSync':
      if (
        /^(?:https?|ftp):/.test(first.text) ||
        name === 'urlopen' ||
        name === 'fetch' ||
        /URI\.open|urllib|Net::HTTP/.test(path)
      )
        return { text: HOLE, taint: taint.download }
      return { text: HOLE, taint: bits | fileTaint(first, code) }
    case 'compile':
    case 'run':
    case 'require':
    case 'loads64':
      return first
    case 'Path':
    case 'PurePath':
    case 'PosixPath':
    case 'Pathname':
      return join(
        args.map(argument => argument.value),
        '/',
      )
    case '__import__':
    case 'import_module':
      return first
    case 'keys':
    case 'len':
    case 'length':
      return unknown
    case 'map':
      if (args[0]?.tokens[0]?.value === 'chr' && args[1]?.value.items !== undefined) {
        const chars = args[1].value.items.map(item => value(String.fromCharCode(Number(item.text) || 32)))
        return { text: chars.map(item => item.text).join(''), items: chars, taint: taint.decoded }
      }
      return { text: HOLE, taint: bits }
    case 'pack':
      return args[1] === undefined ? unknown : decoded(args[1].value, 'hex')
    case 'getattr':
      return unknown
    case 'check_output':
    case 'execSync':
    case 'popen':
    case 'getoutput':
      return { text: HOLE, taint: /\b(?:curl|wget)\b/.test(first.text) ? taint.download : bits }
    default:
      return { text: HOLE, taint: bits }
  }
}

function fileTaint(file: Value, code: Code): number {
  if (file.text.includes(HOLE)) return isSecretName(file.text.slice(file.text.lastIndexOf('/') + 1)) ? taint.secret : 0
  const path = absolutePath(file.text, code.scope.cwd, code.session.host)
  return isSecretPath(path, false, code.session.host) ? taint.secret | taint.file : taint.file
}

function absoluteJoin(values: readonly Value[]): Value {
  let start = 0
  for (const [index, item] of values.entries()) if (item.text[0] === '/') start = index
  return join(values.slice(start), '/')
}

function decoded(from: Value, encoding: string): Value {
  if (from.text.includes(HOLE)) return { text: HOLE, taint: from.taint | taint.decoded }
  const plain =
    encoding === 'utf8' || encoding === 'utf-8' || encoding === 'ascii' || encoding === 'latin1' || encoding === 'unicode_escape'
  if (plain) return from
  if (/rot/i.test(encoding)) return { text: rot13(from.text), taint: from.taint | taint.decoded }
  try {
    const text =
      encoding === 'hex'
        ? from.text.replace(/[0-9a-fA-F]{2}/g, pair => String.fromCharCode(Number.parseInt(pair, 16)))
        : atob(from.text.replace(/\s/g, '').replace(/-/g, '+').replace(/_/g, '/'))
    return { text, taint: from.taint | taint.decoded }
  } catch {
    return { text: HOLE, taint: from.taint | taint.decoded }
  }
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, char => String.fromCharCode(char.charCodeAt(0) + (char.toLowerCase() < 'n' ? 13 : -13)))
}

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
function methods(start: Value, all: readonly Token[], code: Code): Value {
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
