/** `@truefoundry/tfy-hook/adapters`: clients' payloads as events, and verdicts in clients' words. docs/extend/library.md says what stays as it is. */

import { load } from '../adapters/clients.gen.ts'
import type { Answer, ClientAdapter, Hints } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { type Failure, fail, ok, type Result } from '../core/failure.ts'
import { payloadIn } from '../core/payload/payload.ts'
import type { FailMode, Verdict } from '../core/verdict.ts'
import { decide } from '../hook/decide.ts'
import { loadFor, recognise } from '../hook/recognise.ts'

export type { Answer, Can, ClientAdapter, EventTraits, Hints } from '../core/adapter.ts'
export type { NormalizedHookEvent } from '../core/event.ts'
export type { Failure, Result } from '../core/failure.ts'
export type { FailMode, Verdict } from '../core/verdict.ts'

/** The ids of all clients. */
export const clients: readonly string[] = Object.keys(load)

export interface Given {
  /** Of the hook's process: some clients say in it who they are. */
  readonly env?: Env
  /** What is known beside the payload: of a client whose payload names neither. */
  readonly hints?: Hints
  /** What a failure becomes; `closed` when absent. */
  readonly failMode?: FailMode
}

export interface Read {
  readonly adapter: ClientAdapter
  readonly event: NormalizedHookEvent
}

/** Who sent this, and what it says. */
export const read = async (text: string, { env = {}, hints = {} }: Given = {}): Promise<Result<Read>> => {
  const payload = payloadIn(text)
  if (!payload.ok) return fail(payload.failure)
  await loadFor(payload.value)
  const found = recognise(payload.value, { env, hints })
  if (!found.ok) return found
  const made = found.value.normalise(payload.value, env, hints)
  return made.ok ? ok({ adapter: found.value, event: made.value }) : made
}

/**
 * What a hook says to this payload: `judge` gives the verdict on its event. Whatever fails, `judge` included, is answered in the fail mode,
 * and what the client cannot be told becomes stricter. It never throws.
 */
export const answer = async (
  text: string,
  judge: (event: NormalizedHookEvent) => Promise<Result<Verdict>>,
  { env = {}, hints = {}, failMode = 'closed' }: Given = {},
): Promise<Answer> => {
  const ask = (event: NormalizedHookEvent): Promise<Result<Verdict>> => judge(event)
  const call = { env, hints, source: 'offline', sources: { offline: ask, gateway: ask }, failMode: async () => failMode } as const
  const payload = payloadIn(text)
  try {
    return (await decide(payload, call)).answer
  } catch (error) {
    const failure: Failure = { kind: 'internal', detail: error instanceof Error ? error.message : 'unknown' }
    return (await decide(payload, call, failure)).answer
  }
}
