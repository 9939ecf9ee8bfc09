/** The memory of a session as it grows: what was read of it before is not taken apart again. */

import type { Earlier } from '../core/earlier.ts'
import { wordIn } from '../sources/session-file.ts'

/** Sessions whose memory is kept, each of 128 KiB at most; beyond it the oldest is read anew. */
const most = 64

interface Known {
  readonly text: string
  /** The places in the text at which each word stands. A longer text only adds places behind it. */
  readonly places: Map<string, number[]>
  readonly sure: boolean
}

/** Same text, same answer. */
export const growingMemory = (): ((text: string, file: string) => Earlier) => {
  const known = new Map<string, Known>()
  return (text, file) => {
    let now = known.get(file)
    if (now?.text !== text) {
      now = grown(text, now)
      known.delete(file)
      known.set(file, now)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    }
    const { places, sure } = now
    return { times: word => places.get(word)?.filter(at => at < text.length).length ?? 0, sure }
  }
}

/** Each note begins with a line break: behind one, the last line that was read is whole. */
const grown = (text: string, before: Known | undefined): Known => {
  const more = before !== undefined && text[before.text.length] === '\n' && text.startsWith(before.text) ? before : undefined
  const places = more?.places ?? new Map<string, number[]>()
  let sure = more?.sure ?? true
  let at = more?.text.length ?? 0
  for (const line of text.slice(at).split('\n')) {
    const word = wordIn(line)
    if (word === undefined) sure &&= line === ''
    else {
      const found = places.get(word)
      if (found === undefined) places.set(word, [at])
      else found.push(at)
    }
    at += line.length + 1
  }
  return { text, places, sure }
}
