/** Reading an argument list the way most programs do. */

import { HOLE, type Value } from '../values/value.ts'

export interface Options {
  /** Short letters and long names (without dashes) that were given. */
  readonly flags: ReadonlySet<string>
  /** The last value of each. */
  readonly values: ReadonlyMap<string, Value>
  /** Every value, in order. */
  readonly every: readonly (readonly [name: string, value: Value])[]
  readonly positional: readonly Value[]
}

/** How a program reads its words. Names are letters and long names without dashes. */
export interface Reading {
  readonly takes: ReadonlySet<string>
  /** Those that take a value only in front of the command, or behind a group of commands and in front of its own. */
  readonly leads?: ReadonlySet<string>
  readonly groups?: ReadonlySet<string>
  /** All names that may be meant: behind a single dash a long one is read as one, not as letters. */
  readonly known?: ReadonlySet<string>
  /** Letters whose value is part of their word or not there. */
  readonly attached?: string
  /** Long names may be shortened. One that could be several is all of them. */
  readonly shortens?: boolean
  /** Behind so many operands nothing is an option any more. */
  readonly ends?: number | undefined
}

/**
 * Splits arguments. `valued` names the options that take a value, separated by spaces: single letters and long names.
 * @example options(words('-rf', '--depth=1', 'x'), 'depth').flags // r, f, depth
 */
export function options(args: readonly Value[], valued = '', stops = false): Options {
  return parsed(args, { takes: valued === '' ? none : namesIn(valued), ends: stops ? 1 : undefined })
}

export function parsed(args: readonly Value[], reading: Reading): Options {
  const { known = reading.takes, leads = none, attached = '' } = reading
  const flags = new Set<string>()
  const values = new Map<string, Value>()
  const every: [string, Value][] = []
  const positional: Value[] = []
  const takes = (name: string): boolean =>
    reading.takes.has(name) || (leads.has(name) && positional.every(({ text }) => reading.groups?.has(text) === true))
  const give = (name: string, value: Value): void => {
    values.set(name, value)
    every.push([name, value])
  }
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as Value
    const { text } = argument
    if (text[0] !== '-' || text === '-' || text === '--') {
      if (text !== '--') positional.push(argument)
      if (text !== '--' && positional.length !== reading.ends) continue
      for (const rest of args.slice(index + 1)) positional.push(rest)
      break
    }
    const long = text[1] === '-'
    const equals = text.indexOf('=')
    const name = text.slice(long ? 2 : 1, equals < 0 ? undefined : equals)
    if (long || (name.length > 1 && known.has(name))) {
      const meant = reading.shortens === true ? meantBy(name, known) : [name]
      for (const each of meant) flags.add(each)
      const value = equals >= 0 ? { ...argument, text: text.slice(equals + 1) } : meant.every(takes) ? args[index + 1] : undefined
      if (value === undefined) continue
      if (equals < 0) index++
      for (const each of meant) give(each, value)
      continue
    }
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] as string
      if (letter === HOLE) break
      flags.add(letter)
      const optional = attached.includes(letter)
      if (!optional && !takes(letter)) continue
      const rest = text.slice(at + 1)
      if (rest !== '') give(letter, { ...argument, text: rest })
      else if (!optional && args[index + 1] !== undefined) give(letter, args[++index] as Value)
      break
    }
  }
  return { flags, values, every, positional }
}

function meantBy(name: string, known: ReadonlySet<string>): readonly string[] {
  if (name.length > 1 && known.has(name)) return [name]
  const found = [...known].filter(each => each.length > 1 && each !== 'help' && each.startsWith(name))
  return found.length === 0 ? [name] : found
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
