/** What a client adapter is: a translator. No policy, no I/O, no clock. */

import type { ClientSignature, Env } from './client.ts'
import type { NormalizedHookEvent } from './event.ts'
import type { Result } from './failure.ts'
import type { Installation } from './install.ts'
import type { JsonObject } from './json.ts'
import type { FailMode, Rewrite, Verdict } from './verdict.ts'

/** What a client honours in the answer to one event. */
export interface Can {
  /** `block` stops the action, `feedback` tells the model after the fact, `none` is not read. */
  readonly deny: 'block' | 'feedback' | 'none'
  /** Only where a person really gets asked. */
  readonly ask: boolean
  readonly defer: boolean
  /** A grant skips the client's own prompt. */
  readonly grant: boolean
  readonly rewriteInput: boolean
  readonly rewriteOutput: boolean
  /** Where a rewrite works for some keys or shapes only: whether the client would take this one whole. */
  readonly takes?: (rewrite: Rewrite) => boolean
  readonly context: boolean
  readonly message: boolean
}

/** What the hook process says: exit code, stdout and stderr, complete. */
export interface Answer {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** What a client's own configuration says about this hook, read only after a failure or while a slow gateway is awaited. */
export interface Registration {
  /** Configuration files to look into, strongest first. */
  readonly files: (env: Env, home: string, roots: readonly string[]) => readonly string[]
  /** The fail mode one of those files asks for this event, or undefined when it says nothing. */
  readonly failMode: (text: string, eventName: string) => FailMode | undefined
  /** The time limit in milliseconds of each entry that runs us for this event; undefined for one that sets none. */
  readonly timeouts: (text: string, eventName: string) => readonly (number | undefined)[]
}

export interface Hints {
  readonly client?: string
  readonly event?: string
  /** The caller builds cages itself. */
  readonly contains?: true
}

export interface ClientAdapter extends ClientSignature {
  readonly docs: string
  /** Client version the behaviour was last verified on, and when. */
  readonly verified: string
  /** Every event of the client, with what can be answered. `can` refines it for one payload. */
  readonly events: Readonly<Record<string, EventTraits>>
  readonly normalise: (payload: JsonObject, env: Env, hints: Hints) => Result<NormalizedHookEvent>
  readonly can: (event: NormalizedHookEvent) => Can
  /** Turns a verdict that `can` allows into the client's dialect. Total: every verdict has an answer. */
  readonly render: (verdict: Verdict, event: NormalizedHookEvent, env: Env) => Answer
  /** The client's documented behaviour when a hook fails. */
  readonly failDefault: (eventName: string) => FailMode
  /** The client's own time limit in milliseconds for a hook on this event, when its registration sets none. */
  readonly timeoutMs: (eventName: string) => number
  /** The answer when a failure happened before an event could be made (broken payload, unknown event). */
  readonly renderFailure: (mode: FailMode, reason: string, eventName: string | undefined, env: Env) => Answer
  readonly registration?: Registration
  /** How `init` registers us there. */
  readonly install: Installation
}

/** The static row of one event: how it is classified and what it honours. */
export interface EventTraits {
  readonly when: string
  readonly category: NormalizedHookEvent['category']
  readonly guardrail: NormalizedHookEvent['guardrail']
  readonly can: Can
}

export const canNothing: Can = {
  deny: 'none',
  ask: false,
  defer: false,
  grant: false,
  rewriteInput: false,
  rewriteOutput: false,
  context: false,
  message: false,
}
