/**
 * Options in front of a command that nobody has declared. A word behind one is its value where it is no command and the next word is: programs
 * get new options more often than we hear of them, and none may hide the command.
 */

import { matches } from '../../matching/shell-globs.ts'
import type { Value } from '../values/value.ts'
import type { Row } from './form.ts'
import type { Options, Reading } from './options.ts'

/** Options that stand alone in nearly every program. */
const alone =
  /^(?:no-.*|[vqyh]|verbose|debug|quiet|silent|yes|assume-yes|force|json|trace|insecure|(?:non-?)?interactive|dry-?run|help|version|color|colors|wait|watch|all|recursive|stacktrace)$/

/** Commands have few words. */
const deepest = 5

/** The names of those options; undefined where there are none. */
export function valuesInFront(
  args: readonly Value[],
  { positional }: Options,
  rows: readonly Row[],
  reading: Reading,
): readonly string[] | undefined {
  const behind = new Map<Value, string>()
  for (let at = 1; at < args.length; at++) {
    const [before, word] = [args[at - 1] as Value, args[at] as Value]
    if (before.text === '--') break
    const name = /^--?([^-=\s][^=\s]*)$/.exec(before.text)?.[1]
    if (name === undefined || word.text[0] === '-' || alone.test(name)) continue
    if (!reading.takes.has(name) && reading.known?.has(name) !== true) behind.set(word, name)
  }
  if (behind.size === 0) return undefined
  const path: string[] = []
  const names: string[] = []
  for (let at = 0; at < positional.length && path.length < deepest; at++) {
    let next = at
    while (next < positional.length - 1 && behind.has(positional[next] as Value) && !leads(path, positional[next], rows)) next++
    if (next > at && leads(path, positional[next], rows)) {
      for (; at < next; at++) names.push(behind.get(positional[at] as Value) as string)
    }
    path.push((positional[at] as Value).text)
  }
  return names.length === 0 ? undefined : names
}

/** Whether some row goes on with this word behind these. */
function leads(path: readonly string[], word: Value | undefined, rows: readonly Row[]): boolean {
  return rows.some(([pattern]) => {
    const tokens = pattern.split(' ').filter(token => /^[^-!=@.]/.test(token))
    // What any word fits says nothing of this one.
    return tokens[path.length] !== '*' && [...path, word?.text ?? ''].every((text, at) => fits(tokens[at], text))
  })
}

const fits = (token: string | undefined, word: string): boolean =>
  token?.split('|').some(one => one === word || (one.includes('*') && matches(one, word, true))) === true
