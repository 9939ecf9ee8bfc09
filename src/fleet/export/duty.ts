/** Gives one target what the log holds for it, at least once and in order: the cursor goes on when the target has taken it. */

import { statSync } from 'node:fs'
import type { ExportTarget } from '../../core/config.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Hash } from '../../hook/audit/chain.ts'
import { auditFile } from '../../hook/audit/files.ts'
import type { Duty, Next } from '../../hook/background/run.ts'
import { type Cursor, cursorFile, newCursor, readCursor, saveCursor, waitingIn } from './cursor.ts'
import { guardingOf } from './guarding.ts'
import type { Outcome } from './outcome.ts'
import { beginAt, readerOf } from './reader.ts'
import { labelOf, type Sink } from './sink.ts'
import { add } from './totals.ts'
import { isRefusal, type Naming, verdictOf } from './verdict.ts'

export interface Setting {
  readonly stateDir: string
  readonly target: ExportTarget
  readonly sink: (cursor: Cursor) => Promise<Sink>
  readonly hash: Hash
  readonly naming: Naming
  readonly host?: string | undefined
  /** The answers of `status` and of `audit silent`, asked now. */
  readonly guards?: () => Promise<readonly JsonObject[]>
  readonly now?: () => number
}

/** The call that has had this process started lies before it. */
const beforeUsMs = 60_000
const idleMs = 1_000
const countsMs = 10_000
/** How often is looked whether clients are still guarded, and how often that is told though nothing changed. */
const guardsMs = 5 * 60_000
const guardsAgainMs = 3_600_000
const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000
/** The whole log is looked through again, even where its end is as it was: lines come late to a file that was put aside. */
const rescanMs = 15_000

export const exportDuty = async ({
  stateDir,
  target,
  sink: make,
  hash,
  naming,
  host,
  guards,
  now = Date.now,
}: Setting): Promise<Duty> => {
  const file = cursorFile(stateDir, target)
  const cursor = cursorIn(file, stateDir, now(), hash)
  const sink = await make(cursor)
  const reader = readerOf(stateDir, cursor, entry => target.events !== 'refusals' || isRefusal(entry), hash)
  let most = sink.most
  let failures = 0
  let retryAt = 0
  let countedAt = 0
  let uncounted = false
  let stamp = ''
  let scannedAt = 0
  let saved = ''

  const store = (): void => {
    const text = JSON.stringify(cursor)
    if (text === saved) return
    saved = text
    saveCursor(file, cursor)
  }
  const look = (): void => {
    const stat = statSync(auditFile(stateDir), { throwIfNoEntry: false })
    const fresh = `${stat?.ino}-${stat?.size}`
    if (fresh === stamp && now() - scannedAt < rescanMs) return
    stamp = fresh
    scannedAt = now()
    reader.scan()
  }
  const fail = (outcome: Extract<Outcome, { kind: 'later' }>): Next => {
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures++, 12))
    retryAt = now() + Math.max(outcome.afterMs ?? 0, grown * (0.5 + Math.random() / 2))
    cursor.failing = { since: cursor.failing?.since ?? new Date(now()).toISOString(), why: outcome.why }
    store()
    return waitFor()
  }
  const waitFor = (): Next => ({ inMs: Math.max(50, Math.min(idleMs * 5, retryAt - now())), open: waitingIn(cursor) > 0 })
  const worked = (): void => {
    failures = 0
    cursor.lastOk = new Date(now()).toISOString()
    delete cursor.failing
  }
  const counts = async (): Promise<void> => {
    if (!uncounted || sink.count === undefined || now() - countedAt < countsMs) return
    countedAt = now()
    // The next ones hold these as well.
    if ((await sink.count(cursor.totals)).kind === 'taken') uncounted = false
  }

  let lookedAt = Number.NEGATIVE_INFINITY
  /** After what is new in the log, so that nothing that a call decides waits for it. */
  const guarding = async (): Promise<void> => {
    if (guards === undefined || now() - lookedAt < guardsMs) return
    lookedAt = now()
    const wanted = (await guards()).filter(({ answer }) => target.events !== 'refusals' || answer !== 'guarded')
    const digest = hash(JSON.stringify(wanted.map(({ last: _, ...row }) => row)))
    const isNews = digest !== cursor.guards?.digest || now() - cursor.guards.at > guardsAgainMs
    if (wanted.length === 0 ? cursor.guards === undefined : !isNews) return
    const outcome = await sink.tell(wanted.map(row => guardingOf(row, naming, host, now())))
    if (outcome.kind === 'taken') cursor.guards = { at: now(), digest }
    // Asked again soon: a target that is down is not told of a silence never.
    else lookedAt = now() - guardsMs + countsMs
    store()
  }

  const turn = async (): Promise<Next> => {
    look()
    if (now() < retryAt) {
      store()
      return waitFor()
    }
    const batch = reader.next(most)
    const verdicts = batch.wanted.map(entry => verdictOf(entry, naming))
    const outcome = verdicts.length === 0 ? undefined : await sink.put(verdicts)
    if (outcome?.kind === 'later') return fail(outcome)
    if (outcome?.kind === 'refused') {
      cursor.refusal = { at: new Date(now()).toISOString(), why: outcome.why }
      if (verdicts.length > 1) {
        most = Math.max(1, Math.floor(verdicts.length / 2))
        return { inMs: 0, open: true }
      }
    }
    reader.given(batch)
    const rejected = outcome?.kind === 'refused' ? verdicts.length : outcome?.kind === 'taken' ? (outcome.rejected ?? 0) : 0
    cursor.refused += rejected
    cursor.delivered += verdicts.length - rejected
    for (const entry of batch.entries) add(cursor.totals, entry)
    uncounted ||= batch.entries.length > 0
    if (outcome?.kind === 'taken') {
      worked()
      most = Math.min(sink.most, most * 2)
    }
    store()
    if (batch.ends.size > 0) return { inMs: 0, open: true }
    await counts()
    await guarding()
    return { inMs: idleMs, open: false }
  }
  return { name: labelOf(target), turn }
}

const cursorIn = (file: string, stateDir: string, now: number, hash: Hash): Cursor => {
  const found = readCursor(file)
  if (typeof found === 'object') return found
  const cursor = newCursor(now)
  if (found === 'absent') beginAt(stateDir, cursor, now - beforeUsMs, hash)
  return cursor
}
