/** What was decided about an event, before anyone asks how the client can be told. */

import { type Cage, narrower } from './contain/cage.ts'
import type { FailureKind } from './failure.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** Strictest last; `strictest` compares by this order. */
export const decisions = ['allow', 'contain', 'ask', 'defer', 'deny'] as const
export type Decision = (typeof decisions)[number]

export type Certainty = 'proved-dangerous' | 'proved-ordinary' | 'could-not-tell'

export type SourceName = 'gateway' | 'offline' | 'gateway-then-offline' | 'both'

/** The decision with what each needs: an objection has a rule and a reason, an allow has nowhere to put one. */
export type Ruling =
  | {
      readonly decision: 'allow'
      /** Skips the person's own prompt where the client has one. Only a managed or user rule may set it. */
      readonly grant: boolean
    }
  | {
      /** `contain` is an objection to the call as it is: whoever knows no cage objects. No client is told of it. */
      readonly decision: 'contain' | 'ask' | 'defer' | 'deny'
      readonly ruleId: string
      readonly reason: string
      /** What to do instead; itself passes the policy. */
      readonly instead?: string
      /** The name of the call, by which a person asks why. */
      readonly id?: string
      readonly permit?: Permit
    }

/** Whether a person may let a refused call through, once: the rules that are overruled by it, or why not. */
export type Permit =
  | {
      readonly may: true
      readonly rules: readonly string[]
      /** Some of them come from a preset that a managed file sets. */
      readonly locked: boolean
    }
  | { readonly may: false; readonly why: NoPermit }

/** `self` is a rule about this guard, `part` a call that was not wholly read, `session` a client that does not say which session it is. */
export const noPermits = ['failed', 'final', 'managed', 'part', 'rewrite', 'self', 'session'] as const
export type NoPermit = (typeof noPermits)[number]

/** Whose permission a call went on with: the refused call that they were shown, and who they are. */
interface Approved {
  readonly call: string
  readonly by: string
}

/** A whole replacement: the complete tool input, or the complete tool output in the shape it came in. */
export type Rewrite =
  | { readonly of: 'input'; readonly input: JsonObject; readonly changed: readonly string[] }
  | { readonly of: 'output'; readonly output: JsonValue }

/** The cage that a call is to run in, whatever else is decided about it. */
export interface Containment {
  readonly cage: Cage
  /** The name of the cage, where it is that of one rule. */
  readonly profile?: string
  /** What becomes of the call where it cannot run in a cage. */
  readonly otherwise: 'allow' | 'ask' | 'deny'
  /** A rule grants what the client would ask about. */
  readonly grant: boolean
  /** What this machine makes of it; nothing where nobody has asked. */
  readonly here?: Caged
}

export type Caged =
  /** `rewrite` is the call in its cage; undefined where it is one already. `told` is for the model. */
  | { readonly ok: true; readonly backend: string; readonly rewrite: Rewrite | undefined; readonly told: string }
  /** A sentence without its full stop. */
  | { readonly ok: false; readonly why: string }

/** One guardrail's own result, in the gateway's words (`guardrail_checks`). */
export interface Check {
  readonly id: string
  readonly verdict: boolean
  readonly error?: string
  readonly data?: JsonValue
  readonly execution_time?: number
}

export interface Verdict {
  readonly ruling: Ruling
  /** Every rule that fired, strictest first. */
  readonly rules: readonly string[]
  /** Those of them that gave the decision, where others asked for less. */
  readonly deciders?: readonly string[]
  readonly certainty?: Certainty
  readonly rewrite?: Rewrite
  readonly contain?: Containment
  /** Text for the model. */
  readonly context?: string
  /** Text for the person. */
  readonly message?: string
  readonly checks: readonly Check[]
  readonly source: SourceName
  /** Set when a failure was turned into this verdict. */
  readonly settled?: { readonly kind: FailureKind; readonly mode: FailMode }
  /** Why the gateway was not the one that answered, under `gateway-then-offline`. */
  readonly fallback?: FailureKind
  /** Rules with strategy `audit` that would have fired. */
  readonly audited?: readonly string[]
  /** What the decision would have been with them, where that is stricter. */
  readonly would?: Exclude<Decision, 'allow'>
  readonly approved?: Approved
  /** An approval of this call lay there that no person has given, or not so. */
  readonly forgery?: Forgery
  /** What a later call of the session may be asked about, should this one go on. */
  readonly happened?: Happened
  /** The bundle of policies that was in force. */
  readonly bundle?: BundleName
}

/** `copied`: authentic once, in another file or for another call. */
export const forgeries = ['forged', 'copied'] as const
export type Forgery = (typeof forgeries)[number]

export type BundleName = {
  readonly name: string
  readonly version: string
  /** SHA-256 of what is signed. */
  readonly digest: string
}

export interface Happened {
  readonly words: readonly string[]
  /** A policy in force may depend on it. */
  readonly matters: boolean
}

export type FailMode = 'open' | 'closed'

/** Where the gateway's breaker stood for a call, when it was not closed. */
export type BreakerPhase = 'open' | 'half-open'

export const noObjection = (source: SourceName): Verdict => ({
  ruling: { decision: 'allow', grant: false },
  rules: [],
  checks: [],
  source,
})

export const mayPermit = ({ ruling }: Verdict): boolean => ruling.decision !== 'allow' && ruling.permit?.may === true

/** What becomes of the call: one that goes on in its cage is contained. */
export const outcome = ({ ruling, contain }: Verdict): Decision =>
  ruling.decision === 'allow' && contain !== undefined ? 'contain' : ruling.decision

export const rank = (decision: Decision): number => decisions.indexOf(decision)

/** Joins two verdicts on the same event: the stricter ruling wins, the rest is kept side by side. */
export const stricter = (a: Verdict, b: Verdict, source: SourceName): Verdict => {
  const [first, second] = rank(b.ruling.decision) > rank(a.ruling.decision) ? [b, a] : [a, b]
  const context = joinText(first.context, second.context)
  const message = joinText(first.message, second.message)
  const certainty = first.certainty ?? second.certainty
  const rewrite = first.rewrite ?? second.rewrite
  const contain = containedBy(first.contain, second.contain)
  const settled = first.settled ?? second.settled
  const happened = a.happened ?? b.happened
  const bundle = a.bundle ?? b.bundle
  const approved = a.approved ?? b.approved
  const forgery = a.forgery ?? b.forgery
  const audited = [...(first.audited ?? []), ...(second.audited ?? [])]
  const would = rank(second.would ?? 'allow') > rank(first.would ?? 'allow') ? second.would : first.would
  return {
    ruling:
      first.ruling.decision === 'allow' && second.ruling.decision === 'allow'
        ? { decision: 'allow', grant: first.ruling.grant && second.ruling.grant }
        : first.ruling,
    rules: [...new Set([...first.rules, ...second.rules])],
    checks: [...first.checks, ...second.checks],
    source,
    ...(certainty !== undefined && { certainty }),
    ...(rewrite !== undefined && { rewrite }),
    ...(contain !== undefined && { contain }),
    ...(context !== undefined && { context }),
    ...(message !== undefined && { message }),
    ...(settled !== undefined && { settled }),
    ...(audited.length > 0 && { audited }),
    ...(would !== undefined && rank(would) > rank(first.ruling.decision) && { would }),
    ...(happened !== undefined && { happened }),
    ...(bundle !== undefined && { bundle }),
    ...(approved !== undefined && { approved }),
    ...(forgery !== undefined && { forgery }),
  }
}

/** A cage that both of them permit. Once there is one, it has no name. */
const containedBy = (a: Containment | undefined, b: Containment | undefined): Containment | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  const otherwise = rank(b.otherwise) > rank(a.otherwise) ? b.otherwise : a.otherwise
  return { cage: narrower(a.cage, b.cage), otherwise, grant: a.grant && b.grant }
}

const joinText = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined ? b : b === undefined || a === b ? a : `${a}\n${b}`
