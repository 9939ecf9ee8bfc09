/** One sender at a time. Two would send some events twice under the same key, so a lock that is broken by mistake does no harm. */

import { closeSync, constants, lstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { alive } from '../sources/machine/process.ts'
import { readOurs, remove, type Spool } from './files.ts'

/** No lock holds longer, whatever it says. */
const longestMs = 120_000
/** Between a lock's creation and its first byte. */
const bornMs = 2_000

const lockOf = ({ dir, name }: Spool): string => `${dir}/${name}.lock`

/** Whether somebody holds it who is alive. */
export const held = (spool: Spool): boolean => {
  const file = lockOf(spool)
  const [, until, pid] = /^(\d{13}) (\d{1,10})$/.exec(readOurs(file) ?? '') ?? []
  if (until === undefined) {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat !== undefined && Date.now() - stat.mtimeMs < bornMs
  }
  const left = Number(until) - Date.now()
  return left > 0 && left <= longestMs && alive(Number(pid))
}

/** The release; undefined when somebody else holds it, or when it cannot be had. */
export const lock = (spool: Spool, forMs: number): (() => void) | undefined => {
  const file = lockOf(spool)
  const text = `${Date.now() + forMs} ${process.pid}`
  for (let turn = 0; turn < 2; turn++) {
    try {
      const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
      try {
        writeSync(fd, text)
      } finally {
        closeSync(fd)
      }
      return () => {
        if (readOurs(file) === text) remove(file)
      }
    } catch {
      if (held(spool) || !takeAway(file)) return undefined
    }
  }
  return undefined
}

const takeAway = (file: string): boolean => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return false
  }
  return remove(aside)
}
