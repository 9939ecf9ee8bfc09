/** Statements that give something a name otherwise than by an assignment: imports, loops, parameters. */

import { HOLE } from '../values/value.ts'
import { argumentsOf } from './evaluator/arguments.ts'
import { namesVariables } from './evaluator/repeating.ts'
import { evaluate } from './evaluator/values.ts'
import { call } from './library/calls.ts'
import { method } from './library/methods.ts'
import { variableNamed } from './library/sources.ts'
import { bind } from './model/branching.ts'
import { type Code, type CodeValue, unknown } from './model/code.ts'
import { elementOf } from './model/collections.ts'
import { oneOf, pairsOf, placed } from './model/containers.ts'
import { isMade } from './model/temporary.ts'
import { matching, split, statementEnd } from './tokens/brackets.ts'
import type { Token } from './tokens/lexer.ts'

/** `import os as o`, `from os import system as s`, `const { exec: e } = require(...)`. */
export function imports(all: readonly Token[], at: number, code: Code): number {
  const token = all[at] as Token
  if (token.value === 'import' && code.language === 'javascript' && all[at + 1]?.value !== '(') return moduleImport(all, at, code)
  if (token.value === 'from' && all[at + 1]?.kind === 'name') {
    let index = at + 1
    let module = ''
    while (all[index] !== undefined && all[index]?.value !== 'import' && index < at + 8) module += all[index++]?.value ?? ''
    if (all[index]?.value !== 'import') return at
    index++
    while (all[index] !== undefined && all[index]?.value !== ';') {
      const name = all[index]
      if (name?.value === '*') code.names.set('*', module)
      if (name?.kind === 'name' && name.value !== 'as') {
        const alias = all[index + 1]?.value === 'as' ? all[index + 2]?.value : undefined
        code.names.set(alias ?? name.value, `${module}.${name.value}`)
        if (alias !== undefined) index += 2
      }
      index++
    }
    return index
  }
  if (token.value === 'import' && code.language === 'python') {
    let index = at + 1
    let module = ''
    for (; all[index] !== undefined && all[index]?.value !== ';'; index++) {
      const part = all[index] as Token
      if (part.value === 'as') {
        code.names.set(all[index + 1]?.value ?? '', module)
        index++
      } else if (part.value === ',') module = ''
      else module += part.value
    }
    return index
  }
  if ((token.value === 'const' || token.value === 'let' || token.value === 'var') && all[at + 1]?.value === '{') {
    const end = matching(all, at + 1)
    const right = all.slice(end + 1, statementEnd(all, end + 1))
    // `= require('fs')`, `= (await import('fs')).default`, `= process`
    const isPath = right.every(({ kind, value }) => kind === 'name' || value === '.')
    const [owner, ...rest] = right.map(({ value }) => value)
    // `c = require('child_process')`
    const known = code.variables.get(owner ?? '')?.text ?? ''
    const module = isPath
      ? [/^[\w@/:-]+$/.test(known) ? known : owner, ...rest].join('')
      : (right.find(part => part.kind === 'text')?.value ?? '')
    const names = all.slice(at + 2, end - 1)
    if (
      /^=process\.env/.test(
        all
          .slice(end, end + 4)
          .map(part => part.value)
          .join(''),
      )
    )
      for (const part of names) if (part.kind === 'name') code.variables.set(part.value, variableNamed(part.value, code))
    members(names, module, code)
    fieldsOf(names, right, code)
    return end - 1
  }
  return at
}

/** `{ a, b: c = 1 }` of a table. */
function fieldsOf(names: readonly Token[], right: readonly Token[], code: Code): void {
  const whole = evaluate(right, code)
  for (const part of split(names, ',')) {
    const equals = part.findIndex(({ value }) => value === '=')
    if (part[2]?.value === '{') continue
    const [key, own] = [part[0], ownNameIn(part)]
    const fallback = equals < 0 ? undefined : evaluate(part.slice(equals + 1), code)
    const { fields } = whole
    const held = fields?.get(key?.value ?? '') ?? fallback
    if (own === undefined || held === undefined) continue
    // Of a module it may be its own as well.
    if (fields !== undefined) code.names.delete(own)
    if (fields !== undefined || held.calls !== undefined) code.variables.set(own, held)
  }
}

/** `{ a, b: c }` of a module. */
function members(names: readonly Token[], module: string, code: Code): void {
  for (const part of split(names, ',')) {
    const [key, own] = [part[0], ownNameIn(part)]
    // `{ env: { HOME: home } }`
    if (key !== undefined && part[2]?.value === '{') members(part.slice(3, matching(part, 2) - 1), `${module}.${key.value}`, code)
    else if (key !== undefined && own !== undefined)
      code.names.set(own, key.value === 'default' ? module : `${module}.${key.value}`)
  }
}

/** `b` of `a: b = 1` */
const ownNameIn = (part: readonly Token[]): string | undefined => {
  const equals = part.findIndex(({ value }) => value === '=')
  return (equals < 0 ? part : part.slice(0, equals)).findLast(({ kind }) => kind === 'name')?.value
}

/** `import * as c from 'm'`, `import c, { a as b } from 'm'`. */
function moduleImport(all: readonly Token[], at: number, code: Code): number {
  const from = all.findIndex((token, index) => index > at && index < at + 60 && token.value === 'from')
  const module = all[from + 1]
  if (from < 0 || module?.kind !== 'text') return at
  let named = false
  for (let index = at + 1; index < from; index++) {
    const part = all[index] as Token
    if (part.value === '{') named = true
    if (part.kind !== 'name' || part.value === 'as') continue
    const alias = all[index + 1]?.value === 'as' ? all[index + 2]?.value : undefined
    code.names.set(alias ?? part.value, named ? `${module.value}.${part.value}` : module.value)
    if (alias !== undefined) index += 2
  }
  const star = all[at + 1]?.value === '*' ? all[at + 3] : undefined
  if (star?.kind === 'name') code.names.set(star.value, module.value)
  return from + 1
}

const controls = /^(?:if|elsif|elif|unless|while|until|for|foreach|switch|with|catch|return|await|yield|typeof|in|of|and|or|not)$/
const isClosing = ({ kind, value }: Token): boolean => kind === 'mark' && (value === ')' || value === ']' || value === '}')

/** Where the bracket opens that closes at `at`; -1 where none does. */
export function opening(all: readonly Token[], at: number): number {
  let depth = 0
  let index = at
  for (; index >= 0; index--) {
    const mark = all[index] as Token
    if (mark.kind !== 'mark') continue
    if (/^[)\]}]$/.test(mark.value)) depth++
    else if (/^[([{]$/.test(mark.value) && --depth === 0) break
  }
  return index
}

/** Where the expression begins whose last name, or bracket, stands at `at`. */
export function chainStart(all: readonly Token[], at: number): number {
  let start = at
  // An element, or what a call comes to.
  while (start > 0 && isClosing(all[start] as Token)) {
    start = Math.max(0, opening(all, start))
    const before = all[start - 1]
    if (before === undefined) return start
    if (isClosing(before)) start--
    else if (before.kind === 'name' && !controls.test(before.value)) start--
    else return Math.max(0, start)
  }
  while (start > 0) {
    const before = all[start - 1] as Token
    if (before.kind !== 'mark' || (before.value !== '.' && before.value !== '::')) break
    let index = start - 2
    const part = all[index]
    if (part === undefined) break
    if (isClosing(part)) {
      index = opening(all, index)
      // What a call returns is called: `require('simple-git')().clean()`, but not behind `if (...)`.
      let first = index
      while (first > 0 && isClosing(all[first - 1] as Token)) first = opening(all, first - 1)
      const named = all[first - 1]
      if (named?.kind === 'name' && !controls.test(named.value)) index = first - 1
      else if (all[index - 1]?.kind === 'name') index--
    } else if (part.kind === 'mark') break
    start = Math.max(0, index)
  }
  return start
}

/** The names in front of a call, and the value it is called on when that is an expression. */
export function ownerOf(all: readonly Token[], at: number, code: Code): { path: string; receiver: CodeValue | undefined } {
  const start = chainStart(all, at)
  if (start === at) return { path: code.names.get((all[at] as Token).value) ?? '', receiver: undefined }
  const owner = all.slice(start, at - 1)
  const receiver = evaluate(owner, code)
  const first = owner[0]
  const base = first?.kind === 'name' ? (code.names.get(first.value) ?? code.variables.get(first.value)?.text ?? first.value) : ''
  const names = owner
    .slice(1)
    .filter(token => token.kind === 'name')
    .map(token => token.value)
  const path =
    receiver.text !== HOLE && /^[\w:/-]+$/.test(receiver.text)
      ? receiver.text
      : [base.includes(HOLE) ? (first?.value ?? '') : base, ...names].join('.')
  return { path, receiver }
}

/** `$x =~ s/a/b/`, `($x = "a") =~ s/a/b/` */
export function changed(all: readonly Token[], at: number, code: Code): void {
  let from = at - 1
  if (all[from]?.value === ')') while (from > 0 && all[from]?.value !== '(') from--
  const name = all.slice(from, at).find(token => token.kind === 'name' && token.value !== 'my')
  if (name === undefined) return
  const args = argumentsOf(all.slice(at + 3, matching(all, at + 2) - 1), code)
  code.variables.set(name.value, method(evaluate([name], code), (all[at + 1] as Token).value, args, code))
}

/** What `$_` is: `... for glob("*")`, `find(sub { ... }, "/x")`, `map { ... } list`. */
export function topic(all: readonly Token[], at: number, code: Code): void {
  const word = (all[at] as Token).value
  const next = all[at + 1]
  if (/^find/.test(word)) {
    if (next?.value !== '(') return
    for (const part of split(all.slice(at + 2, matching(all, at + 1) - 1), ',').slice(1)) {
      const folder = evaluate(part, code)
      const inside = { ...folder, tree: true as const }
      code.variables.set('$_', inside)
      code.variables.set('$File.Find.name', inside)
    }
    return
  }
  if (next?.kind === 'name' && /^(?:my|our|\$\w+)$/.test(next.value)) {
    const own = next.value[0] === '$' ? at + 1 : at + 2
    const item = all[own]
    if (item !== undefined && all[own + 1]?.value === '(')
      code.variables.set(item.value, elementOf(evaluate(all.slice(own + 1, matching(all, own + 1)), code)))
    return
  }
  const from = next?.value === '{' ? matching(all, at + 1) : at + 1
  const over = all.slice(from, statementEnd(all, from))
  if (over.length > 0) code.variables.set('$_', elementOf(evaluate(over, code)))
}

const givesEach = /^(?:array_(?:map|walk|filter|walk_recursive)|map|filter|starmap)$/
const givesItself = /^(?:then|on|once|addListener|map|forEach|filter|flatMap|each|some|every|find|tap)$/

/**
 * `x.then(y => ...)`, `list.forEach(y => ...)`, `get(address, y => ...)`, `array_map(fn($y) => ..., list)`, `map(lambda y: ..., list)`: the name
 * that what comes in gets.
 */
export function parameter(all: readonly Token[], at: number, code: Code): void {
  const { language } = code
  const hasArrows = language === 'javascript' || language === 'other'
  if (!hasArrows && !givesEach.test((all[at] as Token).value)) return
  const inside = all.slice(at + 2, matching(all, at + 1) - 1)
  const parts = split(inside, ',')
  if (!hasArrows) {
    const own = parts.findIndex(part => /^(?:fn|function|lambda)$/.test(part[0]?.value ?? ''))
    const name = parts[own]?.[language === 'python' ? 1 : 2]
    const list = parts[own === 0 ? 1 : 0]
    if (own >= 0 && own < 2 && name?.kind === 'name' && list !== undefined)
      bind(all, name.value, elementOf(evaluate(list, code)), code)
    return
  }
  for (const part of parts) {
    const own = /^(?:async|func(?:tion)?)$/.test(part[0]?.value ?? '') ? part.slice(1) : part
    // `(err, data) => …` of Node
    const isSecond = own[0]?.value === '(' && own[2]?.value === ',' && fails.test(own[1]?.value ?? '')
    const name = own[0]?.value === '(' ? own[isSecond ? 3 : 1] : own[0]
    const { path, receiver } = ownerOf(all, at, code)
    const takes = /^func(?:tion)?$/.test(part[0]?.value ?? '')
      ? own[0]?.value === '('
      : own.some((token, i) => i < 6 && token.value === '=>')
    // `import('m').then(({ a: b }) => ...)`
    const end = name?.value === '{' && own[0]?.value === '(' ? matching(own, 1) : 0
    if (receiver !== undefined && end > 0 && own[end + 1]?.value === '=>') {
      const one = /^(?:then|on)$/.test((all[at] as Token).value) ? receiver : elementOf(receiver)
      if (one.fields === undefined) members(own.slice(2, end - 1), receiver.text, code)
      else {
        apart(own.slice(2, end - 1), one, all, code)
        for (const token of own.slice(2, end - 1)) handed.add(token)
      }
    }
    if (!takes || name?.kind !== 'name') continue
    const what = (all[at] as Token).value
    const given = givesItself.test(what)
      ? receiver
      : call(`${path}.${what}`, argumentsOf(inside.slice(0, inside.indexOf(part[0] as Token)), code), code)
    // `filepath.WalkDir(root, func(p string, …) { … })`
    const root = /^Walk(?:Dir)?$/.test(what) ? argumentsOf(parts[0] ?? [], code)[0]?.value : undefined
    if (root !== undefined) {
      bind(all, name.value, { ...root, text: `${root.text}/*`, tree: true }, code)
      handed.add(name)
    } else if (given !== undefined && given.text !== '') {
      bind(all, name.value, /^(?:then|on)$/.test(what) ? given : elementOf(given), code)
      handed.add(name)
    }
  }
}

/** What went wrong, where something may. */
const fails = /^(?:err|error|e|er|_|_err)$/

/** Parameters of which it is known what they are given. */
const handed = new WeakSet<Token>()

/** `x => ...`, `(x, y) => ...`: what was known by these names is something else here. */
export function parametersOf(all: readonly Token[], arrow: number, code: Code): void {
  const from = all[arrow - 1]?.value === ')' ? opening(all, arrow - 1) + 1 : arrow - 1
  for (const token of all.slice(Math.max(0, from), arrow)) {
    if (token.kind !== 'name' || handed.has(token) || !code.variables.has(token.value)) continue
    bind(all, token.value, unknown, code)
  }
}

/** `Dir.glob(x) { |f| … }`, `Find.find(x) { |f| … }`: a call hands what it finds to its block. */
export function handedToBlock(all: readonly Token[], at: number, code: Code): void {
  const { value: by } = all[at] as Token
  const end = matching(all, at + 1)
  const [open, bar, name] = all.slice(end, end + 3)
  if (!/^(?:\{|do)$/.test(open?.value ?? '') || bar?.value !== '|' || name?.kind !== 'name') return
  const path = all[at - 2]?.value
  if (path !== 'Dir' && path !== 'Find') return
  const args = argumentsOf(all.slice(at + 2, end - 1), code)
  const first = args[0]?.value
  const found =
    by === 'find' && path === 'Find' && first !== undefined
      ? { ...first, text: `${first.text}/*`, tree: true as const }
      : by === 'glob'
        ? call('Dir.glob', args, code)
        : { text: '*', taint: 0 }
  bind(all, name.value, elementOf(found), code)
}

/** `list.each { |item| ... }` */
export function blockVariable(all: readonly Token[], at: number, code: Code): void {
  const [open, bar, name] = all.slice(at + 1, at + 4)
  if (!/^(?:\{|do)$/.test(open?.value ?? '') || bar?.value !== '|' || name?.kind !== 'name') return
  const { receiver } = ownerOf(all, at, code)
  const { value: by } = all[at] as Token
  if (receiver === undefined) return
  if (/^(?:then|tap|yield_self)$/.test(by)) bind(all, name.value, receiver, code)
  else {
    const list = (receiver.fields && (by === 'each_value' ? method(receiver, by, [], code) : pairsOf(receiver, code))) ?? receiver
    const end = all.findIndex(({ value }, index) => index > at + 2 && value === '|')
    const names = all.slice(at + 3, Math.max(end, at + 4))
    if (names.length > 1 && list.items?.some(({ items }) => items !== undefined) === true)
      apart(names, elementOf(list), all, code)
    else bind(all, name.value, elementOf(list), code)
  }
}

/** Names for the parts of a value: by their places, or by their own names where it is a table. */
function apart(names: readonly Token[], whole: CodeValue, all: readonly Token[], code: Code): void {
  let place = 0
  for (const { kind, value } of names) {
    if (kind !== 'name' || /^(?:const|let|var|my|local)$/.test(value)) continue
    const field = whole.fields?.get(value)
    bind(all, value, field ?? placed(whole, place), code)
    place++
  }
}

export function loopVariable(all: readonly Token[], at: number, code: Code): void {
  if (code.language === 'php' && all[at + 1]?.value === '(') {
    const inside = all.slice(at + 2, matching(all, at + 1) - 1)
    const as = inside.findIndex(token => token.value === 'as')
    const item = inside.at(-1)
    if (as > 0 && item?.kind === 'name') code.variables.set(item.value, oneOf(evaluate(inside.slice(0, as), code), code))
    return
  }
  const behind = all[at + 1]?.value === '(' ? matching(all, at + 1) + 1 : 0
  for (let index = at + 1; index < Math.min(all.length, Math.max(at + 12, behind)); index++) {
    const token = all[index]
    // `for (File f : files)` of Java, `for _, f := range files` of Go
    const isOther = code.language === 'other' && /^(?::|range)$/.test(token?.value ?? '')
    // `for (list) |item|` of Zig
    if (code.language === 'other' && token?.value === '|' && all[at + 1]?.value === '(' && index === matching(all, at + 1)) {
      const item = all[index + 1]
      if (item?.kind === 'name') bind(all, item.value, elementOf(evaluate(all.slice(at + 2, index - 1), code)), code)
      return
    }
    if (token === undefined || (!isOther && token.value !== 'in' && token.value !== 'of')) continue
    const name = token.value === 'range' ? all[index - 2] : all[index - 1]
    let end = index + 1
    const opens = code.language === 'python' ? /^[([{]$/ : /^[([]$/
    while (end < all.length && (opens.test((all[end] as Token).value) || !/^[:;)\]{]$/.test((all[end] as Token).value)))
      end = opens.test((all[end] as Token).value) ? matching(all, end) : end + 1
    // `for (const [k, v] of list)`, `for (const { path } of list)`
    if (name?.kind === 'mark' && /^[\]}]$/.test(name.value)) {
      apart(all.slice(at + 1, index), elementOf(evaluate(all.slice(index + 1, end), code)), all, code)
      return
    }
    if (name?.kind !== 'name') return
    // `range []string{"a", "b"}`
    if (code.language === 'other' && all[index + 1]?.value === '[' && all[index + 2]?.value === ']' && all[end]?.value === '{')
      end = matching(all, end)
    const over = all.slice(index + 1, end)
    const whole = namesVariables(over, token.value) ? unknown : evaluate(over, code)
    const first = all[at + 1]
    // `for folder, _, files in os.walk(root)`
    const isSeveral = first !== name && first?.kind === 'name' && first.value !== 'await'
    const walks = isSeveral && over.some(part => part.value === 'walk')
    if (walks) code.variables.set(first.value, whole)
    const item = walks ? { text: '*', taint: 0 } : oneOf(whole, code)
    // `for name, value in …`
    if (!walks && first !== name && whole.items !== undefined && /^[,(]$/.test(all[at + 2]?.value ?? all[at + 1]?.value ?? '')) {
      const isApart = [item, ...(item.or ?? [])].some(({ items, fields }) => (items ?? fields) !== undefined)
      if (!isApart) for (const other of all.slice(at + 1, index)) if (other.kind === 'name') bind(all, other.value, item, code)
      if (isApart) apart(all.slice(at + 1, index), item, all, code)
      return
    }
    const isOwn = /^(?:const|let|my)$/.test(all[at + 2]?.value ?? '') || !/^[;:]$/.test(all[at - 1]?.value ?? ';')
    if (isOwn) bind(all, name.value, item, code)
    else code.variables.set(name.value, item)
    return
  }
}

/** `with TemporaryDirectory() as folder:`, `Dir.mktmpdir { |folder| ... }`: the name that the folder gets. */
export const held = (all: readonly Token[], at: number, code: Code): void => {
  const end = all[at + 1]?.value === '(' ? matching(all, at + 1) : at + 1
  const named = all.slice(end, end + 4)
  const name =
    named[0]?.value === 'as'
      ? named[1]
      : /^(?:\{|do)$/.test(named[0]?.value ?? '') && named[1]?.value === '|'
        ? named[2]
        : undefined
  if (name?.kind !== 'name') return
  let start = at
  while (/^(?:\.|::)$/.test(all[start - 1]?.value ?? '') && all[start - 2]?.kind === 'name') start -= 2
  const folder = evaluate(all.slice(start, end), code)
  if (isMade(folder)) code.variables.set(name.value, folder)
}
