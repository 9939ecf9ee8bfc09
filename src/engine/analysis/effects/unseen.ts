/** What the command in front showed to nobody but the one that it is piped into. */

import type { Call } from '../values/analysis.ts'
import type { FindingId } from '../values/findings.ts'
import { taint } from '../values/value.ts'

/** The program directly in front, when a secret comes from it. */
export const secretFrom = ({ analysis, stdin }: Call): string | undefined =>
  (stdin.taint & taint.secret) === 0 ? undefined : analysis.invocations.at(-2)?.program

/** Takes back what was found of the command in front. */
export const unseen = ({ analysis }: Call, finding: FindingId): void => {
  const before = analysis.invocations.at(-2)
  for (let at = analysis.effects.length - 1; at >= 0; at--)
    if (analysis.effects[at]?.invocation === before && analysis.effects[at]?.finding === finding) analysis.effects.splice(at, 1)
}
