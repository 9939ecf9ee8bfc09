/** The memory of a session as it grows: what was read of it before is not taken apart again. */

import { type Parse, wordIn } from '../../sources/session-file.ts'

/** Sessions whose memory is kept, each of 128 KiB at most; beyond it the oldest is read anew. */
const most = 64

interface Known {
  readonly bytes: Buffer
  /** The places at which each word stands. A longer memory only adds places behind its end. */
  readonly places: Map<string, number[]>
  readonly sure: boolean
}

/** Same bytes, same answer: they are compared, which is a hundred times quicker than to take them apart. */
export const growingMemory = (): Parse => {
  const known = new Map<string, Known>()
  return (read, file) => {
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.length)
    let now = known.get(file)
    if (now === undefined || !now.bytes.equals(bytes)) {
      now = grown(bytes, now)
      known.delete(file)
      known.set(file, now)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    }
    const { places, sure } = now
    return { times: word => places.get(word)?.filter(at => at < bytes.length).length ?? 0, sure }
  }
}

/** Each note begins with a line break: behind one, the last line that was read is whole. */
const grown = (bytes: Buffer, before: Known | undefined): Known => {
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
  return { bytes, places, sure }
}

const lineBreak = 10
