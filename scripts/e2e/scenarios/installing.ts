/** From `init` to `uninstall`, as a person would. */

import type { Scenario } from '../scenario.ts'
import { check, finished, guard, told } from '../scenario.ts'
import { noTouch } from './verdicts.ts'

const scenarios: readonly Scenario[] = [
  {
    name: 'init-uninstall',
    title: 'after `init` a drill and the client are guarded; after `uninstall` files are as they were, and the command runs',
    policy: noTouch,
    byInit: true,
    moments: [],
    calls: () => [{ kind: 'shell', command: 'touch made.txt' }],
    checks: evidence => {
      const { byInit } = evidence
      return [
        check('registered', byInit?.registered === true),
        guard('drill', byInit?.drilled === true),
        guard('absent', !evidence.exists('made.txt')),
        check('rule told', told(evidence, 'e2e.no-touch')),
        finished(evidence, 1),
        check('removed', byInit?.removed === true),
        check('files as before', byInit?.unlike.length === 0),
        check('runs again', byInit?.freed.exists('made.txt') === true),
        check('finished again', byInit !== undefined && finished(byInit.freed, 1).ok),
      ]
    },
  },
]
export default scenarios
