/** From `init` to `uninstall`, as a person would. */

import type { Scenario } from './scenario.ts'
import { audited, check, finished, guard, told } from './scenario.ts'
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
  {
    name: 'switched-off',
    title: 'whatever switches registered hooks off, `doctor` and `status` say so',
    policy: noTouch,
    switched: true,
    moments: [],
    calls: () => [{ kind: 'shell', command: 'touch made.txt' }],
    checks: evidence => {
      const { registered = false, thrown = [] } = evidence.switched ?? {}
      return [
        check('registered', registered),
        guard('guarded before', !evidence.exists('made.txt') && audited(evidence, 'e2e.no-touch')),
        check('each is a switch', thrown.length > 0 && thrown.every(({ off }) => off)),
        guard('doctor says so', thrown.length > 0 && thrown.every(({ doctor }) => doctor)),
        guard('status says so', thrown.length > 0 && thrown.every(({ status }) => status)),
      ]
    },
  },
  {
    name: 'client-upgraded',
    title: 'registered with an older version of the client, the newer one is guarded, and `doctor` says what `init` would change',
    policy: noTouch,
    upgraded: true,
    moments: [],
    calls: () => [{ kind: 'shell', command: 'touch made.txt' }],
    checks: evidence => {
      const { upgraded } = evidence
      return [
        check('registered', upgraded?.registered === true),
        guard('drill', upgraded?.drilled === true),
        guard('absent', !evidence.exists('made.txt')),
        check('hook asked', audited(evidence, 'e2e.no-touch')),
        check('doctor agrees with init', upgraded !== undefined && (!upgraded.stale || upgraded.warned)),
      ]
    },
  },
]
export default scenarios
