/** Where a program branches or goes round, and what a name may hold behind that. */

import { bounds } from '../../values/bounds.ts'
import { HOLE } from '../../values/value.ts'
import { matching } from '../tokens/brackets.ts'
import type { Language, Token } from '../tokens/lexer.ts'
import { type Body, bodiesIn, bodyAround } from '../tokens/scopes.ts'
import type { Argument, Code, CodeValue, Own } from './code.ts'

/** Behind these, what was set before may still hold. */
const branches =
  /^(?:if|elif|elsif|elseif|else|unless|switch|case|when|match|try|except|catch|rescue|finally|ensure|def|function|func|sub|fn|lambda|do|begin|then|class|default|eval|die|raise|throw|return|break|continue|next|last|redo|exit|=>)$/
const rounds =
  /^(?:for|foreach|while|until|loop|each|each_char|each_with_index|forEach|map|reduce|inject|times|upto|downto|step|array_map|array_walk)$/
/** In front of an assignment in one statement, and behind it. */
const shortly = /^(?:&&|\|\||\?\?|\?|and|or)$/
const modifies = /^(?:if|unless|while|until|for|foreach|rescue)$/

interface Flow {
  scanned: number
  branch: number
  round: number
  /** Where each name was set last. */
  readonly set: Map<string, number>
}

const flows = new WeakMap<readonly Token[], Flow>()

/** Tokens of a statement that are looked through for what decides on it. */
const near = 40

/** Whether an assignment may not have happened, or more than once, since its name was set before. Notes that it is set now. */
export function flowAt(
  all: readonly Token[],
  at: number,
  end: number,
  language: Language,
  name = (all[at] as Token).value,
  own?: Body,
): 'once' | 'perhaps' | 'again' {
  let flow = flows.get(all)
  if (flow === undefined) {
    flow = { scanned: 0, branch: -1, round: -1, set: new Map() }
    flows.set(all, flow)
  }
  for (; flow.scanned < at; flow.scanned++) {
    const { kind, value } = all[flow.scanned] as Token
    if (kind === 'text' || kind === 'pattern' || kind === 'number') continue
    if (rounds.test(value)) flow.round = flow.scanned
    else if (branches.test(value)) flow.branch = flow.scanned
  }
  const before = Math.max(flow.set.get(name) ?? -1, (own?.from ?? 0) - 1)
  flow.set.set(name, at)
  // A name of its own in a block may hide another one.
  // Set behind this place, by a function that was followed.
  let isOpen = before > at || flow.branch > before || (own === undefined && declares.test(all[at - 1]?.value ?? ''))
  for (let index = at - 1; !isOpen && index > at - near && all[index]?.value !== ';'; index--)
    isOpen = index >= 0 && all[index]?.kind !== 'text' && shortly.test((all[index] as Token).value)
  const isRound = flow.round > before
  if (isRound || !/^(?:perl|ruby)$/.test(language)) return isRound ? 'again' : isOpen ? 'perhaps' : 'once'
  const behind = all.slice(at + 1, Math.min(end, at + near)).find(({ kind, value }) => kind === 'name' && modifies.test(value))
  if (behind === undefined) return isOpen ? 'perhaps' : 'once'
  return /^(?:while|until|for|foreach)$/.test(behind.value) ? 'again' : 'perhaps'
}

/** Gives a name to what a loop or a function gets. Where something was assigned to that name, it may be hidden and not gone. */
export function bind(all: readonly Token[], name: string, value: CodeValue, code: Code): void {
  const old = flows.get(all)?.set.has(name) === true ? code.variables.get(name) : undefined
  code.variables.set(name, old === undefined ? value : either(value, old))
}

/** What one value may be beside its first. */
const most = 12

const numbers = new WeakMap<Token, number>()
let next = 0

/** A number for the function whose body begins with a token, whatever its tokens were cut out of. */
export function numberOf({ all, from }: Own): number {
  const first = all[from]
  if (first === undefined) return -1
  const known = numbers.get(first) ?? ++next
  numbers.set(first, known)
  return known
}

/** The same for values that nobody could tell apart. */
export function keyOf({ text, items, each, fields, calls }: CodeValue): string {
  if (calls !== undefined) return `\0${calls.path}.${calls.name}(${calls.own === undefined ? '' : numberOf(calls.own)}`
  if (items !== undefined) return items.map(item => `\0${keyOf(item)}`).join('')
  if (each !== undefined) return `\0each${each.map(keyOf).join('\0')}`
  return fields === undefined ? text : [...fields].map(([name, held]) => `\0${name}=${keyOf(held)}`).join('')
}

/** One value or another. */
export function either(...values: readonly CodeValue[]): CodeValue {
  const all = new Map<string, CodeValue>()
  for (const { or = [], ...first } of values)
    for (const one of [first, ...or]) {
      const key = keyOf(one)
      const same = all.get(key)
      all.set(key, same === undefined ? one : { ...same, taint: same.taint | one.taint })
    }
  const [first = { text: HOLE, taint: 0 }, ...or] = all.values()
  const taint = values.reduce((bits, one) => bits | one.taint, 0)
  if (or.length > most) return { text: HOLE, taint }
  return { ...first, taint: first.taint, ...(or.length > 0 && { or }) }
}

/** What an operation makes of a value, whichever it is. */
export const eachWay = (on: CodeValue, make: (one: CodeValue) => CodeValue): CodeValue => {
  const { or, ...first } = on
  return or === undefined ? make(on) : either(make(first), ...or.map(make))
}

/** What a call comes to, whichever of several its arguments and what is in their lists are. */
export function overArguments(args: readonly Argument[], make: (args: readonly Argument[]) => CodeValue): CodeValue {
  let ways = 1
  for (const { value } of args) for (const one of value.items ?? [value]) ways *= (one.or?.length ?? 0) + 1
  if (ways === 1) return make(args)
  if (ways > 2 * most) return { text: HOLE, taint: args.reduce((bits, { value }) => bits | value.taint, 0) }
  const made = Array.from({ length: ways }, (_, way) => {
    let rest = way
    const pick = (one: CodeValue): CodeValue => {
      const { or, ...first } = one
      if (or === undefined) return one
      const picked = [first, ...or][rest % (or.length + 1)] as CodeValue
      rest = Math.floor(rest / (or.length + 1))
      return picked
    }
    return make(
      args.map(argument => {
        const { value } = argument
        return { ...argument, value: value.items === undefined ? pick(value) : { ...value, items: value.items.map(pick) } }
      }),
    )
  })
  return either(...made)
}

/** The value after more turns of a loop, which goes on from what the first one made. */
const grown = (first: CodeValue, next: (from: CodeValue) => CodeValue): CodeValue =>
  eachWay(first, ({ text, taint }) => next({ text: text + HOLE, taint }))

const declares = /^(?:let|const|var|my|local|our)$/

/** The function whose own a name is that is set at `at`, not in a block of it. */
function ownerAt(all: readonly Token[], at: number, name: string, language: Language): Body | undefined {
  const isPython = language === 'python'
  if (!isPython && !declares.test(all[at - 1]?.value ?? '')) return undefined
  const body = bodyAround(bodiesIn(all, language), at)
  if (body === undefined || isPython) return body?.own.has(name) === true ? body : undefined
  if (at - body.from > farthest) return undefined
  let index = body.from
  while (index < at) index = opens.has((all[index] as Token).value) ? matching(all, index) : index + 1
  return index === at ? body : undefined
}

/** Tokens between the head of a function and an assignment that are looked through for blocks. */
const farthest = 400
const opens = new Set(['{', '(', '['])

/** Behind a function its own names hide nothing any longer. */
export function leaveFunctions(at: number, { hidden, variables }: Code): void {
  for (let last = hidden.at(-1); last !== undefined && last.to <= at; last = hidden.at(-1)) {
    variables.set(last.name, last.old)
    hidden.pop()
  }
}

/** Of an object, whichever: what one of them holds stays. */
const isMember = /^(?:(?:self|this|cls|\$this)\.|@\w)/

/** Sets a name in the statement at `at`, whose value `next` makes of what the name held. */
export function put(
  all: readonly Token[],
  at: number,
  end: number,
  code: Code,
  next: (old: CodeValue | undefined) => CodeValue,
  name = (all[at] as Token).value,
): void {
  const old = code.variables.get(name)
  const own = old === undefined ? undefined : ownerAt(all, at, name, code.language)
  const flow = flowAt(all, at, end, code.language, name, own)
  const now = next(old)
  if (
    old !== undefined &&
    own !== undefined &&
    flow === 'once' &&
    !code.hidden.some(one => one.name === name && one.to === own.to)
  )
    code.hidden.push({ name, old, to: own.to })
  if (old !== undefined && isMember.test(name)) code.variables.set(name, either(now, old))
  else if (old === undefined || flow === 'once') code.variables.set(name, now)
  else if (flow === 'perhaps' || old.items !== undefined || now.items !== undefined) code.variables.set(name, either(now, old))
  else {
    // A number may be any, and so may what would cost the rest of the evaluation.
    const isAny = old.number === true || now.number === true || code.work > bounds.evaluation / 8
    code.variables.set(name, either(now, isAny ? { text: HOLE, taint: now.taint } : grown(now, next), old))
  }
}

/** Of expressions in a text. */
const marks = ['\u0001', '$', '#']
export const hasMarks = (text: string): boolean => marks.some(mark => text.includes(mark))

/** Ways in which one call is looked at. */
const mostWays = 12

/** Does something once for each thing that the names in some tokens may hold. */
export function inEachWay(all: readonly Token[], code: Code, run: () => void): void {
  const open = new Map<string, readonly CodeValue[]>()
  let ways = 1
  for (const { kind, value } of all) {
    const names = kind === 'name' ? [value] : kind === 'text' && hasMarks(value) ? (value.match(/[$@]?[A-Za-z_]\w*/g) ?? []) : []
    for (const name of names) {
      const held = code.variables.get(name)
      if (held?.or === undefined || open.has(name)) continue
      const { or, ...first } = held
      open.set(name, [first, ...or])
      ways *= or.length + 1
    }
  }
  if (ways === 1 || ways > mostWays) run()
  if (ways === 1) return
  const before = [...open.keys()].map(name => [name, code.variables.get(name) as CodeValue] as const)
  // Of more of them each may be anything.
  if (ways > mostWays) {
    for (const [name, values] of open) open.set(name, [{ text: HOLE, taint: values.reduce((bits, one) => bits | one.taint, 0) }])
    ways = 1
  }
  for (let way = 0; way < ways; way++) {
    let rest = way
    for (const [name, values] of open) {
      code.variables.set(name, values[rest % values.length] as CodeValue)
      rest = Math.floor(rest / values.length)
    }
    run()
  }
  for (const [name, value] of before) code.variables.set(name, value)
}
