/** What a person is shown of refused calls, and what they can do about one: the same for a terminal, a page and a server. */

import { callId } from '../../core/call-id.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { type JsonObject, stringAt } from '../../core/json.ts'
import { type Decision, decisions, type NoPermit, noPermits } from '../../core/verdict.ts'
import { appendAudit } from '../audit/append.ts'
import { type Entry, hasId, readEntry } from '../audit/entry.ts'
import { entriesFromEnd, nothingSkipped } from '../audit/read.ts'
import { recordedEvent } from '../audit/recorded-event.ts'
import { type Config, placesOf, readConfig } from '../config.ts'
import { identityHere } from '../identity.ts'
import { hasher } from '../io.ts'
import { filesIn } from './files.ts'
import { lastsMs, type Store, sharedMark } from './store.ts'

declare const __TFY_VERSION__: string

/** How long a refusal can be permitted. */
const openMs = 30 * 60_000

/** Why a refused call cannot be permitted: what the engine said then, or what has become of it since. */
export type Barrier = NoPermit | 'away' | 'cut' | 'old' | 'off' | 'own' | 'shared' | 'unknown' | 'unwritten'

export const barrierText: Readonly<Record<Barrier, string>> = {
  failed: 'a part of the guard failed, so that the call would be refused again; see: tfy-hook doctor',
  final: 'a rule that refuses it is final',
  managed: 'an administrator decides about a rule that refuses it',
  part: 'it could not be read whole, or has happened already',
  rewrite: 'the policy would change it',
  self: 'it concerns this guard itself',
  session: 'its client does not say which session it belongs to',
  away: 'what the servers share cannot be had now; try again later',
  cut: 'it is too long to be shown whole',
  old: 'it was refused more than 30 minutes ago; let the agent try again',
  off: 'approvals or the audit log are off on this machine',
  own: 'the token that was refused cannot permit',
  shared: 'a server that shares approvals with others refused it; permit it there',
  unknown: 'it was no refusal of a rule',
  unwritten: 'the approval could not be written; look at the state directory: tfy-hook doctor',
}

export interface Refusal {
  /** As the refusal names it. */
  readonly id: string
  /** ISO 8601. */
  readonly time: string
  readonly client: string
  readonly event: string
  readonly tool: string
  readonly decision: Decision
  readonly rules: readonly string[]
  readonly reason: string
  /** What the call would do, credentials masked. */
  readonly content: string
  /** The arguments, where the content is not all of them. */
  readonly input: JsonObject
  readonly cwd: string
  readonly session: string
  readonly user: string
  /** The machine; empty where the log does not say it. */
  readonly host: string
  /** Of a server's caller; else empty. */
  readonly tenant: string
  /** Undefined where a person may permit it. */
  readonly barrier: Barrier | undefined
  /** Who has permitted it, while that is not used. */
  readonly approvedBy: string | undefined
  /** In milliseconds since 1970: how long it can be. */
  readonly until: number
}

/** Who permits, by which way. */
export interface Approver {
  readonly name: string
  readonly way: 'terminal' | 'dashboard' | 'serve' | 'link'
}

export type Approving =
  /** `until`: ISO 8601. */
  | { readonly ok: true; readonly refusal: Refusal; readonly until: string }
  | { readonly ok: false; readonly barrier: Barrier; readonly refusal?: Refusal }

/** Refusals and approvals that replicas of a server have in common. */
export interface Shared extends Store {
  /** Newest first, with `asked` those alone whose id begins so. Undefined where nobody can say now. */
  readonly refusals: (asked?: string) => Promise<readonly Entry[] | undefined>
}

/** Where a person decides: on this machine, by its log and its files, unless something is shared. */
export interface Desk extends Config {
  readonly shared?: Shared | undefined
  /** Of a server: whose refusals these are. */
  readonly tenant?: string
}

/** The configuration of this account, as its hooks have it. */
export const configHere = (): Promise<Config> => readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))

/** Who sits here, as the audit log names them. */
export const personHere = async (config: Config): Promise<string> => (await identityHere(config)).user ?? 'somebody'

/** Refusals that are still open, newest first; undefined where nobody can say now. */
export const refusalsAt = async (desk: Desk, now = Date.now()): Promise<readonly Refusal[] | undefined> => {
  const all = await entriesAt(desk)
  if (all === undefined) return undefined
  const found: Entry[] = []
  for (const entry of all) {
    if (entry.at !== undefined && now - entry.at > openMs + slackMs) break
    if (isRefusal(entry) && isOf(entry, desk.tenant)) found.push(entry)
    if (found.length === mostShown) break
  }
  return Promise.all(found.map(entry => refusalOf(entry, desk, now)))
}

/** Those of this machine. */
export const listRefusals = async (config: Config): Promise<readonly Refusal[]> => (await refusalsAt(config)) ?? []

/** The refusal of this name; a beginning is enough, a second one with it is none. */
export const findRefusal = async (id: string, desk: Desk, now = Date.now()): Promise<Refusal | undefined> => {
  const entry = await entryOf(id, desk)
  return typeof entry === 'string' ? undefined : refusalOf(entry, desk, now)
}

/** Permits one refused call, once. Whoever calls this has a person before them who has seen it. */
export const approve = async (id: string, by: Approver, desk: Desk, now = Date.now()): Promise<Approving> => {
  const entry = await entryOf(id, desk)
  if (typeof entry === 'string') return { ok: false, barrier: entry }
  const refusal = await refusalOf(entry, desk, now)
  const { barrier, rules, decision } = refusal
  if (barrier !== undefined) return { ok: false, barrier, refusal }
  const digest = digestIn(entry, desk)
  // Recorded first: nothing is permitted that nobody could find.
  const hash = await hasher()
  const { user, userFrom, account, host, hostFrom } = desk.identity.form === 'off' ? {} : await identityHere(desk)
  const line = {
    v: 1,
    time: new Date(now).toISOString(),
    id: callId(now, process.pid),
    version: __TFY_VERSION__,
    client: entry.client,
    event: 'tfy-hook approve',
    decision: 'allow',
    approves: refusal.id,
    approved: { call: refusal.id, by: `${by.name} (${by.way})` },
    rules,
    source: 'offline',
    exitCode: 0,
    ms: 0,
    session: refusal.session,
    ...(user !== undefined && { user }),
    ...(userFrom !== undefined && { userFrom }),
    ...(account !== undefined && { account }),
    ...(host !== undefined && { host }),
    ...(hostFrom !== undefined && { hostFrom }),
    digest: stringAt(entry.record, 'digest') ?? '',
    ...(refusal.tenant !== '' && { tenant: refusal.tenant }),
  }
  const recorded = await appendAudit(desk.places.state, line, hash, desk.auditLimits)
  if (!recorded) return { ok: false, barrier: 'unwritten', refusal }
  if (!(await storeAt(desk).put({ digest, call: refusal.id, by: by.name, rules, decision, at: now })))
    return { ok: false, barrier: desk.shared === undefined ? 'unwritten' : 'away', refusal }
  return { ok: true, refusal, until: new Date(now + lastsMs).toISOString() }
}

/** The refusal that a line of the log is, before the log has it. */
export const refusalIn = async (line: string, desk: Desk, now = Date.now()): Promise<Refusal | undefined> => {
  const read = readEntry(new TextEncoder().encode(line.trimEnd()), true, await hasher())
  return read.kind === 'entry' && isRefusal(read.entry) ? refusalOf(read.entry, desk, now) : undefined
}

const mostShown = 100
/** Of the log, from its end: some ten thousand calls. */
const mostBytes = 16 * 1024 * 1024
/** Lines of processes that run at the same time are not in order. */
const slackMs = 60_000

/** Unknown where there is none, or more than one. */
export const entryOf = async (id: string, desk: Desk): Promise<Entry | 'unknown' | 'away'> => {
  const all = await entriesAt(desk, id)
  if (all === undefined) return 'away'
  let found: Entry | undefined
  for (const entry of all) {
    if (!isRefusal(entry) || !hasId(entry, id) || !isOf(entry, desk.tenant)) continue
    if (found !== undefined) return 'unknown'
    found = entry
  }
  return found ?? 'unknown'
}

const entriesAt = async ({ shared, places }: Desk, asked?: string): Promise<Iterable<Entry> | undefined> =>
  shared === undefined ? entriesFromEnd(places.state, await hasher(), nothingSkipped(), mostBytes) : shared.refusals(asked)

const storeAt = ({ shared, places }: Desk): Store => shared ?? filesIn(places.state)

const isOf = ({ record }: Entry, tenant: string | undefined): boolean =>
  tenant === undefined || (stringAt(record, 'tenant') ?? '') === tenant

/** What the client was told counts; what went on all the same needs no permission. */
export const isRefusal = ({ decision, record }: Entry): boolean =>
  decision !== 'allow' && record.told !== 'nothing' && record.replay !== undefined

const refusalOf = async (entry: Entry, desk: Desk, now: number): Promise<Refusal> => {
  const event = recordedEvent(entry.record)
  const digest = digestIn(entry, desk)
  const open = digest === '' ? undefined : await storeAt(desk).waiting(digest)
  return {
    id: entry.id,
    time: entry.time,
    client: entry.client,
    event: entry.event,
    tool: entry.tool,
    decision: decisions.find(one => one === entry.decision) ?? 'deny',
    rules: entry.rules,
    reason: stringAt(entry.record, 'reason') ?? '',
    content: event?.content ?? '',
    input: event?.structuredInput ?? {},
    cwd: event?.cwd ?? '',
    session: entry.session || (stringAt(entry.record, 'conversation') ?? ''),
    user: entry.user,
    host: stringAt(entry.record, 'host') ?? '',
    tenant: stringAt(entry.record, 'tenant') ?? '',
    barrier: barrierOf(entry, event, desk, now),
    approvedBy: open?.by,
    until: (entry.at ?? 0) + openMs,
  }
}

/** Of the whole call; empty where it is not to be permitted here. */
const digestIn = ({ record }: Entry, { shared }: Desk): string => {
  const mark = shared === undefined ? '' : sharedMark
  const said = stringAt(record, 'permit') ?? ''
  const digest = said.startsWith(mark) ? said.slice(mark.length) : ''
  return /^[0-9a-f]{64}$/.test(digest) ? digest : ''
}

const barrierOf = (entry: Entry, event: NormalizedHookEvent | undefined, desk: Desk, now: number): Barrier | undefined => {
  const { at, record } = entry
  const said = stringAt(record, 'permit') ?? ''
  const why = noPermits.find(one => one === said)
  if (why !== undefined) return why
  if (desk.shared === undefined && said.startsWith(sharedMark)) return 'shared'
  if (digestIn(entry, desk) === '' || event === undefined) return 'unknown'
  if (desk.approvals === undefined) return 'off'
  if (at === undefined || now - at > openMs || at - now > slackMs) return 'old'
  // What nobody can see must not be permitted with the rest.
  return JSON.stringify([event.content, event.structuredInput]).includes('[cut]') ? 'cut' : undefined
}
