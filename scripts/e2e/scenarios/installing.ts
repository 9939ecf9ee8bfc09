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
    title: 'each known switch takes registered hooks off, and `doctor` and `status` say so',
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
  ...(['files', 'mdm'] as const).map(
    (deployed): Scenario => ({
      name: deployed === 'files' ? 'managed-denied' : 'managed-beside-truefoundry',
      title:
        deployed === 'files'
          ? 'with nothing but what `init --scope managed` deploys the client is guarded, `doctor` tells drift, and `uninstall.sh` ends it'
          : 'beside TrueFoundry’s own tool, which writes the settings from its `mdm.toml` and allows managed hooks alone, the same holds',
      policy: noTouch,
      deployed,
      moments: [],
      calls: () => [{ kind: 'shell', command: 'touch made.txt' }],
      checks: evidence => {
        const { made, inOrder, driftSeen, takenOut, thrown, freed } = evidence.deployed ?? {}
        return [
          check('made', made === true),
          guard('absent', !evidence.exists('made.txt')),
          check('rule told', told(evidence, 'e2e.no-touch')),
          finished(evidence, 1),
          check('doctor finds no drift', inOrder === true),
          guard('doctor finds drift', driftSeen === true),
          guard('switches are declared', thrown?.every(({ off, declared }) => off === declared) === true),
          check('taken out', takenOut === true),
          check('runs again', freed?.exists('made.txt') === true),
        ]
      },
    }),
  ),
]
export default scenarios
