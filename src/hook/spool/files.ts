/**
 * Where events wait for the gateway: one file per gateway that is appended to, sealed parts of it, and beside each part what of it has been
 * sent. Everything here is quick, waits for nothing, and says by its value that it could not be done.
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs'
import type { GatewayConfig } from '../../core/config.ts'
import { hash } from '../../core/hash.ts'

/** The part of a spool that one gateway has. */
export interface Spool {
  readonly dir: string
  readonly name: string
}

/** What stands in the file after an append. */
export interface Standing {
  readonly size: number
  /** When its first line was written. */
  readonly oldest: number
}

/** A part is sealed beyond this, and thrown away as a whole when all of them are too much. */
export const partBytes = 256 * 1024
export const totalBytes = 5 * 1024 * 1024

/** What was put aside for one gateway is never sent to another. */
export const spoolFor = ({ url, socket = '' }: GatewayConfig, stateDir: string): Spool => ({
  dir: `${stateDir}/spool`,
  name: hash(`${url}|${socket}`),
})

export const currentOf = ({ dir, name }: Spool): string => `${dir}/${name}.jsonl`

/** One line, one write in append mode. Undefined when nothing was written. */
export const append = (spool: Spool, line: string): Standing | undefined => {
  const bytes = new TextEncoder().encode(`${line}\n`)
  for (let turn = 0; turn < 3; turn++) {
    const done = appendOnce(spool, bytes)
    if (done !== 'gone') return done
  }
  return undefined
}

const appendOnce = (spool: Spool, bytes: Uint8Array): Standing | 'gone' | undefined => {
  if (!ownFolder(spool.dir)) return undefined
  let fd: number | undefined
  try {
    fd = openSync(currentOf(spool), appending, 0o600)
    const before = fstatSync(fd)
    if (!isOurs(before)) return undefined
    if (before.size > 2 * partBytes) return seal(spool) ? 'gone' : undefined
    if (writeSync(fd, bytes) !== bytes.length) return undefined
    const { size, nlink } = fstatSync(fd)
    // Whoever sends took the file away between our open and our write: nobody will read it again.
    if (nlink === 0) return 'gone'
    return { size, oldest: firstTime(fd) }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

// Read too, for its first line. Neither a link is followed nor a pipe waited for.
const appending =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

const ownFolder = (dir: string): boolean => {
  try {
    const stat = lstatSync(dir, { throwIfNoEntry: false })
    if (stat !== undefined) return stat.isDirectory() && ownedAlone(stat)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return true
  } catch {
    return false
  }
}

const ownedAlone = ({ uid, mode }: Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)

/** A regular file of ours that has no second name and that nobody else can write. */
export const isOurs = (stat: Stats): boolean => stat.isFile() && stat.nlink <= 1 && ownedAlone(stat)

/** Every line begins with its time. */
const firstTime = (fd: number): number => {
  const bytes = new Uint8Array(20)
  const text = new TextDecoder().decode(bytes.subarray(0, readSync(fd, bytes, 0, 20, 0)))
  const at = /^\{"at":(\d{13}),/.exec(text)?.[1]
  return at === undefined ? 0 : Number(at)
}

/** Nothing is appended to a part any more, but for whoever has it open already. */
export const seal = (spool: Spool): boolean => {
  try {
    renameSync(currentOf(spool), `${spool.dir}/${spool.name}-${Date.now()}-${process.pid}.jsonl`)
    return true
  } catch {
    return false
  }
}

const partName = /^([0-9a-z]+)-(\d{13})-\d+\.jsonl$/

/** Paths of the sealed parts of one gateway, oldest first. */
export const partsOf = ({ dir, name }: Spool): readonly string[] =>
  entries(dir)
    .filter(entry => partName.exec(entry)?.[1] === name)
    .sort()
    .map(entry => `${dir}/${entry}`)

export const entries = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

export const remove = (file: string): boolean => {
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

/** What of a part has been sent, one id per line. */
export const doneOf = (part: string): string => `${part}.done`

/** The text of a file of ours; undefined for anything else. */
export const readOurs = (file: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const stat = fstatSync(fd)
    return isOurs(stat) ? textOf(fd, 0, stat.size) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The bytes between two places, as many as a part can have. */
export const textOf = (fd: number, from: number, to: number): string => {
  const bytes = new Uint8Array(Math.min(Math.max(0, to - from), totalBytes))
  return new TextDecoder().decode(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from)))
}

/** Events that will never be sent, told with the next ones that are. */
export const note = (spool: Spool, dropped: number): void => {
  if (dropped > 0) append(spool, JSON.stringify({ at: Date.now(), id: crypto.randomUUID(), dropped }))
}

/** Throws the oldest parts away, whosever they are, until what may be appended meanwhile fits as well. */
export const bound = (dir: string): void => {
  const sizes = entries(dir).map(entry => ({ entry, size: sizeOf(`${dir}/${entry}`) }))
  let total = sizes.reduce((sum, { size }) => sum + size, 0)
  const parts = sizes.filter(({ entry }) => partName.test(entry)).sort((a, b) => (timeOf(a.entry) < timeOf(b.entry) ? -1 : 1))
  for (const { entry, size } of parts) {
    if (total <= totalBytes - 2 * partBytes) return
    const part = `${dir}/${entry}`
    const lost = lossOf(readOurs(part) ?? '', readOurs(doneOf(part)) ?? '')
    total -= size
    // Only one process succeeds, and counts.
    if (!remove(part)) continue
    remove(doneOf(part))
    note({ dir, name: partName.exec(entry)?.[1] ?? '' }, lost)
  }
}

const timeOf = (entry: string): string => partName.exec(entry)?.[2] ?? ''

const sizeOf = (file: string): number => {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}

const lossOf = (text: string, done: string): number => {
  const sent = new Set(done.split('\n'))
  return text.split('\n').reduce((sum, line) => {
    if (line === '' || sent.has(/"id":"([0-9a-f-]{36})"/.exec(line)?.[1] ?? '')) return sum
    const noted = /^\{"at":\d{13},"id":"[0-9a-f-]{36}","dropped":(\d{1,9})\}$/.exec(line)?.[1]
    return sum + (noted === undefined ? 1 : Number(noted))
  }, 0)
}
