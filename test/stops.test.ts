/** A failure never holds a stop: every client, each event at which an agent can be kept at work, every failure, both modes. */

import { describe, expect, it } from 'vitest'
import { stops } from '../scripts/outcomes/callers.ts'
import { samples } from '../scripts/outcomes/failures.ts'
import { modes, type Outcome, outcomeOf, type Part, situations } from '../scripts/outcomes/outcomes.ts'
import { noObjection } from '../src/core/verdict.ts'
import { type Call, decide } from '../src/hook/decide.ts'
import { neutralOf, oracleOf } from './clients/oracles/oracles.ts'

/** What a rule or a gateway does object to holds the stop, failure or not. */
const objected = ({ gateway, offline }: Outcome): boolean => {
  const words = (part: Part) => ('says' in part ? part.says : part.knows)
  return [gateway, offline].some(part => !['allow', 'grant', undefined].includes(words(part)))
}

const wrongs = (outcome: Outcome): readonly string[] => {
  const { caller, decided, reading, onWindows } = outcome
  const silence = oracleOf(caller.adapter.id)(caller.eventName, neutralOf(caller.adapter.id, caller.eventName), caller.situation)
  const said = `${decided.answer.stdout}${decided.answer.stderr}${decided.verdict.message ?? ''}`
  const wrong: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || wrong.push(what))
  must(reading.keepsWorking === undefined && onWindows.keepsWorking === undefined, 'lets the agent stop')
  must(reading.goesOn === silence.goesOn && onWindows.goesOn === silence.goesOn, 'goes on as without a hook')
  must(reading.problems.length === 0, 'says only what the client reads')
  must(said.includes('NOT CHECKED'), 'is not silent')
  must(!said.includes('fails open') || outcome.mode === 'open', 'does not claim to fail open')
  return wrong
}

it('knows where agents can be kept at work', () => {
  // Measured or documented; a new client joins by what its adapter or its oracle says.
  const known = 'amp claude-code codex copilot-cli cursor devin droid gemini-cli grok junie openclaw qwen-code vscode'.split(' ')
  expect([...new Set(stops.map(({ adapter }) => adapter.id))]).toEqual(expect.arrayContaining(known))
  expect(stops.map(({ blocking }) => blocking)).not.toContain(true)
})

describe.each(modes)('fails %s', mode => {
  it.each(stops.map(caller => ({ name: `${caller.adapter.id} ${caller.eventName}`, caller })))('$name', async ({ caller }) => {
    let ran = 0
    for (const situation of situations) {
      // A name that nobody knows may be any event's, and so may a payload without one.
      if (situation.stage === 'event' || situation.stage === 'caller') continue
      const outcome = await outcomeOf(situation, mode, caller)
      if (outcome === undefined || outcome.decided.failure === undefined || objected(outcome)) continue
      ran++
      const wrong = wrongs(outcome)
      const { decided, reading } = outcome
      if (wrong.length > 0)
        expect.fail(`${wrong.join(', ')}: ${situation.source} ${situation.kind}: ${JSON.stringify([decided.answer, reading])}`)
    }
    expect(ran).toBeGreaterThan(50)
  })
})

it.each(stops.map(caller => ({ name: `${caller.adapter.id} ${caller.eventName}`, caller })))(
  'what a rule says of a stop is said, also beside a failure: $name',
  async ({ caller: { adapter, payload, env, hints, eventName, situation } }) => {
    const ruling = { decision: 'deny', ruleId: 'shop.tests-first', reason: 'Run the tests.' } as const
    const known = { ...noObjection('offline'), ruling, rules: [ruling.ruleId] }
    const { failure } = samples['policy-invalid']
    const ask = async () => ({ ok: false, failure, known }) as const
    const sources = { gateway: ask, offline: ask }
    for (const mode of modes) {
      const call = { env, hints, source: 'offline', sources, failMode: async () => mode } as const
      const { answer } = await decide({ ok: true, value: payload }, call)
      const reading = oracleOf(adapter.id)(eventName, answer, situation)
      expect(`${reading.modelTold ?? ''}${reading.personTold ?? ''}`, JSON.stringify(answer)).toContain('shop.tests-first')
    }
  },
)

it('lets a caller stop that nobody knows, where its event says that it is about to', async () => {
  const sources = { gateway: async () => never(), offline: async () => never() }
  const call: Call = { env: {}, hints: {}, source: 'offline', sources, failMode: async () => 'closed' }
  const exitOf = async (name: string) =>
    (await decide({ ok: true, value: { hook_event_name: name, of: 'nobody' } }, call)).answer.exitCode
  for (const name of ['Stop', 'stop', 'SubagentStop', 'subagent_stop', 'agentStop']) expect(await exitOf(name), name).toBe(0)
  for (const name of ['PreToolUse', 'StopFailure', 'preStop', 'Unstoppable', '']) expect(await exitOf(name), name).toBe(2)
})

const never = (): never => {
  throw new Error('no source is asked for a stranger')
}
