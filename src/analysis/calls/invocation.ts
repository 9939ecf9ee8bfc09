/** A program run, as rules see it. */

import type { Invocation } from '../values/facts.ts'
import type { Scope, Session } from '../values/session.ts'
import { isKnown, type Stream, type Text } from '../values/text.ts'

export interface Frame {
  readonly scope: Scope
  readonly stdin: Stream
  readonly session: Session
  readonly assignments: Readonly<Record<string, string | undefined>>
  readonly output: Text | undefined
}

export function invocationOf(
  program: string | undefined,
  args: readonly Text[],
  frame: Pick<Frame, 'scope' | 'assignments'>,
): Invocation {
  const argv: (string | undefined)[] = []
  const positional: (string | undefined)[] = []
  const flags: string[] = []
  let ended = false
  for (const argument of args) {
    const text = isKnown(argument) ? argument.text : undefined
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
    assignments: frame.assignments,
    cwd: frame.scope.cwd,
    wrappers: frame.scope.wrappers,
  }
}
