/** Reading an argument list the way most programs do. */

import { HOLE, type Text } from '../values/text.ts'

export interface Options {
  /** Short letters and long names (without dashes) that were given. */
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, Text>
  readonly positional: readonly Text[]
}

/**
 * Splits arguments. `valued` names the options that take a value, separated by spaces: single letters and long names.
 * @example options(words('-rf', '--depth=1', 'x'), 'depth').flags // r, f, depth
 */
export function options(args: readonly Text[], valued = '', stopAtPositional = false): Options {
  const takes = valued === '' ? none : namesIn(valued)
  const flags = new Set<string>()
  const values = new Map<string, Text>()
  const positional: Text[] = []
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as Text
    const { text } = argument
    if (text === '--') {
      for (const rest of args.slice(index + 1)) positional.push(rest)
      break
    }
    if (text[0] !== '-' || text === '-') {
      if (stopAtPositional) {
        for (const rest of args.slice(index)) positional.push(rest)
        break
      }
      positional.push(argument)
      continue
    }
    if (text[1] === '-' || (takes.has(text.slice(1)) && text.length > 2)) {
      const name = text.slice(text[1] === '-' ? 2 : 1)
      const equals = name.indexOf('=')
      const key = equals < 0 ? name : name.slice(0, equals)
      flags.add(key)
      if (equals >= 0) values.set(key, { ...argument, text: name.slice(equals + 1) })
      else if (takes.has(key) && args[index + 1] !== undefined) values.set(key, args[++index] as Text)
      continue
    }
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] as string
      if (letter === HOLE) break
      flags.add(letter)
      if (!takes.has(letter)) continue
      const rest = text.slice(at + 1)
      if (rest !== '') values.set(letter, { ...argument, text: rest })
      else if (args[index + 1] !== undefined) values.set(letter, args[++index] as Text)
      break
    }
  }
  return { flags, values, positional }
}

const none: ReadonlySet<string> = new Set()

/** Callers pass texts of their own, nearly always constants. */
const sets = new Map<string, ReadonlySet<string>>()
const mostSets = 1_024

function namesIn(valued: string): ReadonlySet<string> {
  const known = sets.get(valued)
  if (known !== undefined) return known
  const names = new Set(valued.split(' '))
  if (sets.size >= mostSets) sets.clear()
  sets.set(valued, names)
  return names
}

/** Whether one of the names was given; long names may be shortened, as GNU programs and git allow. */
export function has(given: Options, ...names: readonly string[]): boolean {
  for (const name of names) {
    if (given.flags.has(name)) return true
    if (name.length < 3) continue
    for (const flag of given.flags) if (flag.length >= 3 && name.startsWith(flag)) return true
  }
  return false
}
