/** The pipeline that every door shares: payload in, answer out. No I/O of its own. */

import { unknownAnswer } from './clients/_unknown.ts'
import type { Answer, ClientAdapter, Hints } from './core/adapter.ts'
import type { Env } from './core/client.ts'
import { degrade } from './core/degrade.ts'
import { eventNameIn, type NormalizedHookEvent } from './core/event.ts'
import { type Failure, fail, type Result } from './core/failure.ts'
import { isObject, type JsonObject } from './core/json.ts'
import { objectionText } from './core/message.ts'
import { settle, settleBeside } from './core/settle.ts'
import { exchanged, textOf } from './core/tool.ts'
import type { BreakerPhase, FailMode, SourceName, Verdict } from './core/verdict.ts'
import { loadClient, loadFor, recognise } from './recognise.ts'
import { type Changed, choose, type Sourced, type Sources } from './sources/choose.ts'

/** What the caller knows that the payload does not. */
export interface Call {
  readonly env: Env
  readonly hints: Hints
  readonly source: SourceName
  readonly sources: Sources
  /** Asked only after a failure: it may read the client's own configuration. */
  readonly failMode: (who: Who) => Promise<FailMode>
}

export interface Who {
  readonly adapter: ClientAdapter | undefined
  readonly eventName: string | undefined
  readonly roots: readonly string[]
}

export interface Decided {
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
  /** Where the gateway's breaker stood, when not closed. */
  readonly breaker?: BreakerPhase
  readonly answer: Answer
}

/** With `failure` given (deadline, usage, internal error) no source is asked: the failure is settled for this payload. */
export const decide = async (payload: Result<JsonObject>, call: Call, failure?: Failure): Promise<Decided> => {
  if (!payload.ok) {
    const who = { adapter: await loadClient(call.hints.client), eventName: call.hints.event, roots: [] }
    return settleEarly({ failure: failure ?? payload.failure }, who, call.hints.client, call)
  }
  const eventName = eventNameIn(payload.value) ?? call.hints.event
  await loadFor(payload.value)
  const found = recognise(payload.value, call)
  if (!found.ok) {
    const client = found.failure.kind === 'client-unsupported' ? found.failure.client : undefined
    return settleEarly(found, { adapter: undefined, eventName, roots: [] }, client, call)
  }

  const normalised = found.value.normalise(payload.value, call.env, call.hints)
  if (!normalised.ok) return settleEarly(normalised, { adapter: found.value, eventName, roots: [] }, found.value.id, call)
  const event = normalised.value

  const judged = await judge(event, found.value, payload.value, call, failure)
  const can = found.value.can(event)
  const said = degrade(judged.verdict, can, event.attended)
  const heard = said.ruling.decision === 'allow' || can.deny !== 'none'
  const answer = found.value.render(said, event, call.env)
  return { client: event.client, event, ...judged, said, heard, answer }
}

/** A late verdict is a failure, and so is a throw; both are settled for the same payload. `limit` is what the failure says. */
export const inTime = async <T extends object>(
  leftMs: number,
  limit: number,
  ask: (failure?: Failure) => Promise<T>,
): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const alarm = new Promise<'late'>(resolve => {
    timer = setTimeout(() => resolve('late'), Math.max(1, leftMs))
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
): Promise<Pick<Decided, 'verdict' | 'failure' | 'breaker'>> => {
  const sourced: Sourced =
    failure !== undefined
      ? fail(failure)
      : (unreadable(event, call.source) ??
        (await choose(call.source, call.sources, event, payload, changedBy(adapter, event, payload, call))))
  const stood = sourced.breaker === undefined ? {} : { breaker: sourced.breaker }
  return sourced.ok
    ? { verdict: sourced.value, failure: undefined, ...stood }
    : { verdict: await settleLate(sourced, adapter, event, call), failure: sourced.failure, ...stood }
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
    const read = adapter.normalise(other, call.env, call.hints)
    return read.ok ? { event: read.value, payload: other } : undefined
  }

const topLevel = (input: JsonObject, payload: JsonObject): boolean => {
  const keys = Object.keys(input)
  return keys.length > 0 && keys.every(key => Object.hasOwn(payload, key))
}

/** A call before it runs whose command or arguments could not be read must not pass for an empty one. */
const unreadable = (event: NormalizedHookEvent, source: SourceName): Sourced | undefined => {
  if (event.unread === undefined || event.subject === 'output') return undefined
  // What the agent writes decides whether we can read it, so failing open would be its to choose: at least a question.
  const known: Verdict = {
    ruling: {
      decision: 'ask',
      ruleId: 'tfy.payload-invalid',
      reason: `This call cannot be judged: ${event.unread} could not be read.`,
    },
    rules: ['tfy.payload-invalid'],
    certainty: 'could-not-tell',
    checks: [],
    source,
  }
  return { ok: false, failure: { kind: 'payload-invalid', client: event.client, detail: event.unread }, known }
}

const settleLate = async (
  sourced: { readonly failure: Failure; readonly known?: Verdict },
  adapter: ClientAdapter | undefined,
  event: NormalizedHookEvent,
  call: Call,
): Promise<Verdict> => {
  const mode = await call.failMode({ adapter, eventName: event.originalEventName, roots: event.workspaceRoots })
  return settleBeside(sourced.known, sourced.failure, mode, call.source)
}

/** Before there is an event, the adapter (or the unknown-client rule) answers the failure itself. */
const settleEarly = async (
  failed: { readonly failure: Failure },
  who: Who,
  client: string | undefined,
  call: Call,
): Promise<Decided> => {
  const mode = await call.failMode(who)
  const verdict = settle(failed.failure, mode, call.source)
  const reason = verdict.ruling.decision === 'allow' ? (verdict.message ?? '') : objectionText(verdict.ruling)
  const answer =
    who.adapter === undefined
      ? unknownAnswer(mode, reason, who.eventName)
      : who.adapter.renderFailure(mode, reason, who.eventName, call.env)
  return { client, event: undefined, verdict, said: verdict, heard: true, failure: failed.failure, answer }
}
