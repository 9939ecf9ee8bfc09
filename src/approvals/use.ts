/** A refusal that a person has permitted. Loaded when a call is refused and something has been permitted. */

import type { NormalizedHookEvent } from '../core/event.ts'
import type { Verdict } from '../core/verdict.ts'
import { hasher } from '../io.ts'
import { digestOf } from './digest.ts'
import { filesIn } from './files.ts'
import type { Ground } from './refused.ts'
import { type Approval, covers } from './store.ts'

/** The call that goes on; undefined where nobody has permitted it. */
export const permitted = async (
  { ruling, ...verdict }: Verdict,
  event: NormalizedHookEvent,
  { state, taken, server }: Ground,
): Promise<Verdict | undefined> => {
  const digest = digestOf(event, await hasher(), server?.tenant)
  const fits = (approval: Approval): boolean => covers(approval, ruling)
  const { approval: earlier } = taken
  const approval =
    earlier?.digest === digest && fits(earlier) ? earlier : await (server?.store ?? filesIn(state)).take(digest, fits)
  if (approval === undefined) return undefined
  taken.approval = approval
  const { call, by } = approval
  const told = `tfy-hook: permitted once by ${by} (tfy-hook explain ${call}).`
  return {
    ...verdict,
    ruling: { decision: 'allow', grant: false },
    approved: { call, by },
    message: verdict.message === undefined ? told : `${verdict.message}\n${told}`,
  }
}
