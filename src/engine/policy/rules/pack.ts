/** A built-in pack: rules as data. A rule either answers a finding of the analyser (same id) or states its own condition. */

import type { RuleDecision, RuleSubject, When } from './types.ts'

export type Severity = 'low' | 'medium' | 'high' | 'critical'

export interface PackRule {
  /** `pack.rule`, permanent. */
  readonly id: string
  readonly severity: Severity
  /** Why it is stopped: one sentence for the model and the person. */
  readonly reason: string
  /** What to do instead. Commands in backticks are tested against the policy itself. */
  readonly instead: string
  /** What it means, for rules that answer no finding. */
  readonly means?: string
  readonly on?: readonly RuleSubject[]
  readonly when?: When
  /** Where the severity alone does not say it. `allow` is off. */
  readonly recommended?: RuleDecision
  readonly strict?: RuleDecision
  /** In preset `contained` the call runs in the cage of this name, instead of being asked about or let through. */
  readonly contained?: string
}

export interface Pack {
  readonly id: string
  readonly title: string
  /** Its part in preset `recommended`: `ask` asks about the grave rules only, because the pack is partly opinion. */
  readonly recommended: 'on' | 'ask' | 'off'
  readonly strict: 'on' | 'off'
  /** What its rules object to is outside of any cage: contained, it does not happen. */
  readonly caged?: true
  /** Rules that answer the analyser's findings. Most calls have none, so nothing is made of them before. */
  readonly answers: () => readonly PackRule[]
  /** Rules with a condition of their own. */
  readonly conditions?: () => readonly PackRule[]
}

export const rulesOf = ({ answers, conditions }: Pack): readonly PackRule[] => [...answers(), ...(conditions?.() ?? [])]

/** How much of a pack applies: the whole as preset `strict` or `recommended` has it, or its grave rules as a question. */
export type PackLevel = 'strict' | 'on' | 'ask'

/** What a rule answers to something proved dangerous. `allow` means that the rule is silent. */
export const decisionOf = (rule: PackRule, level: PackLevel): RuleDecision => {
  const grave = rule.severity === 'high' || rule.severity === 'critical'
  switch (level) {
    case 'strict':
      return rule.strict ?? (rule.severity === 'low' ? 'ask' : 'deny')
    case 'on':
      return rule.recommended ?? (grave ? 'deny' : rule.severity === 'medium' ? 'ask' : 'allow')
    case 'ask':
      return rule.recommended ?? (grave ? 'ask' : 'allow')
    default:
      return level satisfies never
  }
}
