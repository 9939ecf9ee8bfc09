/** The embedded engine: one event, the files of the layers, one verdict. Pure but for what the host tells; never throws on purpose. */

import type { NormalizedHookEvent } from '../core/event.ts'
import { fail, ok, type Result } from '../core/failure.ts'
import { oneLine } from '../core/redact.ts'
import { type Certainty, type Decision, decisions, type Rewrite, type Ruling, type Verdict } from '../core/verdict.ts'
import { type Analyse, type Facts, factsOf } from './facts.ts'
import { textGlob } from './glob.ts'
import { type ActiveRule, mayExcept, type Plan, planOf } from './layers.ts'
import { holds } from './match.ts'
import { loadLinearEngine, needsLinearEngine } from './pattern.ts'
import { redactOutput, rewriteCommand } from './rewrite.ts'
import type { Effect, Host, PolicyFile, When } from './types.ts'

/** Most characters of content that are judged. Beyond it the answer is a failure, not a guess. */
export const maxContent = 4 * 1024 * 1024

/** A rule that fired, and what it asks for. */
interface Fired {
  readonly rule: ActiveRule
  readonly decision: Decision
  readonly reason: string
  /** What stands behind it: an effect proved dangerous, something unseen, or a rule's own conditions. */
  readonly by: 'danger' | 'unknown' | 'rule'
  readonly rewrite?: Rewrite
}

/** Asynchronous only because the parser and the linear regular expressions are loaded when a rule needs them. */
export const evaluate = async (
  event: NormalizedHookEvent,
  policies: readonly PolicyFile[],
  host: Host,
  today: string = new Date().toISOString().slice(0, 10),
): Promise<Result<Verdict>> => {
  try {
    const plan = planOf(policies)
    const rules = plan.bySubject(event.subject)
    const texts = rules.flatMap(rule => patternsIn(rule.when))
    if (event.content.length > maxContent && (acts.has(event.subject) || rules.some(rule => readsContent(rule.when)))) {
      return fail({ kind: 'engine-limit', detail: `content of ${event.content.length} characters` })
    }
    if (texts.some(needsLinearEngine)) await loadLinearEngine()
    const facts = factsOf(event, host, acts.has(event.subject) ? await analyserFor(event, host) : undefined, texts.length)
    return ok(judge(facts, plan, rules, policies, today))
  } catch (error) {
    return fail({ kind: 'internal', detail: error instanceof Error ? error.message : 'unknown' })
  }
}

/** Subjects that do something, which the analyser can tell. */
const acts: ReadonlySet<string> = new Set(['shell', 'mcp', 'tool', 'file-read', 'file-write', 'web'])

const analyserFor = async (event: NormalizedHookEvent, host: Host): Promise<Analyse> => {
  const { analyse } = await import('./shell/analyse.ts')
  const { cwd, workspaceRoots } = event
  return (command, dialect) => analyse(command, { cwd, workspaceRoots, host, ...(dialect !== undefined && { dialect }) })
}

const judge = (
  facts: Facts,
  plan: Plan,
  rules: readonly ActiveRule[],
  policies: readonly PolicyFile[],
  today: string,
): Verdict => {
  const excepted = (rule: ActiveRule, effect?: Effect): boolean =>
    plan.exceptions.some(
      exception =>
        textGlob(exception.rule, rule.id) &&
        (exception.expires === undefined || exception.expires >= today) &&
        mayExcept(exception, rule, policies) &&
        (exception.when === undefined || holds(exception.when, { facts, every: true, ...(effect !== undefined && { effect }) })),
    )
  const fired: Fired[] = []
  let grant = false
  const notes: ActiveRule[] = []
  for (const effect of facts.effects()) {
    const rule = plan.answers(effect.finding)
    if (rule === undefined || effect.certainty === 'proved-ordinary' || excepted(rule, effect)) continue
    const answer = answerEffect(rule, effect, plan)
    if (answer !== undefined) fired.push(answer)
  }
  for (const rule of rules) {
    if (rule.id === unknownRule) continue
    if (rule.when !== undefined && !holds(rule.when, { facts, every: rule.grant === true })) continue
    if (excepted(rule)) continue
    if (rule.decision === 'allow') grant ||= rule.grant === true && !rule.audited && ordinary(facts)
    const answer = answerRule(rule, facts)
    if (answer !== undefined) fired.push(answer)
    else notes.push(rule)
  }
  if (facts.certainty() === 'could-not-tell' && !facts.effects().some(effect => effect.certainty === 'could-not-tell')) {
    const rule = rules.find(({ id }) => id === unknownRule)
    if (rule !== undefined && !excepted(rule) && plan.couldNotTell !== 'allow') {
      fired.push({ rule, decision: plan.couldNotTell, reason: unseen(rule, facts.shell()?.unknown), by: 'unknown' })
    }
  }
  return compose(facts, plan, fired, notes, grant)
}

/** Answers a command that nothing else answers but that could not be read to its end. */
const unknownRule = 'execution.could-not-tell'

const unseen = (rule: ActiveRule, unknown: string | undefined): string =>
  unknown === undefined ? rule.reason : `${rule.reason} Not seen: ${oneLine(unknown, 160)}.`

const answerEffect = (rule: ActiveRule, effect: Effect, plan: Plan): Fired | undefined => {
  if (effect.certainty === 'proved-dangerous') return { rule, decision: soleDecision(rule), reason: rule.reason, by: 'danger' }
  if (plan.couldNotTell === 'allow') return undefined
  return { rule, decision: plan.couldNotTell, reason: unseen(rule, effect.unknown), by: 'unknown' }
}

const soleDecision = (rule: ActiveRule): Decision =>
  rule.decision === undefined ? 'allow' : rule.decision === 'redact' ? 'deny' : rule.decision

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
    return { ...base, decision: rule.decision ?? 'allow', rewrite }
  }
  return rule.decision === undefined ? undefined : { ...base, decision: rule.decision }
}

const compose = (facts: Facts, plan: Plan, all: readonly Fired[], notes: readonly ActiveRule[], grant: boolean): Verdict => {
  const fired = all.filter(({ rule }) => !rule.audited).sort(byStrictness)
  const audited = [
    ...new Set([...all, ...notes.map(rule => ({ rule }))].filter(({ rule }) => rule.audited).map(({ rule }) => rule.id)),
  ]
  const spoken = notes.filter(rule => !rule.audited)
  const ruling = settleAttendance(rulingOf(fired, grant), facts.event.attended, plan)
  const speaking = [...fired.map(({ rule }) => rule), ...spoken]
  const context = join(speaking.map(rule => rule.context))
  const message = join(speaking.map(rule => rule.message))
  const rewrites = rewritesOf(facts.event, fired)
  const certainty = certaintyOf(facts, fired)
  return {
    ruling: rewrites.length > 1 && ruling.decision === 'allow' ? conflict(fired) : ruling,
    rules: [...new Set(speaking.map(rule => rule.id))],
    ...(certainty !== undefined && { certainty }),
    ...(rewrites[0] !== undefined && { rewrite: rewrites[0] }),
    ...(context !== undefined && { context }),
    ...(message !== undefined && { message }),
    checks: [],
    source: 'offline',
    ...(audited.length > 0 && { audited }),
  }
}

const severities = ['low', 'medium', 'high', 'critical'] as const

/** Strictest first; among equals the known before the unknown, then the graver. */
const byStrictness = (a: Fired, b: Fired): number =>
  decisions.indexOf(b.decision) - decisions.indexOf(a.decision) ||
  Number(a.by === 'unknown') - Number(b.by === 'unknown') ||
  severities.indexOf(b.rule.severity ?? 'medium') - severities.indexOf(a.rule.severity ?? 'medium')

const rulingOf = (fired: readonly Fired[], grant: boolean): Ruling => {
  const [first] = fired
  if (first === undefined || first.decision === 'allow') return { decision: 'allow', grant }
  const { rule, decision, reason } = first
  return { decision, ruleId: rule.id, reason, ...(rule.instead !== undefined && { instead: rule.instead }) }
}

/** With nobody there to answer, `ask` becomes what the settings say. */
const settleAttendance = (ruling: Ruling, attended: boolean, plan: Plan): Ruling => {
  if (ruling.decision !== 'ask' || attended) return ruling
  return plan.unattended === 'allow' ? { decision: 'allow', grant: false } : { ...ruling, decision: plan.unattended }
}

/** The rewrites asked for: redactions joined into one, equal ones counted once. */
const rewritesOf = (event: NormalizedHookEvent, fired: readonly Fired[]): readonly Rewrite[] => {
  const asked = fired.filter(({ rewrite }) => rewrite !== undefined)
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

const ordinary = (facts: Facts): boolean => {
  const certainty = facts.certainty()
  return certainty === undefined || certainty === 'proved-ordinary'
}

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

const nested = (when: When): readonly When[] => [
  ...(when.any ?? []),
  ...(when.all ?? []),
  ...(when.not === undefined ? [] : [when.not]),
]

const patternsIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.text ?? []), ...nested(when).flatMap(patternsIn)]

const readsContent = (when: When | undefined): boolean =>
  when !== undefined && (when.text !== undefined || when.detects !== undefined || nested(when).some(readsContent))

/** What a `redact` rule detects, and so masks. */
const namesIn = (when: When | undefined): readonly string[] =>
  when === undefined ? [] : [...(when.detects?.not === false ? when.detects.any : []), ...nested(when).flatMap(namesIn)]
