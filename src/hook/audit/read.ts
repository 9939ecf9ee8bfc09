/** Entries of the whole log, rotated files included: from the front, or from the end within a bound. */

import { closeSync, fstatSync } from 'node:fs'
import type { Hash } from './chain.ts'
import { type Entry, type Read, readEntry } from './entry.ts'
import { auditFile } from './files.ts'
import { linesFromEnd, linesOf, openLog } from './lines.ts'
import { rotatedAt, rotatedIn } from './rotate.ts'

/** Lines that are no entries, to be told to the person. */
export interface Skipped {
  damaged: number
  half: boolean
}

export const nothingSkipped = (): Skipped => ({ damaged: 0, half: false })

/** Oldest first. `since` leaves out files that had been put aside well before. */
export function* entries(stateDir: string, hash: Hash, skipped: Skipped, since = 0): Generator<Entry> {
  const rotated = rotatedIn(stateDir).filter(name => rotatedAt(name) >= since - lateMs)
  for (const file of [...rotated.map(name => `${stateDir}/${name}`), auditFile(stateDir)]) {
    const fd = openLog(file)
    if (fd === undefined) continue
    try {
      for (const { bytes, ended } of linesOf(fd, fstatSync(fd).size)) {
        const entry = entryOf(readEntry(bytes, ended, hash), skipped)
        if (entry !== undefined) yield entry
      }
    } finally {
      closeSync(fd)
    }
  }
}

/** How long after its rotation somebody may still write their line to a file. */
const lateMs = 60_000

export const entryOf = (read: Read, skipped: Skipped): Entry | undefined => {
  if (read.kind === 'entry') return read.entry
  if (read.kind === 'damaged') {
    skipped.damaged++
    skipped.half ||= read.half
  }
  return undefined
}

/** Newest first, from at most the last `maxBytes` bytes. */
export function* entriesFromEnd(
  stateDir: string,
  hash: Hash,
  skipped: Skipped,
  maxBytes = Number.POSITIVE_INFINITY,
): Generator<Entry> {
  let left = maxBytes
  const files = [...rotatedIn(stateDir).map(name => `${stateDir}/${name}`), auditFile(stateDir)]
  for (const file of files.reverse()) {
    if (left <= 0) return
    const fd = openLog(file)
    if (fd === undefined) continue
    try {
      const { size } = fstatSync(fd)
      for (const { bytes, ended } of linesFromEnd(fd, size, Math.max(0, size - left))) {
        const entry = entryOf(readEntry(bytes, ended, hash), skipped)
        if (entry !== undefined) yield entry
      }
      left -= size
    } finally {
      closeSync(fd)
    }
  }
}
