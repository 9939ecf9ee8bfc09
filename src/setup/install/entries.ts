/** Entries in somebody's settings file, in the format that the file has. */

import type { Write } from '../../core/install.ts'
import type { JsonValue } from '../../core/json.ts'
import { oursIn, withEntries, withoutEntries } from './json-file.ts'
import { newTables, oursInTables, withoutTables, withTables } from './toml-file.ts'

type Entries = Extract<Write, { kind: 'entries' }>

const isToml = (file: string): boolean => file.endsWith('.toml')

/** Whether a file is one that entries are written into. */
export const isSettings = (file: string): boolean => file.endsWith('.json') || isToml(file)

export const withEntriesOf = (before: string | undefined, write: Entries): string =>
  !isToml(write.file)
    ? withEntries(before, write)
    : before === undefined
      ? newTables(write.entries, write.needs)
      : withTables(before, write.entries)

export const withoutEntriesIn = (file: string, before: string): string =>
  isToml(file) ? withoutTables(before) : withoutEntries(before)

export const entriesIn = (
  file: string,
  text: string,
): readonly { readonly at: readonly string[]; readonly value: JsonValue }[] => (isToml(file) ? oursInTables(text) : oursIn(text))

/** Whether nothing is left but what was made for our entries. */
export const isSkeleton = (text: string, write: Entries): boolean => {
  const left = text.replace(/\s/g, '')
  if (isToml(write.file)) return left === ''
  return left === '{}' || left === withEntries('{}', { entries: [], needs: write.needs ?? [] }).replace(/\s/g, '')
}
