/** Whether a person may let a refused call through once. Loaded when a call is refused. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { NoPermit, Permit, Verdict } from '../../../core/verdict.ts'
import { barred } from '../rules/barred.ts'
import { countsRefusals } from '../rules/conditions.ts'
import type { PolicyFile } from '../rules/types.ts'
import type { Fired } from './compose.ts'
import { mayExcept } from './layers.ts'

/** What a user may write an exception for may be let through as well, but for the guard itself. */
export const permitOf = (
  { rewrite }: Verdict,
  event: NormalizedHookEvent,
  fired: readonly Fired[],
  policies: readonly PolicyFile[],
): Permit => {
  const rules = fired.filter(({ rule, decision }) => !rule.audited && decision !== 'allow').map(({ rule }) => rule)
  const no = (why: NoPermit): Permit => ({ may: false, why })
  if (rules.some(({ id }) => id.startsWith('self.'))) return no('self')
  if (rules.some(({ final }) => final)) return no('final')
  if (rules.some(({ layer }) => layer === 'managed')) return no('managed')
  const why = barred(event)
  if (why !== undefined) return no(why)
  // A change that nobody was shown must not go along; and rules that change it in different ways leave nothing to permit.
  if (rewrite !== undefined || rules.length === 0) return no('rewrite')
  const own = { rule: '', reason: '', layer: 'user' } as const
  return {
    may: true,
    // A rule that counts refusals says no more than that there were some.
    rules: [...new Set(rules.filter(({ when }) => !countsRefusals(when)).map(({ id }) => id))],
    locked: !rules.every(rule => mayExcept(own, rule, policies)),
  }
}
