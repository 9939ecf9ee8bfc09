/** How far a target has been given the log, on disk, with what became of the rest. One file for each target. */

import type { ExportTarget } from '../../core/config.ts'
import { hash } from '../../core/hash.ts'
import { isObject, readObject } from '../../core/json.ts'
import { read, save } from '../../hook/sources/machine/private-file.ts'
import { noTotals, type Totals } from './totals.ts'

/** One file of the log. It is known by its first bytes, for its name changes when it is put aside. */
export interface Place {
  /** The hash of that many first bytes. */
  print: string
  length: number
  name: string
  /** Everything before this has been given. */
  at: number
  /** Up to here its lines have been counted. */
  seen: number
  /** Of those counted, the ones that have not been given. */
  waiting: number
}

export interface Cursor {
  readonly v: 1
  readonly instance: string
  places: Place[]
  delivered: number
  /** Lines that went with their file before they were given. */
  lost: number
  /** Files that went before their last lines were even counted. */
  gaps: number
  /** Verdicts that the target will never take. */
  refused: number
  totals: Totals
  /** Which clients are guarded, as it was told last: when, and the digest of it. */
  guards?: { readonly at: number; readonly digest: string }
  /** ISO times. */
  lastOk?: string
  failing?: { readonly since: string; readonly why: string }
  refusal?: { readonly at: string; readonly why: string }
}

export const cursorFile = (stateDir: string, { type, url, path }: ExportTarget): string =>
  `${stateDir}/background/export-${hash(`${type}|${url ?? path}`)}.json`

const largest = 2 * 1024 * 1024

/** `absent`: the target is new. `damaged`: all is given again rather than nothing. */
export const readCursor = (file: string): Cursor | 'absent' | 'damaged' => {
  const text = read(file, largest)
  if (text === undefined) return 'absent'
  const found = readObject(text)
  return isObject(found) && found.v === 1 && Array.isArray(found.places) && isObject(found.totals)
    ? (found as unknown as Cursor)
    : 'damaged'
}

export const saveCursor = (file: string, cursor: Cursor): void => save(file, JSON.stringify(cursor))

export const newCursor = (now: number): Cursor => ({
  v: 1,
  instance: crypto.randomUUID(),
  places: [],
  delivered: 0,
  lost: 0,
  gaps: 0,
  refused: 0,
  totals: noTotals(now),
})

export const waitingIn = ({ places }: Cursor): number => places.reduce((sum, { waiting }) => sum + waiting, 0)
