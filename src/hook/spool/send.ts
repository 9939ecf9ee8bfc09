/**
 * Sends what waits in the spool, at least once: an event leaves it when the gateway has taken it, and each answer is on disk before the
 * next event of its session goes out. What was in flight when we are killed goes out again under the same key.
 */

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import type { Failure, Result } from '../../core/failure.ts'
import { append, doneOf, entries, isOurs, note, partsOf, readOurs, remove, type Spool, seal, textOf } from './files.ts'
import { type Item, readLines } from './lines.ts'
import { lock } from './lock.ts'

export interface Run {
  readonly spool: Spool
  /** A `Date.now()` time; nothing is tried beyond it. */
  readonly end: number
  /** False while the gateway is left alone. */
  readonly mayAsk: () => boolean
  readonly tell: (item: Item, headers: Readonly<Record<string, string>>, timeoutMs: number) => Promise<Result<undefined>>
}

export interface Sent {
  readonly sent: number
  readonly dropped: number
  readonly left: boolean
}

const mostEvents = 100
const mostBytes = 256 * 1024
const lanes = 4
const requestMs = 10_000

export const sendSpool = async (run: Run): Promise<Sent> => {
  const state: State = { sent: 0, dropped: 0, stopped: !run.mayAsk(), pausedUntil: 0, failures: 0 }
  if (state.stopped) return { sent: 0, dropped: 0, left: true }
  const release = lock(run.spool, run.end - Date.now() + requestMs)
  if (release === undefined) return { sent: 0, dropped: 0, left: true }
  try {
    sweep(run.spool)
    // What is appended meanwhile is for the next run, so that this one ends.
    for (let sealed = false; !state.stopped; ) {
      const [part] = partsOf(run.spool)
      if (part !== undefined) {
        if (!(await sendPart(part, run, state))) break
      } else if (sealed || !seal(run.spool)) break
      else sealed = true
    }
    return { sent: state.sent, dropped: state.dropped, left: partsOf(run.spool).length > 0 }
  } finally {
    release()
  }
}

interface State {
  sent: number
  dropped: number
  stopped: boolean
  pausedUntil: number
  failures: number
}

/** Notes on parts that are gone: somebody was killed between the one and the other. */
const sweep = ({ dir, name }: Spool): void => {
  const all = entries(dir)
  for (const entry of all)
    if (entry.startsWith(`${name}-`) && entry.endsWith('.done') && !all.includes(entry.slice(0, -'.done'.length)))
      remove(`${dir}/${entry}`)
}

/** True when the part is done with and gone. */
const sendPart = async (part: string, run: Run, state: State): Promise<boolean> => {
  let fd: number | undefined
  let marks: number | undefined
  try {
    fd = openSync(part, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    // A stranger's file in our folder is not sent, and not kept either.
    const stat = fstatSync(fd)
    if (!isOurs(stat)) return remove(part)
    const lines = readLines(textOf(fd, 0, stat.size), readOurs(doneOf(part)) ?? '')
    marks = openSync(
      doneOf(part),
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0),
      0o600,
    )
    const mark = (id: string, refused = false): void => void writeSync(marks ?? -1, `${id}${refused ? ' refused' : ''}\n`)
    let { notes } = lines
    let refused = 0
    for (const batch of batches(lines.items)) {
      const headers = { 'x-tfy-hook-batch': crypto.randomUUID() }
      const told = notes.reduce((sum, { dropped }) => sum + dropped, 0)
      const outcome = await sendBatch(batch, told, headers, run, state, (item, taken) => {
        mark(item.id, !taken)
        if (!taken) refused++
        else if (item === batch[0]) {
          for (const { id } of notes) mark(id)
          notes = []
        }
      })
      if (!outcome) return false
    }
    const lost = lines.lost + refused + notes.reduce((sum, { dropped }) => sum + dropped, 0)
    state.dropped += lines.lost + refused
    note(run.spool, lost)
    if (!remove(part)) return false
    remove(doneOf(part))
    // Somebody had it open when it was sealed, and has written since we read it.
    const late = textOf(fd, stat.size, fstatSync(fd).size)
    for (const line of late.split('\n')) if (line !== '') append(run.spool, line)
    return true
  } catch {
    return false
  } finally {
    if (fd !== undefined) closeSync(fd)
    if (marks !== undefined) closeSync(marks)
  }
}

const batches = (items: readonly Item[]): readonly (readonly Item[])[] => {
  const all: Item[][] = []
  let bytes = 0
  for (const item of items) {
    const last = all.at(-1)
    if (last === undefined || last.length >= mostEvents || bytes + item.size > mostBytes) {
      all.push([item])
      bytes = item.size
    } else {
      last.push(item)
      bytes += item.size
    }
  }
  return all
}

/** Events of one session go one after the other, sessions side by side. True when every event has its answer. */
const sendBatch = async (
  batch: readonly Item[],
  told: number,
  headers: Readonly<Record<string, string>>,
  run: Run,
  state: State,
  answered: (item: Item, taken: boolean) => void,
): Promise<boolean> => {
  const queues = new Map<string, Item[]>()
  for (const item of batch) queues.set(item.session, [...(queues.get(item.session) ?? []), item])
  const waiting = [...queues.values()]
  const lane = async (): Promise<void> => {
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      for (const item of queue) {
        const dropped = told > 0 && item === batch[0] ? { 'x-tfy-hook-dropped': String(told) } : {}
        const taken = await sendItem(item, { ...headers, ...dropped, 'idempotency-key': item.id }, run, state)
        if (taken === undefined) return
        answered(item, taken)
        if (taken) state.sent++
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return !state.stopped
}

/** Whether the gateway took it, or refused it for good; undefined when neither, and then the run is over. */
const sendItem = async (
  item: Item,
  headers: Readonly<Record<string, string>>,
  run: Run,
  state: State,
): Promise<boolean | undefined> => {
  for (;;) {
    const pauseMs = state.pausedUntil - Date.now()
    if (!state.stopped && pauseMs > 0) {
      await new Promise(resolve => setTimeout(resolve, pauseMs))
      if (!run.mayAsk()) state.stopped = true
      continue
    }
    const left = run.end - Date.now()
    if (left <= 0) state.stopped = true
    if (state.stopped) return undefined
    const answer = await run.tell(item, headers, Math.min(requestMs, left))
    if (answer.ok) {
      state.failures = 0
      return true
    }
    const then = after(answer.failure)
    if (then === 'refused') return false
    if (then === 'over') state.stopped = true
    else pause(state, run.end, answer.failure.kind === 'gateway-status' ? answer.failure.retryAfterMs : undefined)
  }
}

/** What a failure means for an event that can wait. */
const after = (failure: Failure): 'later' | 'refused' | 'over' => {
  switch (failure.kind) {
    case 'gateway-timeout':
      return 'later'
    case 'gateway-unreachable':
      // A wrong certificate or another protocol is fixed by a person.
      return failure.detail === 'tls' || failure.detail === 'protocol' ? 'over' : 'later'
    case 'gateway-status': {
      const { status } = failure
      if (status === 408 || status === 429 || status >= 500) return 'later'
      return status >= 400 && status !== 401 && status !== 403 ? 'refused' : 'over'
    }
    default:
      return 'over'
  }
}

const firstPauseMs = 500
const longestPauseMs = 15_000

/** Grows with every round of failures, by chance shorter; a pause beyond the end ends the run. */
const pause = (state: State, end: number, retryAfterMs = 0): void => {
  const now = Date.now()
  if (state.pausedUntil > now) return
  const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(state.failures++, 10))
  const ms = Math.max(retryAfterMs, Math.round(grown * (0.5 + Math.random() / 2)))
  state.pausedUntil = now + ms
  if (state.pausedUntil >= end) state.stopped = true
}
