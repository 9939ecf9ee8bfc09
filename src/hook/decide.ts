/** The pipeline that every door shares: payload in, answer out. No I/O of its own. */

import { unknownAnswer } from '../adapters/clients/shared/unknown.ts'
import type { Answer, Can, ClientAdapter, Hints } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { Cage } from '../core/contain/cage.ts'
import { degrade, uncaged } from '../core/degrade.ts'
import { refusalWord } from '../core/earlier.ts'
import { type Asker, eventNameIn, type Identified, type Identity, type NormalizedHookEvent, namesStop } from '../core/event.ts'
import { describe, type Failure, type FailureKind, fail, isContrived, ok, type Result } from '../core/failure.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { named, objectionText } from '../core/message.ts'
import type { Payload } from '../core/payload/payload.ts'
import { type Settling, settle, settleBeside } from '../core/settle.ts'
import { exchanged, textOf } from '../core/tool.ts'
import {
  type BreakerPhase,
  type Caged,
  type FailMode,
  type Rewrite,
  rank,
  type SourceName,
  stricter,
  type Verdict,
} from '../core/verdict.ts'
import { loadClient, loadFor, recognise } from './recognise.ts'
import { type Changed, choose, type Sourced, type Sources } from './sources/choose.ts'

/** What the caller knows that the payload does not. */
export interface Call extends Partial<Asker> {
  /** The name under which it is recorded; without one, what is said points to the last call. */
  readonly id?: string
  readonly env: Env
  readonly hints: Hints
  readonly source: SourceName
  readonly sources: Sources
  /** Puts words into the memory of the event's session; false when that was not possible. Only doors that clients come through have one. */
  readonly note?: (event: NormalizedHookEvent, words: readonly string[]) => Promise<boolean>
  /** What this machine makes of a call that is to run in a cage; only where the client runs commands here. */
  readonly cage?: (event: NormalizedHookEvent, cage: Cage, changed: Rewrite | undefined) => Promise<Caged>
  /** Asked only after a failure: it may read the client's own configuration. */
  readonly failMode: (who: Who) => Promise<FailMode>
}

export interface Who {
  readonly adapter: ClientAdapter | undefined
  readonly eventName: string | undefined
  readonly roots: readonly string[]
}

export interface Decided {
  readonly id?: string
  /** The client's id, also when it has no adapter; undefined when nobody could be made out. */
  readonly client: string | undefined
  readonly event: NormalizedHookEvent | undefined
  /** What was decided, before it was fitted to the client. */
  readonly verdict: Verdict
  /** What the client was told. */
  readonly said: Verdict
  /** False when this event has no channel for an objection: the client goes on. */
  readonly heard: boolean
  readonly failure: Failure | undefined
  /** What of the payload may go on, where it made an event. */
  readonly payload?: JsonObject
  /** Who asked, where there is no event to say it. */
  readonly who?: Identity
  /** Where the gateway's breaker stood, when not closed. */
  readonly breaker?: BreakerPhase
  readonly answer: Answer
}

/** With `failure` given (deadline, usage, internal error) no source is asked: the failure is settled for this payload. */
export const decide = async (payload: Payload, call: Call, failure?: Failure): Promise<Decided> => {
  if (!payload.ok) {
    const { text, failure: broken } = payload
    const doubted = failure === undefined && text !== undefined ? await decideDoubted(text, broken, call) : undefined
    if (doubted !== undefined) return remembered(doubted, call, () => doubted)
    const { client, event } = call.hints.client === undefined ? await saidIn(call) : call.hints
    const who = { adapter: await loadClient(client), eventName: event, roots: [] }
    // Making us slow must not be the way out of having been contrived.
    const why = failure === undefined || isContrived(broken) ? broken : failure
    return settleEarly({ failure: why }, who, client, call)
  }
  const eventName = eventNameIn(payload.value) ?? call.hints.event
  await loadFor(payload.value)
  const found = recognise(payload.value, call)
  if (!found.ok) {
    const client = found.failure.kind === 'client-unsupported' ? found.failure.client : undefined
    return settleEarly(found, { adapter: undefined, eventName, roots: [] }, client, call)
  }

  const read = identified(found.value, payload.value, call)
  if (!read.ok) return settleEarly(read, { adapter: found.value, eventName, roots: [] }, found.value.id, call)
  const { event, payload: rest } = read.value

  const judged = await judge(event, found.value, rest, call, failure)
  const again = (verdict: Verdict): Decided => ({ ...answered({ ...judged, verdict }, event, found.value, call), payload: rest })
  return remembered(again(judged.verdict), call, again)
}

/** Who calls, and about what, by the variables that some clients set for their hooks: for a payload that says nothing. */
const saidIn = async ({ env, hints }: Call): Promise<Hints> => {
  const { hintsIn } = await import('../adapters/clients/shared/own-calls.ts')
  const said = hintsIn(env)
  const adapter = await loadClient(said?.client)
  return adapter !== undefined && Object.hasOwn(adapter.events, said?.event ?? '') ? { ...hints, ...said } : hints
}

/** Notes what later calls of the session may be asked about. What matters and cannot be noted does not go on unasked. */
export const remembered = async (decided: Decided, call: Call, again: (verdict: Verdict) => Decided): Promise<Decided> => {
  const { event, said, heard, verdict } = decided
  if (call.note === undefined || event === undefined) return decided
  const stopped = said.ruling.decision === 'deny' && heard
  const words = !stopped ? (verdict.happened?.words ?? []) : acting(event) ? [refusalWord(event)] : []
  if (words.length === 0 || (await call.note(event, words)) || stopped) return decided
  const reason = 'What this call does could not be noted for later calls of its session.'
  if (verdict.happened?.matters !== true)
    return again({ ...verdict, message: `${reason} Look at the state directory: tfy-hook doctor.` })
  const ask: Verdict = {
    ...unsure('', call.source, 'internal'),
    ruling: { decision: 'ask', ruleId: 'execution.could-not-tell', reason },
    rules: ['execution.could-not-tell'],
  }
  return again(stricter(verdict, ask, call.source))
}

/** A payload as an event, with who asks. */
const identified = (adapter: ClientAdapter, payload: JsonObject, call: Call): Result<Identified> => {
  const made = adapter.normalise(payload, call.env, call.hints)
  return made.ok ? ok(call.identify?.(made.value, payload) ?? { event: made.value, payload }) : made
}

type Judged = Pick<Decided, 'verdict' | 'failure' | 'breaker'>

const idOf = ({ id }: Call): Pick<Decided, 'id'> => (id === undefined ? {} : { id })

/** A cage that the caller builds itself stays what it is, and so do the words for where it cannot. */
export const fitted = (
  verdict: Verdict,
  can: Can,
  { attended }: NormalizedHookEvent,
  { hints }: Pick<Call, 'hints'>,
): Verdict => {
  const { contain, ...plain } = verdict
  if (contain === undefined || hints.contains !== true) return degrade(verdict, can, attended)
  return plain.ruling.decision === 'contain' ? verdict : { ...degrade(plain, can, attended), contain }
}

const silent: Answer = { exitCode: 0, stdout: '', stderr: '' }

/** Fitted to the client, in its own dialect. */
const answered = (judged: Judged, event: NormalizedHookEvent, adapter: ClientAdapter, call: Call): Decided => {
  const can = adapter.can(event)
  const said = named(fitted(judged.verdict, can, event, call), call.id)
  const heard = said.ruling.decision === 'allow' || can.deny !== 'none'
  const answer = said.ruling.decision === 'contain' ? silent : adapter.render(said, event, call.env)
  return { ...idOf(call), client: event.client, event, ...judged, verdict: named(judged.verdict, call.id), said, heard, answer }
}

/**
 * A payload that cannot be read with certainty: the strictest of what it may mean. A deny that a reading establishes is said; short of that,
 * an action that has not happened yet is at least a question, if the payload was contrived. Undefined where the readings say nothing of that
 * kind, make no event, or make several clients'.
 */
const decideDoubted = async (text: string, failure: Failure, call: Call): Promise<Decided | undefined> => {
  const { readingsOf } = await import('../core/payload/lenient.ts')
  const doubt = describe(failure)
  const contrived = isContrived(failure)
  let strictest: Decided | undefined
  for (const reading of readingsOf(text)) {
    await loadFor(reading)
    const found = recognise(reading, call)
    const made = found.ok ? identified(found.value, reading, call) : found
    if (!found.ok || !made.ok) continue
    const event = { ...made.value.event, doubt }
    const judged = await judge(event, found.value, made.value.payload, call)
    const { rewrite: _, contain: _c, ...known } = judged.verdict
    const floor = contrived && acting(event) ? stricter(unsure(doubt, call.source, failure.kind), known, call.source) : known
    const how = await settling({ adapter: found.value, eventName: event.originalEventName, roots: event.workspaceRoots }, call)
    const verdict = settleBeside(floor, failure, how, call.source)
    const decided = answered({ ...judged, verdict, failure }, event, found.value, call)
    if (strictest !== undefined && strictest.client !== decided.client) return undefined
    if (strictest === undefined || rank(decided.verdict.ruling.decision) > rank(strictest.verdict.ruling.decision))
      strictest = decided
  }
  // Half a payload may be an accident: short of a deny it is the failure that it is.
  return contrived || strictest?.verdict.ruling.decision === 'deny' ? strictest : undefined
}

/** Before something happens that can still be stopped. */
const acting = ({ subject }: NormalizedHookEvent): boolean => !['output', 'session', 'stop', 'other'].includes(subject)

const unsure = (what: string, source: SourceName, kind: FailureKind): Verdict => ({
  ruling: { decision: 'ask', ruleId: `tfy.${kind}`, reason: `This call cannot be judged: ${what}.` },
  rules: [`tfy.${kind}`],
  certainty: 'could-not-tell',
  checks: [],
  source,
})

/** What a timer may be late without its process having been kept from running, and what is given to what was due before it. */
const onTimeMs = 5
const graceMs = 50

/**
 * A late verdict is a failure, and so is a throw; both are settled for the same payload. `limit` is what the failure says. A process that
 * wakes after its deadline waits once for what came in time: the end of the exchange with a gateway says more than that it was late.
 */
export const inTime = async <T extends object>(
  leftMs: number,
  limit: number,
  ask: (failure?: Failure) => Promise<T>,
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const due = performance.now() + leftMs
  const alarm = new Promise<'late'>(resolve => {
    const ring = (): void => resolve('late')
    timer = setTimeout(
      () => {
        if (performance.now() - due < onTimeMs) return ring()
        timer = setTimeout(ring, graceMs)
      },
      Math.max(1, leftMs),
    )
  })
  try {
    const first = await Promise.race([ask(), alarm])
    return first === 'late' ? await ask({ kind: 'deadline', afterMs: Math.round(limit) }) : first
  } catch (error) {
    return ask({ kind: 'internal', detail: error instanceof Error ? error.message : 'unknown' })
  } finally {
    clearTimeout(timer)
  }
}

/** The verdict on an event, a failure already settled, before it is fitted to a client. The adapter answers for the default fail mode. */
export const judge = async (
  event: NormalizedHookEvent,
  adapter: ClientAdapter | undefined,
  payload: JsonObject,
  call: Call,
  failure?: Failure,
): Promise<Judged> => {
  const sourced: Sourced =
    failure !== undefined
      ? fail(failure)
      : (unreadable(event, call.source) ??
        (await choose(call.source, call.sources, event, payload, changedBy(adapter, event, payload, call))))
  const stood = sourced.breaker === undefined ? {} : { breaker: sourced.breaker }
  return sourced.ok
    ? { verdict: await caged(sourced.value, event, call), failure: undefined, ...stood }
    : { verdict: await caged(await settleLate(sourced, adapter, event, call), event, call), failure: sourced.failure, ...stood }
}

const caged = async (verdict: Verdict, event: NormalizedHookEvent, { cage, hints }: Call): Promise<Verdict> => {
  const { contain, ...plain } = verdict
  const { rewrite, ruling } = plain
  if (contain === undefined || ruling.decision === 'deny') return verdict
  // A person has permitted it as it is.
  if (ruling.decision === 'allow') return plain
  if (cage === undefined) return hints.contains === true ? verdict : uncaged(verdict)
  return { ...verdict, contain: { ...contain, here: await cage(event, contain.cage, rewrite) } }
}

/** The same call with another input, read by the same adapter; or the same event with another output. */
const changedBy =
  (adapter: ClientAdapter | undefined, event: NormalizedHookEvent, payload: JsonObject, call: Call): Changed =>
  rewrite => {
    if (rewrite.of === 'output') {
      const { output } = rewrite
      const toolOutput = typeof output === 'string' || Array.isArray(output) || isObject(output) ? output : JSON.stringify(output)
      return { event: { ...event, toolOutput, content: textOf(output) }, payload }
    }
    const { input } = rewrite
    const other =
      exchanged(payload, event.structuredInput, input) ??
      (topLevel(event.structuredInput, payload) ? { ...payload, ...input } : undefined)
    if (adapter === undefined || other === undefined) return undefined
    const read = identified(adapter, other, call)
    return read.ok ? read.value : undefined
  }

const topLevel = (input: JsonObject, payload: JsonObject): boolean => {
  const keys = Object.keys(input)
  return keys.length > 0 && keys.every(key => Object.hasOwn(payload, key))
}

/** A call before it runs whose command or arguments could not be read must not pass for an empty one. */
const unreadable = (event: NormalizedHookEvent, source: SourceName): Sourced | undefined => {
  if (event.unread === undefined || event.subject === 'output') return undefined
  // What the agent writes decides whether we can read it, so failing open would be its to choose: at least a question.
  const known = unsure(`${event.unread} could not be read`, source, 'payload-invalid')
  return { ok: false, failure: { kind: 'payload-invalid', client: event.client, detail: event.unread }, known }
}

const settleLate = async (
  sourced: { readonly failure: Failure; readonly known?: Verdict },
  adapter: ClientAdapter | undefined,
  event: NormalizedHookEvent,
  call: Call,
): Promise<Verdict> => {
  const how = await settling({ adapter, eventName: event.originalEventName, roots: event.workspaceRoots }, call)
  return settleBeside(sourced.known, sourced.failure, how, call.source)
}

/** The fail mode; but where an objection keeps the agent at work, a failure it can do nothing about is none. */
const settling = async (who: Who, call: Call): Promise<Settling> => (holds(who, call) ? 'released' : call.failMode(who))

/** Feedback on what no tool and no prompt did: all that can be objected to is that the agent stops. */
const holds = ({ adapter, eventName = '' }: Who, call: Call): boolean => {
  if (adapter === undefined) return namesStop(eventName)
  // A registration may spell the name in another way than payloads do.
  const made = adapter.normalise({}, call.env, { ...call.hints, event: eventName })
  const name = made.ok ? made.value.originalEventName : eventName
  const row = Object.hasOwn(adapter.events, name) ? adapter.events[name] : undefined
  return row?.can.deny === 'feedback' && (row.category === 'lifecycle' || row.category === 'analytics')
}

/** Before there is an event, the adapter (or the unknown-client rule) answers the failure itself. */
const settleEarly = async (
  failed: { readonly failure: Failure },
  who: Who,
  client: string | undefined,
  call: Call,
): Promise<Decided> => {
  const how = await settling(who, call)
  const verdict = named(settle(failed.failure, how, call.source), call.id)
  const reason = verdict.ruling.decision === 'allow' ? (verdict.message ?? '') : objectionText(verdict.ruling)
  // What was contrived is refused in open mode as well.
  const heard = verdict.ruling.decision === 'allow' ? 'open' : 'closed'
  const answer =
    who.adapter === undefined
      ? unknownAnswer(heard, reason, who.eventName)
      : who.adapter.renderFailure(heard, reason, who.eventName, call.env)
  const asked = call.who === undefined ? {} : { who: call.who }
  return {
    ...idOf(call),
    client,
    event: undefined,
    ...asked,
    verdict,
    said: verdict,
    heard: true,
    failure: failed.failure,
    answer,
  }
}
