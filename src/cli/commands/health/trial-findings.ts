/** What is only on trial here: it is judged and recorded, and stops nothing. */

import { type Finding, fine, warn } from '../../../setup/doctor/finding.ts'
import { type Trials, trialSentence } from '../policy/on-trial.ts'

/** Whole files on trial, and a machine where nothing is enforced, are not in order; a rule that is tried beside others is worth a line. */
export const trialFindings = (found: Trials | undefined): readonly Finding[] => {
  if (found === undefined) return []
  const { trials, enforced } = found
  const nothing =
    enforced === 0 ? 'Nothing is stopped here: no rule is enforced.' : 'What they would stop is recorded, and goes on.'
  const mend =
    'tfy-hook audit stats --trial shows what that was; to end it: tfy-hook policy enforce --all, or whoever made the file'
  if (trials.length === 0 && enforced === 0)
    return [
      warn('policy.none', 'No rule is in force here.', nothing, 'extends: recommended in a policy file; tfy-hook policy show'),
    ]
  return trials.map(trial =>
    trial.by === 'strategy' && enforced > 0
      ? fine('policy.trial-rules', `${trialSentence(trial)}.`)
      : warn('policy.trial', `${trialSentence(trial)}.`, nothing, mend),
  )
}
