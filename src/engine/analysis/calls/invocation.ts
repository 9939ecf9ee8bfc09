/** A program run, as rules see it. */

import type { Analysis, Environment } from '../values/analysis.ts'
import type { Invocation } from '../values/facts.ts'
import { isKnown, type Stream, type Value } from '../values/value.ts'

export interface Frame {
  readonly env: Environment
  readonly stdin: Stream
  readonly analysis: Analysis
  readonly assignments: Readonly<Record<string, string | undefined>>
  readonly output: Value | undefined
}

export function invocationOf(
  program: string | undefined,
  args: readonly Value[],
  frame: Pick<Frame, 'env' | 'assignments'>,
): Invocation {
  const argv: (string | undefined)[] = []
  const positional: (string | undefined)[] = []
  const flags: string[] = []
  let partly: Map<number, string> | undefined
  let ended = false
  for (const argument of args) {
    const text = isKnown(argument) ? argument.text : undefined
    if (text === undefined && argument.text[0] === '-') {
      partly ??= new Map()
      partly.set(argv.length, argument.text)
    }
    argv.push(text)
    if (text === undefined || ended || text[0] !== '-' || text === '-') {
      if (text === '--' && !ended) ended = true
      else positional.push(text)
      continue
    }
    if (text === '--') {
      ended = true
      continue
    }
    flags.push(text)
    const equals = text.indexOf('=')
    if (equals > 0) flags.push(text.slice(0, equals))
    else if (text[1] !== '-' && text.length > 2) for (const letter of text.slice(1)) flags.push(`-${letter}`)
  }
  return {
    program,
    argv,
    args: positional,
    flags,
    partly,
    assignments: frame.assignments,
    cwd: frame.env.cwd,
    wrappers: frame.env.wrappers,
  }
}
