/** The bundle of policies that a managed file names: which one is in force, how old it is, when the next is looked for. */

import type { BundleReport } from '../../../hook/bundle/report.ts'
import { bad, type Finding, fine, warn } from '../../../setup/doctor/finding.ts'

export const bundleFindings = (report: BundleReport | undefined): readonly Finding[] => {
  if (report === undefined) return []
  const { active, offered, problem, warning, url, next } = report
  const fix = report.managed ? `tfy-hook policy pull, as whoever may write ${report.folder}` : 'tfy-hook policy pull'
  if (problem !== undefined)
    return [
      bad(
        'bundle.unusable',
        `${problem}.`,
        'What it says may not hold; where a hook fails closed, every action is stopped.',
        `${fix}; tfy-hook policy status says more`,
      ),
    ]
  const what =
    active === undefined
      ? `The bundle ${offered?.name} ${offered?.version} is not for this machine yet`
      : `The bundle ${active.name} ${active.version} is in force, until ${active.expires.slice(0, 10)}`
  if (warning !== undefined)
    return [warn('bundle.not-renewed', `${what}; ${warning}.`, 'Changes of the policy do not arrive.', `See to ${url}; ${fix}`)]
  return [fine('bundle', `${what}; the next is looked for ${next?.slice(0, 16).replace('T', ' ')} UTC.`)]
}
