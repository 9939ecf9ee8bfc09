/** The one place where fail-open and fail-closed differ. */

import { describe, type Failure } from './failure.ts'
import { type FailMode, type SourceName, stricter, type Verdict } from './verdict.ts'

/** Turns a failure into the verdict the fail mode promises. Open is never silent: it carries a message. */
export const settle = (failure: Failure, mode: FailMode, source: SourceName): Verdict => {
  const what = describe(failure)
  const base = { rules: [`tfy.${failure.kind}`], checks: [], source, settled: { kind: failure.kind, mode } }
  return mode === 'open'
    ? { ...base, ruling: { decision: 'allow', grant: false }, message: warning(failure) }
    : {
        ...base,
        ruling: {
          decision: 'deny',
          ruleId: `tfy.${failure.kind}`,
          reason: `No verdict: ${what}; stopped because this hook fails closed.`,
          instead: 'a person mends the cause (tfy-hook doctor), or takes this hook out (tfy-hook uninstall).',
        },
      }
}

/** The same beside what another source, or a part of the policy, did say: the stricter of the two, and no claim that it was let through. */
export const settleBeside = (known: Verdict | undefined, failure: Failure, mode: FailMode, source: SourceName): Verdict => {
  const settled = settle(failure, mode, source)
  if (known === undefined) return settled
  if (mode === 'closed' || known.ruling.decision === 'allow') return stricter(known, settled, source)
  return stricter(known, { ...settled, message: `tfy-hook: only partly checked, ${describe(failure)}.` }, source)
}

/** The line a person sees when a failure let the action go on. */
export const warning = (failure: Failure): string =>
  `tfy-hook: NOT CHECKED, ${describe(failure)}; let through because this hook fails open. See: tfy-hook explain --last`
