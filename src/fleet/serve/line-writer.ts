/** Writes lines without ever holding a request back: batched, one write under way, and beyond a bound dropped and counted. */

import { close, open, write } from 'node:fs'

export interface Lines {
  /** A line, or what makes it when it is written: many are made quicker one after the other than each behind its answer. */
  readonly add: (line: Line, size?: number) => void
  /** Lines that were dropped, because nobody took them or they could not be written. */
  readonly dropped: () => number
  /** Resolves when everything is written, or after `timeoutMs`. */
  readonly flush: (timeoutMs: number) => Promise<void>
}

export type Line = string | (() => string)

/** Characters that may wait. */
const maxWaiting = 4 * 1024 * 1024

/** What a line is made of may wait for it up to this size. */
const maxUnmade = 64 * 1024

/** How long lines are gathered for one write. */
const gatherMs = 10

/** `openFd` is called for every batch, so that a rotated file is followed; `closes` says whether the descriptor is ours. */
const linesTo = (
  openFd: (done: (fd: number | undefined) => void) => void,
  closes: boolean,
  finish: (fd: number, lines: readonly string[]) => string = (_, lines) => lines.join(''),
  wrote: () => void = () => {},
): Lines => {
  let waiting: Line[] = []
  let size = 0
  let lost = 0
  let busy = false
  let tight = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: (() => void)[] = []

  const rest = (): void => {
    busy = false
    if (waiting.length > 0) {
      start()
      return
    }
    const resolved = idle
    idle = []
    for (const resolve of resolved) resolve()
  }
  /** Undefined for one that cannot be made. */
  const made = (line: Line): string | undefined => {
    try {
      return typeof line === 'string' ? line : line()
    } catch {
      lost++
      return undefined
    }
  }
  const makeAll = (): readonly string[] => {
    const lines = waiting.map(made).filter(line => line !== undefined)
    waiting = []
    size = 0
    return lines
  }
  const start = (): void => {
    timer = undefined
    if (busy || waiting.length === 0) return
    busy = true
    const held = makeAll()
    tight = false
    openFd(fd => {
      if (fd === undefined) {
        lost += held.length
        rest()
      } else put(fd, Buffer.from(finish(fd, held)), 0, () => (closes ? close(fd, rest) : rest()))
    })
  }
  const put = (fd: number, bytes: Buffer, at: number, done: () => void, tries = 0): void =>
    write(fd, bytes, at, bytes.length - at, null, (error, written) => {
      if (error === null && at + written >= bytes.length) {
        wrote()
        return done()
      }
      if (error === null) return put(fd, bytes, at + written, done)
      // A non-blocking pipe that is full: its reader gets half a second.
      if (error.code === 'EAGAIN' && tries < 50) return void setTimeout(put, 10, fd, bytes, at, done, tries + 1)
      lost += count(bytes, at)
      done()
    })

  return {
    add: (given, about = given.length) => {
      if (!busy && !tight && about <= maxUnmade && size + about > maxWaiting) {
        tight = true
        waiting = [...makeAll()]
        size = waiting.reduce((sum, { length }) => sum + length, 0)
      }
      // While nobody takes lines, or many wait, they count as they are.
      const line = busy || tight || about > maxUnmade ? made(given) : given
      if (line === undefined) return
      const length = typeof line === 'string' ? line.length : about
      if (size + length > maxWaiting) {
        lost++
        return
      }
      waiting.push(line)
      size += length
      if (!busy && timer === undefined) timer = setTimeout(start, gatherMs)
    },
    dropped: () => lost,
    flush: async timeoutMs => {
      if (timer !== undefined) clearTimeout(timer)
      start()
      if (!busy) return
      let alarm: ReturnType<typeof setTimeout> | undefined
      await Promise.race([
        new Promise<void>(resolve => idle.push(resolve)),
        new Promise<void>(resolve => {
          alarm = setTimeout(resolve, timeoutMs)
        }),
      ])
      clearTimeout(alarm)
    },
  }
}

const count = (bytes: Buffer, from: number): number => bytes.subarray(from).reduce((n, byte) => (byte === 10 ? n + 1 : n), 0)

export const linesToFd = (fd: number): Lines => linesTo(done => done(fd), false)

interface LinesFile {
  readonly file: string
  readonly flags: number
  readonly makeDir: () => void
  /** Before each batch, and between its opening and its writing. */
  readonly begin: () => void
  readonly finish: (fd: number, lines: readonly string[]) => string
  /** After a batch that was written whole. */
  readonly wrote: () => void
}

/** Opens as the hook does: append, owner only, and never waiting for a pipe's reader. */
export const linesToFile = ({ file, flags, makeDir, begin, finish, wrote }: LinesFile): Lines =>
  linesTo(
    done => {
      begin()
      const attempt = (again: boolean): void =>
        open(file, flags, 0o600, (error, fd) => {
          if (error === null) return done(fd)
          if (!again) return done(undefined)
          try {
            makeDir()
          } catch {
            return done(undefined)
          }
          attempt(false)
        })
      attempt(true)
    },
    true,
    finish,
    wrote,
  )
