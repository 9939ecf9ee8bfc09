/** Options of a program: what its command line gives them, and what it has for those that it is not given. */

import type { Value } from '../../values/value.ts'
import { argumentsOf } from '../evaluator/arguments.ts'
import type { Argument, Code, CodeValue } from '../model/code.ts'
import { matching } from '../tokens/brackets.ts'
import type { Token } from '../tokens/lexer.ts'

/** Declare an option with what it is otherwise. */
const declares = /^(?:add_argument|add_option|option|Option|requiredOption|String|StringVar)$/

/** Made into something else, or not what the option gives when nothing stands behind it. */
const isMade = ({ name = '', value, tokens }: Argument): boolean =>
  /^(?:type|const|action|nargs|callback|coerce)$/.test(name) &&
  value.text !== 'store' &&
  !/^(?:str|int|Path|string)$/.test(tokens.at(-1)?.value ?? '')

const others = /^(?:parse_args|parse_known_args|set_defaults)$/

/** By their names without dashes. */
export function optionsOf(args: readonly Value[], all: readonly Token[], code: Code): ReadonlyMap<string, CodeValue> {
  const options = new Map<string, CodeValue>()
  // It reads another list than its own, or has other values for what is not given.
  const isOther = all.some(
    ({ kind, value }, at) => kind === 'name' && others.test(value) && all[at + 1]?.value === '(' && all[at + 2]?.value !== ')',
  )
  if (isOther) return options
  for (let at = 0; at < all.length; at++) {
    const { kind, value } = all[at] as Token
    if (kind !== 'name' || !declares.test(value) || all[at + 1]?.value !== '(') continue
    const given = argumentsOf(all.slice(at + 2, matching(all, at + 1) - 1), code)
    if (given.some(isMade)) continue
    const told =
      given.find(({ name }) => name === 'default')?.value ??
      (value === 'add_argument' ? undefined : given[given.length > 2 ? 2 : 1]?.value)
    if (told === undefined) continue
    for (const { value: named, name } of given) {
      const [, long] = /(?:^|[ ,])-{0,2}([A-Za-z][\w-]*)(?:[ =]|$)/.exec(named.text) ?? []
      if (name === undefined && long !== undefined && !options.has(long)) options.set(long, told)
    }
  }
  for (const [at, { text, taint }] of args.entries()) {
    const [, name, attached] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    if (name === undefined) continue
    const next = args[at + 1]
    if (attached !== undefined) options.set(name, { text: attached, taint })
    else if (next !== undefined && next.text[0] !== '-') options.set(name, { text: next.text, taint: next.taint })
    else options.delete(name)
  }
  return options
}
