/**
 * What is known of the log, brought up to what stands there now. A file that looks as it did is believed; of any other each part is held against
 * its digest, and read again from the first that differs.
 */

import { closeSync, fstatSync } from 'node:fs'
import { basename } from 'node:path'
import { type Hash, readAt } from '../chain.ts'
import { type Entry, readEntry } from '../entry.ts'
import { auditFile } from '../files.ts'
import { linesOf, openLog } from '../lines.ts'
import type { Skipped } from '../read.ts'
import { rotatedIn } from '../rotate.ts'
import { columnsOf, mostRows, type Part } from './columns.ts'

/** One file of the log, and what it looked like. */
export interface KnownFile {
  readonly name: string
  readonly ino: string
  /** Size and times; another one says nothing of what has changed. */
  readonly look: string
  readonly parts: readonly Part[]
  /** The last line, where it has no end yet but can be read. */
  readonly open?: Entry
}

export interface Known {
  readonly files: readonly KnownFile[]
  readonly skipped: Skipped
  /** Bytes that had to be read as lines. */
  readonly read: number
}

export const nothingKnown: Known = { files: [], skipped: { damaged: 0, half: false }, read: 0 }

const turns = 3

/** `thorough`: a file that has changed is gone through as a whole, not in its last parts alone. */
export const caughtUp = (stateDir: string, known: Known, hash: Hash, thorough: boolean, onProgress?: () => void): Known => {
  let now = { ...known, read: 0 }
  for (let turn = 1; ; turn++) {
    const rotated = rotatedIn(stateDir)
    now = overFiles(stateDir, [...rotated, basename(auditFile(stateDir))], now, hash, thorough, onProgress)
    // Rotated meanwhile: a file may have gone by unseen.
    if (turn === turns || rotatedIn(stateDir).join() === rotated.join()) return now
  }
}

const overFiles = (
  stateDir: string,
  names: readonly string[],
  known: Known,
  hash: Hash,
  thorough: boolean,
  onProgress: (() => void) | undefined,
): Known => {
  const files: KnownFile[] = []
  let [read, half, torn] = [0, false, 0]
  for (const name of names) {
    const fd = openLog(`${stateDir}/${name}`)
    if (fd === undefined) continue
    try {
      const { ino, size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true })
      const look = `${size} ${mtimeNs} ${ctimeNs}`
      const before =
        known.files.find(one => one.name === name && one.ino === `${ino}`) ??
        known.files.find(one => ino !== 0n && one.ino === `${ino}`)
      const same = before?.name === name && before.look === look
      const parts = [...(same ? before.parts : valid(fd, Number(size), before?.parts ?? [], hash, thorough))]
      const last = parts.at(-1)
      if (!same && last !== undefined && last.to - last.from < fewBytes) parts.pop()
      if (!same) read += readParts(fd, Number(size), parts, hash, onProgress)
      const end = parts.at(-1)?.to ?? 0
      let open: Entry | undefined
      for (const { bytes } of linesOf(fd, Number(size), end)) {
        const tail = readEntry(bytes, false, hash)
        if (tail.kind === 'entry') open = tail.entry
        if (tail.kind !== 'damaged') continue
        torn++
        half ||= tail.half
      }
      files.push({ name, ino: `${ino}`, look, parts, ...(open && { open }) })
    } finally {
      closeSync(fd)
    }
  }
  const damaged = files.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.damaged, torn)
  return { files, skipped: { damaged, half }, read: known.read + read }
}

/** The parts of a file that are there as they were, from its beginning. */
const valid = (fd: number, size: number, parts: readonly Part[], hash: Hash, thorough: boolean): readonly Part[] => {
  const changed = parts.findIndex(({ from, to, digest }, at) => {
    if (to > size) return true
    return (thorough || at >= parts.length - 2) && digestOf(fd, from, to, hash) !== digest
  })
  return changed < 0 ? parts : parts.slice(0, changed)
}

/** A part below this is read again with the lines that follow it, so that there are not too many small ones. */
const fewBytes = 512 * 1024
/** Bytes after which a part ends. */
const mostBytes = 16 * 1024 * 1024
/** A line without end is no line of ours; its beginning names it well enough. */
const mostHashed = 64 * 1024 * 1024

const digestOf = (fd: number, from: number, to: number, hash: Hash): string =>
  hash(readAt(fd, from, Math.min(to, from + mostHashed)))

/** Adds parts up to the last line break, and says how many bytes were read. */
const readParts = (fd: number, size: number, parts: Part[], hash: Hash, onProgress?: () => void): number => {
  const begin = parts.at(-1)?.to ?? 0
  let from = begin
  let to = begin
  let damaged = 0
  let rows: { readonly entry: Entry; readonly start: number; readonly length: number }[] = []
  const finish = (): void => {
    if (to > from) parts.push({ ...columnsOf(rows), from, to, digest: digestOf(fd, from, to, hash), damaged })
    from = to
    damaged = 0
    rows = []
    onProgress?.()
  }
  for (const { bytes, start, end, ended } of linesOf(fd, size, begin)) {
    if (!ended) break
    const read = readEntry(bytes, true, hash)
    if (read.kind === 'damaged') damaged++
    if (read.kind === 'entry') rows.push({ entry: read.entry, start: start - from, length: end - start })
    to = end + 1
    if (rows.length === mostRows || to - from >= mostBytes) finish()
  }
  finish()
  return to - begin
}
