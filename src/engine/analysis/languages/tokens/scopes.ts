/** The functions of a program, and whose own each name is. */

import { matching } from './brackets.ts'
import type { Language, Token } from './lexer.ts'

/** Where names live, and where each of them is set last. */
interface Scope {
  readonly set: Map<string, number>
}

/** The body of a function. */
export interface Body extends Scope {
  readonly from: number
  readonly to: number
  /** The body that it stands in. */
  readonly outer: Body | undefined
  /** Names that are its own. */
  readonly own: ReadonlySet<string>
}

export interface Program extends Scope {
  /** In their order. */
  readonly bodies: readonly Body[]
}

const known = new WeakMap<readonly Token[], Program>()

export function bodiesIn(all: readonly Token[], language: Language): Program {
  const before = known.get(all)
  if (before !== undefined) return before
  const bodies: Body[] = []
  const program: Program = { bodies, set: new Map() }
  let inside: Body | undefined
  for (let at = 0; at < all.length; at++) {
    const { kind, value } = all[at] as Token
    if (kind === 'text') continue
    while (inside !== undefined && at >= inside.to) inside = inside.outer
    if (kind === 'name' && isSet(all, at)) (ownerOf(value, inside) ?? program).set.set(value, at)
    const [from, to] = bodyAt(all, at, language)
    if (to <= from) continue
    const own = ownNames(all, value === '=>' ? parametersFrom(all, at) : at, from, to, language)
    inside = { from, to, outer: inside, own, set: new Map() }
    bodies.push(inside)
  }
  known.set(all, program)
  return program
}

/** The function whose own a name is; undefined for one that is everybody's. */
export function ownerOf(name: string, inside: Body | undefined): Body | undefined {
  let body = inside
  while (body !== undefined && !body.own.has(name)) body = body.outer
  return body
}

const sets = new Set(['=', '+=', '.='])
const calculates = new Set(['||', '&&', '??', '-', '*', '/'])

/** `x = …`, `x ||= …`, `x, y = …`, `[x, y] = …` */
function isSet(all: readonly Token[], at: number): boolean {
  const next = all[at + 1]?.value ?? ''
  if (sets.has(next)) return true
  if (calculates.has(next)) return all[at + 2]?.value === '='
  if (next !== ',' && next !== ']' && next !== ')') return false
  let end = at + 1
  while (end < at + 12 && (all[end]?.kind === 'name' || /^[,\])]$/.test(all[end]?.value ?? ''))) end++
  return all[end]?.value === '=' && all[end]?.kind === 'mark'
}

/** In front of an arrow. */
function parametersFrom(all: readonly Token[], arrow: number): number {
  let from = arrow - 1
  for (let depth = 0; from > 0; from--) {
    const { value } = all[from] as Token
    if (value === ')') depth++
    else if (value === '(') depth--
    if (depth <= 0) break
  }
  return Math.max(0, from)
}

/** Parameters, and what is declared in it; of Python what is set in it, if nothing says that it is not its own. */
function ownNames(all: readonly Token[], head: number, from: number, to: number, language: Language): ReadonlySet<string> {
  const own = new Set<string>()
  for (const { kind, value } of all.slice(head, from)) if (kind === 'name') own.add(value)
  const isShared = language === 'python' && all.slice(from, to).some(({ value }) => /^(?:global|nonlocal)$/.test(value))
  for (let at = from; at < to; at++) {
    const { kind, value } = all[at] as Token
    if (kind !== 'name') continue
    if (language === 'python' ? !isShared && isSet(all, at) : declares.test(all[at - 1]?.value ?? '')) own.add(value)
  }
  return own
}

const declares = /^(?:let|const|var|my|local)$/

/** The innermost function around a place. */
export function bodyAround({ bodies }: Program, at: number): Body | undefined {
  let [low, high] = [0, bodies.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bodies[middle] as Body).from <= at) low = middle + 1
    else high = middle
  }
  let body = bodies[low - 1]
  while (body !== undefined && at >= body.to) body = body.outer
  return body
}

const none = [0, 0] as const

/** The body of the function whose word stands at `at`. */
function bodyAt(all: readonly Token[], at: number, language: Language): readonly [number, number] {
  const { kind, value } = all[at] as Token
  // Those of PHP see nothing but what is their own.
  if (kind === 'text' || language === 'php') return none
  if (language === 'python') return kind === 'name' && value === 'def' ? indented(all, at) : none
  if (value === '=>' && language === 'javascript') {
    if (all[at + 1]?.value === '{') return [at + 2, matching(all, at + 1) - 1]
    let end = at + 1
    while (end < all.length && !/^[;,)\]}]$/.test((all[end] as Token).value))
      end = /^[([{]$/.test((all[end] as Token).value) ? matching(all, end) : end + 1
    return [at + 1, end]
  }
  if (kind !== 'name' || !/^(?:function|sub)$/.test(value)) return none
  let open = at + 1
  while (open < at + 4 && !/^[({]$/.test(all[open]?.value ?? '')) open++
  if (all[open]?.value === '(') open = matching(all, open)
  return all[open]?.value === '{' ? [open + 1, matching(all, open) - 1] : none
}

/** Of Python: what is indented more than its head. */
export function indented(all: readonly Token[], at: number): readonly [number, number] {
  let line = at - 1
  while (line >= 0 && all[line]?.value !== ';') line--
  const own = indentOf(all[line]) ?? 0
  const open = all[at + 2]?.value === '(' ? matching(all, at + 2) : at + 2
  let end = open
  while (end < all.length && all[end]?.value !== ';') end++
  const from = open + 1
  // On the same line, or in those behind it.
  if (all[end - 1]?.value !== ':') return [from, end]
  for (end++; end < all.length; end++) {
    const indent = indentOf(all[end])
    if (indent !== undefined && indent <= own) break
  }
  return [from, end]
}

const indentOf = (token: Token | undefined): number | undefined => (token?.kind === 'mark' ? token.indent : undefined)
