/** The memory of a session as it grows: what was read of it before is neither read nor taken apart again. */

import type { Stats } from 'node:fs'
import type { Earlier } from '../../../core/earlier.ts'
import { kindOf, type Reader, wordIn } from '../../../hook/sources/session-file.ts'

/** What is kept of them all; beyond it the oldest is read anew. */
const most = { sessions: 4_096, bytes: 8 * 1024 * 1024 }

interface Known {
  /** Its first `size` bytes; what is behind them is room. */
  readonly bytes: Buffer
  readonly size: number
  /** The places at which each word stands. A longer memory only adds places behind its end. */
  readonly places: Map<string, number[]>
  readonly kinds: Set<string>
  readonly sure: boolean
  readonly stamp: string | undefined
}

/** A reader that is told what this process itself has put at the end of a file, so that it need not be read. */
interface GrowingMemory extends Reader {
  readonly wrote: (file: string, more: Uint8Array, before: Stats, after: Stats) => void
}

/** Same bytes, same answer: they are compared, which is a hundred times quicker than to take them apart. */
export const growingMemory = (): GrowingMemory => {
  const known = new Map<string, Known>()
  let held = 0
  const forget = (file: string): void => {
    held -= known.get(file)?.bytes.length ?? 0
    known.delete(file)
  }
  const keep = (file: string, now: Known): void => {
    forget(file)
    known.set(file, now)
    held += now.bytes.length
    for (const oldest of known.keys()) {
      if (oldest === file || (known.size <= most.sessions && held <= most.bytes)) break
      forget(oldest)
    }
  }
  return {
    // Whoever could change a file of ours behind these could as well write into it whatever they like.
    same: (file, stat) => {
      const now = known.get(file)
      return now?.stamp === undefined || now.stamp !== stampOf(stat) ? undefined : said(now)
    },
    parse: (read, file, stat) => {
      const bytes = Buffer.from(read.buffer, read.byteOffset, read.length)
      const before = known.get(file)
      // What was written between the look at the file and its reading is not what was looked at.
      const stamp = stat?.size === bytes.length ? stampOf(stat) : undefined
      const same = before?.size === bytes.length && isFront(before, bytes)
      const now = same ? { ...before, stamp } : grown(bytes, before, stamp)
      keep(file, now)
      return said(now)
    },
    wrote: (file, more, before, after) => {
      const now = known.get(file)
      // Somebody else wrote as well, or it was another file: it is read.
      if (now?.stamp === undefined || now.stamp !== stampOf(before) || after.size !== now.size + more.length) return
      const bytes = now.bytes.length < after.size ? Buffer.alloc(2 * after.size) : now.bytes
      if (bytes !== now.bytes) bytes.set(now.bytes.subarray(0, now.size))
      bytes.set(more, now.size)
      keep(file, { ...taken(more, now.size, now), bytes, stamp: stampOf(after) })
    },
  }
}

const stampOf = ({ dev, ino, mode, nlink, uid, size, mtimeMs, ctimeMs }: Stats): string =>
  `${dev} ${ino} ${mode} ${nlink} ${uid} ${size} ${mtimeMs} ${ctimeMs}`

const said = ({ size, places, kinds, sure }: Known): Earlier => ({
  times: word => {
    const at = places.get(word)
    if (at === undefined) return 0
    return (at.at(-1) ?? 0) < size ? at.length : at.filter(place => place < size).length
  },
  sure,
  // There may be more of them by now, of which there are none to be found.
  kinds,
})

const isFront = ({ bytes, size }: Known, whole: Buffer): boolean => bytes.subarray(0, size).equals(whole.subarray(0, size))

/** Each note begins with a line break: behind one, the last line that was read is whole. */
const grown = (bytes: Buffer, before: Known | undefined, stamp: string | undefined): Known => {
  const more = before !== undefined && bytes[before.size] === lineBreak && isFront(before, bytes) ? before : nothing()
  return { bytes, ...taken(bytes.subarray(more.size), more.size, more), stamp }
}

type Words = Pick<Known, 'size' | 'places' | 'kinds' | 'sure'>

const nothing = (): Words => ({ size: 0, places: new Map(), kinds: new Set(), sure: true })

const taken = (more: Uint8Array, from: number, { places, kinds, sure: whole }: Words): Words => {
  let sure = whole
  let at = from
  for (const line of Buffer.from(more.buffer, more.byteOffset, more.length).toString('utf8').split('\n')) {
    const word = wordIn(line)
    if (word === undefined) sure &&= line === ''
    else {
      const found = places.get(word)
      if (found === undefined) places.set(word, [at])
      else found.push(at)
      kinds.add(kindOf(word))
    }
    at += line.length + 1
  }
  return { size: from + more.length, places, kinds, sure }
}

const lineBreak = 10
