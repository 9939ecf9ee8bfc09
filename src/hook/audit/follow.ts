/** New lines of the log as they come, also when it is rotated meanwhile. Holds one chunk and one line, however much comes. */

import { closeSync, fstatSync, statSync } from 'node:fs'
import { readAt } from './chain.ts'
import { auditFile } from './files.ts'
import { maxLine, openLog } from './lines.ts'
import { rotatedIn } from './rotate.ts'

export interface Follower {
  /** Hands over every line that has come since the last call. Undefined stands for one that was too long. */
  readonly poll: (line: (bytes: Uint8Array | undefined) => boolean) => boolean
  readonly close: () => void
}

interface Open {
  readonly fd: number
  readonly ino: number
  at: number
  rest: Uint8Array
  tooLong: boolean
}

const chunkBytes = 256 * 1024
const newline = 10
/** Somebody may have opened a file before it was rotated and write their line to it after. */
const lastPolls = 10

/** Begins at the end of the log as it is now. */
export const follower = (stateDir: string): Follower => {
  const file = auditFile(stateDir)
  let current: Open | undefined = open(file)
  if (current !== undefined) current.at = fstatSync(current.fd).size
  let leaving: { readonly open: Open; polls: number }[] = []
  // Names, for the numbers of removed files come back.
  const known = new Set(rotatedIn(stateDir))

  const next = (): Open | undefined => {
    for (const name of rotatedIn(stateDir)) {
      if (known.has(name)) continue
      known.add(name)
      const found = open(`${stateDir}/${name}`)
      if (found === undefined) continue
      if (leaving.every(({ open }) => open.ino !== found.ino)) return found
      closeSync(found.fd)
    }
    return open(file)
  }

  return {
    poll: line => {
      for (const left of leaving) {
        left.polls--
        if (!drain(left.open, line)) return false
      }
      for (const { open } of leaving.filter(({ polls }) => polls <= 0)) closeSync(open.fd)
      leaving = leaving.filter(({ polls }) => polls > 0)
      for (;;) {
        if (current !== undefined) {
          if (!drain(current, line)) return false
          if (inoOf(file) === current.ino) return true
          leaving.push({ open: current, polls: lastPolls })
        }
        current = next()
        if (current === undefined) return true
      }
    },
    close: () => {
      for (const { open } of leaving) closeSync(open.fd)
      if (current !== undefined) closeSync(current.fd)
    },
  }
}

const inoOf = (file: string): number | undefined => {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino
  } catch {
    return undefined
  }
}

const open = (file: string): Open | undefined => {
  const fd = openLog(file)
  return fd === undefined ? undefined : { fd, ino: fstatSync(fd).ino, at: 0, rest: new Uint8Array(), tooLong: false }
}

/** False when whoever reads has had enough. */
const drain = (open: Open, line: (bytes: Uint8Array | undefined) => boolean): boolean => {
  for (;;) {
    const { size } = fstatSync(open.fd)
    // Cut from outside: what is there now is new.
    if (size < open.at) Object.assign(open, { at: 0, rest: new Uint8Array(), tooLong: false })
    const chunk = readAt(open.fd, open.at, Math.min(size, open.at + chunkBytes))
    if (chunk.length === 0) return true
    open.at += chunk.length
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      const bytes = open.tooLong ? undefined : joined(open.rest, chunk.subarray(from, to))
      open.rest = new Uint8Array()
      open.tooLong = false
      from = to + 1
      if (!line(bytes)) return false
    }
    open.rest = joined(open.rest, chunk.subarray(from))
    if (open.rest.length > maxLine) Object.assign(open, { rest: new Uint8Array(), tooLong: true })
  }
}

const joined = (before: Uint8Array, after: Uint8Array): Uint8Array => {
  if (before.length === 0) return after.slice()
  const whole = new Uint8Array(before.length + after.length)
  whole.set(before)
  whole.set(after, before.length)
  return whole
}
