/** What a command prints that a program starts. */

import { fork } from '../../values/analysis.ts'
import { shellsCalled } from '../../values/dialects.ts'
import { HOLE, nothing, taint } from '../../values/value.ts'
import { type Code, type CodeValue, namedBy, unknown, value } from './code.ts'

/** A command that is given as a line, as a list of words, or as a program and such a list. */
export const lineOf = ([first = unknown, second]: readonly CodeValue[]): string =>
  first.items === undefined ? [first, ...(second?.items ?? [])].map(({ text }) => text).join(' ') : first.text

/** What a command prints that names a program, or lists files or variables: `os.popen('find ~')`. A name is one of those that may lie below. */
export function outputOf(line: string, code: Code): CodeValue | undefined {
  if (!lists.test(line)) return undefined
  const { analysis, env } = code
  const out = analysis.script(line.split(HOLE).join('$UNKNOWN_PART'), fork(env), nothing, shellsCalled('sh'))
  if (out.text !== undefined && names.test(line)) return value(out.text, out.taint)
  const [first] = out.names === true ? (out.from ?? []) : []
  if (first !== undefined) return namedBy(value(first.glob ? first.text : `${first.text.replace(/(.)\/$/, '$1')}/*`))
  const bits = out.taint & taint.environment
  return bits === 0 ? undefined : { text: HOLE, taint: bits }
}

/** Where a program lies. */
const names = /^\s*(?:which|command\s+-v)\s/
const lists = /^\s*(?:which\s|command\s+-v|find|fd|fdfind|ls|git\s+ls-files|rg\s+--files|env|printenv|export|declare|set)\b/
