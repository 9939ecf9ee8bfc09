/** Small files that are ours alone, in a directory of the user's: read with suspicion, written whole. */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs'

/** A regular file of our own that nobody else can write, up to a size; undefined for anything else. `others` may have none of these rights. */
export const read = (file: string, limit: number, others = 0o022): string | undefined => {
  // Most calls end here, and an absent file costs no exception this way.
  if (statOf(file) === undefined) return undefined
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    if (!isOurs(fstatSync(fd), limit, others)) return undefined
    const bytes = new Uint8Array(limit)
    return new TextDecoder().decode(bytes.subarray(0, readSync(fd, bytes, 0, limit, 0)))
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

export const statOf = (file: string): Stats | undefined => {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const isOurs = (stat: Stats, limit: number, others: number): boolean =>
  stat.isFile() &&
  stat.size <= limit &&
  (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & others) === 0))

/** Whole or not at all: a reader sees the old file or the new one. Says nothing when it cannot be done. */
export const save = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}-${Math.random().toString(36).slice(2, 10)}`
  try {
    try {
      create(draft, text)
    } catch {
      mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 })
      create(draft, text)
    }
    renameSync(draft, file)
  } catch {
    remove(draft)
  }
}

/** Throws EEXIST when anything stands there already, a link included. */
export const create = (file: string, text: string): void => {
  const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600)
  try {
    writeSync(fd, text)
  } finally {
    closeSync(fd)
  }
}

export const remove = (file: string): void => {
  try {
    unlinkSync(file)
  } catch {
    return
  }
}
