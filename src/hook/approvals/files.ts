/** Approvals as files: one for each call, named by its digest, in a folder that only its owner can read. Whoever removes it has it. */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { uptime } from 'node:os'
import type { Forgery } from '../../core/verdict.ts'
import { read, remove } from '../sources/machine/private-file.ts'
import { secretOf } from './keeper.ts'
import { sealed, unsealed } from './seal.ts'
import { type Approval, approvalIn, lastsMs, type Store, textOf } from './store.ts'

const most = 16_384

/** What lies under the name of a call. */
type Found = { readonly approval: Approval } | { readonly forgery: Forgery } | undefined

const folderIn = (state: string): string => `${state}/approvals`

export const filesIn = (state: string): Store => {
  const folder = folderIn(state)
  const fileOf = (digest: string): string => `${folder}/${digest}`
  const found = async (digest: string): Promise<Found> => {
    const file = fileOf(digest)
    const whole = isOurs(folder) ? read(file, most, 0o077) : undefined
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    // Somebody else has just had it.
    if (whole === undefined || stat === undefined) return undefined
    const opened = unsealed(whole, nameOf(stat), await secretOf(state))
    if ('forgery' in opened) return opened
    const approval = approvalIn(opened.text, digest)
    if (approval === undefined) return { forgery: 'copied' }
    return isFresh(approval, Date.now()) ? { approval } : undefined
  }
  return {
    put: async approval => {
      const secret = await secretOf(state, 'make')
      if (secret === undefined) return false
      sweep(folder, Date.now())
      // The folder goes with its last file, which may be between two of our steps.
      for (let tries = 0; tries < 3; tries++) {
        write(folder, approval.digest, name => sealed(textOf({ ...approval, since: uptime() }), name, secret))
        const there = await found(approval.digest)
        if (there !== undefined && 'approval' in there) return true
      }
      return false
    },
    waiting: async digest => {
      const there = await found(digest)
      return there !== undefined && 'approval' in there ? there.approval : undefined
    },
    take: async (digest, fits, forged) => {
      const there = await found(digest)
      if (there !== undefined && 'forgery' in there) {
        remove(fileOf(digest))
        leave(folder)
        forged?.(there.forgery)
        return undefined
      }
      if (there === undefined || !fits(there.approval)) {
        sweep(folder, Date.now())
        return undefined
      }
      // Of many processes one can remove it.
      unlinkSync(fileOf(digest))
      leave(folder)
      return there.approval
    },
  }
}

/** Which of those that lie there no console has written, or not in this file. Of one that is over nobody knows: its secret may be gone with it. */
export const forgedIn = async (state: string, now = Date.now()): Promise<readonly string[]> => {
  const folder = folderIn(state)
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return []
  if (!isOurs(folder)) return [folder]
  const secret = await secretOf(state)
  return readdirSync(folder)
    .slice(0, 500)
    .map(name => `${folder}/${name}`)
    .filter(file => {
      const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
      if (stat === undefined || now - Number(stat.ctimeMs) > lastsMs) return false
      // A draft of one that is being written has no seal yet.
      return !isDraft(file) && 'forgery' in unsealed(read(file, most, 0o077) ?? '', nameOf(stat), secret)
    })
}

const isDraft = (file: string): boolean => file.endsWith('.new')

/** What a file has that no copy of it has; nothing where it has a second name. */
const nameOf = ({ ino, birthtimeNs, nlink }: BigIntStats): string => (nlink === 1n ? `${ino}.${birthtimeNs}` : '')

/** Whole or not at all; nothing is said where it cannot be done. */
const write = (folder: string, digest: string, textFor: (name: string) => string): void => {
  const draft = `${folder}/${digest}.${process.pid}.new`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const fd = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600)
    try {
      writeSync(fd, textFor(nameOf(fstatSync(fd, { bigint: true }))))
    } finally {
      closeSync(fd)
    }
    renameSync(draft, `${folder}/${digest}`)
  } catch {
    remove(draft)
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
