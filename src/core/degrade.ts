/** Fits a verdict to what the client can say about this event. Only ever towards stricter. */

import { type Can, canNothing } from './adapter.ts'
import type { Objection } from './message.ts'
import { type Rewrite, type Ruling, rank, type Verdict } from './verdict.ts'

/**
 * `defer` becomes `ask`, `ask` becomes `deny`, a rewrite the client would ignore becomes `ask`, then `deny`; `contain` becomes a rewrite, or
 * what its rule says where it cannot.
 * With nobody attending, `ask` is `deny`; with somebody there, `defer` is `ask` (an attended Claude Code runs a deferred tool).
 */
export const degrade = (given: Verdict, can: Can, attended: boolean): Verdict => {
  const verdict = given.ruling.decision === 'contain' || given.contain !== undefined ? contained(given, can) : given
  const { rewrite, ...rest } = verdict
  let ruling: Ruling = verdict.ruling
  let kept = rewrite
  if (rewrite !== undefined && ruling.decision === 'deny') kept = undefined
  else if (rewrite !== undefined && !takes(can, rewrite)) {
    kept = undefined
    ruling = asObjection(
      ruling,
      'ask',
      verdict,
      `This ${rewrite.of === 'input' ? 'call' : 'result'} would have to be rewritten, which the client cannot do here.`,
    )
  }
  if (ruling.decision === 'defer' && (attended || !can.defer)) ruling = { ...ruling, decision: 'ask' }
  if (ruling.decision === 'ask' && (!attended || !can.ask)) ruling = { ...ruling, decision: 'deny' }
  if (ruling.decision === 'deny') kept = undefined
  if (ruling.decision === 'allow' && ruling.grant && !can.grant) ruling = { decision: 'allow', grant: false }
  return { ...rest, ruling, ...(kept !== undefined && { rewrite: kept }) }
}

/** The same for whoever answers somebody who knows no cages. */
export const uncaged = (verdict: Verdict): Verdict => contained(verdict, canNothing)

/** What is left of `contain` stands for a call that does run in its cage, should it run. */
const contained = (given: Verdict, can: Can): Verdict => {
  const { contain, ...verdict } = given
  const { ruling } = verdict
  // Whoever permitted the call has seen it as it is.
  if (ruling.decision === 'deny' || ruling.decision === 'allow') return verdict
  const { here } = contain ?? {}
  if (contain !== undefined && here?.ok && (here.rewrite === undefined || takes(can, here.rewrite))) {
    return {
      ...verdict,
      contain,
      ruling: ruling.decision === 'contain' ? { decision: 'allow', grant: contain.grant } : ruling,
      context: verdict.context === undefined ? here.told : `${verdict.context}\n${here.told}`,
      ...(here.rewrite !== undefined && { rewrite: here.rewrite }),
    }
  }
  const otherwise = contain?.otherwise ?? 'ask'
  if (ruling.decision !== 'contain' && rank(otherwise) <= rank(ruling.decision)) return verdict
  if (otherwise === 'allow') return { ...verdict, ruling: { decision: 'allow', grant: false } }
  const why = here === undefined ? 'nobody here can say how' : here.ok ? 'the client takes no changed command here' : here.why
  return { ...verdict, ruling: { ...ruling, decision: otherwise, reason: `${ruling.reason} It cannot run contained: ${why}.` } }
}

const takes = (can: Can, rewrite: Rewrite): boolean =>
  (rewrite.of === 'input' ? can.rewriteInput : can.rewriteOutput) && (can.takes?.(rewrite) ?? true)

const asObjection = (ruling: Ruling, decision: 'ask', verdict: Verdict, reason: string): Objection =>
  ruling.decision === 'allow' ? { decision, ruleId: verdict.rules[0] ?? 'tfy.rewrite', reason } : ruling
