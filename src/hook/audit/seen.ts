/** Which clients have called, and in which sessions, as the end of the audit log has it. What is read of a line is its front; few are read whole. */

import { readSync } from 'node:fs'
import { isObject, readObject, stringAt, stringsAt } from '../../core/json.ts'
import { auditFile } from './files.ts'
import { withLog } from './lines.ts'
import { rotatedIn } from './rotate.ts'

export interface LastCall {
  /** As recorded, ISO 8601. */
  readonly time: string
  readonly event: string
  readonly decision: string
  /** Why it got no verdict, so that the fail mode decided. */
  readonly failure?: string
}

/** Calls of one session of a client. Times are milliseconds since 1970. */
export interface SeenSession {
  /** When the session is heard of first, by any of its lines. */
  first: number
  /** The newest call that the client itself made. */
  readonly last: number
  /** The newest of them before a tool ran; undefined where there is none. */
  tool: number | undefined
  /** It used a tool: what it said is no question. */
  used?: boolean
  /** The folders in which it worked then. */
  readonly roots: readonly string[]
  readonly who?: Who
}

/** Whose session it is, as its newest line has it: the machine and the person, and the token and its tenant where a server was asked. */
export type Who = Readonly<Partial<Record<(typeof whose)[number], string>>>
const whose = ['tenant', 'caller', 'host', 'user'] as const

export interface ClientCalls {
  readonly last: LastCall
  readonly sessions: readonly SeenSession[]
}

export interface Calls {
  /** By client id: whoever was seen to call by itself. */
  readonly byClient: ReadonlyMap<string, ClientCalls>
  /** False when the bound was reached: a client that is missing may have called before. */
  readonly complete: boolean
}

const mostBytes = 32 * 1024 * 1024
const mostSessions = 2_000
const newline = 10

export interface Means {
  /** Whether a client's calls are marked as its own at all; else every call has to count. */
  readonly marks: (client: string) => boolean
  /** Whether it asks at this event before a tool runs. */
  readonly isTool: (client: string, event: string) => boolean
}

/** Reads at most `maxBytes` from the end, and never throws. */
export const callsSeen = (stateDir: string, means: Means, maxBytes = mostBytes): Calls => {
  const found = new Map<string, Found>()
  let left = maxBytes
  let complete = true
  try {
    const files = [...rotatedIn(stateDir).map(name => `${stateDir}/${name}`), auditFile(stateDir)]
    for (const file of files.reverse()) {
      withLog(file, (fd, { size }) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(left, size)))
        const length = readSync(fd, bytes, 0, bytes.length, size - bytes.length)
        complete &&= length === size
        left -= length
        backwards(bytes.subarray(0, length), found, means)
      })
    }
  } catch {
    complete = false
  }
  const byClient = new Map<string, ClientCalls>()
  for (const [client, { last, sessions }] of found)
    if (last !== undefined) byClient.set(client, { last, sessions: [...sessions.values()].flatMap(one => one.seen ?? []) })
  return { byClient, complete }
}

interface Found {
  last?: LastCall
  readonly sessions: Map<string, { seen?: SeenSession }>
}

const backwards = (bytes: Buffer, found: Map<string, Found>, means: Means): void => {
  for (let end = bytes.length; end > 0; ) {
    const start = bytes.lastIndexOf(newline, end - 1) + 1
    if (end - start > 2) note(bytes.subarray(start, end), found, means)
    end = start - 1
  }
}

/** The front of a line, as `auditRecord` makes it. */
const front = /^\{"v":1,"time":"([^"]+)"[^{]*?"client":"([^"]+)"(,"vouched":true)?(?:,"event":"([^"]+)")?(,"tool":")?/
const frontLength = 400
const sessionKey = ',"session":"'
/** What stands before the session: names, rules, a reason and a cause. */
const beforeSession = 4_096

const note = (line: Buffer, found: Map<string, Found>, means: Means): void => {
  const parts = front.exec(line.toString('latin1', 0, Math.min(line.length, frontLength)))
  const [, time = '', client = '', vouched, event = '', named] = parts ?? []
  const at = Date.parse(time)
  if (client === '' || Number.isNaN(at)) return
  const of: Found = found.get(client) ?? { sessions: new Map() }
  found.set(client, of)
  const session = sessionIn(line)
  const known = of.sessions.get(session)
  if (known === undefined && of.sessions.size >= mostSessions) return
  const own = vouched !== undefined || !means.marks(client)
  const asks = means.isTool(client, event)
  const tool = own && asks ? at : undefined
  const used = own && !asks && named !== undefined && isResult(line)
  if (known?.seen !== undefined) {
    // Without a name it is no session, and each call speaks for itself.
    if (session !== '') known.seen.first = at
    known.seen.tool ??= tool
    if (used) known.seen.used = true
    return
  }
  if (!own) {
    of.sessions.set(session, {})
    return
  }
  const record = readObject(line.toString())
  if (!isObject(record)) return
  const failure = stringAt(record, 'settled') === undefined ? undefined : stringAt(record, 'failure')
  of.last ??= { time, event, decision: stringAt(record, 'decision') ?? '', ...(failure !== undefined && { failure }) }
  const replay = isObject(record.replay) ? record.replay : {}
  const roots = stringsAt(replay, 'workspaceRoots')
  const cwd = stringAt(replay, 'cwd')
  const who: Who = Object.fromEntries(whose.flatMap(key => (stringAt(record, key) ? [[key, stringAt(record, key)]] : [])))
  const seen = { first: at, last: at, tool, used, roots: roots.length > 0 || cwd === undefined ? roots : [cwd], who }
  of.sessions.set(session, { seen })
}

/** What a tool has said. A text that says so stands in the line with its quotes escaped. */
const isResult = (line: Buffer): boolean => results.some(one => line.includes(one))
const results = ['"category":"output"', '"category":"mcp-post"']

const sessionIn = (line: Buffer): string => {
  const head = line.subarray(0, beforeSession)
  const at = head.indexOf(sessionKey)
  if (at < 0) return ''
  const from = at + sessionKey.length
  return head.toString('latin1', from, Math.max(from, head.indexOf('"', from)))
}
