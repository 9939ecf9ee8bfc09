/**
 * The index: the columns of the log in an SQLite file beside it, so that they need not be made again. It is a copy and never asked for more than
 * what the log says: whatever is wrong with it, it goes and is made anew.
 */

import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs'
import { isObject, type JsonValue } from '../../../core/json.ts'
import type { Hash } from '../chain.ts'
import type { Known, KnownFile } from './catch-up.ts'
import { type Columns, dimensions, type Part, packed, unpacked } from './columns.ts'
import { type Database, openDatabase } from './sqlite.ts'

export const indexFile = (stateDir: string): string => `${stateDir}/audit.index`

/** Another one is made anew. */
const form = `1 ${dimensions.join()}`

const tables = [
  'CREATE TABLE IF NOT EXISTS meta (one INTEGER PRIMARY KEY CHECK (one = 1), form TEXT NOT NULL, turn INTEGER NOT NULL) STRICT',
  'CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, ino TEXT NOT NULL, look TEXT NOT NULL, stop INTEGER NOT NULL) STRICT',
  `CREATE TABLE IF NOT EXISTS parts (file TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, digest TEXT NOT NULL,
    damaged INTEGER NOT NULL, count INTEGER NOT NULL, names TEXT NOT NULL, columns BLOB NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (file, start)) STRICT`,
]

/** What an index held. */
export interface Loaded {
  readonly files: readonly KnownFile[]
  /** Grows with each writer: one that has begun from an older index leaves a newer one alone. */
  readonly turn: number
  /** Parts that are in the index, by the file they are under. */
  readonly stored: Map<Part, string>
}

export const nothingLoaded = (): Loaded => ({ files: [], turn: 0, stored: new Map() })

/** What the index holds, or nothing. It never throws. */
export const loadIndex = (stateDir: string, hash: Hash): Loaded => {
  const file = indexFile(stateDir)
  try {
    // An empty one is just being made.
    if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return nothingLoaded()
    if (!isOwn(file)) throw new Error('somebody else could have written it')
    return inside(file, db => contents(db, hash)) ?? nothingLoaded()
  } catch (error) {
    if (!isBusy(error)) drop(file)
    return nothingLoaded()
  }
}

const contents = (db: Database, hash: Hash): Loaded => {
  db.all('BEGIN')
  const [meta] = db.all('SELECT form, turn FROM meta')
  if (meta === undefined || meta.form !== form) throw new Error('of another version')
  const stored = new Map<Part, string>()
  const rows = db.all('SELECT * FROM parts ORDER BY file, start')
  const files = db.all('SELECT name, ino, look, stop FROM files').map(({ name, ino, look, stop }) => {
    const parts = rows.filter(({ file }) => file === name).map(row => partOf(row, hash))
    if (endOf(parts) !== stop || parts.some(({ from }, at) => from !== endOf(parts.slice(0, at)))) throw new Error('in parts')
    for (const part of parts) stored.set(part, String(name))
    return { name: String(name), ino: String(ino), look: String(look), parts }
  })
  db.all('COMMIT')
  return { files, turn: Number(meta.turn), stored }
}

const endOf = (parts: readonly Part[]): number => parts.at(-1)?.to ?? 0

type Row = Readonly<Record<string, unknown>>

const partOf = (row: Row, hash: Hash): Part => {
  const { start, stop, digest, damaged, count, names, columns, seal } = row
  if (!(columns instanceof Uint8Array) || seal !== sealOf(row, columns, hash)) throw new Error('damaged')
  const known: JsonValue = JSON.parse(String(names))
  if (!isNames(known)) throw new Error('damaged')
  const found = unpacked(columns, Number(count), known)
  if (found === undefined) throw new Error('damaged')
  return { ...found, from: Number(start), to: Number(stop), digest: String(digest), damaged: Number(damaged) }
}

const isNames = (value: JsonValue): value is JsonValue & Columns['names'] =>
  isObject(value) && dimensions.every(one => Array.isArray(value[one]) && value[one].every(name => typeof name === 'string'))

/** SQLite does not notice each byte that changes. */
const sealOf = ({ file, start, stop, digest, damaged, count, names }: Row, columns: Uint8Array, hash: Hash): string =>
  hash([file, start, stop, digest, damaged, count, names, hash(columns)].join('\n'))

/** Where the index cannot be written, the next reader has more to do. It never throws; undefined where it was not written. */
export const saveIndex = (stateDir: string, { files }: Known, { turn, stored }: Loaded, hash: Hash): Loaded | undefined => {
  const file = indexFile(stateDir)
  try {
    if (!isOwn(stateDir, true) || openDatabase() === undefined) return undefined
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined)
      closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600))
    if (!isOwn(file)) return undefined
    return inside(file, db => {
      for (const table of tables) db.all(table)
      db.all('BEGIN IMMEDIATE')
      const [meta] = db.all('SELECT turn FROM meta')
      if (Number(meta?.turn ?? 0) !== turn) return undefined
      const next = new Map<Part, string>()
      for (const { name } of db.all('SELECT name FROM files'))
        if (!files.some(one => one.name === name))
          for (const table of ['files WHERE name', 'parts WHERE file']) db.all(`DELETE FROM ${table} = ?`, String(name))
      for (const { name, ino, look, parts } of files) {
        const fresh = parts.findIndex(part => stored.get(part) !== name)
        const kept = fresh < 0 ? parts : parts.slice(0, fresh)
        db.all('DELETE FROM parts WHERE file = ? AND start >= ?', name, endOf(kept))
        for (const part of parts.slice(kept.length)) put(db, name, part, hash)
        db.all('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)', name, ino, look, endOf(parts))
        for (const part of parts) next.set(part, name)
      }
      db.all('INSERT OR REPLACE INTO meta VALUES (1, ?, ?)', form, turn + 1)
      db.all('COMMIT')
      return { files, turn: turn + 1, stored: next }
    })
  } catch {
    return undefined
  }
}

const put = (db: Database, file: string, part: Part, hash: Hash): void => {
  const columns = packed(part)
  const row = { file, start: part.from, stop: part.to, digest: part.digest, damaged: part.damaged, count: part.count }
  const names = JSON.stringify(part.names)
  db.all(
    'INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...Object.values(row),
    names,
    columns,
    sealOf({ ...row, names }, columns, hash),
  )
}

const inside = <T>(file: string, use: (db: Database) => T): T | undefined => {
  const db = openDatabase()?.(file)
  if (db === undefined) return undefined
  try {
    db.all('PRAGMA busy_timeout = 500')
    return use(db)
  } finally {
    try {
      db.all('ROLLBACK')
    } catch {
      // As a rule it came to its end.
    }
    db.close()
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message)

/** A file, or folder, that only its owner could have written, and the owner is this account. Windows has no such bits. */
const isOwn = (path: string, folder = false): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !(folder ? stat.isDirectory() : stat.isFile() && stat.nlink === 1)) return false
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & (folder ? 0o022 : 0o077)) === 0)
}

const drop = (file: string): void => {
  for (const one of [file, `${file}-journal`]) rmSync(one, { force: true })
}
