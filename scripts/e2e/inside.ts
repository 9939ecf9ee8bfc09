/** The part of `npm run e2e` that runs without a network: every client after the other, its scenarios two at a time. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, say } from '../project.ts'
import type { E2eClient } from './client.ts'
import { loadClients, scenarios } from './clients.ts'
import { compared, type Ran, updated } from './compatibility.ts'
import { cache } from './install.ts'
import { type Outcome, runScenario, type Subject } from './run.ts'
import { concerns, type Scenario } from './scenario.ts'

export interface Order {
  readonly subjects: readonly {
    readonly id: string
    readonly folder: string
    readonly version: string
    readonly node: string | undefined
  }[]
  /** All when empty. */
  readonly scenarios: readonly string[]
  readonly program: string
  readonly latest: boolean
  readonly json: boolean
  readonly keep: boolean
  /** Whether docs/compatibility.md is written. */
  readonly page: boolean
}

const page = at('docs', 'compatibility.md')

/** Two cores. */
const atOnce = 2

const main = async (order: Order): Promise<number> => {
  const clients = await loadClients()
  const chosen = scenarios.filter(({ name }) => order.scenarios.length === 0 || order.scenarios.includes(name))
  const ran: Ran[] = []
  for (const { id, folder, version, node } of order.subjects) {
    const client = clients.find(each => each.id === id) as E2eClient
    say(`\n${client.title} ${version}`)
    const record = order.latest ? mkdtempSync(join(tmpdir(), `tfy-e2e-recorded-${id}-`)) : undefined
    const subject: Subject = {
      client,
      install: folder,
      node,
      program: order.program,
      keep: order.keep,
      ...(record === undefined ? {} : { record }),
    }
    const began = Date.now()
    const outcomes = await runAll(
      chosen.filter(each => concerns(each, client)),
      subject,
    )
    say(`  ${outcomes.length} scenarios, ${Math.round((Date.now() - began) / 1000)} s`)
    ran.push({ client, version, outcomes })
    if (record !== undefined) await tellUnknown(id, version, record)
  }
  const complete = chosen.length === scenarios.length
  const failed = ran.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'failed').length
  if (order.latest) say(compared(readPage(), ran))
  else if (order.page && complete && ran.length > 0) writeFileSync(page, updated(readPage(), ran, scenarios, new Date()))
  if (order.json)
    console.log(
      JSON.stringify(
        ran.map(({ client, ...rest }) => ({ client: client.id, ...rest })),
        null,
        2,
      ),
    )
  const count = ran.flatMap(({ outcomes }) => outcomes).length
  say(`\n${count - failed} as promised, ${failed} not`)
  return failed === 0 ? 0 : 1
}

const runAll = async (chosen: readonly Scenario[], subject: Subject): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const queue = [...chosen]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const outcome = await runScenario(next, subject).catch((error: unknown) => notRun(next, error))
      outcomes.push(outcome)
      say(`  ${outcome.result.padEnd(10)} ${outcome.scenario.padEnd(22)} ${String(outcome.ms).padStart(6)} ms  ${outcome.note}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const place = ({ scenario }: Outcome): number => chosen.findIndex(({ name }) => name === scenario)
  return outcomes.sort((a, b) => place(a) - place(b))
}

/** The harness, or the setting up of the client, broke. */
const notRun = ({ name }: Scenario, error: unknown): Outcome => {
  return { scenario: name, result: 'failed', note: error instanceof Error ? error.message : String(error), ms: 0 }
}

/** Classified by the sources of this tree: they are loaded only when there is something to classify. */
const tellUnknown = async (id: string, version: string, record: string): Promise<void> => {
  const { candidates } = await import('./candidates.ts')
  const { total, written } = candidates(id, version, record, join(cache(), 'candidates'))
  say(`  ${total} payloads recorded, ${written.length} of them not recognised`)
  for (const path of written) say(`  fixture candidate: ${path}`)
}

const readPage = (): string => {
  try {
    return readFileSync(page, 'utf8')
  } catch {
    return ''
  }
}

process.exit(await main(JSON.parse(process.argv[2] ?? '{}') as Order))
