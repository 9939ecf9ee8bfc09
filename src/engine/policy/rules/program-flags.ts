/**
 * Flags of programs that policies name: `n|namespace=` is a letter and its long name, `=` says that it takes a value. From their manuals,
 * checked 2026-11. What is missing here is neither denied nor excused by a guess: where it matters, a rule asks.
 */

import { hasTrait } from '../../analysis/values/traits.ts'
import { table } from './program-flags.gen.ts'

export interface ProgramFlags {
  /** Names without dashes: whether one takes a value. */
  readonly takes: ReadonlyMap<string, boolean>
  /** The other names of a flag. */
  readonly others: ReadonlyMap<string, readonly string[]>
  /** A single dash is as good as two, as Go's own parser reads it. */
  readonly single: boolean
  /** Long names may be shortened. */
  readonly shortens: boolean
  /** The first word is letters of flags without a dash. */
  readonly undashed: boolean
}

const found = new Map<string, ProgramFlags | undefined>()

/** What is known of a program called with these operands; undefined when nothing is. */
export const flagsOf = (program: string, operands: readonly (string | undefined)[] = []): ProgramFlags | undefined => {
  const own = entries.get(program) ?? (hasTrait(program, 'singleDash') ? '' : undefined)
  if (own === undefined) return undefined
  const verb = operands.find(word => word !== undefined && entries.has(`${program} ${word}`))
  const key = verb === undefined ? program : `${program} ${verb}`
  if (!found.has(key)) found.set(key, read(program, verb === undefined ? own : `${own} ${entries.get(key)}`))
  return found.get(key)
}

const entries: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([names, flags]) => names.split(',').map(name => [name, flags] as const)),
)

/** A later entry, of the command, takes the place of the program's own. */
const read = (program: string, flags: string): ProgramFlags => {
  const takes = new Map<string, boolean>()
  const others = new Map<string, readonly string[]>()
  for (const entry of flags === '' ? [] : flags.split(' ')) {
    const names = entry.replace('=', '').split('|')
    for (const name of names) {
      takes.set(name, entry.endsWith('='))
      others.set(name, names)
    }
  }
  return {
    takes,
    others,
    single: hasTrait(program, 'singleDash'),
    shortens: !hasTrait(program, 'fullNames'),
    undashed: program.endsWith('tar'),
  }
}
