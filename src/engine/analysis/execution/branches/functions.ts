/** Functions of the script itself: what a call of one does and leaves behind. */

import type { Function as FunctionNode } from 'unbash'
import type { Frame } from '../../calls/invocation.ts'
import { bounds, enterWith, fork } from '../../values/analysis.ts'
import { hole, nothing, placed, type Stream, unordered, type Value } from '../../values/value.ts'
import { grow, join, snapshot, untilEnd } from './joining.ts'

/** Calls of a function in itself that are followed with what they are given; one more is, with anything. */
const mostCalls = 2

export function callFunction(
  fn: FunctionNode,
  words: readonly Value[],
  frame: Frame,
  run: (words: readonly Value[], frame: Frame) => Stream,
): Stream {
  const { env, analysis } = frame
  const name = (words[0] as Value).text
  const calls = analysis.inside?.get(fn) ?? []
  // What it does after that it has done with anything.
  if (calls.length > mostCalls) return nothing
  const given = calls.length < mostCalls ? placed(words.slice(1)) : unordered([hole('$@')])
  const inner = fork(env, { positional: given, functions: env.functions, aliases: env.aliases, locals: new Map() })
  if (inner.depth > bounds.depth) {
    analysis.exhausted = true
    return nothing
  }
  if (analysis.unsure.has(fn)) {
    const functions = new Map(env.functions)
    const before = analysis.unsure.get(fn)
    if (before === undefined) functions.delete(name)
    else functions.set(name, before)
    run(words, { ...frame, env: fork(env, { functions }) })
  }
  const last = calls.at(-1)
  if (last !== undefined && calls.length === mostCalls) grow(last, inner)
  analysis.inside ??= new Map()
  analysis.inside.set(fn, [...calls, snapshot(inner)])
  const out = untilEnd(inner, analysis, () => analysis.run(fn.body, inner, frame.stdin))
  analysis.inside.set(fn, calls)
  enterWith(inner, env)
  const outer = snapshot(env)
  for (const [key, value] of inner.variables) if (inner.locals?.get(key) !== true) env.variables.set(key, value)
  if ([...(inner.locals?.values() ?? [])].includes(false)) join(outer, env, analysis)
  return out
}
