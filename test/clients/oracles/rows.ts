/** Tables of measured answers: what a client did with each, against its oracle. */

import { expect, it } from 'vitest'
import type { Heard, Read, Reading, Situation } from './reading.ts'

export const say = (value: unknown, exitCode = 0, stderr = ''): Heard => ({
  exitCode,
  stdout: typeof value === 'string' ? value : JSON.stringify(value),
  stderr,
})
export const nothing = (exitCode = 0, stderr = ''): Heard => ({ exitCode, stdout: '', stderr })

/** What is wanted to be undefined is not there. */
type Wanted = { readonly [Key in keyof Reading]?: Reading[Key] | undefined }

export type Row = readonly [id: string, event: string, heard: Heard, want: Wanted, situation?: Situation]

export const rows = (read: Read, table: readonly Row[]) =>
  it.each(table.map(([id, event, heard, want, situation]) => ({ id, event, heard, want, situation })))('$id', row => {
    const { event, heard, want, situation } = row
    const absent = Object.fromEntries(Object.keys(want).map(key => [key, undefined]))
    expect({ ...absent, ...read(event, heard, situation) }).toMatchObject(want)
  })

export const ran = { goesOn: true }
export const blocked = { goesOn: false }
