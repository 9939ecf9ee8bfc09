/**
 * The log, to be asked. It is read once and kept as columns, in an index beside the log where there is one; the lines of an answer are read from the
 * log itself. All questions take the same filter, and all are answered as of the last `refresh`.
 */

import { closeSync, fstatSync } from 'node:fs'
import { readCallId } from '../../../core/call-id.ts'
import { type Hash, readAt } from '../chain.ts'
import { type Entry, hasId, isSeal, readEntry } from '../entry.ts'
import { matches, type Wanted } from '../filter.ts'
import { openLog } from '../lines.ts'
import { entriesFromEnd, nothingSkipped, type Skipped } from '../read.ts'
import { rotatedIn } from '../rotate.ts'
import { type Asked, askedOf } from './asked.ts'
import { caughtUp, type Known, type KnownFile, nothingKnown } from './catch-up.ts'
import { type Dimension, idAt, listed, type Part, shapeOf } from './columns.ts'
import type { Group, Latency, SessionAbout } from './figures.ts'
import type { Grouping } from './groupings.ts'
import { counted, groupsOf, latencyOf, type Rows, rowsOf } from './groups.ts'
import { type Loop, loopsIn } from './loops.ts'
import { type RowTest, rowTest } from './select.ts'
import { sessionsAbout } from './sessions.ts'
import { type Stats, statsOf } from './stats.ts'
import { type Loaded, loadIndex, nothingLoaded, saveIndex } from './store.ts'
import { type Trials, trialsOf } from './trials.ts'

export interface Page {
  /** Newest first. */
  readonly entries: readonly Entry[]
  /** Asks for what follows; undefined at the beginning of the log. */
  readonly next: string | undefined
}

export interface Around {
  /** Of the same session, the nearest first. */
  readonly before: readonly Entry[]
  readonly after: readonly Entry[]
  /** Other calls of the same shape, newest first. */
  readonly similar: readonly Entry[]
}

export interface History {
  /** Catches up with the log. Cheap where nothing has come. */
  readonly refresh: () => void
  /** Lines that could not be read, as of the last `refresh`. */
  readonly skipped: () => Skipped
  readonly list: (wanted: Wanted, page: { readonly limit: number; readonly before?: string }) => Page
  /** Oldest first, one line at a time. */
  readonly each: (wanted: Wanted) => Iterable<Entry>
  /** Newest first, at most ten: an id may be given by its beginning. */
  readonly find: (id: string) => readonly Entry[]
  readonly around: (entry: Entry, most?: number) => Around
  readonly groups: (by: Grouping, wanted: Wanted) => readonly Group[]
  /** What these sessions are, as far as they are chosen by the filter. */
  readonly about: (sessions: readonly string[], wanted: Wanted) => ReadonlyMap<string, SessionAbout>
  readonly latency: (wanted: Wanted) => Latency | undefined
  readonly stats: (wanted: Wanted) => Stats
  readonly trials: (wanted: Wanted) => Trials
  readonly asked: (wanted: Wanted) => readonly Asked[]
  /** Reads the lines themselves: for a session, not for a log. */
  readonly loops: (wanted: Wanted) => readonly Loop[]
  /** All names that the log has for this, most frequent first. */
  readonly names: (dimension: Dimension) => readonly string[]
  readonly close: () => void
}

export interface Options {
  /** False leaves the index alone and reads the log. */
  readonly index?: boolean
  readonly onProgress?: () => void
}

/** Below this the next reader reads it just as well. */
const worthKeeping = 1024 * 1024

export const openHistory = (stateDir: string, hash: Hash, { index = true, onProgress }: Options = {}): History => {
  let loaded: Loaded = index ? loadIndex(stateDir, hash) : nothingLoaded()
  let known: Known = { ...nothingKnown, files: loaded.files }
  let unsaved = 0
  let open = new Map<string, number | undefined>()

  const close = (): void => {
    for (const fd of open.values()) if (fd !== undefined) closeSync(fd)
    open = new Map()
  }
  const catchUp = (thorough: boolean): void => {
    close()
    known = caughtUp(stateDir, known, hash, thorough, onProgress)
    unsaved += known.read
    if (!index || unsaved < worthKeeping) return
    unsaved = 0
    loaded = saveIndex(stateDir, known, loaded, hash) ?? loaded
  }
  catchUp(true)

  /** The file may have been put aside since. */
  const openFile = ({ name, ino }: KnownFile): number | undefined => {
    if (open.has(ino)) return open.get(ino)
    for (const one of [name, ...[...rotatedIn(stateDir)].reverse()]) {
      const fd = openLog(`${stateDir}/${one}`)
      if (fd === undefined) continue
      if (`${fstatSync(fd, { bigint: true }).ino}` === ino) {
        open.set(ino, fd)
        return fd
      }
      closeSync(fd)
    }
    open.set(ino, undefined)
    return undefined
  }
  const entryAt = (file: KnownFile, part: Part, row: number): Entry | undefined => {
    const fd = openFile(file)
    if (fd === undefined) return undefined
    const start = part.from + (part.start[row] ?? 0)
    const read = readEntry(readAt(fd, start, start + (part.length[row] ?? 0)), true, hash)
    if (read.kind !== 'entry' || !idAt(part, row).startsWith(plain(read.entry.id))) throw new Stale()
    return read.entry
  }
  /** Oldest first. */
  const rows = (wanted: Wanted): readonly Placed[] => {
    const { id, text, tenant } = wanted
    const exact = id !== undefined || text !== undefined || tenant !== undefined
    return known.files.flatMap(file => {
      const parts = file.parts.map(part => {
        const entry = (row: number): Entry | undefined => entryAt(file, part, row)
        const quick = rowTest(part, wanted)
        const may = exact ? narrowed(part, wanted, () => openFile(file)) : undefined
        const test = may === undefined ? quick : remembered(row => quick(row) && may(row) && matching(entry(row), wanted))
        return { columns: part, test, entry, file, from: part.from }
      })
      const last = file.open
      if (last === undefined || !matches(last, wanted)) return parts
      return [...parts, { ...rowsOf([last]), file, from: file.parts.at(-1)?.to ?? 0 }]
    })
  }
  /** An index that does not say what the log says is no help: it is made anew. */
  const renew = (error: unknown): void => {
    if (!(error instanceof Stale)) throw error
    known = nothingKnown
    catchUp(true)
  }
  const answer = <T>(ask: () => T): T => {
    try {
      return ask()
    } catch (error) {
      renew(error)
      return ask()
    }
  }
  const newest = (wanted: Wanted, limit: number, before?: string): Page => {
    const entries: Entry[] = []
    let last: string | undefined
    const [ino, start] = before?.split('.') ?? []
    let passed = before === undefined
    for (const { columns, test, entry, file, from } of [...rows(wanted)].reverse()) {
      const place = (row: number): number => from + (columns.start[row] ?? 0)
      const here = !passed && file.ino === ino && from <= Number(start)
      passed ||= here
      for (let row = passed ? columns.count - 1 : -1; row >= 0; row--) {
        if ((here && place(row) >= Number(start)) || !test(row)) continue
        const found = entry(row)
        if (found === undefined) continue
        if (entries.length === limit) return { entries, next: last }
        entries.push(found)
        last = `${file.ino}.${place(row)}`
      }
    }
    return { entries, next: undefined }
  }
  function* all(wanted: Wanted): Generator<Entry> {
    for (const { columns, test, entry } of rows(wanted))
      for (let row = 0; row < columns.count; row++) {
        const found = test(row) ? entry(row) : undefined
        if (found !== undefined) yield found
      }
  }
  /** One that was given is not given again where the index has to be made anew on the way. */
  function* each(wanted: Wanted): Generator<Entry> {
    let given = 0
    try {
      for (const entry of all(wanted)) {
        given++
        yield entry
      }
      return
    } catch (error) {
      renew(error)
    }
    let number = 0
    for (const entry of all(wanted)) if (number++ >= given) yield entry
  }
  const find = (id: string): readonly Entry[] => {
    if (!isSeal(id)) return newest({ id: [id] }, 10).entries
    // A seal stands in the lines alone.
    for (const entry of entriesFromEnd(stateDir, hash, nothingSkipped())) if (hasId(entry, id)) return [entry]
    return []
  }
  const around = (entry: Entry, most = 5): Around => {
    const { session, id } = entry
    const shape = shapeOf(entry)
    const before: Entry[] = []
    let after: Entry[] = []
    const similar: Entry[] = []
    let seen = false
    for (const { columns, entry: read } of [...rows({})].reverse()) {
      const [sessions, shapes] = [columns.names.session.indexOf(session), columns.names.shape.indexOf(shape)]
      for (let row = columns.count - 1; row >= 0; row--) {
        const here = session !== '' && columns.codes.session[row] === sessions
        const alike = columns.codes.shape[row] === shapes
        if (!here && !alike) continue
        if (idAt(columns, row) === id) {
          seen = true
          continue
        }
        if (here && !(seen && before.length >= most)) {
          const one = read(row)
          if (one !== undefined && seen) before.push(one)
          if (one !== undefined && !seen) after = [one, ...after].slice(0, most)
        }
        if (alike && similar.length < most) similar.push(...present(read(row)))
      }
      if (seen && before.length >= most && similar.length >= most) break
    }
    return { before, after, similar }
  }

  return {
    refresh: () => catchUp(false),
    skipped: () => known.skipped,
    list: (wanted, { limit, before }) => answer(() => newest(wanted, limit, before)),
    each,
    find: id => answer(() => find(id)),
    around: (entry, most) => answer(() => around(entry, most)),
    groups: (by, wanted) => answer(() => groupsOf(rows(wanted), by)),
    about: (sessions, wanted) => answer(() => sessionsAbout(rows(wanted), new Set(sessions))),
    latency: wanted => answer(() => latencyOf(rows(wanted))),
    stats: wanted => answer(() => statsOf(rows(wanted))),
    trials: wanted => answer(() => trialsOf(rows(wanted))),
    asked: wanted => answer(() => askedOf(rows(wanted))),
    loops: wanted => answer(() => loopsIn(each(wanted))),
    names: dimension =>
      counted(rows({}), dimension, dimension === 'rules' || dimension === 'audited' ? listed : undefined).map(({ name }) => name),
    close,
  }
}

interface Placed extends Rows {
  readonly file: KnownFile
  /** Where in it the part begins. */
  readonly from: number
}

/** The line is not the one that the row was made of. */
class Stale extends Error {}

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])
const plain = (id: string): string => (/^[\x21-\x7e]*$/.test(id) ? id : '')
const matching = (entry: Entry | undefined, wanted: Wanted): boolean => entry !== undefined && matches(entry, wanted)

/** Whoever counts in several ways asks of each row as often, and a line is read for an answer. */
const remembered = (test: RowTest): RowTest => {
  const known: boolean[] = []
  return row => {
    known[row] ??= test(row)
    return known[row]
  }
}

/** Rows that may have the id, the text or the tenant: which of them do, their lines say. */
const narrowed = (part: Part, { id, text, tenant }: Wanted, fd: () => number | undefined): RowTest => {
  const asked = id?.every(one => !isSeal(one)) ? id.map(one => readCallId(one) ?? one) : undefined
  const byId: RowTest = row => {
    const own = asked === undefined ? '' : idAt(part, row)
    return own === '' || asked?.some(one => own.startsWith(one)) === true
  }
  const parts = [
    ...(text === undefined || text === '' ? [] : [JSON.stringify(text).slice(1, -1)]),
    ...(tenant === undefined ? [] : [`"tenant":${JSON.stringify(tenant)}`]),
  ]
  const found = parts.map(one => rowsWith(part, one, fd()))
  return row => byId(row) && found.every(rows => rows[row] === 1)
}

/** Which lines have this, as JSON writes it, anywhere. */
const rowsWith = (part: Part, text: string, fd: number | undefined): Uint8Array => {
  const found = new Uint8Array(part.count)
  if (fd === undefined) return found
  const bytes = Buffer.from(readAt(fd, part.from, part.to).buffer)
  const wanted = Buffer.from(text)
  for (let [row, at] = [0, bytes.indexOf(wanted)]; at >= 0 && row < part.count; at = bytes.indexOf(wanted, part.start[row])) {
    while (row + 1 < part.count && (part.start[row + 1] ?? 0) <= at) row++
    found[row++] = 1
  }
  return found
}
