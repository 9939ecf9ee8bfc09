/** The sentences that people and models read. Composed here and nowhere else. */

import { oneLine } from './redact.ts'
import type { Ruling } from './verdict.ts'

export type Objection = Exclude<Ruling, { decision: 'allow' }>

/** Longest objection shown. Clients cut at 10,000 characters; people read less. */
const limit = 900

/** Why the answer is no (or a question): rule, reason, what to do instead, and how to ask for more. */
export const objectionText = (ruling: Objection): string => {
  const instead = ruling.instead === undefined ? '' : ` Instead: ${ruling.instead}`
  return oneLine(`tfy-hook [${ruling.ruleId}] ${ruling.reason}${instead} (why: tfy-hook explain --last)`, limit)
}

/** Context for the model: line breaks stay, the length is held under the smallest client limit. */
export const contextText = (text: string): string => (text.length > 9_000 ? `${text.slice(0, 8_990)} [cut]` : text)
