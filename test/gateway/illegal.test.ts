/** What a gateway says that is illegal for the client and the event never reaches the client: its oracle finds nothing to reject. */

import { describe, expect, it } from 'vitest'
import { ok } from '../../src/core/failure.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { type Call, decide } from '../../src/hook/decide.ts'
import { adapterOf, loadAll } from '../../src/hook/recognise.ts'

await loadAll()

import { readAnswer } from '../../src/hook/sources/dialects/answer.ts'
import { fixturesOf, situationOf } from '../clients/oracles/fixtures.ts'
import { oracleOf } from '../clients/oracles/oracles.ts'

const output = [{ type: 'text', text: 'changed' }]
const everything: JsonObject = {
  suppressOutput: 'yes',
  terminalSequence: 7,
  stopReason: 'stop',
  systemMessage: 'seen',
  additional_context: 'Use pnpm.',
  followup_message: 'go on',
  env: { PATH: '/tmp' },
  'x-unknown': null,
}
const nested = (fields: JsonObject): JsonObject => ({
  hookSpecificOutput: {
    hookEventName: 'Setup',
    additionalContext: 'Use pnpm.',
    displayContent: 5,
    watchPaths: 'x',
    initialUserMessage: 'hello',
    ...fields,
  },
})

const answers: Readonly<Record<string, JsonObject>> = {
  'an allow with everything': { ...everything, continue: true, ...nested({ permissionDecision: 'allow' }) },
  'an approval': { decision: 'approve', reason: 'fine', ...nested({ decision: { behavior: 'allow' } }) },
  'a rewrite of everything': {
    permission: 'allow',
    updated_input: { command: 'true', made_up: 1 },
    updated_mcp_tool_output: output,
    ...nested({ updatedInput: { command: 'true', made_up: 1 } }),
  },
  'a deny with everything': { ...everything, continue: false, permission: 'deny', ...nested({ permissionDecision: 'allow' }) },
  'a block': { ...everything, decision: 'block', reason: 'no', ...nested({ permissionDecision: 'defer' }) },
  'an ask': {
    permission: 'ask',
    user_message: 'sure?',
    ...nested({ permissionDecision: 'ask', updatedInput: { command: 'x' } }),
  },
  'a defer': nested({ permissionDecision: 'defer', permissionDecisionReason: 'later', action: 'accept' }),
}

const objections = ['a deny with everything', 'a block', 'an ask', 'a defer']

describe.each(['claude-code', 'cursor', 'proxyai'])('%s', client => {
  const fixtures = [...new Map(fixturesOf(client).map(fixture => [fixture.want.event, fixture])).values()].filter(
    fixture => fixture.want.client === client && adapterOf(client)?.events[fixture.want.event] !== undefined,
  )

  it.each(fixtures.map(fixture => [fixture.want.event, fixture] as const))('%s', async (name, fixture) => {
    for (const [what, answer] of Object.entries(answers)) {
      const call: Call = {
        env: fixture.env,
        hints: { client, event: name },
        source: 'gateway',
        sources: {
          gateway: async event => readAnswer(JSON.stringify(answer), event, 'native'),
          offline: async () => expect.fail('not asked'),
        },
        failMode: async () => 'closed',
      }
      const decided = await decide(ok(fixture.stdin as JsonObject), call)
      const label = `${what}: ${JSON.stringify(decided.answer)}`
      const situation = { ...situationOf(fixture, client), ...(decided.event && { attended: decided.event.attended }) }
      const reading = oracleOf(client)(name, decided.answer, situation)
      expect([reading.legal, reading.problems], label).toEqual([true, []])
      expect(reading.skipsPrompt, label).toBeUndefined()
      const can = decided.event && adapterOf(client)?.can(decided.event)
      const guarded = decided.event?.guardrail !== null
      if (guarded && objections.includes(what) && can?.deny === 'block')
        expect(reading.goesOn && !reading.asks, label).toBe(false)
    }
  })
})
