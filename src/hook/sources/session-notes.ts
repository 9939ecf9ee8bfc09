/** Notes what a call did into the memory of its session. Loaded when there is something to note. */

import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, type Stats, statSync, writeSync } from 'node:fs'
import { remove } from './machine/private-file.ts'
import { isMemory, mostBytes, reindex, type SessionPlace } from './session-file.ts'
import { step } from './session-index.ts'

export { sessionPlace } from './session-file.ts'

const keptMs = 14 * 24 * 3_600_000
/** Looked through at one time, when a session begins. */
const mostOld = 500

/** Told what was put at the end of a file, and how that looked before and after. */
type Wrote = (file: string, more: Uint8Array, before: Stats, after: Stats) => void

/**
 * One `write` in append mode, so that lines of concurrent processes do not tear, with a line break in front: what a killed process left
 * half behind spoils no other. False when it could not be noted.
 */
export const note = ({ dir, file }: SessionPlace, words: readonly string[], now = Date.now(), wrote?: Wrote): boolean => {
  try {
    const done = append(file, words, now, wrote)
    if (done !== undefined) return done
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return append(file, words, now, wrote) === true
  } catch {
    return false
  }
}

/** Undefined where there is no folder yet. */
const append = (file: string, words: readonly string[], now: number, wrote: Wrote | undefined): boolean | undefined => {
  let fd: number
  try {
    fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | safely, 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stat = fstatSync(fd)
    const bytes = new TextEncoder().encode(words.map(word => `\n${word} ${now.toString(36)}`).join(''))
    if (!isMemory(stat) || stat.size + bytes.length > mostBytes) return false
    if (stat.size === 0) sweep(file.slice(0, file.lastIndexOf('/')), now)
    const done = writeSync(fd, bytes) === bytes.length
    if (!done) return false
    // A process that stays knows what it wrote, and reads no index.
    if (wrote !== undefined) wrote(file, bytes, stat, fstatSync(fd))
    else if (Math.floor(stat.size / step) < Math.floor((stat.size + bytes.length) / step)) reindex(file)
    return true
  } finally {
    closeSync(fd)
  }
}

/** Somebody may have put a pipe or a link there. */
const safely = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Sessions that nobody has noted anything of for two weeks. */
const sweep = (dir: string, now: number): void => {
  try {
    for (const name of readdirSync(dir).slice(0, mostOld)) {
      const old = `${dir}/${name}`
      if (now - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? now) > keptMs) remove(old)
    }
  } catch {
    return
  }
}
