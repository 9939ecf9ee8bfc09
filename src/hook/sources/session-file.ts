/** The memory of a session: a small file of words in the state directory, read when a rule asks. */

import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type Earlier, nothingEarlier } from '../../core/earlier.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { hash } from '../../core/hash.ts'
import { type Front, frontOf, makeIndex, step } from './session-index.ts'

export interface SessionPlace {
  readonly dir: string
  readonly file: string
}

/** Some thousand notes. What is noted once is not noted again, so that an ordinary session has some dozens. */
export const mostBytes = 131_072

/** Undefined for clients that do not say which session it is. */
export const sessionPlace = (
  stateDir: string,
  { client, sessionId, conversationId }: Pick<NormalizedHookEvent, 'client' | 'sessionId' | 'conversationId'>,
): SessionPlace | undefined => {
  const session = sessionId ?? conversationId
  const dir = `${stateDir}/sessions`
  return session ? { dir, file: `${dir}/${hash(`${client}\n${session}`)}` } : undefined
}

/** A regular file of our own, under one name, that nobody else can write. */
export const isMemory = (stat: Stats): boolean =>
  stat.isFile() &&
  stat.nlink === 1 &&
  (process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0))

/** Makes the index of a memory that has grown, for those who read it next. Without one they read it all. */
export const reindex = (file: string): void => {
  let fd: number | undefined
  try {
    fd = openSync(file, safely)
    const text = new TextDecoder().decode(bytesOf(fd, mostBytes))
    const { sure, counts } = earlierIn(text)
    // What is torn is read whole, as long as anybody asks.
    if (sure) makeIndex(file, text, counts)
  } catch {
    return
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Somebody may have put a pipe or a link there. */
const safely = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** What is there, once, when it is asked for. A process that stays may know it already. */
export const earlierAt = ({ file }: SessionPlace, reader: Reader = anew): (() => Earlier) => {
  let known: Earlier | undefined
  return () => (known ??= read(file, reader))
}

export interface Reader {
  /** Of the bytes of a memory, as they stand in a file. */
  readonly parse: (bytes: Uint8Array, file: string, stat?: Stats) => Earlier
  /** What was parsed of a file that looked like this. */
  readonly same?: (file: string, stat: Stats) => Earlier | undefined
}

const anew: Reader = {
  parse: bytes => {
    const text = new TextDecoder().decode(bytes)
    return text.length <= 4_096 && whole.test(text) ? searched(text) : earlierIn(text)
  },
}

const whole = /^(?:\n[a-z-]+(?::[0-9a-z]+)? [0-9a-z]{8})*$/

/** A short memory in which every line is whole need not be taken apart. */
const searched = (text: string): Earlier => {
  const kinds = new Map<string, boolean>()
  return {
    times: word => text.split(`\n${word} `).length - 1,
    sure: true,
    kinds: {
      has: kind => {
        const known = kinds.get(kind) ?? (text.includes(`\n${kind}:`) || text.includes(`\n${kind} `))
        kinds.set(kind, known)
        return known
      },
    },
  }
}

const read = (file: string, reader: Reader, byIndex = reader === anew): Earlier => {
  const { parse, same } = reader
  let fd: number | undefined
  try {
    // Most sessions have none, and an absent file costs no exception this way.
    const seen = lstatSync(file, { throwIfNoEntry: false })
    if (seen === undefined) return nothingEarlier
    const known = same?.(file, seen)
    if (known !== undefined) return known
    fd = openSync(file, safely)
    const stat = fstatSync(fd)
    if (!isMemory(stat) || stat.size > mostBytes) return unread
    const front = byIndex && stat.size > step ? frontOf(file, fd, stat.size, isMemory) : undefined
    const from = front?.end ?? 0
    const bytes = bytesOf(fd, stat.size, from)
    if (bytes.length === 0 || / [0-9a-z]{8}$/.test(new TextDecoder().decode(bytes.subarray(-9))))
      return behind(front, parse(bytes, file, stat), file)
    // Half a line at the end may be one that is being written: this waits for that write, which was seen with the audit log.
    fchmodSync(fd, stat.mode)
    return behind(front, parse(bytesOf(fd, mostBytes, from), file), file)
  } catch {
    return unread
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** What was noted after an index was made, and what the index says. */
const behind = (front: Front | undefined, tail: Earlier, file: string): Earlier => {
  if (front === undefined) return tail
  const { times, sure, kinds } = tail
  let known: Earlier | undefined
  const all = (): Earlier => (known ??= read(file, anew, false))
  return {
    times: word => {
      const before = front.kinds.includes(kindOf(word)) ? front.times(word) : 0
      return before === undefined ? all().times(word) : before + times(word)
    },
    sure,
    kinds: { has: kind => front.kinds.includes(kind) || kinds?.has(kind) !== false },
  }
}

/** Up to that size, from a place on. */
const bytesOf = (fd: number, size: number, from = 0): Uint8Array => {
  const bytes = new Uint8Array(size - from)
  return bytes.length === 0 ? bytes : bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
}

const unread: Earlier = { times: () => 0, sure: false }

/** Lines that are whole count, also behind one that is not. */
export const earlierIn = (text: string): Earlier & { readonly counts: ReadonlyMap<string, number> } => {
  const counts = new Map<string, number>()
  const kinds = new Set<string>()
  let sure = true
  for (const line of text.split('\n')) {
    const word = wordIn(line)
    if (word !== undefined) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      kinds.add(kindOf(word))
    } else if (line !== '') sure = false
  }
  return { times: word => counts.get(word) ?? 0, sure, kinds, counts }
}

export const kindOf = (word: string): string => word.split(':', 1)[0] ?? ''

/** Undefined for a line that is not whole. */
export const wordIn = (line: string): string | undefined => /^([a-z-]+(?::[0-9a-z]+)?) [0-9a-z]{8}$/.exec(line)?.[1]
