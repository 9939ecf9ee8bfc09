/** Asks every rule that applies whether it holds. */

import { oneLine } from '../../../core/redact.ts'
import type { Decision, Rewrite } from '../../../core/verdict.ts'
import type { Effect } from '../../analysis/values/facts.ts'
import { textGlob } from '../../matching/glob.ts'
import { namesIn } from '../rules/conditions.ts'
import type { PolicyFile } from '../rules/types.ts'
import type { Findings, Fired } from './compose.ts'
import { mightHold } from './doubts.ts'
import type { Facts } from './facts.ts'
import { type ActiveRule, mayExcept, type Plan } from './layers.ts'
import { holds } from './match.ts'
import { redactOutput, rewriteCommand } from './rewrite.ts'

export interface Judged extends Findings {
  /** Rules that hold and want an external program asked. */
  readonly pending: readonly ActiveRule[]
}

/** Which of these rules hold, what is excepted, and what an external program has still to say. `today` is `YYYY-MM-DD`. */
export const judge = (
  facts: Facts,
  plan: Plan,
  rules: readonly ActiveRule[],
  policies: readonly PolicyFile[],
  today: string,
): Judged => {
  const excepted = (rule: ActiveRule, effect?: Effect): boolean =>
    plan.exceptions.some(
      exception =>
        textGlob(exception.rule, rule.id) &&
        (exception.expires === undefined || exception.expires >= today) &&
        mayExcept(exception, rule, policies) &&
        (exception.when === undefined ||
          holds(exception.when, { facts, every: true, excuses: true, ...(effect !== undefined && { effect }) })),
    )
  const fired: Fired[] = []
  let grant = false
  const notes: ActiveRule[] = []
  const pending: ActiveRule[] = []
  for (const effect of facts.effects()) {
    const rule = plan.answers(effect.finding)
    if (rule === undefined || effect.certainty === 'proved-ordinary' || excepted(rule, effect)) continue
    const answer = answerEffect(rule, effect, plan)
    if (answer !== undefined) fired.push(answer)
  }
  for (const rule of rules) {
    if (rule.id === unknownRule) continue
    if (rule.when !== undefined && !holds(rule.when, { facts, every: rule.grant === true, excuses: rule.grant === true })) {
      const possible = ifUnknown(rule, facts, plan)
      if (possible !== undefined && !excepted(rule)) fired.push(possible)
      continue
    }
    if (excepted(rule)) continue
    if (rule.check !== undefined) {
      pending.push(rule)
      continue
    }
    if (rule.decision === 'allow') grant ||= rule.grant === true && !rule.audited && ordinary(facts)
    const answer = answerRule(rule, facts)
    if (answer !== undefined) fired.push(answer)
    else notes.push(rule)
  }
  if (facts.certainty() === 'could-not-tell' && !facts.effects().some(effect => effect.certainty === 'could-not-tell')) {
    const rule = rules.find(({ id }) => id === unknownRule)
    if (rule !== undefined && !excepted(rule) && plan.couldNotTell !== 'allow') {
      fired.push({
        rule,
        decision: plan.couldNotTell,
        reason: unknownReason(rule, facts.shell()?.unknown ?? facts.event.doubt),
        by: 'unknown',
      })
    }
  }
  return { fired, notes, grant, pending }
}

/** Answers a command that nothing else answers but that could not be read to its end. */
const unknownRule = 'execution.could-not-tell'

const unknownReason = (rule: ActiveRule, unknown: string | undefined): string =>
  unknown === undefined ? rule.reason : `${rule.reason} Not seen: ${oneLine(unknown, 160)}.`

const answerEffect = (rule: ActiveRule, effect: Effect, plan: Plan): Fired | undefined => {
  if (effect.certainty === 'proved-dangerous') {
    const reason = effect.detail === undefined ? rule.reason : `${rule.reason} ${oneLine(effect.detail, 300)}`
    return { rule, decision: soleDecision(rule), reason, by: 'danger' }
  }
  if (plan.couldNotTell === 'allow') return undefined
  const decision = plan.couldNotTell === 'contain' && !rule.caged ? 'ask' : plan.couldNotTell
  return { rule, decision, reason: unknownReason(rule, effect.unknown), by: 'unknown' }
}

/** A rule about arguments, and a command whose arguments cannot be known: the settings decide. */
const ifUnknown = (rule: ActiveRule, facts: Facts, plan: Plan): Fired | undefined => {
  const objects = rule.decision !== undefined && rule.decision !== 'allow' && rule.decision !== 'redact'
  const unknown = objects && plan.couldNotTell !== 'allow' ? mightHold(rule.when, facts) : undefined
  if (unknown === undefined) return undefined
  const decision = plan.couldNotTell === 'deny' || rule.decision === 'contain' ? soleDecision(rule) : 'ask'
  return { rule, decision, reason: unknownReason(rule, unknown), by: 'unknown' }
}

const soleDecision = (rule: ActiveRule): Decision =>
  rule.decision === undefined ? 'allow' : rule.decision === 'redact' ? 'deny' : rule.decision

/** Nobody is to believe that something else ran. */
const toldOf = ({ id }: ActiveRule, rewrite: Rewrite): string =>
  `The rule ${id} changed this call. What ran: ${rewrite.of === 'input' ? oneLine(rewrite.changed.map(key => String(rewrite.input[key])).join(' '), 300) : ''}`

/** What a rule of conditions asks for; undefined when it only adds text. */
const answerRule = (rule: ActiveRule, facts: Facts): Fired | undefined => {
  const base = { rule, reason: rule.reason, by: 'rule' } as const
  if (rule.decision === 'redact') {
    const rewrite = redactOutput(facts.event, namesIn(rule.when))
    return rewrite === undefined ? { ...base, decision: 'deny' } : { ...base, decision: 'allow', rewrite }
  }
  if (rule.rewrite !== undefined) {
    const rewrite = rewriteCommand(rule, facts)
    if (rewrite === undefined) return { ...base, decision: 'deny' }
    return {
      ...base,
      decision: rule.decision ?? 'allow',
      rewrite,
      ...(rule.context === undefined && { context: toldOf(rule, rewrite) }),
    }
  }
  return rule.decision === undefined ? undefined : { ...base, decision: rule.decision }
}

const ordinary = (facts: Facts): boolean => {
  const certainty = facts.certainty()
  return certainty === undefined || certainty === 'proved-ordinary'
}
