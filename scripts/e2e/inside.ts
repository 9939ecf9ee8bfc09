/** The part of `npm run e2e` that runs without a network: every client after the other. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, say } from '../project/project.ts'
import { type Inventory, inventoryOf } from './canary/inventory.ts'
import { record, recorded, workList } from './canary/work-list.ts'
import type { E2eClient } from './client.ts'
import { loadClients, scenarios } from './clients.ts'
import { compared, type Ran, updated } from './compatibility.ts'
import { cache } from './install.ts'
import { runAll } from './rounds.ts'
import type { Subject } from './run.ts'
import { concerns } from './scenarios/scenario.ts'
import { visit, warmUp } from './warm-up.ts'

export interface Order {
  readonly subjects: readonly {
    readonly id: string
    readonly folder: string
    readonly version: string
    readonly node: string | undefined
    readonly before?: string
  }[]
  /** All when empty. */
  readonly scenarios: readonly string[]
  readonly program: string
  readonly latest: boolean
  /** What the newest versions have becomes the record that later runs are compared with. */
  readonly record: boolean
  readonly json: boolean
  readonly keep: boolean
  /** Whether docs/decide/compatibility.md is written; undefined: after a run of all scenarios. */
  readonly page: boolean | undefined
}

const page = at('docs/decide/compatibility.md')

const main = async (order: Order): Promise<number> => {
  const clients = await loadClients()
  const chosen = scenarios.filter(({ name }) => order.scenarios.length === 0 || order.scenarios.includes(name))
  const ran: Ran[] = []
  const inventories: Record<string, Inventory> = {}
  for (const { id, folder, version, node, before } of order.subjects) {
    const client = clients.find(each => each.id === id) as E2eClient
    say(`\n${client.title} ${version}`)
    const payloads = order.latest ? mkdtempSync(join(tmpdir(), `tfy-e2e-recorded-${id}-`)) : undefined
    const subject: Subject = {
      client,
      install: folder,
      node,
      program: order.program,
      keep: order.keep,
      ...(payloads === undefined ? {} : { record: payloads }),
      ...(before === undefined ? {} : { before }),
    }
    await warmUp(subject)
    // Clients that are driven in a second way have one package.
    if (order.latest && (client.page ?? client.id) === client.id && client.serves !== true)
      inventories[id] = inventoryOf(
        client,
        version,
        folder,
        await visit(subject),
        Object.keys((await adapterNamed(id))?.events ?? {}),
      )
    const began = Date.now()
    const outcomes = await runAll(
      chosen.filter(each => concerns(each, client)),
      subject,
    )
    say(`  ${outcomes.length} scenarios, ${Math.round((Date.now() - began) / 1000)} s`)
    ran.push({ client, version, outcomes })
    if (payloads !== undefined) await tellUnknown(id, version, payloads)
  }
  const complete = chosen.length === scenarios.length
  const failed = ran.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result === 'failed').length
  if (order.latest) {
    say(compared(readPage(), ran))
    const list = workList(recorded(), inventories)
    writeFileSync(join(cache(), 'work-list.md'), list)
    say(`\nNew since the last record (${join(cache(), 'work-list.md')}):\n\n${list}`)
    if (order.record) record(inventories)
  }
  if (!order.latest && (order.page ?? complete) && ran.length > 0)
    writeFileSync(page, updated(readPage(), ran, scenarios, new Date()))
  if (order.json)
    console.log(
      JSON.stringify(
        ran.map(({ client, ...rest }) => ({ client: client.id, ...rest })),
        null,
        2,
      ),
    )
  for (const { client, outcomes } of ran)
    for (const { scenario, flaky } of outcomes)
      if (flaky !== undefined) say(`SECOND TRY ${client.title}, ${scenario}: failed at first (${flaky}), passed alone.`)
  const count = ran.flatMap(({ outcomes }) => outcomes).length
  say(`\n${count - failed} as promised, ${failed} not`)
  return failed === 0 ? 0 : 1
}

const adapterNamed = async (id: string) => {
  const { adapterOf, loadAll } = await import('../../src/hook/recognise.ts')
  await loadAll()
  return adapterOf(id)
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
