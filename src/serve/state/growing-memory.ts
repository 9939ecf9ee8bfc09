/** The memory of a session as it grows: what was read of it before is neither read nor taken apart again. */

import type { Stats } from 'node:fs'
import type { Earlier } from '../../core/earlier.ts'
import { type Reader, wordIn } from '../../sources/session-file.ts'

/** What is kept of them all; beyond it the oldest is read anew. */
const most = { sessions: 4_096, bytes: 8 * 1024 * 1024 }

interface Known {
  readonly bytes: Buffer
  /** The places at which each word stands. A longer memory only adds places behind its end. */
  readonly places: Map<string, number[]>
  readonly sure: boolean
  readonly stamp: string | undefined
}

/** Same bytes, same answer: they are compared, which is a hundred times quicker than to take them apart. */
export const growingMemory = (): Reader => {
  const known = new Map<string, Known>()
  let held = 0
  const forget = (file: string): void => {
    held -= known.get(file)?.bytes.length ?? 0
    known.delete(file)
  }
  return {
    // Whoever could change a file of ours behind these could as well write into it whatever he likes.
    same: (file, stat) => {
      const now = known.get(file)
      return now?.stamp === undefined || now.stamp !== stampOf(stat) ? undefined : said(now)
    },
    parse: (read, file, stat) => {
      const bytes = Buffer.from(read.buffer, read.byteOffset, read.length)
      const before = known.get(file)
      // What was written between the look at the file and its reading is not what was looked at.
      const stamp = stat?.size === bytes.length ? stampOf(stat) : undefined
      const now = before?.bytes.equals(bytes) === true ? { ...before, stamp } : grown(bytes, before, stamp)
      forget(file)
      known.set(file, now)
      held += bytes.length
      for (const oldest of known.keys()) {
        if (oldest === file || (known.size <= most.sessions && held <= most.bytes)) break
        forget(oldest)
      }
      return said(now)
    },
  }
}

const stampOf = ({ dev, ino, mode, nlink, uid, size, mtimeMs, ctimeMs }: Stats): string =>
  `${dev} ${ino} ${mode} ${nlink} ${uid} ${size} ${mtimeMs} ${ctimeMs}`

const said = ({ bytes, places, sure }: Known): Earlier => ({
  times: word => places.get(word)?.filter(at => at < bytes.length).length ?? 0,
  sure,
})

/** Each note begins with a line break: behind one, the last line that was read is whole. */
const grown = (bytes: Buffer, before: Known | undefined, stamp: string | undefined): Known => {
  const size = before?.bytes.length ?? 0
  const more = bytes[size] === lineBreak && before?.bytes.equals(bytes.subarray(0, size)) === true ? before : undefined
  const places = more?.places ?? new Map<string, number[]>()
  let sure = more?.sure ?? true
  let at = more === undefined ? 0 : size
  for (const line of bytes.subarray(at).toString('utf8').split('\n')) {
    const word = wordIn(line)
    if (word === undefined) sure &&= line === ''
    else {
      const found = places.get(word)
      if (found === undefined) places.set(word, [at])
      else found.push(at)
    }
    at += line.length + 1
  }
  return { bytes, places, sure, stamp }
}

const lineBreak = 10
