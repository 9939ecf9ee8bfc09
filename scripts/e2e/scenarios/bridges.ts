/** What breaks between a bridge and the executable. Clients that start the hook themselves have their own ways there. */

import type { Evidence, Scenario } from './scenario.ts'
import { check, finished, guard, told } from './scenario.ts'
import { noTouch } from './verdicts.ts'

const troubles = [
  ['missing', 'the executable is gone'],
  ['crashing', 'the executable crashes'],
  ['babbling', 'the executable says something that is no answer'],
] as const

const ran = (evidence: Evidence) => [
  check('ran', evidence.exists('made.txt')),
  check('prompt told', told(evidence, 'Do the task.')),
  finished(evidence, 1),
]

/** Nothing passes a closed bridge, the prompt included. */
const stopped = (evidence: Evidence) => [
  guard('absent', !evidence.exists('made.txt')),
  guard('prompt kept', !told(evidence, 'Do the task.')),
  check('ended', !evidence.ended.timedOut),
  check('reason told', `${evidence.ended.stdout}${evidence.ended.stderr}`.includes('tfy.bridge')),
]

const shared: Pick<Scenario, 'policy' | 'bridged' | 'moments' | 'calls'> = {
  policy: noTouch,
  bridged: true,
  moments: ['prompt', 'before-tool'],
  calls: () => [{ kind: 'shell', command: 'touch made.txt' }],
}

const scenarios: readonly Scenario[] = troubles.flatMap(([around, trouble]): Scenario[] => [
  {
    ...shared,
    name: `bridge-${around}-closed`,
    title: `${trouble}, the bridge failing closed: nothing is sent, nothing runs, and the person is told`,
    around,
    closed: true,
    checks: stopped,
  },
  {
    ...shared,
    name: `bridge-${around}-open`,
    title: `${trouble}, the bridge failing open: the command runs`,
    around,
    checks: ran,
  },
])
export default scenarios
