/** All scenarios of one client, two at a time. What fails is run again, alone: only what fails twice has failed. */

import { say } from '../project/project.ts'
import { type Outcome, runScenario, type Subject } from './run.ts'
import type { Scenario } from './scenarios/scenario.ts'

type Run = (scenario: Scenario) => Promise<Outcome>

/** Two cores. */
const atOnce = 2

export const runAll = (chosen: readonly Scenario[], subject: Subject): Promise<readonly Outcome[]> =>
  rounds(chosen, async scenario => {
    const outcome = await runScenario(scenario, subject).catch((error: unknown) => notRun(scenario, error))
    tell(outcome)
    return outcome
  })

export const rounds = async (chosen: readonly Scenario[], run: Run): Promise<readonly Outcome[]> => {
  const outcomes = new Map<string, Outcome>()
  const queue = [...chosen]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) outcomes.set(next.name, await run(next))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const scenario of chosen) {
    const first = outcomes.get(scenario.name)
    if (first?.result !== 'failed') continue
    say(`  ${scenario.name} again, alone`)
    const second = await run(scenario)
    outcomes.set(scenario.name, second.result === 'failed' ? second : { ...second, flaky: first.note.split('\n')[0] ?? '' })
  }
  return chosen.flatMap(({ name }) => outcomes.get(name) ?? [])
}

const tell = ({ result, scenario, ms, note }: Outcome): void =>
  say(`  ${result.padEnd(10)} ${scenario.padEnd(22)} ${String(ms).padStart(6)} ms  ${note}`)

/** The harness, or the setting up of the client, broke. */
const notRun = ({ name }: Scenario, error: unknown): Outcome => {
  return { scenario: name, result: 'failed', note: error instanceof Error ? error.message : String(error), ms: 0 }
}
