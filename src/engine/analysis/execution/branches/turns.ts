/** Bodies that run perhaps, or one after the other: branches, and the turns of loops. */

import type { CompoundList, Word } from 'unbash'
import { expand } from '../../expansion/words.ts'
import { type Analysis, atMost, bounds, type Environment } from '../../values/analysis.ts'
import { both, either } from '../../values/streams.ts'
import { hole, isKnown, nothing, type Stream, taint, type Value } from '../../values/value.ts'
import { turnsOf, watched } from './endless.ts'
import { grow, isChanged, join, snapshot, untilEnd } from './joining.ts'

/** What a body leaves behind, its next turn finds; and what grows with each turn may have become anything. */
export function repeated(body: CompoundList, env: Environment, stdin: Stream, analysis: Analysis, often = true): Stream {
  const before = snapshot(env)
  const out = optional(body, env, stdin, analysis)
  const turns = analysis.turns ?? 0
  if (isChanged(before, env) && turns < 2 && !analysis.exhausted) {
    analysis.turns = turns + 1
    const once = snapshot(env)
    optional(body, env, stdin, analysis)
    if (grow(once, env)) optional(body, env, stdin, analysis)
    analysis.turns = turns
  }
  // What each turn prints without a line break runs together with what the next one prints.
  return often && out.text !== undefined && /[^\n]$/.test(out.text) ? { ...out, text: undefined } : out
}

/** Branches of which one runs, at most: what that prints. */
export function oneOf(bodies: readonly CompoundList[], env: Environment, stdin: Stream, analysis: Analysis): Stream {
  let out = nothing
  for (const body of bodies) {
    const now = optional(body, env, stdin, analysis)
    out = out === nothing || out.text === '' ? now : now === nothing || now.text === '' ? out : either(out, now)
  }
  return out
}

/** A branch that may not run: what it assigns becomes one more possible value. */
export function optional(body: CompoundList, env: Environment, stdin: Stream, analysis: Analysis): Stream {
  const before = snapshot(env, analysis.files)
  const out = untilEnd(env, analysis, () => analysis.run(body, env, stdin))
  join(before, env, analysis)
  return out
}

/** Turns that are taken one by one, of all loops in each other. */
const mostTurns = 16

/** A value as it stands, and in its place. */
const isPlain = (value: Value): boolean =>
  isKnown(value) && !value.glob && value.choice !== true && (value.taint & taint.counted) === 0

export function loop(
  name: Word,
  wordlist: readonly Word[] | undefined,
  body: CompoundList,
  env: Environment,
  stdin: Stream,
  analysis: Analysis,
): Stream {
  const on = { env, analysis }
  let values: Value[] = []
  if (wordlist === undefined) values = [...env.positional]
  else for (const word of wordlist) for (const field of expand(word, on)) values.push(field)
  if (values.length === 0) values = [hole(`$${name.value}`)]
  values = [...atMost(values, bounds.values, analysis)]
  const around = analysis.unrolled ?? 1
  if (values.length > 1 && values.length * around <= mostTurns && values.every(isPlain)) {
    analysis.unrolled = around * values.length
    const turn = (value: Value): Stream => {
      env.variables.set(name.value, { fields: [value], array: false })
      return untilEnd(env, analysis, () => analysis.run(body, env, stdin))
    }
    const all = (): Stream => values.map(turn).reduce((out, next) => both(out, next, analysis))
    // Whoever leaves a turn early leaves the loop, perhaps.
    const out = watched(body, turnsOf(wordlist), env, analysis, () => untilEnd(env, analysis, all))
    analysis.unrolled = around
    return out
  }
  // All values at once: every command of the body sees each of them.
  env.variables.set(name.value, { fields: values, array: false })
  return watched(body, turnsOf(wordlist), env, analysis, () =>
    repeated(body, env, stdin, analysis, values.length > 1 || values[0]?.glob === true),
  )
}
