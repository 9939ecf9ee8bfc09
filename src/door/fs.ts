/** As much of `node:fs` as a call needs. Whatever else is asked for is missing here, and the bundle of the door does not build. */

import { host } from './host.ts'

/** Linux numbers them so on both processors, but for the last one. */
export const constants = {
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 0o100,
  O_EXCL: 0o200,
  O_TRUNC: 0o1000,
  O_APPEND: 0o2000,
  O_NONBLOCK: 0o4000,
  // The host knows what its processor calls it.
  O_NOFOLLOW: 0o400000,
}

const names: Readonly<Record<number, string>> = {
  1: 'EPERM',
  2: 'ENOENT',
  4: 'EINTR',
  5: 'EIO',
  6: 'ENXIO',
  9: 'EBADF',
  11: 'EAGAIN',
  12: 'ENOMEM',
  13: 'EACCES',
  16: 'EBUSY',
  17: 'EEXIST',
  18: 'EXDEV',
  20: 'ENOTDIR',
  21: 'EISDIR',
  22: 'EINVAL',
  23: 'ENFILE',
  24: 'EMFILE',
  26: 'ETXTBSY',
  27: 'EFBIG',
  28: 'ENOSPC',
  29: 'ESPIPE',
  30: 'EROFS',
  31: 'EMLINK',
  32: 'EPIPE',
  36: 'ENAMETOOLONG',
  39: 'ENOTEMPTY',
  40: 'ELOOP',
  116: 'ESTALE',
  122: 'EDQUOT',
}

const failed = (result: number, call: string): Error => {
  const code = names[-result] ?? host.handOver()
  return Object.assign(new Error(`${code}: ${call}`), { code, errno: result, syscall: call })
}

const done = (result: number, call: string): number => {
  if (result < 0) throw failed(result, call)
  return result
}

const path = (text: string): string => {
  if (text.includes('\0')) throw Object.assign(new Error('a path holds no NUL'), { code: 'ERR_INVALID_ARG_VALUE' })
  return text
}

const room = new Float64Array(9)
const bytes = new Uint8Array(room.buffer)

export interface Stats {
  readonly mode: number
  readonly size: number
  readonly ino: number
  readonly uid: number
  readonly nlink: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly isFile: () => boolean
  readonly isDirectory: () => boolean
  readonly isSymbolicLink: () => boolean
}

const at = (n: number): number => room[n] ?? 0

class Told implements Stats {
  readonly mode = at(0)
  readonly size = at(1)
  readonly ino = at(2)
  readonly uid = at(3)
  readonly nlink = at(4)
  readonly mtimeMs = at(5) * 1_000 + at(6) / 1_000_000
  readonly ctimeMs = at(7) * 1_000 + at(8) / 1_000_000

  isFile(): boolean {
    return (this.mode & 0o170000) === 0o100000
  }
  isDirectory(): boolean {
    return (this.mode & 0o170000) === 0o040000
  }
  isSymbolicLink(): boolean {
    return (this.mode & 0o170000) === 0o120000
  }
}

interface Absent {
  readonly throwIfNoEntry?: boolean
}

const statBy =
  (follow: number, call: string) =>
  (file: string, { throwIfNoEntry = true }: Absent = {}): Stats | undefined => {
    const result = host.stat(path(file), follow, bytes)
    if (result === -2 && !throwIfNoEntry) return undefined
    done(result, call)
    return new Told()
  }

export const statSync = statBy(1, 'stat')
export const lstatSync = statBy(0, 'lstat')

export const fstatSync = (fd: number): Stats => {
  done(host.fstat(fd, bytes), 'fstat')
  return new Told()
}

export const openSync = (file: string, flags: number | 'wx', mode = 0o666): number => {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants
  return done(host.open(path(file), flags === 'wx' ? O_WRONLY | O_CREAT | O_EXCL | O_TRUNC : flags, mode), 'open')
}

export const closeSync = (fd: number): void => {
  done(host.close(fd), 'close')
}

export const readSync = (fd: number, into: Uint8Array, at = 0, length = into.length - at, from: number | null = null): number =>
  done(host.read(fd, into, at, length, from ?? -1), 'read')

/** Bytes with a place among them, or a text with a place in the file. */
export const writeSync = (fd: number, data: Uint8Array | string, at: number | null = null): number => {
  const all = typeof data === 'string' ? host.encode(data) : data
  const from = typeof data === 'string' ? 0 : (at ?? 0)
  return done(host.write(fd, all, from, all.length - from, typeof data === 'string' ? (at ?? -1) : -1), 'write')
}

export const readFileSync = (file: string | number, _: 'utf8'): string => {
  const fd = typeof file === 'number' ? file : openSync(file, constants.O_RDONLY)
  try {
    let all = new Uint8Array(fstatSync(fd).size + 1)
    let length = 0
    for (;;) {
      const count = readSync(fd, all, length)
      length += count
      if (count === 0) return host.decode(all.subarray(0, length))
      if (length < all.length) continue
      const more = new Uint8Array(all.length * 2)
      more.set(all)
      all = more
    }
  } finally {
    if (typeof file !== 'number') closeSync(fd)
  }
}

export const writeFileSync = (file: string, text: string, { mode }: { readonly mode: number }): void => {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  const fd = openSync(file, O_WRONLY | O_CREAT | O_TRUNC, mode)
  try {
    const all = host.encode(text)
    for (let at = 0; at < all.length; ) at += writeSync(fd, all, at)
  } finally {
    closeSync(fd)
  }
}

/** The folder and those above it. */
export const mkdirSync = (folder: string, { mode = 0o777 }: { readonly recursive: true; readonly mode?: number }): void => {
  const made = host.mkdir(path(folder), mode)
  if (made === -2 && folder.lastIndexOf('/') > 0) {
    mkdirSync(folder.slice(0, folder.lastIndexOf('/')), { recursive: true, mode })
    done(host.mkdir(folder, mode), 'mkdir')
  } else if (made === -17) {
    if (statSync(folder)?.isDirectory() !== true) throw failed(made, 'mkdir')
  } else done(made, 'mkdir')
}

const words = (result: string | number, call: string): string => {
  if (typeof result === 'number') throw failed(result, call)
  return result
}

const resolved = (file: string): string => words(host.realpath(path(file === '' ? '.' : file)), 'realpath')

export const realpathSync = Object.assign(resolved, { native: resolved })
const listed = (folder: string, most: number): string[] =>
  words(host.list(path(folder), most), 'scandir')
    .split('\0')
    .slice(0, -1)

export const readdirSync = (folder: string): string[] =>
  listed(folder, 0x7fffffff).map(name => (name.endsWith('/') ? name.slice(0, -1) : name))

export interface Entry {
  readonly name: string
  readonly isSymbolicLink: () => boolean
}

/** More than anybody here reads of a folder in this way. */
const mostEntries = 4_096

export const opendirSync = (folder: string): { readonly readSync: () => Entry | null; readonly closeSync: () => void } => {
  const names = listed(folder, mostEntries).values()
  return {
    readSync: () => {
      const { value, done: over } = names.next()
      if (over === true) return null
      const link = value.endsWith('/')
      return { name: link ? value.slice(0, -1) : value, isSymbolicLink: () => link }
    },
    closeSync: () => {},
  }
}
export const renameSync = (from: string, to: string): void => void done(host.rename(path(from), path(to)), 'rename')
export const unlinkSync = (file: string): void => void done(host.unlink(path(file)), 'unlink')
export const fchmodSync = (fd: number, mode: number): void => void done(host.chmod(fd, mode), 'fchmod')
