/** What conditions are asked about: the whole event, or one effect of it. */

import type { Effect, Invocation } from '../../analysis/values/facts.ts'
import type { Facts } from './facts.ts'

export interface Scope {
  readonly facts: Facts
  /** One effect only; otherwise everything the event does. */
  readonly effect?: Effect
  /** Every candidate must satisfy a condition, not just one: for whatever loosens (exceptions, grants). */
  readonly every: boolean
  /** It is asked for an exception or a grant: what cannot be told excuses nothing. */
  readonly excuses?: boolean
  /** The program runs that the conditions around this one hold of. */
  readonly invocations?: readonly Invocation[]
  /** An argument that cannot be known counts as the one that is wanted in its place. */
  readonly guess?: boolean
}

/** The program runs that a condition is asked about: all of the call, or the one of its effect. */
export const invocationsOf = ({ facts, effect, invocations }: Scope): readonly Invocation[] =>
  invocations ??
  (effect === undefined ? (facts.shell()?.invocations ?? []) : effect.invocation === undefined ? [] : [effect.invocation])

/** The effects that a condition is asked about: all of the call, or one. */
export const effectsOf = ({ facts, effect }: Scope): readonly Effect[] => (effect === undefined ? facts.effects() : [effect])
