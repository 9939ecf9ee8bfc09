/** Orders in what agents obey: sentences that turn them against the person they work for. */

import { orders } from './agent-orders.gen.ts'
import { findInjection } from './injection.ts'

/** A row of `src/engine/knowledge/detect/agent-orders.yaml`. */
export interface Order {
  /** All of these stand in the sentence. */
  readonly says: readonly RegExp[]
  readonly unless?: RegExp
  /** A sentence that forbids it says the opposite. */
  readonly negates?: boolean
}

/** Who looks at a longer sentence looks at its pieces. */
const longest = 400
const negated =
  /\b(?:never|not|avoid|refuse|forbid\w*|cannot|must not|rather than|instead of)\b|n['’]t\b|\bno\b(?! (?:longer|matter|restrictions|limits))/i
const ends = /(?<=[.!?])\s+|\n+/

export const misleadsAgents = (text: string): boolean =>
  findInjection(text).length > 0 ||
  text.split(ends).some(part => {
    for (let at = 0; at < part.length; at += longest) if (isOrder(part.slice(at, at + longest))) return true
    return false
  })

const isOrder = (sentence: string): boolean =>
  orders.some(({ says, unless, negates }) => {
    if (!says.every(word => word.test(sentence)) || unless?.test(sentence) === true) return false
    if (negates !== true) return true
    // What is forbidden stands behind the word that forbids it.
    const said = says[0]?.exec(sentence)
    return said != null && !negated.test(sentence.slice(0, said.index + said[0].length).replace(/\bwithout\b.*/i, ''))
  })
