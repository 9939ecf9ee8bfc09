/**
 * Somebody's files, changed whole or not at all. A draft is written beside the file, flushed and renamed over it, so that a power cut leaves the
 * old file or the new one. Links are followed to the file they mean.
 */

import * as nodeFs from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What of `node:fs` is used here, so that a test can cut the power at any call. */
export type Fs = Pick<
  typeof nodeFs,
  | 'readSync'
  | 'fstatSync'
  | 'realpathSync'
  | 'statSync'
  | 'lstatSync'
  | 'openSync'
  | 'writeSync'
  | 'fsyncSync'
  | 'closeSync'
  | 'fchmodSync'
  | 'fchownSync'
  | 'renameSync'
  | 'unlinkSync'
  | 'mkdirSync'
  | 'rmdirSync'
  | 'accessSync'
  | 'readdirSync'
>

/** A file that could not be read or written; the message says which and why. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

/** Longest settings file that is looked at. */
const limit = 8 * 1024 * 1024

const draftMark = 'tfy-hook-'

/** Whoever made the draft does not live any more. Our own are gone or renamed by the time anybody looks. */
const isAbandoned = (name: string): boolean => {
  const pid = Number(/-(\d+)-\w*$/.exec(name)?.[1])
  if (!Number.isInteger(pid) || pid === process.pid) return pid === process.pid
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

export interface Files {
  /** Undefined for a file that does not exist. Refuses what is not a text file of a sane size. */
  readonly read: (file: string) => string | undefined
  readonly replace: (file: string, text: string, mode?: number) => void
  readonly remove: (file: string) => void
  /** Removes directories from the deepest up, as long as they are empty. */
  readonly removeEmpty: (dirs: readonly string[]) => void
  /** Directories that writing this file will make, deepest first. */
  readonly missingDirs: (file: string) => readonly string[]
  /** Removes drafts that a cut has left beside this file. */
  readonly sweep: (file: string) => void
  /** Names in a directory; none where it cannot be read. */
  readonly list: (dir: string) => readonly string[]
}

export const filesOn = (fs: Fs = nodeFs): Files => {
  const stat = (file: string) => fs.statSync(file, { throwIfNoEntry: false })

  /** The file itself, behind links; also where a link points to nothing yet. */
  const target = (file: string): string => {
    if (stat(file) !== undefined) return fs.realpathSync(file)
    if (fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined)
      throw new FileProblem(`${file} is a link that leads nowhere; nothing was written`)
    return file
  }

  const read = (file: string): string | undefined => {
    const found = stat(file)
    if (found === undefined) return undefined
    if (!found.isFile()) throw new FileProblem(`${file} is not a regular file`)
    if (found.size > limit) throw new FileProblem(`${file} is larger than ${limit} bytes`)
    const bytes = bytesOf(file, found.size)
    const text = bytes.toString('utf8')
    if (!Buffer.from(text, 'utf8').equals(bytes)) throw new FileProblem(`${file} is not UTF-8 text`)
    return text
  }

  /** No more than the limit, whatever size was said: some files of the system say 0 and have no end. */
  const bytesOf = (file: string, size: number): Buffer => {
    const fd = fs.openSync(file, nodeFs.constants.O_RDONLY | (nodeFs.constants.O_NONBLOCK ?? 0))
    try {
      if (!fs.fstatSync(fd).isFile()) throw new FileProblem(`${file} is not a regular file`)
      const chunks: Buffer[] = []
      for (let total = 0; total <= limit; ) {
        const chunk = Buffer.alloc(Math.max(size - total, 0) + 4096)
        const count = fs.readSync(fd, chunk, 0, chunk.length, null)
        if (count === 0) return Buffer.concat(chunks)
        chunks.push(chunk.subarray(0, count))
        total += count
      }
      throw new FileProblem(`${file} is larger than ${limit} bytes`)
    } finally {
      fs.closeSync(fd)
    }
  }

  const missingDirs = (file: string): readonly string[] => {
    const dirs: string[] = []
    for (let dir = dirname(file); stat(dir) === undefined && dir !== dirname(dir); dir = dirname(dir)) dirs.push(dir)
    return dirs
  }

  const flushDir = (dir: string): void => {
    try {
      const fd = fs.openSync(dir, 'r')
      try {
        fs.fsyncSync(fd)
      } finally {
        fs.closeSync(fd)
      }
    } catch {
      // Windows and some file systems cannot flush a directory.
      return
    }
  }

  const replace = (file: string, text: string, mode?: number): void => {
    const path = target(file)
    const before = stat(path)
    if (before !== undefined) {
      try {
        // A draft that is renamed would get over this, and over what its owner meant by it.
        fs.accessSync(path, nodeFs.constants.W_OK)
      } catch {
        throw new FileProblem(`${file} is read-only; nothing was written`)
      }
      if ((before.mode & 0o222) === 0) throw new FileProblem(`${file} is read-only; nothing was written`)
    }
    fs.mkdirSync(dirname(path), { recursive: true })
    const draft = join(dirname(path), `.${basename(path)}.${draftMark}${process.pid}-${Math.random().toString(36).slice(2, 8)}`)
    try {
      const fd = fs.openSync(draft, 'wx', 0o600)
      try {
        const bytes = Buffer.from(text, 'utf8')
        for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at, bytes.length - at)
        // Root takes nobody's file away, and the mode comes last: a new owner clears some of its bits.
        if (before !== undefined && process.getuid?.() === 0) fs.fchownSync(fd, before.uid, before.gid)
        fs.fchmodSync(fd, mode ?? (before === undefined ? 0o644 : before.mode & 0o7777))
        fs.fsyncSync(fd)
      } finally {
        fs.closeSync(fd)
      }
      fs.renameSync(draft, path)
    } catch (error) {
      try {
        fs.unlinkSync(draft)
      } catch {
        // It was not made, or it is gone.
      }
      throw new FileProblem(`${file} could not be written`, { cause: error })
    }
    flushDir(dirname(path))
  }

  const list = (dir: string): readonly string[] => {
    try {
      return fs.readdirSync(dir)
    } catch {
      return []
    }
  }

  const sweep = (file: string): void => {
    try {
      const path = target(file)
      const drafts = list(dirname(path)).filter(name => name.startsWith(`.${basename(path)}.${draftMark}`))
      for (const name of drafts) if (isAbandoned(name)) fs.unlinkSync(join(dirname(path), name))
    } catch {
      return
    }
  }

  return {
    read,
    replace,
    missingDirs,
    sweep,
    list,
    remove: file => {
      if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return
      fs.unlinkSync(target(file))
      flushDir(dirname(file))
    },
    removeEmpty: dirs => {
      for (const dir of dirs) {
        // One that is gone already says nothing about those above it.
        if (stat(dir) === undefined) continue
        try {
          fs.rmdirSync(dir)
        } catch {
          return
        }
      }
    },
  }
}
