/**
 * Reads the audit log for one target, from where its cursor is. The log is the queue: nothing is copied, its own bound holds, and what it
 * drops before it was given is counted as lost.
 */

import { closeSync, fstatSync } from 'node:fs'
import { type Hash, linkOf, readAt } from '../../hook/audit/chain.ts'
import { type Entry, readEntry } from '../../hook/audit/entry.ts'
import { auditFile } from '../../hook/audit/files.ts'
import { linesFromEnd, linesOf, openLog } from '../../hook/audit/lines.ts'
import { rotatedIn } from '../../hook/audit/rotate.ts'
import type { Cursor, Place } from './cursor.ts'

/** Enough of a line to tell it from all others: time, id, version. */
const printBytes = 256

interface Found {
  readonly name: string
  readonly place: Place
}

export interface Batch {
  /** Those that the target wants. */
  readonly wanted: readonly Entry[]
  /** All, for the counts. */
  readonly entries: readonly Entry[]
  /** Where each file stands when they have been given, and how many of them are in it. */
  readonly ends: ReadonlyMap<Place, { readonly at: number; readonly wanted: number }>
}

export interface Reader {
  /** Looks at what is there, and counts what is lost. */
  readonly scan: () => void
  /** At most so many that are wanted, oldest first. */
  readonly next: (most: number) => Batch
  readonly given: (batch: Batch) => void
}

/** Lines read at once, wanted or not. */
const mostLines = 2_000

export const readerOf = (stateDir: string, cursor: Cursor, wants: (entry: Entry) => boolean, hash: Hash): Reader => {
  let files: readonly Found[] = []
  const open = <T>(name: string, use: (fd: number, size: number) => T): T | undefined => {
    let fd: number | undefined
    try {
      fd = openLog(name === '' ? auditFile(stateDir) : `${stateDir}/${name}`)
      return fd === undefined ? undefined : use(fd, fstatSync(fd).size)
    } catch {
      return undefined
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  }
  const placeOf = (name: string, fd: number, size: number): Place => {
    const known = cursor.places.find(({ length, print }) => length <= size && length > 0 && hash(readAt(fd, 0, length)) === print)
    const place = known ?? { print: '', length: 0, name, at: 0, seen: 0, waiting: 0 }
    if (place.length < printBytes && size > place.length) {
      place.length = Math.min(size, printBytes)
      place.print = hash(readAt(fd, 0, place.length))
    }
    place.name = name
    return place
  }
  const countLines = (fd: number, size: number, place: Place): void => {
    // Cut from outside: what stands there now is new.
    if (size < place.at) Object.assign(place, { at: 0, seen: 0, waiting: 0 })
    for (const line of linesFrom(fd, place.seen, size)) {
      place.seen = line.next
      const entry = entryIn(line.bytes, hash)
      if (entry !== undefined && wants(entry)) place.waiting++
    }
  }
  const collect = (): { readonly found: readonly Found[]; readonly gaps: number } => {
    const names = new Set(cursor.places.map(({ name }) => name))
    const found: Found[] = []
    let gaps = 0
    for (const name of [...rotatedIn(stateDir), '']) {
      open(name, (fd, size) => {
        const place = size === 0 ? undefined : placeOf(name, fd, size)
        if (place === undefined || found.some(one => one.place === place)) return
        const previous = cursor.places.length === 0 || cursor.places.includes(place) ? undefined : previousOf(fd, size)
        if (previous !== undefined && !names.has(previous) && !found.some(one => one.name === previous)) gaps++
        countLines(fd, size, place)
        found.push({ name, place })
      })
    }
    return { found, gaps }
  }
  const goneFrom = (found: readonly Found[]): readonly Place[] =>
    cursor.places.filter(place => !found.some(one => one.place === place))
  return {
    scan: () => {
      let seen = collect()
      // The log may have been put aside between the list of names and the look at it.
      if (seen.gaps > 0 || goneFrom(seen.found).length > 0) seen = collect()
      for (const { waiting } of goneFrom(seen.found)) cursor.lost += waiting
      cursor.gaps += seen.gaps
      cursor.places = seen.found.map(({ place }) => place)
      files = seen.found
    },
    next: most => {
      const [wanted, entries, ends] = [[] as Entry[], [] as Entry[], new Map<Place, { at: number; wanted: number }>()]
      for (const { name, place } of files) {
        if (place.at >= place.seen) continue
        open(name, fd => {
          for (const line of linesFrom(fd, place.at, place.seen)) {
            if (wanted.length >= most || entries.length >= mostLines) return
            const end = ends.get(place) ?? { at: 0, wanted: 0 }
            ends.set(place, end)
            end.at = line.next
            const entry = entryIn(line.bytes, hash)
            if (entry === undefined) continue
            entries.push(entry)
            if (!wants(entry)) continue
            end.wanted++
            wanted.push(entry)
          }
        })
        if (wanted.length >= most || entries.length >= mostLines) break
      }
      return { wanted, entries, ends }
    },
    given: ({ ends }) => {
      for (const [place, { at, wanted }] of ends) {
        place.at = at
        place.waiting = Math.max(0, place.waiting - wanted)
      }
    },
  }
}

/** For a target that is new: what is older than this has never been asked for. */
export const beginAt = (stateDir: string, cursor: Cursor, time: number, hash: Hash): void => {
  let older = false
  for (const name of ['', ...[...rotatedIn(stateDir)].reverse()]) {
    const fd = openLog(name === '' ? auditFile(stateDir) : `${stateDir}/${name}`)
    if (fd === undefined) continue
    try {
      const { size } = fstatSync(fd)
      if (size === 0) continue
      let at = size
      for (const { start, bytes, ended } of older ? [] : linesFromEnd(fd, size)) {
        const read = readEntry(bytes, ended, hash)
        if (read.kind === 'entry' && (read.entry.at ?? 0) < time) {
          older = true
          break
        }
        at = start
      }
      const length = Math.min(size, printBytes)
      cursor.places.unshift({ print: hash(readAt(fd, 0, length)), length, name, at, seen: at, waiting: 0 })
    } finally {
      closeSync(fd)
    }
  }
}

const entryIn = (bytes: Uint8Array | undefined, hash: Hash): Entry | undefined => {
  const read = readEntry(bytes, true, hash)
  return read.kind === 'entry' ? read.entry : undefined
}

/** The name of the file that the first line of this one follows. */
const previousOf = (fd: number, size: number): string | undefined => {
  for (const { bytes } of linesOf(fd, Math.min(size, 1024 * 1024)))
    return bytes === undefined ? undefined : linkOf(new TextDecoder().decode(bytes))?.in
  return undefined
}

/** Whole lines between two places. A line that is still being written waits. */
function* linesFrom(
  fd: number,
  from: number,
  to: number,
): Generator<{ readonly bytes: Uint8Array | undefined; readonly next: number }> {
  for (const { end, ended, bytes } of linesOf(fd, to, from)) if (ended) yield { bytes, next: end + 1 }
}
