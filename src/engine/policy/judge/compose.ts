/** From the rules that fired to one verdict. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { oneLine } from '../../../core/redact.ts'
import { type Certainty, type Decision, decisions, type Rewrite, type Ruling, rank, type Verdict } from '../../../core/verdict.ts'
import { acts } from '../../analysis/tools/tools.ts'
import { countsRefusals, namesIn } from '../rules/conditions.ts'
import type { Facts } from './facts.ts'
import type { ActiveRule, Plan } from './layers.ts'
import { redactOutput } from './rewrite.ts'

/** A rule that fired, and what it asks for. */
export interface Fired {
  readonly rule: ActiveRule
  readonly decision: Decision
  readonly reason: string
  /** What stands behind it: an effect proved dangerous, something unseen, or a rule's own conditions. */
  readonly by: 'danger' | 'unknown' | 'rule'
  readonly rewrite?: Rewrite
  /** Where it cannot be contained, and the rule does not say it. */
  readonly otherwise?: 'allow' | 'ask' | 'deny'
  /** Text for the model beside what the rule itself says. */
  readonly context?: string
}

/** Everything the rules have to say about one event. */
export interface Findings {
  readonly fired: readonly Fired[]
  /** Rules that hold and only add text. */
  readonly notes: readonly ActiveRule[]
  /** A rule grants what the client would ask about. */
  readonly grant: boolean
}

/** The strictest of all decisions that were found, with its reason and whatever else the answer says. */
export const compose = (facts: Facts, plan: Plan, { fired: all, notes, grant }: Findings): Verdict => {
  // Most calls: nobody has anything to say.
  if (all.length + notes.length === 0) return silent(grant, certaintyOf(facts, all))
  const enforced = all.filter(({ rule }) => !rule.audited)
  const settled = (list: readonly Fired[]): Fired[] =>
    list.map(answer => settleAttendance(answer, facts.event, plan)).sort(byStrictness)
  const fired = settled(enforced)
  const audited = [
    ...new Set([...all, ...notes.map(rule => ({ rule }))].filter(({ rule }) => rule.audited).map(({ rule }) => rule.id)),
  ]
  const spoken = notes.filter(rule => !rule.audited)
  // An objection that the settings turned into an allow still takes the grant away.
  const ruling = rulingOf(fired, grant && enforced.every(({ decision }) => decision === 'allow'))
  const speaking = [...fired.map(({ rule }) => rule), ...spoken]
  const context = join([...speaking.map(contextOf), ...fired.map(answer => answer.context)])
  const message = join(speaking.map(rule => rule.message))
  const rewrites = rewritesOf(facts.event, fired)
  // A watched rule proves as much as one that is enforced.
  const certainty = certaintyOf(facts, all)
  const said = rewrites.length > 1 && rank(ruling.decision) <= rank('contain') ? conflict(fired) : ruling
  const would = audited.length === 0 ? undefined : settled(all)[0]?.decision
  const rules = [...new Set(speaking.map(rule => rule.id))]
  const deciders = [
    ...new Set(
      fired.filter(({ rule, decision }) => decision === said.decision || countsRefusals(rule.when)).map(({ rule }) => rule.id),
    ),
  ]
  return {
    ruling: said,
    rules,
    ...(said.decision !== 'allow' && deciders.length < rules.length && { deciders }),
    ...(certainty !== undefined && { certainty }),
    ...(rewrites[0] !== undefined && { rewrite: rewrites[0] }),
    ...(context !== undefined && { context }),
    ...(message !== undefined && { message }),
    checks: [],
    source: 'offline',
    ...(audited.length > 0 && { audited }),
    ...(would !== undefined && would !== 'allow' && rank(would) > rank(said.decision) && { would }),
  }
}

const silent = (grant: boolean, certainty: Certainty | undefined): Verdict => ({
  ruling: { decision: 'allow', grant },
  rules: [],
  ...(certainty !== undefined && { certainty }),
  checks: [],
  source: 'offline',
})

const severities = ['low', 'medium', 'high', 'critical'] as const

/** Strictest first; among equals the known before the unknown, then the graver. */
const byStrictness = (a: Fired, b: Fired): number =>
  decisions.indexOf(b.decision) - decisions.indexOf(a.decision) ||
  Number(a.by === 'unknown') - Number(b.by === 'unknown') ||
  severities.indexOf(b.rule.severity ?? 'medium') - severities.indexOf(a.rule.severity ?? 'medium')

const rulingOf = (fired: readonly Fired[], grant: boolean): Ruling => {
  const [first] = fired
  if (first === undefined || first.decision === 'allow') return { decision: 'allow', grant }
  // A refusal that comes again says first why, then what to do about its coming again.
  const repeated = fired.find(({ rule }) => countsRefusals(rule.when))
  const { rule, reason } = fired.find(({ rule }) => !countsRefusals(rule.when)) ?? first
  const instead = repeated?.rule.instead ?? rule.instead
  return {
    decision: first.decision,
    ruleId: rule.id,
    reason: `${reason}${repeated === undefined || repeated.rule === rule ? '' : ` ${repeated.reason}`}${moreOf(rule)}`,
    ...(instead !== undefined && { instead }),
  }
}

/** Who decides about a rule, and where it is explained. */
const moreOf = ({ reviewers, links }: ActiveRule): string =>
  `${reviewers === undefined ? '' : ` Reviewers: ${reviewers.join(', ')}.`}${links === undefined ? '' : ` See ${links.join(' ')}`}`

/** With nobody there to answer, `ask` becomes what the settings say; before the strictest is picked, since that may be deny. */
export const settleAttendance = (answer: Fired, { attended, subject }: NormalizedHookEvent, plan: Plan): Fired => {
  if (attended || answer.decision !== 'ask') return answer
  const decision = plan.preset === 'contained' && answer.rule.caged && subject === 'shell' ? 'contain' : plan.unattended
  return { ...answer, decision, otherwise: plan.unattended }
}

/** The rewrites asked for: redactions joined into one, equal ones counted once. */
const rewritesOf = (event: NormalizedHookEvent, fired: readonly Fired[]): readonly Rewrite[] => {
  const asked = fired.filter(({ rewrite }) => rewrite !== undefined)
  if (asked.length === 0) return []
  const redactions = asked.filter(({ rule }) => rule.decision === 'redact')
  const names = [...new Set(redactions.flatMap(({ rule }) => namesIn(rule.when)))]
  const joined = redactions.length > 1 ? redactOutput(event, names) : redactions[0]?.rewrite
  const inputs = asked.flatMap(({ rule, rewrite }) => (rule.decision === 'redact' ? [] : (rewrite ?? [])))
  const unique = new Map(inputs.map(rewrite => [JSON.stringify(rewrite), rewrite]))
  return [...(joined === undefined ? [] : [joined]), ...unique.values()]
}

const conflict = (fired: readonly Fired[]): Ruling => ({
  decision: 'deny',
  ruleId: fired.find(({ rewrite }) => rewrite !== undefined)?.rule.id ?? 'policy.conflict',
  reason: 'Several rules rewrite this event in different ways.',
})

/** Danger that fired, else an unknown; undefined where there is nothing to prove. */
const certaintyOf = (facts: Facts, fired: readonly Fired[]): Certainty | undefined => {
  if (!acts.has(facts.event.subject)) return undefined
  if (fired.some(({ by }) => by === 'danger')) return 'proved-dangerous'
  return fired.some(({ by }) => by === 'unknown') || facts.certainty() === 'could-not-tell' ? 'could-not-tell' : 'proved-ordinary'
}

const join = (texts: readonly (string | undefined)[]): string | undefined => {
  const given = [...new Set(texts.filter(text => text !== undefined && text !== ''))]
  return given.length === 0 ? undefined : given.join('\n')
}

/** A repository speaks in its own name: what it wants the model to know must not sound like the guard or the person. */
const contextOf = (rule: ActiveRule): string | undefined =>
  rule.context === undefined || rule.layer !== 'project'
    ? rule.context
    : `From this repository's policy file: ${oneLine(rule.context, 1_000)}`
