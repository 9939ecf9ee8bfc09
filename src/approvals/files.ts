/** Approvals as files: one for each call, named by its digest, in a folder that only its owner can read. Whoever removes it has it. */

import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { uptime } from 'node:os'
import { read, remove, save } from '../sources/machine/private-file.ts'
import { type Approval, approvalIn, lastsMs, type Store, textOf } from './store.ts'

const most = 16_384

export const filesIn = (state: string): Store => {
  const folder = `${state}/approvals`
  const fileOf = (digest: string): string => `${folder}/${digest}`
  const waiting = (digest: string): Approval | undefined => {
    const approval = isOurs(folder) ? approvalIn(read(fileOf(digest), most, 0o077), digest) : undefined
    return approval !== undefined && isFresh(approval, Date.now()) ? approval : undefined
  }
  return {
    put: async approval => {
      const text = textOf({ ...approval, since: uptime() })
      const file = fileOf(approval.digest)
      // The folder goes with its last file, which may be between two of our steps.
      for (let tries = 0; tries < 3; tries++) {
        save(file, text)
        if (isOurs(folder) && read(file, most, 0o077) === text) return true
      }
      return false
    },
    waiting: async digest => waiting(digest),
    take: async (digest, fits) => {
      const approval = waiting(digest)
      if (approval === undefined || !fits(approval)) {
        sweep(folder, Date.now())
        return undefined
      }
      // Of many processes one can remove it.
      unlinkSync(fileOf(digest))
      leave(folder)
      return approval
    },
  }
}

/** By both clocks: the one can be set, the other begins anew with the machine. */
const isFresh = ({ at, since }: Approval, now: number): boolean => {
  const age = now - at
  const awake = typeof since === 'number' ? (uptime() - since) * 1_000 : Number.NaN
  return age >= 0 && age <= lastsMs && awake >= -1_000 && awake <= lastsMs
}

/** A folder itself, no link to one, in which nobody else can look or write. */
const isOurs = (folder: string): boolean => {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return (
    stat?.isDirectory() === true && (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0))
  )
}

/** What nobody has used in time, so that refusals need not look any more. */
const sweep = (folder: string, now: number): void => {
  if (!isOurs(folder)) return
  for (const name of readdirSync(folder).slice(0, 500)) {
    const stat = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false })
    if (stat !== undefined && Math.abs(now - stat.mtimeMs) > 2 * lastsMs) remove(`${folder}/${name}`)
  }
  leave(folder)
}

const leave = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // Others are waiting there.
  }
}
