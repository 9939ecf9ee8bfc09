/** The harness against a client of our own, which can misbehave: what it is for must not pass unseen. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { E2eClient, Exception } from '../../scripts/e2e/client.ts'
import { scenarios } from '../../scripts/e2e/clients.ts'
import { type Outcome, runScenario } from '../../scripts/e2e/run.ts'
import { at, tool } from '../../scripts/project/project.ts'

const other = () => ({ say: '' })

const client = (manners: string, exceptions: Readonly<Record<string, Exception>>): E2eClient => {
  let hook = ''
  return {
    id: 'agent',
    title: 'Agent',
    package: { name: 'agent', version: '1.0.0' },
    settings: ({ home }) => ({ [join(home, '.claude', 'settings.json')]: { model: 'e2e' } }),
    init: { client: 'claude-code' },
    hooks: (_place, { program }) => {
      hook = program
      return {}
    },
    start: ({ model }, prompt) => ({ command: tool('bun'), args: [at('test/e2e/agent.ts'), model, prompt, hook, manners] }),
    tools: {
      shell: ({ command }) => ({ tool: 'Bash', args: { command } }),
      read: other,
      write: other,
      mcp: other,
    },
    exceptions,
  }
}

const play = (name: string, manners: string, exceptions: Readonly<Record<string, Exception>> = {}): Promise<Outcome> => {
  const scenario = scenarios.find(each => each.name === name)
  if (scenario === undefined) throw new Error(name)
  const subject = { client: client(manners, exceptions), install: '', node: undefined, program: at('dist/tfy-hook'), keep: false }
  return runScenario(scenario, subject)
}

const firstLine = ({ result, note }: Outcome): string => `${result}: ${note.split('\n')[0]}`

test.each([
  ['shell-allowed', 'good', 'passed: '],
  ['shell-denied', 'good', 'passed: '],
  ['noisy-shell', 'good', 'passed: '],
  ['shell-denied', 'deaf', 'failed: absent, rule told'],
  ['shell-denied', 'silent', 'failed: rule told'],
  ['shell-denied', 'no-hook', 'failed: absent, rule told'],
  ['shell-denied', 'crash', 'failed: rule told, finished'],
  ['shell-allowed', 'crash', 'failed: ran, finished'],
  ['prompt-denied', 'no-hook', 'failed: prompt kept, hook asked'],
  ['policy-broken-open', 'no-hook', 'failed: audited'],
  ['init-uninstall', 'good', 'passed: '],
  ['init-uninstall', 'no-hook', 'failed: absent, rule told'],
  ['init-uninstall', 'stubborn', 'failed: runs again'],
  ['init-uninstall', 'untidy', 'failed: files as before'],
  ['init-uninstall', 'crash', 'failed: rule told, finished, runs again, finished again'],
])('%s with an agent that is %s', async (name, manners, want) => {
  expect(firstLine(await play(name, manners))).toBe(want)
})

const limit: Exception = { limit: 'the agent does not listen', fails: ['rule told', 'absent'] }

test('a declared limit is told as one', async () => {
  expect(firstLine(await play('shell-denied', 'deaf', { 'shell-denied': limit }))).toBe('limited: the agent does not listen')
})

test('a declared limit by which nothing gets through is told as such', async () => {
  const quiet: Exception = { limit: 'the agent tells the model nothing', fails: ['rule told'] }
  expect(firstLine(await play('shell-denied', 'silent', { 'shell-denied': quiet }))).toBe(
    'partly: the agent tells the model nothing',
  )
})

test('a declared limit that no longer holds is a failure', async () => {
  const outcome = await play('shell-denied', 'good', { 'shell-denied': limit })
  expect(firstLine(outcome)).toBe('failed: declared to fail: rule told, absent; failed: nothing')
})

test('what is impossible does not run', async () => {
  const outcome = await play('shell-denied', 'good', { 'shell-denied': { impossible: 'no hooks' } })
  expect(outcome).toEqual({ scenario: 'shell-denied', result: 'impossible', note: 'no hooks', ms: 0 })
})
