/** Functions that the program has itself: what their parameters are is what they are called with. */

import { bounds } from '../values/bounds.ts'
import { matching, split } from './evaluator/brackets.ts'
import { type Code, type CodeValue, unknown } from './evaluator/code.ts'
import { elementOf } from './evaluator/collections.ts'
import type { Token } from './evaluator/lexer.ts'
import { argumentsOf } from './evaluator/values.ts'

/** Every value that a call in sight gives, and an unknown one where the function is handed on. */
export function ownFunctions(all: readonly Token[], code: Code): void {
  const own = new Map<
    string,
    { readonly names: readonly string[]; readonly given: CodeValue[][]; readonly paths: Set<string>[] }
  >()
  const heads = new Set<number>()
  for (let at = 0; at < all.length; at++) {
    const found = definedAt(all, at)
    if (found === undefined) continue
    heads.add(found.at)
    own.set(found.name, { names: found.names, given: found.names.map(() => []), paths: found.names.map(() => new Set()) })
  }
  if (own.size === 0) return
  for (let at = 0; at < all.length; at++) {
    const token = all[at] as Token
    const called = own.get(token.value)
    if (called === undefined || heads.has(at)) continue
    const plainly = token.kind === 'name' && all[at - 1]?.value !== '.' && all[at + 1]?.value === '('
    const args = plainly ? argumentsOf(all.slice(at + 2, matching(all, at + 1) - 1), code) : []
    const inOrder = args.filter(({ name }) => name === undefined)
    for (const [index, values] of called.given.entries()) {
      const argument = args.find(({ name }) => name === called.names[index]) ?? inOrder[index]
      values.push(argument?.value ?? unknown)
      called.paths[index]?.add(pathOf(argument?.tokens ?? []))
    }
  }
  let assigned: ReadonlySet<string> | undefined
  for (const { names, given, paths } of own.values())
    for (const [index, name] of names.entries()) {
      assigned ??= new Set(all.flatMap(({ value }, at) => (gives.has(all[at + 1]?.value ?? '') ? [value] : [])))
      // The same name may be given to something else.
      const held = code.variables.get(name) ?? (assigned.has(name) ? unknown : undefined)
      const values = [...(given[index] ?? []), ...(held === undefined ? [] : [held])]
      const isTold = ({ text, taint, fields }: CodeValue): boolean => text !== unknown.text || taint !== 0 || fields !== undefined
      const items = [...new Map(values.flatMap(each).map(item => [item.fields ?? `${item.taint} ${item.text}`, item])).values()]
      // Of more it stays unknown, as it was.
      if (items.length <= bounds.values && items.some(isTold)) {
        const one = elementOf({ text: '', items, taint: 0 })
        code.variables.set(name, one)
        code.given.set(name, one)
        // `config(process.env)`: one of its members is one variable.
        const [path = '', ...others] = paths[index] ?? []
        if (path !== '' && others.length === 0) code.names.set(name, path)
      }
    }
}

/** `os.environ`, `process.env`: what is written with dots alone. */
const pathOf = (tokens: readonly Token[]): string =>
  tokens.length > 2 && tokens.every(({ kind, value }, at) => (at % 2 === 0 ? kind === 'name' : value === '.'))
    ? tokens.map(({ value }) => value).join('')
    : ''

const gives = new Set(['=', '.=', '+=', 'of', 'in'])
const defines = new Set(['def', 'function', 'sub', 'fn'])

const each = ({ or = [], ...first }: CodeValue): readonly CodeValue[] => [first, ...or]

/** `def f(a):`, `function f($a)`, `f = (a) => …`, `f <- function(a)`, `f(a) = …` */
function definedAt(all: readonly Token[], at: number): { at: number; name: string; names: readonly string[] } | undefined {
  const token = all[at] as Token
  const next = all[at + 1]
  if (token.kind !== 'name') return undefined
  if (next?.kind === 'name' && defines.has(token.value) && all[at + 2]?.value === '(')
    return { at: at + 1, name: next.value, names: parametersAt(all, at + 2) }
  if (next?.value === '=') {
    const from = /^(?:async|function|lambda)$/.test(all[at + 2]?.value ?? '') ? at + 3 : at + 2
    const end = all[from]?.value === '(' ? matching(all, from) : from + 1
    const isFunction = /^(?:function|lambda)$/.test(all[at + 2]?.value ?? '') || all[end]?.value === '=>'
    const names = all[from]?.value === '(' ? parametersAt(all, from) : [all[from]?.value ?? '']
    return isFunction ? { at, name: token.value, names } : undefined
  }
  const end = next?.value === '(' ? matching(all, at + 1) : 0
  const starts = at === 0 || all[at - 1]?.value === ';'
  return starts && end > 0 && all[end]?.value === '=' ? { at, name: token.value, names: parametersAt(all, at + 1) } : undefined
}

/** The name of each: in PHP behind its type, elsewhere in front of it. */
const parametersAt = (all: readonly Token[], open: number): readonly string[] =>
  split(all.slice(open + 1, matching(all, open) - 1), ',').map(
    part => (part.find(({ value }) => value[0] === '$') ?? part.find(({ kind }) => kind === 'name'))?.value ?? '',
  )
