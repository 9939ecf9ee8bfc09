/** A refusal that a person has permitted. Loaded when a call is refused and something has been permitted. */

import type { Forgery, Verdict } from '../../core/verdict.ts'
import { filesIn } from './files.ts'
import type { Ground } from './refused.ts'
import { type Approval, covers } from './store.ts'

/** The call that goes on, or the refusal as it was where nobody has permitted it. */
export const permitted = async (given: Verdict, digest: string, { state, taken, server }: Ground): Promise<Verdict> => {
  const { ruling, ...verdict } = given
  let forgery: Forgery | undefined
  const fits = (approval: Approval): boolean => covers(approval, ruling)
  const { approval: earlier } = taken
  const approval =
    earlier?.digest === digest && fits(earlier)
      ? earlier
      : await (server?.store ?? filesIn(state)).take(digest, fits, how => {
          forgery = how
        })
  if (forgery !== undefined)
    return {
      ...given,
      forgery,
      message: joined(given.message, 'tfy-hook: an approval that nobody has given lay there for this call.'),
    }
  if (approval === undefined) return given
  taken.approval = approval
  const { call, by } = approval
  const told = `tfy-hook: permitted once by ${by} (tfy-hook explain ${call}).`
  return {
    ...verdict,
    ruling: { decision: 'allow', grant: false },
    approved: { call, by },
    message: joined(verdict.message, told),
  }
}

const joined = (before: string | undefined, text: string): string => (before === undefined ? text : `${before}\n${text}`)
