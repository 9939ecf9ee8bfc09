/**
 * The chain: each line seals the bytes that its writer found before it, back to where the last sealed line had looked. Nobody waits: lines
 * written at the same moment seal the same bytes, and the next one seals them all.
 */

import { fchmodSync, fstatSync, readSync, type Stats } from 'node:fs'

export type Hash = (data: string | Uint8Array) => string

/** The last key of a line, in this order. */
export interface Link {
  /** The process that wrote it, so that two equal calls at the same moment differ. */
  readonly by: number
  /** The file that `from` and `to` are places in, when it is not this one: the one rotated before. */
  readonly in?: string
  readonly from: number
  readonly to: number
  /** The hash of those bytes. */
  readonly of: string
  /** Rotated files that the writer was about to remove. */
  readonly dropped?: readonly string[]
  /** What the head file said, where that is not the seal of the last line that the writer found: `verify` looks for it. */
  readonly head?: string
  /** The hash of this line up to here. */
  readonly seal: string
}

/** What a writer found. */
export interface View extends Pick<Link, 'in' | 'from' | 'to' | 'of' | 'dropped' | 'head'> {
  /** The last line has no end: its writer was killed, or the disk was full. */
  readonly torn: boolean
  /** The seal of the last line that has one. */
  readonly last: string | undefined
}

/** How far back a sealed line is looked for. Most are found in the first step; beyond the last the chain begins anew. */
const steps = [16 * 1024, 512 * 1024] as const
/** A link stands in the last bytes of its line. */
export const maxLink = 4_096

/** Crowds of hooks end; whoever finds a line without its end this often takes it as it stands. */
const mostLooks = 8

/**
 * What stands there when nobody is in the midst of a line. A file's size shows half of a write while another process is still at it.
 * Setting the mode that the file has waits for that write, as our own line would have to; what is still cut then stays cut.
 */
export const settledView = (fd: number, stat: Pick<Stats, 'size' | 'mode'>, hash: Hash): View => {
  let { size } = stat
  let view = viewOf(fd, size, hash)
  for (let looks = 1; view.torn && looks < mostLooks; looks++) {
    try {
      fchmodSync(fd, stat.mode & 0o7777)
    } catch {
      // It is somebody else's file. Then there may be an empty line more.
    }
    const now = fstatSync(fd).size
    if (now === size) break
    size = now
    view = viewOf(fd, size, hash)
  }
  return view
}

export const viewOf = (fd: number, size: number, hash: Hash): View => {
  let start = size
  let bytes: Uint8Array = new Uint8Array()
  let seen: number | undefined
  let last: string | undefined
  for (const step of steps) {
    if (start === 0 || seen !== undefined) break
    start = Math.max(0, size - step)
    bytes = readAt(fd, start, size)
    const link = lastLink(bytes)
    const to = link?.in === undefined ? link?.to : 0
    last = link?.seal
    if (to !== undefined && to >= start && to <= size) seen = to
  }
  const from = seen ?? start
  const to = start + bytes.length
  return { from, to, of: hash(bytes.subarray(from - start)), torn: bytes.length > 0 && bytes[bytes.length - 1] !== newline, last }
}

/** Nobody has sealed anything in this file yet: it is new, or its first writer was killed in the midst of a line. */
export const isFirst = ({ from, last }: View): boolean => from === 0 && last === undefined

/** The line as it is written, without its end. `text` is one JSON object with at least one key. */
export const sealed = (text: string, view: View, hash: Hash): string => {
  const { in: file, from, to, of, dropped, head } = view
  const link = {
    by: process.pid,
    ...(file !== undefined && { in: file }),
    from,
    to,
    of,
    ...(dropped !== undefined && dropped.length > 0 && { dropped }),
    ...(head !== undefined && { head }),
  }
  const body = `${text.slice(0, -1)},"chain":${JSON.stringify(link).slice(0, -1)}`
  return `${body},"seal":"${hash(body)}"}}`
}

/** The link at the end of a line. Foreign text cannot feign one: inside of a value its braces would not be the last two. */
export const linkOf = (line: string): Link | undefined => {
  const at = line.lastIndexOf(',"chain":{"by":')
  if (at < 0) return undefined
  try {
    const link: unknown = JSON.parse(line.slice(at + 9, -1))
    return isLink(link) && line.endsWith(`,"seal":"${link.seal}"}}`) ? link : undefined
  } catch {
    return undefined
  }
}

const isLink = (value: unknown): value is Link => {
  if (typeof value !== 'object' || value === null) return false
  const { by, in: file, from, to, of, dropped, head, seal } = value as { [K in keyof Link]?: unknown }
  return (
    isPlace(by) &&
    (file === undefined || typeof file === 'string') &&
    isPlace(from) &&
    isPlace(to) &&
    from <= to &&
    isHash(of) &&
    (dropped === undefined || (Array.isArray(dropped) && dropped.every(name => typeof name === 'string'))) &&
    (head === undefined || isHash(head)) &&
    isHash(seal)
  )
}

/** Every call asks this, and `Number.isSafeInteger` costs the first one that asks it a hundredth of all its time. */
const isPlace = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 2 ** 53 && value % 1 === 0

export const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const newline = 10

const lastLink = (bytes: Uint8Array): Link | undefined => {
  let end = bytes.lastIndexOf(newline)
  while (end > 0) {
    const before = bytes.lastIndexOf(newline, end - 1)
    const link = linkOf(text(bytes.subarray(Math.max(before + 1, end - maxLink), end)))
    if (link !== undefined) return link
    end = before
  }
  return undefined
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The bytes between two places; fewer when the file is shorter by now. */
export const readAt = (fd: number, from: number, to: number): Uint8Array => {
  const bytes = new Uint8Array(to - from)
  let at = 0
  while (at < bytes.length) {
    const length = readSync(fd, bytes, at, bytes.length - at, from + at)
    if (length === 0) return bytes.subarray(0, at)
    at += length
  }
  return bytes
}
