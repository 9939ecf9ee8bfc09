/** Functions that are held as values: called through a name or an element, or handed to another that calls them. */

import { HOLE } from '../values/value.ts'
import { actionOf } from './actions.ts'
import { argumentsOf } from './evaluator/arguments.ts'
import { evaluate } from './evaluator/values.ts'
import { type Argument, type Callable, type CodeValue, type State, unknown } from './model/code.ts'
import { perform } from './perform.ts'
import { chainStart, ownerOf } from './statements.ts'
import { matching } from './tokens/brackets.ts'
import type { Token } from './tokens/lexer.ts'

/** Give what they call with as one list. */
const lists = /^(?:Timer|Thread|Process|apply|apply_async|starmap)$/
/** Give back a function, and call none. */
const makers =
  /^(?:partial|partialmethod|curry|bind|promisify|callbackify|staticmethod|classmethod|wraps|method|can|fromCallable)$/
/** `f.call(null, a)`: the function stands in front. */
const methods = /^(?:call|apply|__call__|invoke)$/
/** What stands for no argument: `this` of a method, milliseconds, an executor. */
const placeholder = /^(?:null|undefined|None|nil|this|globalThis)$/

/** Follows what the call behind `at` calls, and what it hands over. Whether it called something that was held. */
export function followed(all: readonly Token[], at: number, state: State): boolean {
  const { code } = state
  const { functions } = code
  if (functions === undefined || functions.defines(all, at)) return false
  const end = matching(all, at + 1)
  const inside = all.slice(at + 2, end - 1)
  const called = all[at] as Token
  if (called.kind === 'name' && (called.value === 'setattr' || called.value === 'assign'))
    keepsMembers(called.value, argumentsOf(inside, code), code)
  // `t._replace(path=x)`, `replace(a, path=x)`: another object with that member.
  else if (
    called.kind === 'name' &&
    inside[1]?.kind === 'mark' &&
    inside.some(({ kind, value }) => kind === 'mark' && value === '=')
  )
    for (const { name, value } of argumentsOf(inside, code)) if (name !== undefined) functions.keep(name, value, true)
  // `f.(x)`, `f?.(x)`
  const last = called.kind === 'mark' && called.value === '.' ? at - 1 : at
  const start = chainStart(all, last)
  if (called.kind === 'name' && functions.knows(called.value)) evaluate(all.slice(start, end), code)
  else if (called.kind === 'mark') evaluate(all.slice(start, end), code)
  if (!functions.isHeld && code.language !== 'php') return false
  // There a name that is not followed by brackets is a call.
  const isCalled = called.kind === 'name' && (code.language === 'ruby' || functions.knows(called.value))
  const callee = isCalled ? [] : each(calleeOf(all, start, last, code) ?? unknown, code)
  const args = (): readonly Argument[] =>
    state.given?.first === inside[0] &&
    !inside.some(({ kind, value }) => kind === 'name' && code.variables.get(value)?.or !== undefined)
      ? (state.given?.args ?? [])
      : argumentsOf(inside, code)
  let any = false
  for (const calls of callee) {
    const isItself = calls.name === called.value && isKnown(all, at, state)
    if (calls.own === undefined && !isItself) call(calls, args(), state)
    else if (calls.own !== undefined) functions.run(calls, args(), all[at + 1] as Token)
    any ||= !isItself
  }
  if (called.kind !== 'name') return any
  const owner =
    methods.test(called.value) && all[at - 1]?.value === '.' ? each(evaluate(all.slice(start, at - 1), code), code) : []
  for (const calls of owner) {
    const given = args()
    // There the first is what it calls `this`.
    handed(calls, { given: code.language === 'javascript' ? given.slice(1) : given, by: called.value }, state)
  }
  if (owner.length > 0 || makers.test(called.value)) return any
  const given = args()
  for (const [index, argument] of given.entries())
    for (const calls of each(argument.value, code)) {
      const rest = [...given.slice(0, index).filter(({ name }) => isNamed.test(name ?? '')), ...given.slice(index + 1)]
      // `Reflect.apply(f, this, [a])`
      const isReflected = called.value === 'apply' && code.language === 'javascript'
      handed(calls, { given: isReflected ? rest.slice(1) : rest, by: called.value }, state)
    }
  return any
}

/** `setattr(a, 'root', x)`, `Object.assign(a, { root: x })` */
function keepsMembers(by: string, [, name, value]: readonly Argument[], { functions }: State['code']): void {
  if (by === 'setattr' && name !== undefined && value !== undefined) functions?.keep(name.value.text, value.value)
  if (by === 'assign') for (const [key, held] of name?.value.fields ?? []) functions?.keep(key, held)
}

/** What is called, where it may be a value that something holds. */
function calleeOf(all: readonly Token[], start: number, last: number, code: State['code']): CodeValue | undefined {
  const [first, called] = [all[start] as Token, all[last] as Token]
  if (start === last && called.kind === 'name') return code.variables.get(called.value)
  const name = first.value
  const isPlain = first.kind === 'name' && called.kind === 'name' && !selves.test(name) && code.functions?.knows(name) !== true
  const held = isPlain ? code.variables.get(name) : undefined
  const holds = held !== undefined && (held.fields ?? held.items ?? held.calls ?? held.or ?? held.each) !== undefined
  if (isPlain && !holds && !code.variables.has(`${name}.${all[start + 2]?.value}`)) return undefined
  return evaluate(all.slice(start, last + 1), code)
}
const selves = /^(?:self|this|cls|\$this|globalThis)$/

const isKnown = (all: readonly Token[], at: number, { code }: State): boolean => {
  const { path, receiver } = ownerOf(all, at, code)
  return actionOf((all[at] as Token).value, path, receiver, code.language) !== undefined
}

/** All that it may be. */
const each = ({ or = [], ...first }: CodeValue, { language }: State['code']): readonly Callable[] =>
  [first, ...or].flatMap(({ calls, text }) =>
    // There a name in a text is one.
    calls === undefined && language === 'php' && /^\w+$/.test(text) ? { name: text, path: '', given: [] } : (calls ?? []),
  )

/** `args=(home,)` */
const isNamed = /^(?:args|kwargs)$/

interface Given {
  readonly given: readonly Argument[]
  readonly by: string
}

function handed(calls: Callable, { given, by }: Given, state: State): void {
  // One that stands there is read there.
  if (calls.own?.name === '' && !methods.test(by)) return
  let parts = given
  while (parts[0] !== undefined && isPlaceholder(parts[0])) parts = parts.slice(1)
  const named = parts.find(({ name }) => isNamed.test(name ?? ''))
  const list = named ?? (lists.test(by) ? parts[0] : undefined)
  if (list?.value.items !== undefined) parts = list.value.items.map(value => ({ name: undefined, value, tokens: [] }))
  else if (list !== undefined && list !== named) parts = [list]
  // With what nobody knows it is read where it is defined.
  const isKnown = [...parts, ...calls.given].some(
    ({ value: { text, taint, calls: held } }) => text !== HOLE || taint !== 0 || held !== undefined,
  )
  if (calls.own === undefined ? parts.length > 0 || calls.given.length > 0 : isKnown) call(calls, parts, state)
}

const isPlaceholder = ({ name, value, tokens }: Argument): boolean =>
  name === undefined && (value.number === true || (tokens.length === 1 && placeholder.test(tokens[0]?.value ?? '')))

/** Calls it with values, which stand for what was written. */
function call(calls: Callable, given: readonly Argument[], state: State): void {
  // What has a name may stand anywhere.
  const all = [...calls.given, ...given]
  const args = [...all.filter(({ name }) => name === undefined), ...all.filter(({ name }) => name !== undefined)]
  const { code } = state
  if (calls.own !== undefined) {
    code.functions?.run(calls, given, calls.own.all[calls.own.from] as Token)
    return
  }
  const names = args.map((_, at) => `\0${at}`)
  const inside = args.flatMap(({ name, tokens, value }, at): Token[] => {
    const comma: Token[] = at > 0 ? [{ kind: 'mark', value: ',' }] : []
    // As it is written, where that says the same still: some look at the words.
    if (tokens.length > 0 && (given.includes(args[at] as Argument) || value.text.includes(HOLE))) return [...comma, ...tokens]
    const held = names[at] as string
    code.variables.set(held, value)
    const by: Token[] =
      name === undefined
        ? []
        : [
            { kind: 'name', value: name },
            { kind: 'mark', value: '=' },
          ]
    return [...comma, ...by, { kind: 'name', value: held }]
  })
  perform(calls.name, calls.path, undefined, inside, state)
  for (const name of names) code.variables.delete(name)
}
