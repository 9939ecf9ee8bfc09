/** Flags that the named program does not have, or not in this form. Only of programs whose flags are known. */

import { nearest } from '../language/suggest.ts'
import { isNot, listOf, type WrittenWhen } from '../language/written-when.ts'
import { flagsOf, type ProgramFlags } from '../rules/program-flags.ts'
import { type Note, quoted } from './note.ts'

export const lintFlags = (when: WrittenWhen, path: readonly PropertyKey[]): Note[] => {
  const { program, flags, args } = when
  if (program === undefined || flags === undefined || isNot(program)) return []
  const operands = args === undefined ? [] : listOf(args)
  const known = listOf(program).map(name => flagsOf(name, operands))
  return listOf(flags).flatMap(flag => {
    const [, dashes = '', name = '', value] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(flag) ?? []
    if (name === '' || known.length === 0) return []
    const notes = known.map(own => (own === undefined ? undefined : noteOf(flag, dashes, name, value, own)))
    const first = notes[0]
    // One program that may have it is enough.
    return first === undefined || notes.includes(undefined) ? [] : [{ ...first, path: [...path, 'flags'] }]
  })
}

const noteOf = (
  flag: string,
  dashes: string,
  name: string,
  value: string | undefined,
  known: ProgramFlags,
): Omit<Note, 'path'> | undefined => {
  const base = { code: 'unknown-flag', severity: 'warning' } as const
  if (known.takes.has(name))
    return value === undefined || known.takes.get(name) === true || /^(?:true|false)$/.test(value)
      ? undefined
      : {
          ...base,
          wrong: `${dashes}${name} takes no value, so ${quoted(flag)} may never hold`,
          instead: `write ${dashes}${name}`,
        }
  const near =
    name.length < 3
      ? undefined
      : nearest(
          name,
          [...known.takes.keys()].filter(own => own.length > 2),
        )
  if (near === undefined) return undefined
  if (known.shortens && near.startsWith(name)) return undefined
  return { ...base, wrong: `no flag ${dashes}${name} is known of this program`, instead: `did you mean ${dashes}${near}` }
}
