/** Files of the log beside the one that is written: their names, their making, and how long they stay. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import type { Limits } from './append.ts'
import { type Hash, type View, viewOf } from './chain.ts'
import { auditFile, headFile, sealIn } from './files.ts'

/** `audit-<milliseconds>-<process>.jsonl`; sorted by name they are sorted by time. */
const rotatedName = /^audit-(\d{13})-\d{1,10}\.jsonl$/

/** Names of the rotated files, oldest first. */
export const rotatedIn = (stateDir: string): readonly string[] => namesIn(stateDir, rotatedName)

const namesIn = (stateDir: string, pattern: RegExp): readonly string[] => {
  try {
    return readdirSync(stateDir)
      .filter(name => pattern.test(name))
      .sort()
  } catch {
    return []
  }
}

/** The last moment that a name has room for. */
const latest = 9_999_999_999_999
/** When a file was put aside, by its name. */
export const rotatedAt = (name: string): number => Number(rotatedName.exec(name)?.[1] ?? 0)

/**
 * Puts the log aside if it is still the file `ino`: somebody else may have done it meanwhile. Who has it open writes its line there, and
 * nothing is lost. The name is later than all others, even where the clock has gone back. False when the log goes on as it is.
 */
export const rotate = (stateDir: string, ino: number): boolean => {
  const turn = turnOf(stateDir)
  if (turn === undefined) return true
  try {
    const file = auditFile(stateDir)
    const last = rotatedAt(rotatedIn(stateDir).at(-1) ?? '')
    const time = last < latest ? Math.max(Date.now(), last + 1) : Date.now()
    // Nor is it that file where a link leads to it: whoever made the link may rotate it.
    if (lstatSync(file).ino !== ino) return true
    renameSync(file, `${stateDir}/audit-${time}-${process.pid}.jsonl`)
    return true
  } catch {
    return false
  } finally {
    removeFiles(stateDir, [turn])
  }
}

const turnName = /^audit\.turn-(\d{1,10})$/
const turnMs = 60_000

/**
 * One process rotates at a time: two that have looked at the same file would put aside the next one too, under a name that does not tell its
 * place. Nobody waits for a turn. One that was killed in its turn leaves a file, which counts in its minute and the next.
 */
const turnOf = (stateDir: string): string | undefined => {
  const now = Math.floor(Date.now() / turnMs)
  const own = `audit.turn-${now}`
  try {
    closeSync(openSync(`${stateDir}/${own}`, 'wx', 0o600))
  } catch {
    return undefined
  }
  // First made, then looked: of two at the edge of a minute one sees the other, or both do.
  const others = namesIn(stateDir, turnName).filter(name => name !== own)
  const age = (name: string): number => Math.abs(now - Number(turnName.exec(name)?.[1]))
  if (others.some(name => age(name) <= 1)) {
    removeFiles(stateDir, [own])
    return undefined
  }
  removeFiles(stateDir, others)
  return own
}

/** Most names that one line says it drops; the others have their turn at the next rotation. */
const mostDropped = 50

/**
 * What the first line of a file seals: the end of the file before it; where there is none, what stands in the file itself (`own`). `ino` is the
 * file's: it may have been put aside meanwhile.
 */
export const firstView = (stateDir: string, ino: number, own: View, limits: Limits, hash: Hash): View => {
  const all = rotatedIn(stateDir)
  // Some file systems number no file.
  const self = ino === 0 ? -1 : all.findIndex(name => inoOf(`${stateDir}/${name}`) === ino)
  const rotated = self < 0 ? all : all.slice(0, self)
  const name = rotated.at(-1)
  if (name === undefined) return own
  const dropped = overdue(rotated, limits).slice(0, mostDropped)
  const seen = withFile(`${stateDir}/${name}`, (fd, size) => viewOf(fd, size, hash))
  return { ...own, ...(seen && { ...seen, in: name }), dropped, torn: own.torn }
}

const inoOf = (file: string): number | undefined => lstatSync(file, { throwIfNoEntry: false })?.ino

/** Neither a link is followed nor a pipe waited for. */
const withFile = <T>(file: string, use: (fd: number, size: number) => T): T | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const stat = fstatSync(fd)
    return stat.isFile() ? use(fd, stat.size) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The newest always stays: somebody may be writing their line to it. */
const overdue = (rotated: readonly string[], { keepFiles, keepDays }: Limits): readonly string[] => {
  const oldest = keepDays === undefined ? 0 : Date.now() - keepDays * 86_400_000
  const over = rotated.length - Math.max(1, keepFiles)
  return rotated.slice(0, -1).filter((name, at) => at < over || rotatedAt(name) < oldest)
}

export const removeFiles = (stateDir: string, names: readonly string[]): void => {
  for (const name of names) {
    try {
      unlinkSync(`${stateDir}/${name}`)
    } catch {
      // Somebody else was quicker.
    }
  }
}

/** The seal in the head file. */
export const headIn = (stateDir: string): string | undefined => withFile(headFile(stateDir), sealIn)
