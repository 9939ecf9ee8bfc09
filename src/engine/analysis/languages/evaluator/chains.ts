/** Names with dots, and what is called by them. */

import { HOLE, taint } from '../../values/value.ts'
import { call } from '../library/calls.ts'
import { variableNamed } from '../library/sources.ts'
import { eachWay, either } from '../model/branching.ts'
import { type Code, type CodeValue, isNamedBy, unknown, value } from '../model/code.ts'
import { elementOf, listOf } from '../model/collections.ts'
import { temporary } from '../model/temporary.ts'
import { matching } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'
import { argumentsOf } from './arguments.ts'
import { boundBy, holding, lastOf, madeBy, wrapping } from './callables.ts'
import { methods } from './members.ts'
import { operates } from './operators.ts'
import { eachOf, namesVariables } from './repeating.ts'

/** `a.b.c(...)...`: pure functions are computed, everything else is unknown. */
export function chain(all: readonly Token[], code: Code): CodeValue {
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
  if (path === 'Dir' && rest[0]?.value === '[') return code.evaluate(rest.slice(1, matching(rest, 0) - 1), code)
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
      if (!items.some(isNamedBy)) return eachOf(items, '$_', body, code)
      code.variables.set('$_', elementOf(args[0].value))
      return code.evaluate(body, code)
    }
    const block = { name: undefined, value: unknown, tokens: rest.slice(0, from) }
    return call(path, from > 0 ? [block, ...args] : args, code)
  }
  if (next?.kind !== 'mark' || next.value !== '(') {
    const known = next === undefined ? constants.get(path) : undefined
    if (known !== undefined) return value(known)
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
    const key = next?.value === '[' && path !== '' ? code.evaluate(rest.slice(1, matching(rest, 0) - 1), code).text : HOLE
    const element = key === HOLE ? undefined : functions?.named(`${path}.${key}`)
    if (element !== undefined) return methods({ ...unknown, calls: element }, rest.slice(matching(rest, 0)), code)
    const place = /^(?:Dir|Pathname)\.(home|pwd|getwd)(?=$|\.)|(?:^|\.)(currentDirectoryPath)$/.exec(path)
    if (place !== null) {
      const folder = value(place[1] === 'home' ? code.analysis.host.home : (code.env.cwd ?? HOLE))
      return methods(folder, place[1] === undefined ? rest : all.slice(3), code)
    }
    if (code.language === 'ruby' || code.language === 'perl') return temporary(lastOf(path), path, [], code) ?? unknown
    return unknown
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

const lists = new Set(['sorted', 'list', 'set', 'tuple', 'iter'])

/** What a language holds under a name of its own: what parts folders, and the program that runs it. */
const constants: ReadonlyMap<string, string> = new Map([
  ['os.sep', '/'],
  ['path.sep', '/'],
  ['sys.executable', 'python3'],
  ['process.execPath', 'node'],
  ['process.argv0', 'node'],
  ['Deno.execPath', 'deno'],
  ['RbConfig.ruby', 'ruby'],
  ['Gem.ruby', 'ruby'],
  ['PHP_BINARY', 'php'],
])

/** Functions that may be called without brackets. */
const pure =
  /^(?:reverse|join|sprintf|format|pack|unpack|lc|uc|ucfirst|lcfirst|chr|map|grep|sort|keys|glob|bsd_glob|expand_path|slurp|readdir)$/

function environment(path: string, rest: readonly Token[], code: Code): CodeValue {
  const key = rest.find((token, at) => token.kind === 'text' || (at === 1 && token.kind === 'name' && rest[0]?.value === '{'))
  const name = key?.value ?? path.replace(/^(?:process\.env|os\.environb?|Bun\.env|vim\.env|_ENV|\$?ENV)\.?/, '')
  const isCall = /^(?:get|fetch)$/.test(name) && rest[0]?.value === '('
  if (isCall || rest[0]?.value === '[') {
    const [given] = argumentsOf(rest.slice(1, matching(rest, 0) - 1), code)
    if (given !== undefined) return eachWay(given.value, one => variableNamed(one.text, code))
  }
  // Whether it is set tells nothing of it.
  if (/(?:\?|\.has)$/.test(path)) return unknown
  // Names tell nothing either, but what is asked for by them.
  if (/^(?:os\.environ|ENV(?:\.to_h)?)\.keys(?:\.|$)/.test(path)) {
    return rest.some(({ value }) => /\bENV\b/.test(value)) ? { text: HOLE, taint: taint.environment } : unknown
  }
  if (key === undefined) {
    if (/(?:^|\.)(?:to_h|to_a|inspect|items|values|copy|popitem|toObject|each|map)(?:$|\.(?!size$|length$|count$))/.test(name))
      return { text: HOLE, taint: taint.environment }
    if (name === '' || (rest.length === 0 && !/\.env\.\w|ENV\.\w/.test(path))) return { text: HOLE, taint: taint.environment }
  }
  return variableNamed(name, code)
}
