/** The sentences that people and models read. Composed here and nowhere else. */

import { oneLine, visible } from './redact.ts'
import type { Ruling, Verdict } from './verdict.ts'

export type Objection = Exclude<Ruling, { decision: 'allow' }>

/** Longest objection shown. Clients cut at 10,000 characters; people read less. */
const limit = 900

/** Why the answer is no (or a question): rule, reason, what to do instead, and how to ask for more. */
export const objectionText = (ruling: Objection): string => {
  const instead = ruling.instead === undefined ? '' : ` Instead: ${ruling.instead}`
  return oneLine(`tfy-hook [${ruling.ruleId}] ${ruling.reason}${instead} (why: tfy-hook explain ${ruling.id ?? '--last'})`, limit)
}

/** The verdict under the name of its call: what it says then points to this call, and not to whatever was the last one. */
export const named = (verdict: Verdict, id: string | undefined): Verdict => {
  if (id === undefined) return verdict
  const { ruling, message } = verdict
  return {
    ...verdict,
    ...(ruling.decision !== 'allow' && { ruling: { ...ruling, id } }),
    ...(message !== undefined && { message: message.replaceAll('tfy-hook explain --last', `tfy-hook explain ${id}`) }),
  }
}

/** Context for the model: line breaks stay, the length is held under the smallest client limit. */
export const contextText = (text: string): string => cut(text, 9_000)

/** A message for the person: a project's policy may have written it, so it can neither flood nor paint the screen. */
export const messageText = (text: string): string => cut(text, 2_000)

const cut = (text: string, most: number): string =>
  text.length > most ? `${visible(text.slice(0, most - 10))} [cut]` : visible(text)
