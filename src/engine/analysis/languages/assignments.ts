/** Statements that set a name: assignments, in all the ways that languages write them, and lists that grow. */

import { taint as bit, HOLE } from '../values/value.ts'
import { isOpenYet } from './called-later.ts'
import { argumentsOf } from './evaluator/arguments.ts'
import { evaluate } from './evaluator/values.ts'
import { fileContent } from './library/sources.ts'
import { either, flowAt, put } from './model/branching.ts'
import { type Code, type CodeValue, isNamedBy, unknown } from './model/code.ts'
import { listOf, sum } from './model/collections.ts'
import { opening } from './statements.ts'
import { matching, split, statementEnd } from './tokens/brackets.ts'
import type { Language, Token } from './tokens/lexer.ts'

/** Sets what a statement that begins at a name assigns to: the name, one of its members, or what stands at a place in it. */
export function set(all: readonly Token[], at: number, code: Code): void {
  const { value: mark } = all[at + 1] as Token
  const { language } = code
  // `for _, f := range files`: the loop names it.
  if (language === 'other' && all[at + 2]?.value === 'range') return
  // `$h->{key} = x`: what it holds is not followed any longer.
  if (language === 'perl' && mark === '.' && /^[[{]$/.test(all[at + 2]?.value ?? '')) forget(all, at, code)
  if (mark === '=' && all[at - 1]?.value === '.' && all[at - 2]?.kind === 'name') setMember(all, at, code)
  else if ((mark === '[' || mark === '{') && code.variables.has(holderAt(all, at, code))) setElement(all, at, code)
  else if (/^(?:=|\+=|\.=)$/.test(mark)) {
    if (isStatementStart(all, at, language)) assign(all, at, code, mark !== '=')
  } else if (
    all[at + 2]?.value === '=' &&
    all[at + 2]?.kind === 'mark' &&
    calculates.test(mark) &&
    isStatementStart(all, at, language)
  ) {
    const end = statementEnd(all, at + 3)
    // `x ||= y`, or a calculation that is not followed.
    const now = /^(?:\|\||&&|\?\?)$/.test(mark) ? evaluate(all.slice(at + 3, end), code) : unknown
    put(all, at, end, code, old => (old === undefined || now === unknown ? now : either(now, old)))
  }
}

const calculates = /^(?:\|\||&&|\?\?|[-*/%|&^x]|\*\*|\/\/|<<|>>)$/

/** `o.a = x` */
function setMember(all: readonly Token[], at: number, code: Code): void {
  if (!isStatementStart(all, at - 2, code.language)) return
  const [owner, member] = [(all[at - 2] as Token).value, (all[at] as Token).value]
  const end = statementEnd(all, at + 2)
  const now = evaluate(all.slice(at + 2, end), code)
  const held = code.variables.get(owner)
  // `list.length = 0`
  if (held?.items !== undefined) setAll(held, owner, { text: HOLE, taint: held.taint }, code)
  const old = held?.fields?.get(member)
  const name = `${owner}.${member}`
  if (old !== undefined && !code.variables.has(name)) code.variables.set(name, old)
  put(all, at, end, code, () => now, name)
  if (held?.fields === undefined) code.functions?.keep(member, now)
  if (held?.fields !== undefined)
    setAll(held, owner, { ...held, fields: new Map(held.fields).set(member, code.variables.get(name) ?? now) }, code)
  else if (held !== undefined && held !== unknown)
    // Another name of the same object.
    for (const [other, one] of code.variables) {
      const known = one === held && other !== owner ? code.variables.get(`${other}.${member}`) : undefined
      if (known !== undefined) code.variables.set(`${other}.${member}`, either(known, now))
    }
}

/** `with target() as t`, where the function is the program's own or makes a file. */
export function entered(all: readonly Token[], at: number, code: Code): void {
  let from = at - 1
  while (from >= 0 && !/^(?:with|;)$/.test(all[from]?.value ?? '')) from--
  if (all[from]?.value !== 'with') return
  const part = split(all.slice(from + 1, at), ',').at(-1) ?? []
  const isOwn = part.some(
    ({ kind, value }) => kind === 'name' && (value === 'NamedTemporaryFile' || code.functions?.knows(value) === true),
  )
  if (isOwn) code.variables.set((all[at + 1] as Token).value, evaluate(part, code))
}

/** Of what a name held nothing is known from here on. */
export function forget(all: readonly Token[], at: number, code: Code): void {
  const { value: name } = all[at] as Token
  const isSet = all[at + 1]?.value !== '.' || all[matching(all, at + 2)]?.value === '='
  const held = code.variables.get(name)
  if (isSet && held !== undefined) setAll(held, name, { text: HOLE, taint: held.taint }, code)
}

/** The name of what an element is set in: `%h` for `$h{key}` of Perl. */
function holderAt(all: readonly Token[], at: number, { language }: Code): string {
  const { value } = all[at] as Token
  if (language !== 'perl' || value[0] !== '$') return value
  return `${all[at + 1]?.value === '{' ? '%' : '@'}${value.slice(1)}`
}

/** `a[0] = x`, `$h{key} = x` */
function setElement(all: readonly Token[], at: number, code: Code): void {
  let close = matching(all, at + 1)
  const first = close
  // `a['x'][0] = …`
  while (all[close]?.kind === 'mark' && all[close]?.value === '[') close = matching(all, close)
  if (all[close]?.value !== '=' || all[close]?.kind !== 'mark' || !isStatementStart(all, at, code.language)) return
  const end = statementEnd(all, close + 1)
  const now = evaluate(all.slice(close + 1, end), code)
  const inside = all.slice(at + 2, first - 1)
  const isWord = all[at + 1]?.value === '{' && inside.length === 1
  const { text: key, number } = isWord ? { text: inside[0]?.value ?? '', number: false } : evaluate(inside, code)
  const name = holderAt(all, at, code)
  const before = code.variables.get(name)
  put(
    all,
    at,
    end,
    code,
    old => {
      if (close > first) return { text: HOLE, taint: (old?.taint ?? 0) | now.taint }
      if (old?.items !== undefined && number === true && Number(key) < old.items.length)
        return { ...old, items: old.items.with(Number(key), now) }
      if (old?.items !== undefined) return { ...old, items: [...old.items.map(item => either(item, now)), now, unknown] }
      if (old?.fields !== undefined && !key.includes(HOLE)) return { ...old, fields: new Map(old.fields).set(key, now) }
      return { text: HOLE, taint: (old?.taint ?? 0) | now.taint }
    },
    name,
  )
  setAll(before, name, code.variables.get(name) ?? now, code)
}

/** What answers with a module. */
const loads = /^(?:await|require|import|__import__|importlib|getattr|globalThis|module|process)$/

export function assign(all: readonly Token[], at: number, code: Code, append: boolean, from = at + 2): void {
  const name = (all[at] as Token).value
  let right = all.slice(from, code.language === 'lua' ? endInLua(all, from) : statementEnd(all, from))
  // `a = b = x`
  while (right[0]?.kind === 'name' && right[1]?.kind === 'mark' && right[1].value === '=') right = right.slice(2)
  const last = right.at(-1)
  const now = evaluate(right, code)
  const isSure = code.functions?.isRunning() === true || !isOpenYet(all, at, right, code.language)
  const result = !isSure ? either(now, { ...unknown, taint: now.taint }) : now
  // A function under another name: `s = os.system`, `const e = require('child_process').exec`.
  const isNamed = right.length === 1 ? objects.test(last?.value ?? '') : right.at(-2)?.value === '.'
  // What a call comes to has no name of its own, but a module's function has.
  const isPath = right.every(({ kind, value }) => kind === 'name' || value === '.' || value === '::')
  if (
    last?.kind === 'name' &&
    right[0]?.kind === 'name' &&
    isNamed &&
    (isPath || loads.test(right[0].value)) &&
    result.text.includes(HOLE) &&
    result.calls === undefined
  )
    code.names.set(
      name,
      right
        .filter(token => token.kind !== 'mark' || token.value === '.')
        .map(token => token.value)
        .join(''),
    )
  // `os["exe".."cute"]`
  if (right[0]?.kind === 'name' && right[1]?.value === '[' && last?.value === ']' && matching(right, 1) === right.length) {
    const { text } = evaluate(right.slice(2, -1), code)
    if (/^[A-Za-z_]\w+$/.test(text)) code.names.set(name, `${code.names.get(right[0].value) ?? right[0].value}.${text}`)
  }
  if (/^(?:TCPSocket|UDPSocket|fsockopen)$/.test(right[0]?.value ?? '')) code.names.set(name, 'socket')
  if (right[0]?.value === 'getattr') {
    const [on, method] = argumentsOf(right.slice(2, matching(right, 1) - 1), code)
    if (on !== undefined && method !== undefined) code.names.set(name, `${on.tokens[0]?.value}.${method.value.text}`)
  }
  const names = targets(all, at)
  if (names.length > 1) {
    const values = split(right, ',')
    const given = names.map((_, index) => evaluate(values[index] ?? [], code))
    for (const [index, target] of names.entries()) put(all, at, from + right.length, code, () => given[index] ?? unknown, target)
    return
  }
  const goesOn = !append && right.some(token => token.kind === 'name' && token.value === name)
  put(all, at, from + right.length, code, old => {
    if (append) return old === undefined ? result : sum([old, result], code)
    if (!goesOn || old === undefined || old === code.variables.get(name)) return result
    const held = code.variables.get(name)
    code.variables.set(name, old)
    const next = evaluate(right, code)
    if (held !== undefined) code.variables.set(name, held)
    return next
  })
}

/** What a language or its library has under one name everywhere. */
const objects = /^(?:process|global(?:This)?|Deno|Bun|os|fs|shutil|subprocess)$/

/** Nothing has to stand between its statements. */
function endInLua(all: readonly Token[], from: number): number {
  const end = statementEnd(all, from)
  const next = all.findIndex(({ kind, value }, at) => at >= from && at < end && kind === 'name' && startsInLua.test(value))
  return next < 0 ? end : next
}

const startsInLua = /^(?:if|then|do|end|else|elseif|for|while|repeat|until|local|return|break)$/

/** `[a, b] = …`, `my ($a) = …`, `a, = …`: each takes what stands at its place in the list. */
export function unpacked(all: readonly Token[], at: number, code: Code): void {
  const close = at + 1
  let open = at
  if (all[close]?.value === ',') while (all[open - 1]?.kind === 'name' || all[open - 1]?.value === ',') open--
  else open = opening(all, close) + 1
  const from = evaluate(all.slice(at + 3, statementEnd(all, at + 3)), code)
  for (const [index, part] of split(all.slice(open, close), ',').entries()) {
    const equals = part.findIndex(({ value }) => value === '=')
    const name = (equals < 0 ? part : part.slice(0, equals)).findLast(({ kind }) => kind === 'name')?.value
    if (name === undefined) continue
    const isRest = part[0]?.kind === 'mark' && /^[.*@]/.test(part[0].value)
    const taken = isRest ? from.items && listOf(from.items.slice(index), code) : from.items?.[index]
    const item = isNamedBy(from) ? (from.items?.[0] ?? unknown) : (taken ?? { ...unknown, taint: from.taint })
    put(all, at, at, code, () => from.fields?.get(name) ?? item, name)
  }
}

/** The names in front of the `=`: `a, b = 'x', 'y'`. */
function targets(all: readonly Token[], at: number): string[] {
  const names = [(all[at] as Token).value]
  for (let index = at - 1; all[index]?.value === ',' && all[index - 1]?.kind === 'name'; index -= 2)
    names.unshift((all[index - 1] as Token).value)
  return names
}

/** `list << x` */
export function appended(all: readonly Token[], at: number, code: Code): void {
  const name = all[at - 1]
  const old = name?.kind === 'name' ? code.variables.get(name.value) : undefined
  if (old === undefined || name === undefined) return
  const added = evaluate(all.slice(at + 1, statementEnd(all, at + 1)), code)
  code.variables.set(name.value, old.items === undefined ? sum([old, added], code) : listOf([...old.items, added], code))
}

/** `list.append(x)`, `list.extend(y)`: the list under its name grows. */
export function grow(all: readonly Token[], at: number, code: Code): void {
  // `push @list, …` of Perl
  const isBare = all[at + 1]?.kind === 'name'
  const name = isBare ? all[at + 1] : all[at - 2]
  const old = name?.kind === 'name' && (isBare || all[at - 1]?.value === '.') ? code.variables.get(name.value) : undefined
  if (((old?.items ?? old?.each) === undefined && !isBare) || name === undefined) return
  const held = old?.items ?? (old === undefined ? [] : [old])
  const added = evaluate(
    isBare ? all.slice(at + 3, statementEnd(all, at + 3)) : all.slice(at + 2, matching(all, at + 1) - 1),
    code,
  )
  code.work += held.length
  const items = isBare || (all[at] as Token).value === 'extend' ? [...(added.items ?? [added])] : [added]
  // As often as the loop goes round.
  if (flowAt(all, at, at, code.language, name.value) === 'again') items.push({ ...unknown, taint: added.taint })
  if (old?.each === undefined) setAll(old, name.value, listOf([...held, ...items], code), code)
  else setAll(old, name.value, { text: HOLE, taint: old.taint | added.taint, each: [...old.each, ...items] }, code)
}

/** What changes a list or an object in its place. */
const changes =
  /^(?:reverse|sort|sort_by|pop|shift|unshift|insert|splice|fill|copyWithin|remove|clear|popitem|setdefault|update|\w+_update|prepend|delete_at|concat|replace|merge|set|__setitem__|__ior__|put|store|assign|delete|reverse!|sort!|map!|collect!|rotate!|shuffle!|array_(?:shift|unshift|pop|splice|reverse))$/
const ofObjects = /^(?:update|setdefault|popitem|clear|assign|merge|merge!|defineProperty)$/

/** `settings.read(path)` of a parser: what the file holds is in it from then on. */
const takesIn = /^(?:read|read_file|readfp|load|load_file|parse_file)$/

/** `list.reverse()`, `Object.assign(o, …)`, `shift @list`: what it holds may stand anywhere in it, beside what is given. */
export function mutate(all: readonly Token[], at: number, code: Code): void {
  const { value: verb } = all[at] as Token
  const open = all[at + 1]?.value === '(' ? at + 1 : at
  const isOf = all[at - 1]?.value === '.' && all[at - 2]?.kind === 'name'
  const isAssign = isOf && all[at - 2]?.value === 'Object' && ofObjects.test(verb)
  if (isOf && open > at && takesIn.test(verb)) {
    const { value: name } = all[at - 2] as Token
    const given = argumentsOf(all.slice(open + 1, matching(all, open) - 1), code)
    const bits = given.reduce((all, { value }) => all | fileContent(value, code).taint, 0)
    const old = code.variables.get(name) ?? unknown
    if ((bits & bit.secret & ~old.taint) !== 0) code.variables.set(name, { ...old, taint: old.taint | bits })
  }
  if (!isAssign && !changes.test(verb)) return
  const name = isOf && !isAssign ? all[at - 2] : all[open + 1]
  const old = name?.kind === 'name' ? code.variables.get(name.value) : undefined
  if (old === undefined || name === undefined) return
  const args = open === at ? [] : argumentsOf(all.slice(open + 1, matching(all, open) - 1), code)
  const given = args.map(argument => argument.value)
  const taint = given.reduce((bits, one) => bits | one.taint, old.taint)
  if (old.items !== undefined) {
    const any = either(...old.items, ...given.flatMap(one => one.items ?? [one]))
    const now = { ...old, taint, items: old.items.length === 0 ? [any] : old.items.map(() => any) }
    setAll(old, name.value, now, code)
  } else if ((old.fields ?? old.each) !== undefined || isAssign) setAll(old, name.value, { text: HOLE, taint }, code)
  else if (verb === 'replace' && code.language === 'ruby') setAll(old, name.value, either(given[0] ?? unknown, old), code)
}

/** The value under its name, and under each other name that it has. */
function setAll(old: CodeValue | undefined, name: string, now: CodeValue, code: Code): void {
  if (old !== undefined && old !== unknown && (old.items ?? old.fields ?? old.each) !== undefined)
    for (const [other, held] of code.variables) if (held === old) code.variables.set(other, now)
  code.variables.set(name, now)
}

/** The `=` of `(c := x)`, `c: str = x`, `let c: string = x`; -1 where there is none. */
export function typedAt(all: readonly Token[], at: number, language: Language): number {
  if (all[at + 2]?.value === '=') return language === 'python' ? at + 2 : -1
  if (!isStatementStart(all, at, language)) return -1
  let end = at + 2
  while (end < at + 12 && /^[\w.|[\],]+$/.test(all[end]?.value ?? '') && all[end]?.kind !== 'text') end++
  return all[end]?.value === '=' && all[end]?.kind === 'mark' ? end : -1
}

export function isStatementStart(all: readonly Token[], at: number, language: Language): boolean {
  const before = all[at - 1]
  if (before?.value === ',' && all[at - 2]?.kind === 'name') return isStatementStart(all, at - 2, language)
  // `x && (c = 'y')`
  if (before?.value === '(' && language === 'javascript' && all[at - 2]?.kind !== 'name') return true
  return (
    before === undefined ||
    before.value === ';' ||
    before.value === '{' ||
    before.value === '}' ||
    before.value === ':' ||
    before.value === ')' ||
    before.value === '=>' ||
    // `Path home = …`, `List<Path> all = …`, `def dir = …`
    (language === 'other' &&
      (before.kind === 'name' ? !/^(?:return|in|is|as|not|case)$/.test(before.value) : before.value === '>')) ||
    (before.value === '|' && language === 'ruby') ||
    (before.kind === 'name' && /^(?:then|do|else|begin|and|or)$/.test(before.value)) ||
    (/^(?:&&|\|\|)$/.test(before.value) && /^(?:perl|ruby|php)$/.test(language)) ||
    (before.value === '(' && /^(?:perl|awk|php)$/.test(language)) ||
    (before.value === 'php' && language === 'php') ||
    /^(?:const|let|var|my|our|local|global|public|private|protected|static|readonly)$/.test(before.value)
  )
}
