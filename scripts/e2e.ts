/**
 * `npm run e2e`: real agents against a scripted model, with the built executable as their hook. Exit 1 when a promise is broken, 0 also when a
 * client could not be downloaded, which is said.
 */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { loadClients, scenarios } from './e2e/clients.ts'
import type { Order } from './e2e/inside.ts'
import { install } from './e2e/install.ts'
import { isolated } from './e2e/sandbox.ts'
import { at, say, stop } from './project/project.ts'

interface Flags {
  readonly client: readonly string[]
  readonly scenario: readonly string[]
  readonly latest?: true
  readonly liveness?: true
  readonly way: readonly string[]
  readonly untried?: true
  readonly record?: true
  readonly json?: true
  readonly keep?: true
  readonly page?: boolean
  readonly hook: string
}

const several = (value: string, before: readonly string[]): readonly string[] => [...before, value]

const flags = new Command('e2e')
  .description('Drives real coding agents with the built hook and looks at what happened.')
  .option('--client <id>', 'only this client (repeatable)', several, [])
  .option('--scenario <name>', 'only this scenario (repeatable)', several, [])
  .option(
    '--latest',
    'the newest versions of the clients, compared with docs/decide/compatibility.md and scripts/e2e/canary/recorded.json',
  )
  .option('--liveness', 'what became of each way to keep a client from asking, and what init, doctor and status said')
  .option('--way <text>', 'only ways with this in their name (repeatable)', several, [])
  .option('--untried', 'only ways of which nothing is recorded')
  .option('--record', 'with --latest: keeps what was found for the next comparison')
  .option('--json', 'one JSON object on stdout')
  .option('--keep', 'leave the scratch folders for a look')
  .option('--page', 'write docs/decide/compatibility.md, after a run of some scenarios, too')
  .option('--no-page', 'leave docs/decide/compatibility.md as it is')
  .option('--hook <path>', 'the executable under test', at('dist', 'tfy-hook'))
  .parse()
  .opts<Flags>()

const program = resolve(flags.hook)
if (!existsSync(program)) stop(`${program} is missing: npm run build`)

const clients = await loadClients()
const known = { client: clients.map(({ id }) => id), scenario: scenarios.map(({ name }) => name) }
for (const kind of ['client', 'scenario'] as const)
  for (const name of flags[kind])
    if (!known[kind].includes(name)) stop(`No ${kind} "${name}". There are: ${known[kind].join(', ')}`)

const upgrading = scenarios.some(
  ({ name, upgraded }) => upgraded === true && (flags.scenario.length === 0 || flags.scenario.includes(name)),
)

// Downloads need the network, the rest must not have it.
const subjects: Order['subjects'][number][] = []
for (const client of clients) {
  if (flags.client.length > 0 && !flags.client.includes(client.id)) continue
  const installed = install(client, flags.latest === true, upgrading)
  if (installed.ok) subjects.push({ id: client.id, ...installed })
  else say(`SKIPPED ${client.title}: ${installed.problem}. This is no failure, and no proof.`)
}

const order: Order = {
  subjects,
  scenarios: flags.scenario,
  program,
  latest: flags.latest === true,
  record: flags.record === true,
  json: flags.json === true,
  keep: flags.keep === true,
  page: flags.page,
}
const [command, args] = isolated(process.execPath, [
  at(flags.liveness === true ? 'scripts/e2e/liveness/inside.ts' : 'scripts/e2e/inside.ts'),
  JSON.stringify({ ...order, ways: flags.way, untried: flags.untried === true }),
])
process.exit(spawnSync(command, args, { stdio: 'inherit' }).status ?? 1)
