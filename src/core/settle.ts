/** The one place where fail-open and fail-closed differ. */

import { brief, type Failure, isContrived } from './failure.ts'
import { type FailMode, mayPermit, type SourceName, stricter, type Verdict } from './verdict.ts'

/** `released` is open for the one case that no fail mode closes: an agent that is about to stop is not kept at work by a failure. */
export type Settling = FailMode | 'released'

/** Turns a failure into the verdict the fail mode promises. Open is never silent: it carries a message. What was contrived is refused in open mode too. */
export const settle = (failure: Failure, how: Settling, source: SourceName): Verdict =>
  how === 'released' || (how === 'open' && !isContrived(failure))
    ? opened(failure, how, source)
    : {
        ...baseOf(failure, how, source),
        ruling: {
          decision: 'deny',
          ruleId: `tfy.${failure.kind}`,
          reason: `${brief(failure, mostRefused - failure.kind.length)}. No verdict, so stopped (${how === 'closed' ? 'fail-closed' : 'no client sends this'}). Tell the person.`,
        },
      }

/** With what stands around it, a failure is told in 200 characters. */
const mostRefused = 96
const mostWarned = 100

const opened = (failure: Failure, how: Settling, source: SourceName): Verdict => ({
  ...baseOf(failure, 'open', source),
  ruling: { decision: 'allow', grant: false },
  message: warning(failure, how === 'released'),
})

const baseOf = (failure: Failure, mode: FailMode, source: SourceName) => ({
  rules: [`tfy.${failure.kind}`],
  checks: [],
  source,
  settled: { kind: failure.kind, mode },
})

/** The same beside what another source, or a part of the policy, did say: the stricter of the two, and no claim that it was let through. */
export const settleBeside = (known: Verdict | undefined, failure: Failure, how: Settling, source: SourceName): Verdict => {
  if (known === undefined) return settle(failure, how, source)
  const rest = unpermitted(known)
  if (how === 'closed') return stricter(rest, settle(failure, how, source), source)
  const settled = opened(failure, how, source)
  if (rest.ruling.decision === 'allow') return stricter(rest, settled, source)
  return stricter(
    rest,
    { ...settled, message: `tfy-hook: only partly checked, ${brief(failure, mostWarned)}. See: tfy-hook explain --last` },
    source,
  )
}

/** The same call would fail again: what a person permitted could not be kept. */
const unpermitted = (known: Verdict): Verdict =>
  known.ruling.decision !== 'allow' && mayPermit(known)
    ? { ...known, ruling: { ...known.ruling, permit: { may: false, why: 'failed' } } }
    : known

/** The line a person sees when a failure let the action go on. */
export const warning = (failure: Failure, released = false): string =>
  `tfy-hook: NOT CHECKED, ${brief(failure, mostWarned)}; let through because ${released ? 'an agent may stop' : 'this hook fails open'}. See: tfy-hook explain --last`
