/** Values of expressions in scripting languages, as far as literals carry them. */

import { bounds, late } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { matching, split } from './brackets.ts'
import { eachWay, overArguments } from './branching.ts'
import { asPath, call, variableNamed } from './calls.ts'
import { type Argument, type Code, type CodeValue, isNamedBy, unknown, value } from './code.ts'
import { elementOf, join, listOf, printed, shownNumber, splitText, sum } from './collections.ts'
import { interpolate } from './interpolation.ts'
import type { Token } from './lexer.ts'
import { method, slice } from './methods.ts'
import { beside, choices, computed, isFunction, operates, plus, repetition } from './operators.ts'
import { outputOf } from './printed.ts'
import { comprehension, eachOf, itemsOf, namesVariables, withEach } from './repeating.ts'
import { temporary } from './temporary.ts'

/** The arguments between two brackets, or after a call without brackets. */
export function argumentsOf(all: readonly Token[], code: Code): Argument[] {
  const out: Argument[] = []
  const chars = comprehension(all, code, evaluate) ?? (isBareCall(all, code) ? evaluate(all, code) : undefined)
  if (chars !== undefined) return [{ name: undefined, value: chars, tokens: all }]
  for (const part of split(all, ',')) {
    if (part.length === 0) continue
    const stars = spreadAt(part)
    if (stars > 0 && part.length > stars) {
      const spread = evaluate(part.slice(stars), code)
      for (const item of spread.items ?? [spread]) out.push({ name: undefined, value: item, tokens: part })
      continue
    }
    const [first, second] = part
    const named =
      first?.kind === 'name' &&
      second?.kind === 'mark' &&
      (second.value === '=' || second.value === ':' || (second.value === '=>' && code.language !== 'javascript')) &&
      part.length > 2
    out.push({ name: named ? first.value : undefined, value: evaluate(named ? part.slice(2) : part, code), tokens: part })
  }
  return out
}

/** `join " ", @a` without brackets takes all that follows. */
const isBareCall = ([first, next]: readonly Token[], { language }: Code): boolean =>
  language === 'perl' &&
  first?.kind === 'name' &&
  /^(?:join|sprintf|reverse|map)$/.test(first.value) &&
  next !== undefined &&
  next.value !== '('

/** Marks in front of a list that is taken apart: `*a`, `...a`. */
function spreadAt(part: readonly Token[]): number {
  let at = 0
  while (at < 3 && part[at]?.kind === 'mark' && /^[*.]+$/.test(part[at]?.value ?? '')) at++
  return at
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
    const choice = choices(all, code, evaluate)
    if (choice !== undefined) return choice
    if (code.language === 'awk') {
      const parts = beside(all)
      if (parts.length > 1)
        return join(
          parts.map(part => evaluate(part, code)),
          '',
          code,
        )
    }
    const repeated = repetition(all, code, evaluate)
    if (repeated !== undefined) return repeated
    if (all[0]?.kind === 'number' && all.length > 1 && all[1]?.value !== '.' && all[1]?.value !== '..')
      return computed(all, code, single)
    const sums = split(all, plus(all, code.language))
    const isMember =
      (code.language === 'perl' || code.language === 'php') &&
      !sums.every(
        part => part[0]?.kind === 'text' || /^[$(]/.test(part[0]?.value ?? '') || (part.length > 1 && part[0]?.kind === 'name'),
      )
    if (sums.length > 1 && !isMember && sums.every(part => part.length > 0))
      return sum(
        sums.map(part => evaluate(part, code)),
        code,
      )
    const filled = code.language === 'python' || code.language === 'ruby' ? split(all, '%') : []
    if (filled.length === 2 && filled.every(part => part.length > 0)) {
      const [format, values] = filled.map(part => evaluate(part, code)) as [CodeValue, CodeValue]
      const given = (values.items ?? [values]).map(one => ({ name: undefined, value: one, tokens: [] }))
      return overArguments(given, args =>
        eachWay(format, one =>
          printed(
            one,
            args.map(argument => argument.value),
            code,
          ),
        ),
      )
    }
    const paths = split(all, '/')
    if (paths.length > 1 && paths.every(part => part.length > 0)) {
      const values = paths.map(part => evaluate(part, code))
      return values.some(({ number }) => number === true) ? unknown : join(values, '/', code)
    }
    return single(all, code)
  } finally {
    code.depth--
  }
}

function single(all: readonly Token[], code: Code): CodeValue {
  const [first, second] = all
  if (first === undefined) return unknown
  if (first.kind === 'text') {
    if (first.list === true) return methods(splitText(value(first.value), undefined, code), all.slice(1), code)
    let result = interpolate(first.value, code, evaluate)
    if (first.shell) return methods(outputOf(result.text, code) ?? { text: HOLE, taint: result.taint }, all.slice(1), code)
    let at = 1
    while (all[at]?.kind === 'text')
      result = join([result, interpolate((all[at++] as { value: string }).value, code, evaluate)], '', code)
    return methods(result, all.slice(at), code)
  }
  if (first.kind === 'pattern') {
    const plain = /^(?:[\w\s~@%#&;:,<>="'!-]|\\[^a-zA-Z0-9])+$/.test(first.value) && !first.flags.includes('i')
    return plain ? { ...value(first.value.replace(/\\/g, '')), global: first.flags.includes('g') } : unknown
  }
  if (first.kind === 'number' && second?.kind === 'name' && code.language !== 'perl') return unknown
  if (first.kind === 'number')
    return methods(
      Number.isSafeInteger(Number(first.value)) || /^\d+\.\d+$/.test(first.value)
        ? { ...value(first.value), number: true }
        : value(first.value),
      all.slice(1),
      code,
    )
  if (first.kind === 'mark') {
    if (first.value === '[' || first.value === '(' || first.value === '{') {
      const end = matching(all, 0)
      const inside = all.slice(1, end - 1)
      if (first.value === '(') return methods(inBrackets(inside, code), all.slice(end), code)
      if (first.value === '[' || (first.value === '{' && code.language === 'lua'))
        return methods(comprehension(inside, code, evaluate) ?? list(inside, code), all.slice(end), code)
      // One of several, whichever the key is.
      const key = all[end]?.value === '[' ? all[end + 1]?.value : undefined
      const chosen = split(inside, ',').find(part => key !== undefined && part[0]?.value === key && part[1]?.value === ':')
      if (chosen !== undefined) return methods(evaluate(chosen.slice(2), code), all.slice(matching(all, end)), code)
      if (first.value === '{') return methods(object(inside, code), all.slice(end), code)
    }
    return unknown
  }
  if (/^(?:await|new|not|scalar|my|local|return|yield|clone)$/.test(first.value)) return evaluate(all.slice(1), code)
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
    if (whole.number === true) return methods(value(shownNumber(whole.text)), all.slice(end), code)
    // A list as a text has marks of the language around it.
    if (whole.items !== undefined && first.value === 'String')
      return methods({ text: HOLE, taint: whole.taint }, all.slice(end), code)
    return methods(/^(?:Pure)?Path/.test(first.value) ? asPath(whole) : whole, all.slice(end), code)
  }
  return chain(all, code)
}

/** `a.b.c(...)...`: pure functions are computed, everything else is unknown. */
function chain(all: readonly Token[], code: Code): CodeValue {
  let path = ''
  let at = 0
  while (at < all.length) {
    const token = all[at] as Token
    // `readdir D`: a function and what it is given.
    if (token.kind === 'name' && all[at - 1]?.kind === 'name') break
    if (token.kind === 'name')
      path += code.names.get(token.value) !== undefined && path === '' ? (code.names.get(token.value) as string) : token.value
    else if (token.value === '.' || token.value === '::') path += '.'
    else break
    at++
  }
  const rest = all.slice(at)
  if (code.language === 'vim' && path[0] === '$') return variableNamed(path.slice(1), code)
  const variable = code.variables.get(path)
  if (variable !== undefined) return methods(variable, rest, code)
  if (path === 'Dir' && rest[0]?.value === '[') return evaluate(rest.slice(1, matching(rest, 0) - 1), code)
  const dot = path.lastIndexOf('.')
  const owner = dot > 0 ? code.variables.get(path.slice(0, dot)) : undefined
  if (owner !== undefined) return methods(owner, all.slice(at - 2), code)
  if (
    /^(?:process\.env|os\.environb?|ENV|environ|\$ENV|_ENV|\$_ENV|\$_SERVER|Deno\.env|Bun\.env|vim\.env|ENVIRON)(?:\.|$)/.test(
      path,
    )
  )
    return environment(path, rest, code)
  const next = rest[0]
  if (next !== undefined && pure.test(path) && /^(?:perl|ruby)$/.test(code.language) && next.value !== '(') {
    // `map { chr } list`
    const from = next.value === '{' ? matching(rest, 0) : 0
    const args = argumentsOf(rest.slice(from), code)
    if (path === 'map' && from > 0 && args[0] !== undefined && !rest.slice(0, from).some(token => token.value === 'chr')) {
      const items = args.flatMap(({ value: item }) => item.items ?? [item])
      const body = rest.slice(1, from - 1)
      if (!items.some(isNamedBy)) return eachOf(items, '$_', body, code, evaluate)
      code.variables.set('$_', elementOf(args[0].value))
      return evaluate(body, code)
    }
    const block = { name: undefined, value: unknown, tokens: rest.slice(0, from) }
    return call(path, from > 0 ? [block, ...args] : args, code)
  }
  if (next?.kind !== 'mark' || next.value !== '(') {
    if (path === 'Dir.home') return value(code.analysis.host.home)
    if (/^(?:Dir\.(?:pwd|getwd)|Pathname\.(?:pwd|getwd))$/.test(path)) return value(code.env.cwd ?? HOLE)
    if (code.language === 'ruby' || code.language === 'perl') return temporary(lastOf(path), path, [], code) ?? unknown
    return next === undefined && /^os\.sep$|^path\.sep$/.test(path) ? value('/') : unknown
  }
  const end = matching(rest, 0)
  // `sorted(os.environ)`
  if (lists.has(path) && namesVariables(all.slice(0, at + end), 'for')) return unknown
  const args = argumentsOf(rest.slice(1, end - 1), code)
  const result = call(path, args, code)
  return methods(result.text === HOLE ? { ...result, made: madeBy(path, args) } : result, rest.slice(end), code)
}

const lists = new Set(['sorted', 'list', 'set', 'tuple', 'iter'])

/** A client of AWS is named for its service, too: `boto3.client('iam')`. */
function madeBy(path: string, args: readonly Argument[]): string {
  if (!/\b(?:aio)?boto/.test(path) || !/\.(?:create_)?client$/.test(path)) return path
  const { text } = args.find(({ name }) => name === undefined || name === 'service_name')?.value ?? unknown
  return /^[\w-]+$/.test(text) ? `${path}.${text}` : path
}

/** Functions that may be called without brackets. */
const pure =
  /^(?:reverse|join|sprintf|format|pack|unpack|lc|uc|ucfirst|lcfirst|chr|map|grep|sort|keys|glob|bsd_glob|expand_path|slurp|readdir)$/

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function environment(path: string, rest: readonly Token[], code: Code): CodeValue {
  const key = rest.find((token, at) => token.kind === 'text' || (at === 1 && token.kind === 'name' && rest[0]?.value === '{'))
  const name = key?.value ?? path.replace(/^(?:process\.env|os\.environb?|Bun\.env|vim\.env|_ENV|\$?ENV)\.?/, '')
  const isCall = /^(?:get|fetch)$/.test(name) && rest[0]?.value === '('
  if (isCall || rest[0]?.value === '[') {
    const [given] = argumentsOf(rest.slice(1, matching(rest, 0) - 1), code)
    if (given !== undefined) return eachWay(given.value, one => variableNamed(one.text, code))
  }
  // Whether it is set tells nothing of it.
  if (/(?:\?|\.has)$/.test(path) || path === 'os.environ.keys') return unknown
  if (key === undefined) {
    if (/(?:^|\.)(?:to_h|to_a|inspect|items|values|copy|popitem|toObject|each|map)$/.test(name))
      return { text: HOLE, taint: taint.environment }
    if (name === '' || (rest.length === 0 && !/\.env\.\w|ENV\.\w/.test(path))) return { text: HOLE, taint: taint.environment }
  }
  return variableNamed(name, code)
}

/** A list, or the last of what JavaScript does one after the other. */
function inBrackets(inside: readonly Token[], code: Code): CodeValue {
  const parts = split(inside, ',')
  const last = parts.at(-1) ?? inside
  return parts.length === 1 ? evaluate(inside, code) : code.language === 'javascript' ? evaluate(last, code) : list(inside, code)
}

function list(inside: readonly Token[], code: Code): CodeValue {
  const items: CodeValue[] = []
  const parts = split(inside, ',')
  for (const [at, part] of parts.entries()) {
    // A place left out holds nothing.
    if (part.length === 0 && at < parts.length - 1 && code.language === 'javascript') items.push(value(''))
    if (part.length === 0) continue
    const spread = spreadAt(part)
    const item = evaluate(part.slice(spread), code)
    for (const one of spread > 0 ? (itemsOf(item, code) ?? [item]) : [item]) items.push(one)
  }
  return listOf(items, code)
}

/** An object. One variable of the environment in it is how a program gets its token; all of them are not. */
function object(inside: readonly Token[], code: Code): CodeValue {
  let bits = 0
  // A spread brings in keys that nobody wrote here.
  let isWritten = true
  const fields = new Map<string, CodeValue>()
  for (const part of split(inside, ',')) {
    const at = part.findIndex(token => token.value === ':' || token.value === '=>')
    // `**os.environ`, `...process.env`
    const from = at < 0 ? spreadAt(part) : at + 1
    const found = evaluate(part.slice(from), code)
    const [key] = part
    if (at === 1 && key !== undefined && fields.size < bounds.fields) fields.set(key.value, found)
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

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
function methods(start: CodeValue, all: readonly Token[], code: Code): CodeValue {
  if (start.or !== undefined && all.length > 0) return eachWay(start, one => methods(one, all, code))
  let result = start
  let at = 0
  while (at < all.length) {
    const token = all[at] as Token
    if (token.kind === 'mark' && token.value === '[') {
      const end = matching(all, at)
      const inside = all.slice(at + 1, end - 1)
      const written = inside.map(part => part.value).join('')
      if (written === '::-1' || (written === ':-1' && inside.some(part => part.value === '::')))
        result =
          result.items === undefined
            ? { ...result, text: [...result.text].reverse().join('') }
            : listOf([...result.items].reverse(), code)
      else if (isNamedBy(result)) result = written.includes(':') ? result : elementOf(result)
      else if (/^\d+$/.test(written) && result.items !== undefined)
        result = result.items[Number(written) - (code.language === 'lua' ? 1 : 0)] ?? unknown
      else if (result.fields !== undefined) result = result.fields.get(written) ?? unknown
      else result = slice(result, inside)
      at = end
      continue
    }
    const changes = token.value === '=~' && all[at + 1]?.value === 'replace'
    if (!changes && operates(token, code)) return { text: HOLE, taint: result.taint }
    if (token.kind !== 'mark' || (token.value !== '.' && !changes)) return result
    const name = all[at + 1]
    if (name?.kind !== 'name') return name === undefined ? result : { text: HOLE, taint: result.taint }
    at += 2
    let args: Argument[] = []
    if (all[at]?.kind === 'mark' && all[at]?.value === '(') {
      const end = matching(all, at)
      const inside = all.slice(at + 1, end - 1)
      args = withEach(result, inside, code, () => argumentsOf(inside, code))
      at = end
    }
    const by = result.made ?? (/^@?[A-Za-z_][\w:./-]*$/.test(result.text) ? result.text : '')
    const next = result.fields?.get(name.value) ?? method(result, name.value, args, code)
    const given = args.reduce((bits, { value: one, tokens }) => bits | (isFunction(tokens) ? one.taint : 0), next.taint)
    result = next.text === HOLE ? { ...next, taint: given, made: madeBy(`${by}.${name.value}`, args) } : next
  }
  return result
}
