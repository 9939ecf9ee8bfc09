/** Fits a verdict to what the client can say about this event. Only ever towards stricter. */

import type { Can } from './adapter.ts'
import type { Objection } from './message.ts'
import type { Rewrite, Ruling, Verdict } from './verdict.ts'

/**
 * `defer` becomes `ask`, `ask` becomes `deny`, a rewrite the client would ignore becomes `ask`, then `deny`.
 * With nobody attending, `ask` is `deny`; with somebody there, `defer` is `ask` (an attended Claude Code runs a deferred tool).
 */
export const degrade = (verdict: Verdict, can: Can, attended: boolean): Verdict => {
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

const takes = (can: Can, rewrite: Rewrite): boolean =>
  (rewrite.of === 'input' ? can.rewriteInput : can.rewriteOutput) && (can.takes?.(rewrite) ?? true)

const asObjection = (ruling: Ruling, decision: 'ask', verdict: Verdict, reason: string): Objection =>
  ruling.decision === 'allow' ? { decision, ruleId: verdict.rules[0] ?? 'tfy.rewrite', reason } : ruling
