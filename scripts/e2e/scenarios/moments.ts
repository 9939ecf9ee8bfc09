/** What a policy adds, and the ends of a session. */

import type { Scenario } from './scenario.ts'
import { check, finished, told } from './scenario.ts'

const context = (on: string): string => `version: 1
extends: none
rules:
  - id: e2e.context
    on: ${on}
    context: harness-context-${on}
`

const scenarios: readonly Scenario[] = [
  {
    name: 'prompt-context',
    title: 'context for a prompt reaches the model',
    policy: context('prompt'),
    moments: ['prompt'],
    calls: () => [],
    checks: evidence => [check('context told', told(evidence, 'harness-context-prompt')), finished(evidence, 0)],
  },
  {
    name: 'tool-context',
    title: 'context for a tool call reaches the model, and the call runs',
    policy: context('shell'),
    moments: ['before-tool'],
    calls: () => [{ kind: 'shell', command: 'echo hello > made.txt' }],
    checks: evidence => [
      check('context told', told(evidence, 'harness-context-shell')),
      check('ran', evidence.exists('made.txt')),
      finished(evidence, 1),
    ],
  },
  {
    name: 'session-start',
    title: 'context for a session reaches the model with the first prompt',
    policy: context('session'),
    moments: ['session'],
    calls: () => [],
    checks: evidence => [check('context told', told(evidence, 'harness-context-session')), finished(evidence, 0)],
  },
  {
    name: 'stop-denied',
    title: 'a denied stop keeps the model working once, then it ends',
    policy: `version: 1
extends: none
rules:
  - id: e2e.not-yet
    on: stop
    decision: deny
    reason: The tests were not run.
`,
    moments: ['stop'],
    closed: true,
    calls: () => [],
    checks: evidence => {
      // Not by turns: a client may take its first answer back before it asks again.
      const again = evidence.main.filter(({ text }) => text.includes('e2e.not-yet'))
      return [
        check('reason told', told(evidence, 'e2e.not-yet')),
        check('worked once more', again.length > 0),
        check('then ended', !evidence.ended.timedOut && again.length < 2),
      ]
    },
  },
]
export default scenarios
