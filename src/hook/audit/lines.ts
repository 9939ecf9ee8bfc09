/** The lines of a log file as bytes, in either direction, with a bound on what is held. */

import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs'
import { readAt } from './chain.ts'

export interface RawLine {
  /** From 1; zero when it was read from the end. */
  readonly number: number
  /** Place of its first byte. */
  readonly start: number
  /** Place behind its last byte, without the line break. */
  readonly end: number
  /** False for the last line while its end is missing. */
  readonly ended: boolean
  /** Undefined when the line is longer than any of ours. */
  readonly bytes: Uint8Array | undefined
}

/** Our longest lines stay below 200 kB. */
export const maxLine = 1024 * 1024
const chunkBytes = 256 * 1024
const newline = 10

/** Undefined when it is not there, or no file. Neither waits for a pipe. */
export const withLog = <T>(file: string, use: (fd: number, stat: Stats) => T): T | undefined => {
  const fd = openLog(file)
  if (fd === undefined) return undefined
  try {
    return use(fd, fstatSync(fd))
  } finally {
    closeSync(fd)
  }
}

/** Undefined when nothing is there; a throw when it cannot be read. */
export const openLog = (file: string): number | undefined => {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw new Error(`${file} is not a file`)
}

/** `from` is where a line begins; numbers count from there. */
export function* linesOf(fd: number, size: number, from = 0): Generator<RawLine> {
  let number = 0
  let start = from
  let held: Uint8Array[] = []
  let length = 0
  const line = (end: number, ended: boolean): RawLine => {
    const bytes = length > maxLine ? undefined : join(held, length)
    number++
    const found = { number, start, end, ended, bytes }
    start = end + 1
    held = []
    length = 0
    return found
  }
  const hold = (bytes: Uint8Array): void => {
    if (length <= maxLine) held.push(bytes)
    length += bytes.length
  }
  for (let at = from; at < size; ) {
    const chunk = readAt(fd, at, Math.min(size, at + chunkBytes))
    if (chunk.length === 0) break
    let begin = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, begin)) {
      hold(chunk.subarray(begin, to))
      yield line(at + to, true)
      begin = to + 1
    }
    hold(chunk.subarray(begin))
    at += chunk.length
  }
  if (length > 0) yield line(start + length, false)
}

/** The last line first, down to `floor`. A line that lies across the floor is left out. */
export function* linesFromEnd(fd: number, size: number, floor = 0): Generator<RawLine> {
  let rest: Uint8Array[] = []
  let length = 0
  let end = size
  let ended = false
  const line = (start: number): RawLine => {
    const bytes = length > maxLine ? undefined : join(rest.reverse(), length)
    const found = { number: 0, start, end, ended, bytes }
    end = start - 1
    ended = true
    rest = []
    length = 0
    return found
  }
  for (let at = size; at > floor; ) {
    const from = Math.max(floor, at - chunkBytes)
    const chunk = readAt(fd, from, at)
    let to = chunk.length
    for (let cut = chunk.lastIndexOf(newline); cut >= 0; cut = cut === 0 ? -1 : chunk.lastIndexOf(newline, cut - 1)) {
      const part = chunk.subarray(cut + 1, to)
      if (length <= maxLine) rest.push(part)
      length += part.length
      // Behind the last line break there is nothing, as a rule.
      if (length > 0 || ended) yield line(from + cut + 1)
      else {
        end = from + cut
        ended = true
        rest = []
      }
      to = cut
    }
    const part = chunk.subarray(0, to)
    if (length <= maxLine) rest.push(part)
    length += part.length
    at = from
  }
  if (floor === 0 && (length > 0 || ended)) yield line(0)
}

const join = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
