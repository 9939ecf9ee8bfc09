/** Appends one audit line. It never throws and never waits: a verdict does not depend on its record. */

import { closeSync, constants, fstatSync, mkdirSync, openSync, type Stats, statSync, writeSync } from 'node:fs'
import type { AuditLimits } from '../../core/config.ts'
import type { JsonObject } from '../../core/json.ts'
import { type Hash, isFirst, sealed, settledView, type View } from './chain.ts'
import { auditFile, headFile, sealIn } from './files.ts'

export type Limits = AuditLimits

export const standardLimits: Limits = { maxBytes: 8 * 1024 * 1024, keepFiles: 12 }

/** Non-blocking: somebody may have put a pipe there. */
export const appending = constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

/**
 * One line, one `write` in append mode: lines of concurrent processes do not tear. Returns false when it could not be written. What cannot
 * be read, or is no file, gets its line without a seal.
 */
export const appendAudit = async (
  stateDir: string,
  record: JsonObject,
  hash: Hash,
  given: Partial<Limits> = {},
): Promise<boolean> => {
  const limits = { ...standardLimits, ...given }
  const text = JSON.stringify(record)
  const ways = [
    () => appendSealed(stateDir, text, hash, limits),
    () => {
      mkdirSync(stateDir, { recursive: true, mode: 0o700 })
      return appendSealed(stateDir, text, hash, limits)
    },
    () => appendPlain(stateDir, text),
  ]
  for (const way of ways) {
    try {
      return await way()
    } catch {
      // The next way is the simpler one.
    }
  }
  return false
}

const appendSealed = async (stateDir: string, text: string, hash: Hash, limits: Limits): Promise<boolean> => {
  let fd = openSync(auditFile(stateDir), constants.O_RDWR | appending, 0o600)
  try {
    let stat = fstatSync(fd)
    if (!stat.isFile()) return appendPlain(stateDir, text)
    if (stat.size > limits.maxBytes && (await import('./rotate.ts')).rotate(stateDir, stat.ino)) {
      closeSync(fd)
      fd = openSync(auditFile(stateDir), constants.O_RDWR | appending, 0o600)
      stat = fstatSync(fd)
    }
    const view = settledView(fd, stat, hash)
    return isFirst(view)
      ? await appendFirst(fd, stat, stateDir, text, view, limits, hash)
      : put(fd, stat, stateDir, text, view, hash)
  } finally {
    closeSync(fd)
  }
}

/** The first line of a file follows the file before it, and takes away what is kept no longer. */
const appendFirst = async (
  fd: number,
  stat: Stats,
  stateDir: string,
  text: string,
  own: View,
  limits: Limits,
  hash: Hash,
): Promise<boolean> => {
  const { firstView, removeFiles } = await import('./rotate.ts')
  const view = firstView(stateDir, stat.ino, own, limits, hash)
  const done = put(fd, stat, stateDir, text, view, hash)
  if (done) removeFiles(stateDir, view.dropped ?? [])
  return done
}

const put = (fd: number, { ino }: Stats, stateDir: string, text: string, view: View, hash: Hash): boolean => {
  const head = openHead(stateDir)
  try {
    const seal = head === undefined ? undefined : sealIn(head)
    // What the head names and the log does not end with was written at the same moment, or it was cut off.
    const line = sealed(text, seal === undefined || seal === view.last ? view : { ...view, head: seal }, hash)
    const bytes = new TextEncoder().encode(`${view.torn ? '\n' : ''}${line}\n`)
    if (writeSync(fd, bytes) !== bytes.length) return false
    // The head is of the file that goes on: one that was put aside meanwhile may be removed before the head is read.
    if (head !== undefined && statSync(auditFile(stateDir), { throwIfNoEntry: false })?.ino === ino)
      noteHead(head, line.slice(-67, -3))
    return true
  } finally {
    if (head !== undefined) closeSync(head)
  }
}

const openHead = (stateDir: string): number | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(headFile(stateDir), overwriting, 0o600)
    const stat = fstatSync(fd)
    if (stat.isFile() && stat.nlink === 1) return fd
  } catch {
    // The line is written all the same; the head is for whoever verifies it.
  }
  if (fd !== undefined) closeSync(fd)
  return undefined
}

/** Of one length always, so that the last of many writers leaves a whole one; and twice, so that whoever reads meanwhile sees it is not. */
const noteHead = (fd: number, seal: string): void => {
  try {
    writeSync(fd, `${seal}\n${seal}\n`, 0)
  } catch {
    // As above.
  }
}

// It is written over, so it must be nobody else's file: not behind a link, nor under a second name.
const overwriting = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

const appendPlain = (stateDir: string, text: string): boolean => {
  const fd = openSync(auditFile(stateDir), constants.O_WRONLY | appending, 0o600)
  try {
    const bytes = new TextEncoder().encode(`${text}\n`)
    return writeSync(fd, bytes) === bytes.length
  } finally {
    closeSync(fd)
  }
}
