/** Values of expressions in scripting languages, as far as literals carry them. */

import { bounds, late } from '../../values/analysis.ts'
import { HOLE, taint } from '../../values/value.ts'
import { matching, split } from './brackets.ts'
import { eachWay, either, overArguments } from './branching.ts'
import { asPath, call, variableNamed } from './calls.ts'
import { type Argument, type Callable, type Code, type CodeValue, isNamedBy, unknown, value } from './code.ts'
import { elementOf, join, listOf, printed, shownNumber, splitText, sum } from './collections.ts'
import { fieldOf } from './containers.ts'
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
      // `**{'path': x}`
      if (
        code.language === 'python' &&
        stars > 0 &&
        part
          .slice(0, stars)
          .map(({ value: mark }) => mark)
          .join('') === '**' &&
        spread.fields !== undefined
      ) {
        for (const [name, item] of spread.fields) out.push({ name, value: item, tokens: [] })
        continue
      }
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
  // `\&f` of Perl, `&f` of Ruby.
  if (first.kind === 'mark' && first.value === '\\' && second?.value === '&')
    return holding(named(all.slice(2), code), code) ?? unknown
  if (
    first.kind === 'mark' &&
    reaches.test(first.value) &&
    second?.kind !== 'number' &&
    /^(?:perl|ruby|other)$/.test(code.language)
  )
    return evaluate(all.slice(1), code)
  if (first.kind === 'mark' && first.value === '@' && second?.value === '{')
    return evaluate(all.slice(2, matching(all, 1) - 1), code)
  // `:name` of Ruby
  if (first.kind === 'mark' && first.value === ':' && second?.kind === 'name' && code.language === 'ruby')
    return methods(value(second.value), all.slice(2), code)
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
      if (first.value !== '{' && hasKeys.test(code.language) && split(inside, ',').some(isPair))
        return methods(object(inside, code), all.slice(end), code)
      // `[]string{"a"}`
      const held =
        code.language === 'other' && first.value === '['
          ? all.findIndex(({ kind, value: word }) => kind === 'mark' && word === '{')
          : -1
      if (held > 0 && held < end + 4)
        return methods(list(all.slice(held + 1, matching(all, held) - 1), code), all.slice(matching(all, held)), code)
      // `&{$f}`, `@{ $list }`
      if (first.value === '{' && code.language === 'perl' && inside.length === 1) return evaluate(inside, code)
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
    else if ((token.value === '.' || token.value === '::') && all[at + 1]?.kind === 'name') path += '.'
    else break
    at++
  }
  const rest = all.slice(at)
  if (code.language === 'vim' && path[0] === '$') return variableNamed(path.slice(1), code)
  const variable = code.variables.get(path) ?? ofPerl(path, rest, all[0] as Token, code)
  const { functions } = code
  // A class under its name: `T = namedtuple('T', 'path')`.
  const isMade = (name: string): boolean => functions?.knows(name) === true
  if (variable !== undefined && !(rest[0]?.value === '(' && isMade(path))) return methods(variable, rest, code)
  if (path === 'Dir' && rest[0]?.value === '[') return evaluate(rest.slice(1, matching(rest, 0) - 1), code)
  for (let dot = path.lastIndexOf('.'), back = 2; dot > 0; dot = path.lastIndexOf('.', dot - 1), back += 2) {
    const owner = code.variables.get(path.slice(0, dot))
    if (owner !== undefined && !isMade(path.slice(0, dot))) return methods(owner, all.slice(at - back), code)
  }
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
    const held = isElement(next) ? undefined : (functions?.property(path, all[at - 1] as Token) ?? holding(path, code))
    if (held !== undefined) return methods(held, rest, code)
    const field = code.language === 'other' && path !== '' ? functions?.property(`this.${path}`, all[at - 1] as Token) : undefined
    if (field !== undefined) return methods(field, rest, code)
    if (/^(?:ruby|perl)$/.test(code.language) && functions !== undefined && /^(?:[^A-Z]|\w+\.)/.test(path)) {
      const bare = functions.called(
        path,
        next === undefined || operates(next, code) ? [] : argumentsOf(rest, code),
        all[0] as Token,
      )
      if (bare !== undefined) return bare
    }
    const key = next?.value === '[' && path !== '' ? evaluate(rest.slice(1, matching(rest, 0) - 1), code).text : HOLE
    const element = key === HOLE ? undefined : functions?.named(`${path}.${key}`)
    if (element !== undefined) return methods({ ...unknown, calls: element }, rest.slice(matching(rest, 0)), code)
    const place = /^(?:Dir|Pathname)\.(home|pwd|getwd)(?=$|\.)|(?:^|\.)(currentDirectoryPath)$/.exec(path)
    if (place !== null) {
      const folder = value(place[1] === 'home' ? code.analysis.host.home : (code.env.cwd ?? HOLE))
      return methods(folder, place[1] === undefined ? rest : all.slice(3), code)
    }
    if (code.language === 'ruby' || code.language === 'perl') return temporary(lastOf(path), path, [], code) ?? unknown
    return next === undefined && /^os\.sep$|^path\.sep$/.test(path) ? value('/') : unknown
  }
  const end = matching(rest, 0)
  // `sorted(os.environ)`
  if (lists.has(path) && namesVariables(all.slice(0, at + end), 'for')) return unknown
  const args = argumentsOf(rest.slice(1, end - 1), code)
  const own = functions?.called(path, args, next)
  // `requests.get(x)` beside a `get` of its own: either.
  if (own !== undefined && (!path.includes('.') || functions?.owns(path) === true)) return methods(own, rest.slice(end), code)
  const bound = boundBy(path, args, code)
  if (bound !== undefined) return methods(bound, rest.slice(end), code)
  const result = call(path, args, code)
  const made = result.text === HOLE ? { ...wrapping(result, lastOf(path), args), made: madeBy(path, args) } : result
  return methods(own === undefined ? made : either(made, own), rest.slice(end), code)
}

/** A function that is named, as a value. */
function holding(path: string, code: Code): CodeValue | undefined {
  const calls = path === '' ? undefined : code.functions?.named(path.replace(/\.__(?:dict|call)__$/, ''))
  return calls && { ...unknown, calls }
}

const isElement = (token: Token | undefined): boolean => token?.kind === 'mark' && token.value === '['

/** `$list[0]` of `@list`, `$table{key}` of `%table`, `shift`. */
function ofPerl(path: string, [next]: readonly Token[], word: Token, code: Code): CodeValue | undefined {
  const { language, variables, functions } = code
  if (language !== 'perl') return undefined
  if (/^[@%]\$/.test(path)) return variables.get(path.slice(1))
  const list = path[0] === '$' && next?.value === '[' ? variables.get(`@${path.slice(1)}`) : undefined
  if (list !== undefined) return list.items === undefined ? listOf([list], code) : list
  if (path[0] === '$' && next?.value === '{') return variables.get(`%${path.slice(1)}`)
  return path === 'shift' ? functions?.given(word) : undefined
}

/** `f.bind(null, a)`, `FileUtils.method(:rm_rf)`, `getattr(os, 'system')`, `main->can('f')`: a function that a call comes to. */
function boundBy(path: string, args: readonly Argument[], code: Code): CodeValue | undefined {
  const dot = path.lastIndexOf('.')
  const [owner, name] = [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)]
  if (!binds.has(name) && code.language !== 'php') return undefined
  if (name === 'bind' && owner !== '') return boundTo(code.functions?.named(owner), args)
  if (name === 'getattr' && args[0] !== undefined) return holding(`${pathOf(args[0], code)}.${args[1]?.value.text ?? ''}`, code)
  const first = args[0]
  if (first === undefined) return undefined
  if (code.language === 'php' && first.tokens.length === 3 && first.tokens.every(token => token.value === '.'))
    return holding(`${owner}.${name}`, code)
  if (/^(?:fromCallable|ReflectionFunction)$/.test(name)) return holding(`.${first.value.text}`, code)
  if (name !== 'method' && name !== 'can') return undefined
  const told = first.value.text === HOLE ? (first.tokens.at(-1)?.value ?? '') : first.value.text
  return holding(name === 'can' ? (code.names.get(told) ?? `.${told}`) : `${owner}.${told}`, code)
}

const binds = new Set(['bind', 'getattr', 'method', 'can'])

const boundTo = (calls: Callable | undefined, args: readonly Argument[]): CodeValue | undefined =>
  calls && { ...unknown, calls: { ...calls, given: args.slice(1) } }

/** What is written with dots alone, by its full name. */
const pathOf = ({ tokens, value: { text } }: Argument, { names }: Code): string => {
  if (text !== HOLE) return text
  const [first, ...rest] = tokens.map(token => token.value)
  return [names.get(first ?? '') ?? first, ...rest].join('')
}

/** What a function that is handed one comes to is that one: `promisify(f)`, `partial(f, a)`. */
function wrapping(result: CodeValue, by: string, args: readonly Argument[]): CodeValue {
  const at = result.text === HOLE ? args.findIndex(({ value: given }) => given.calls !== undefined) : -1
  const calls = args[at]?.value.calls
  if (calls === undefined) return result
  const isPart = /^(?:partial|curry|partialRight)$/.test(by)
  return { ...result, calls: isPart ? { ...calls, given: [...calls.given, ...args.slice(at + 1)] } : calls }
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

/** `*p`, `&p`: what a pointer leads to, or one to it. */
const reaches = /^[*&]$/

/** Languages whose lists may have keys. */
const hasKeys = /^(?:perl|php)$/
const isPair = (part: readonly Token[]): boolean => part[1]?.kind === 'mark' && part[1].value === '=>'

/** An object. One variable of the environment in it is how a program gets its token; all of them are not. */
function object(inside: readonly Token[], code: Code): CodeValue {
  let bits = 0
  // A spread brings in keys that nobody wrote here.
  let isWritten = true
  const fields = new Map<string, CodeValue>()
  for (const part of split(inside, ',')) {
    // `:key => 1` of Ruby begins with one.
    const at = part.findIndex((token, index) => token.value === '=>' || (token.value === ':' && index > 0))
    // `**os.environ`, `...process.env`
    const from = at < 0 ? spreadAt(part) : at + 1
    const found = evaluate(part.slice(from), code)
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

/** What follows a value: `.join(...)`, `.replace(a, b)`, `[::-1]`, `.decode()`. */
function methods(start: CodeValue, all: readonly Token[], code: Code): CodeValue {
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
      else if (isNamedBy(result)) result = written.includes(':') ? result : elementOf(result)
      else if (/^\d+$/.test(written) && result.items !== undefined)
        result = result.items[Number(written) - (code.language === 'lua' ? 1 : 0)] ?? unknown
      else if (result.fields !== undefined) result = fieldIn(result.fields, inside, code)
      else if (result.text === HOLE && inside.length <= 2 && isKey(inside))
        result = code.functions?.option(inside.at(-1)?.value ?? '', result.made ?? '') ?? slice(result, inside)
      else if (inside.length > 0 && isModule.test(result.text))
        result = holding(`${result.text}.${evaluate(inside, code).text}`, code) ?? slice(result, inside)
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
    const next = wrapping(method(result, name.value, args, code), name.value, args)
    const given = args.reduce((bits, { value: one, tokens }) => bits | (isFunction(tokens) ? one.taint : 0), next.taint)
    const other = next.text === HOLE ? { ...next, taint: given, made: madeBy(`${by}.${name.value}`, args) } : next
    result = own === undefined ? other : either(other, own)
  }
  return result
}

const isModule = /^@?[A-Za-z_][\w:./-]*$/

/** `f.call(this, a)`, `f.bind(this, a)`: what becomes of a function that is held. */
function calledBy(calls: Callable, name: Token, args: readonly Argument[], { language, functions }: Code): CodeValue | undefined {
  if (name.value === 'bind') return boundTo(calls, args)
  if (!/^(?:call|apply|__call__|invoke|yield)$/.test(name.value)) return undefined
  const given = language === 'javascript' ? args.slice(1) : args
  const list = name.value === 'apply' ? given[0]?.value.items : undefined
  return functions?.run(calls, list?.map(item => ({ name: undefined, value: item, tokens: [] })) ?? given, name)
}

/** `['dir']`, `[:dir]` */
const isKey = (inside: readonly Token[]): boolean =>
  inside.at(-1)?.kind === 'text' || (inside.length === 2 && inside[0]?.value === ':')

/** What stands in a table under a key: a word as it is written in Perl, elsewhere what it comes to. */
function fieldIn(fields: ReadonlyMap<string, CodeValue>, inside: readonly Token[], code: Code): CodeValue {
  const [only] = inside
  const isWord = code.language === 'perl' && inside.length === 1 && only?.kind === 'name' && !/^[$@%]/.test(only.value)
  return fieldOf(fields, isWord ? value(only.value) : evaluate(inside, code))
}

/** A name with the parts in front of it. */
const named = (all: readonly Token[], { names }: Code): string => {
  const path = all.map(({ value: part }) => (part === '::' ? '.' : part)).join('')
  return names.get(path) ?? (path.includes('.') ? path : `.${path}`)
}
