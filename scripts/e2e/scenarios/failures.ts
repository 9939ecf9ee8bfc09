/** What happens when something breaks, in the client and in ours. */

import type { Evidence, Scenario } from './scenario.ts'
import { audited, check, finished, guard, told } from './scenario.ts'
import { noTouch } from './verdicts.ts'

const calls: Scenario['calls'] = () => [{ kind: 'shell', command: 'touch made.txt' }]
const ran = (evidence: Evidence) => [check('ran', evidence.exists('made.txt')), finished(evidence, 1)]
const stopped = (evidence: Evidence) => [guard('absent', !evidence.exists('made.txt')), finished(evidence, 1)]
/** Not for another reason than ours. */
const denied = (evidence: Evidence) => [...stopped(evidence), check('rule told', told(evidence, 'e2e.no-touch'))]
const settled = (evidence: Evidence, mode: 'open' | 'closed') => check('audited', audited(evidence, `"settled":"${mode}"`))
const unreachable = (evidence: Evidence) => check('nobody there', audited(evidence, 'gateway-unreachable'))
/** The client did start the hook, and gave it its time. */
const waited = ({ ended }: Evidence) => check('waited', ended.ms >= timeoutSeconds * 1000)

const timeoutSeconds = 2

const scenarios: readonly Scenario[] = [
  {
    name: 'gateway-denied',
    title: "a gateway's deny stops the command, and the model hears why",
    policy: noTouch,
    gateway: { state: 'up', fail: 'open' },
    moments: ['before-tool'],
    calls,
    checks: evidence => [
      ...stopped(evidence),
      check('reason told', told(evidence, 'Files are not made this way')),
      check('gateway asked', audited(evidence, '"source":"gateway"')),
    ],
  },
  {
    name: 'gateway-down-closed',
    title: 'no gateway, failing closed: the command does not run',
    policy: noTouch,
    gateway: { state: 'down', fail: 'closed' },
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: evidence => [...stopped(evidence), settled(evidence, 'closed'), unreachable(evidence)],
  },
  {
    name: 'gateway-down-open',
    title: 'no gateway, failing open: the command runs, and the audit says so',
    policy: noTouch,
    gateway: { state: 'down', fail: 'open' },
    moments: ['before-tool'],
    calls,
    checks: evidence => [...ran(evidence), settled(evidence, 'open'), unreachable(evidence)],
  },
  {
    name: 'policy-broken-closed',
    title: 'a broken policy, failing closed: the command does not run',
    policy: 'version: 1\nrulez: []\n',
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: evidence => [...stopped(evidence), settled(evidence, 'closed')],
  },
  {
    name: 'policy-broken-open',
    title: 'a broken policy, failing open: the command runs, and the audit says so',
    policy: 'version: 1\nrulez: []\n',
    moments: ['before-tool'],
    calls,
    checks: evidence => [...ran(evidence), settled(evidence, 'open')],
  },
  {
    name: 'noisy-shell',
    title: 'a text printed before the answer, as by a shell profile, does not lose a deny',
    policy: noTouch,
    around: 'noisy',
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: denied,
  },
  {
    name: 'registered-twice',
    title: 'two registrations deny as one',
    policy: noTouch,
    times: 2,
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: denied,
  },
  {
    name: 'hook-killed-closed',
    title: 'a hook that the client kills at its timeout, registered closed: the command does not run',
    policy: noTouch,
    around: 'hanging',
    timeoutSeconds,
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: evidence => [...stopped(evidence), waited(evidence)],
  },
  {
    name: 'hook-killed-open',
    title: 'the same without the closed form: the client goes on',
    policy: noTouch,
    around: 'hanging',
    timeoutSeconds,
    moments: ['before-tool'],
    calls,
    checks: evidence => [...ran(evidence), waited(evidence)],
  },
  {
    name: 'hook-unstartable-closed',
    title: 'a hook that cannot be executed (built for another machine), registered closed: the command does not run',
    policy: noTouch,
    around: 'unstartable',
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: stopped,
  },
  {
    name: 'hook-missing-closed',
    title: 'a hook whose program was removed, registered closed: the command does not run',
    policy: noTouch,
    around: 'missing',
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: stopped,
  },
  {
    name: 'hook-crashing-closed',
    title: 'a hook that crashes, registered closed: the command does not run',
    policy: noTouch,
    around: 'crashing',
    moments: ['before-tool'],
    closed: true,
    calls,
    checks: stopped,
  },
  {
    name: 'project-removed',
    title: "the session's directory is removed under it: what is denied still does not run, and the hook is still asked",
    policy: `${noTouch}  - id: e2e.no-notes
    on: file-write
    when: { writes: "**/notes.txt" }
    decision: deny
    reason: Notes are written by people.
`,
    projectRemoved: true,
    moments: ['before-tool'],
    closed: true,
    calls: ({ beside }) => [
      { kind: 'shell', command: 'echo hello' },
      { kind: 'shell', command: `touch ${beside('made.txt')}`, cwd: beside('') },
      { kind: 'write', path: beside('notes.txt'), content: 'text\n' },
    ],
    checks: (evidence, { beside }) => [
      guard('absent', !['made.txt', 'notes.txt'].some(name => evidence.exists(beside(name)))),
      // A bridge may say itself that it cannot start the hook.
      check('hook asked', audited(evidence, 'e2e.no-') || told(evidence, 'tfy.bridge')),
    ],
  },
]
export default scenarios
