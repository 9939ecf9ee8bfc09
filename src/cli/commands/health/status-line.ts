/**
 * `status --line`: for the status line of a client, which asks for it all the time. Loaded without the command line, it reads the end of the audit log
 * and nothing else: whether this session was seen, and how many calls were refused today.
 */

import { readSync } from 'node:fs'
import { isObject, readObject, stringAt } from '../../../core/json.ts'
import { auditFile } from '../../../hook/audit/files.ts'
import { withLog } from '../../../hook/audit/lines.ts'
import { rotatedAt, rotatedIn } from '../../../hook/audit/rotate.ts'
import { placesOf } from '../../../hook/config.ts'
import { decode, readStdin, writeAll } from '../../../hook/io.ts'
import { json } from '../terminal/json.ts'

interface StatusLine {
  /** Whether the session that asks has called lately; null where it does not say which it is. */
  readonly seen: boolean | null
  readonly refusedToday: number
  /** False where the day began before what was read. */
  readonly complete: boolean
}

/** How far back is looked: read and searched in a few milliseconds. */
const mostBytes = 2 * 1024 * 1024
/** Clients write at once; by hand there may be nobody. */
const stdinMs = 100

export const statusLine = async (asJson: boolean): Promise<number> => {
  const input = await readStdin(stdinMs)
  const payload = input.kind === 'read' ? readObject(decode(input.bytes)) : undefined
  const session = isObject(payload) ? stringAt(payload, 'session_id') : undefined
  const found = lineOf(placesOf(process.env).state, session, new Date().setHours(0, 0, 0, 0))
  writeAll(1, `${asJson ? json(found) : sentence(found)}\n`)
  return 0
}

const sentence = ({ seen, refusedToday, complete }: StatusLine): string => {
  const guard = seen === null ? ':' : seen ? ': on in this session,' : ': no recent call of this session,'
  return `tfy-hook${guard} ${refusedToday === 0 && complete ? 'nothing' : `${refusedToday}${complete ? '' : '+'}`} refused today`
}

export const lineOf = (stateDir: string, session: string | undefined, midnight: number): StatusLine => {
  const since = new Date(midnight).toISOString()
  const today = rotatedIn(stateDir).filter(name => rotatedAt(name) >= midnight)
  const mark = `,"session":${JSON.stringify(session ?? '')},`
  let [left, seen, refusedToday, complete] = [mostBytes, false, 0, true]
  for (const file of [auditFile(stateDir), ...today.reverse().map(name => `${stateDir}/${name}`)]) {
    const { bytes, whole } = endOf(file, left)
    left -= bytes.length
    seen ||= bytes.includes(mark)
    refusedToday += refusals(bytes, since)
    complete &&= whole || timeAt(bytes, bytes.indexOf('\n') + 1) < since
  }
  return { seen: session === undefined ? null : seen, refusedToday, complete }
}

const refusals = (bytes: Buffer, since: string): number => {
  let count = 0
  for (let at = bytes.indexOf(refusal); at >= 0; at = bytes.indexOf(refusal, at + 1)) {
    const start = bytes.lastIndexOf('\n', at) + 1
    // The line's own decision is the first; a payload may hold another.
    if (bytes.indexOf(decision, start) === at && timeAt(bytes, start) >= since) count++
  }
  return count
}

const decision = '"decision":"'
const refusal = '"decision":"deny"'
const timeKey = '"time":"'

/** ISO times of one zone compare as texts. */
const timeAt = (bytes: Buffer, start: number): string => {
  const at = bytes.indexOf(timeKey, start) + timeKey.length
  return at < timeKey.length || at - start > 64 ? '' : bytes.toString('latin1', at, at + 24)
}

/** At most so many bytes; `whole` where that is all of it. */
const endOf = (file: string, most: number): { readonly bytes: Buffer; readonly whole: boolean } => {
  try {
    const found = withLog(file, (fd, { size }) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(most, size)))
      const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length)
      return { bytes: bytes.subarray(0, length), whole: length === size }
    })
    if (found !== undefined) return found
  } catch {
    // What cannot be read says nothing.
  }
  return { bytes: Buffer.alloc(0), whole: true }
}
