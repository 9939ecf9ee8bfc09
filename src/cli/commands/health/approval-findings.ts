/** Approvals that wait on this machine: whether a person gave each of them. */

import { forgedIn } from '../../../hook/approvals/files.ts'
import { bad, type Finding } from '../../../setup/doctor/finding.ts'

export const approvals = async (state: string): Promise<readonly Finding[]> => {
  const forged = await forgedIn(state).catch(() => [`${state}/approvals`])
  const [first] = forged
  if (first === undefined) return []
  return [
    bad(
      'approvals.forged',
      `${first}${forged.length === 1 ? ' is' : ` and ${forged.length - 1} more are`} not as approve writes them: forged, copied, or open to other accounts.`,
      'No call goes through for it; somebody tried to approve one without a person.',
      `Find in the audit log who wrote there; then: rm -r ${state}/approvals`,
    ),
  ]
}
