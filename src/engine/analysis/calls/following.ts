/** The command that follows the words of a program that runs it. */

import { agentPackage } from '../places/agent-variables.ts'
import { type Call, wrapped } from '../values/analysis.ts'
import { HOLE, nothing, type Stream, type Value } from '../values/value.ts'

/** A `command`, one that runs `elsewhere`, on another machine or in a container, or the words of a `source` for a shell. */
export type Following = 'command' | 'elsewhere' | 'source'

/** Runs words as they were written. One with spaces is the name of no program: a shell reads it. */
export function follow(
  words: readonly [Value, ...Value[]],
  how: Following,
  call: Call,
  variables: readonly (readonly [string, Value])[],
): Stream {
  const [first, ...rest] = words
  const env = wrapped(call, how === 'elsewhere' || undefined)
  for (const [name, value] of variables) env.variables.set(name, { fields: [value], array: false, exported: true })
  const source = (some: readonly Value[]): Stream =>
    call.analysis.script(some.map(({ text }) => text.split(HOLE).join('$UNKNOWN_PART')).join(' '), env, call.stdin)
  if (how === 'source') return source(words)
  if (/\s/.test(first.text)) {
    // What stands behind is the carrier's own, as an option of `salt`, or the rest of the line.
    if (rest.length > 0) source([first])
    return source(words)
  }
  // A process of its own knows no function by this name.
  env.functions.delete(first.text)
  return call.analysis.words([packaged(first), ...rest], env, call.stdin)
}

/** A package is run by its name, and may say its version: `@scope/name@1.2`. */
const packaged = (word: Value): Value =>
  /^@|^[\w.-]+@/.test(word.text) ? { ...word, text: agentPackage(word.text.replace(/(?<=[^/@])@[^/@]+$/, '')) } : word

/** `name=value`, `name value`: a command line when the name says so. */
export function runSetting(text: string, call: Call): void {
  const [, source] = /^(?:match\b[\s=]*)?["']?[\w.-]*(?:command|cmd|program|exec)(?:\s*=|\s)\s*["']?([\s\S]*)$/i.exec(text) ?? []
  if (source !== undefined)
    call.analysis.script(source.split(HOLE).join('$UNKNOWN_PART').replace(/["']$/, ''), wrapped(call), nothing)
}
