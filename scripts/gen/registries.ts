/** Registries and pages that folders, adapters and tables of the product make. */

import { stop } from '../project/project.ts'
import { bridgeTexts } from './bridges.ts'
import { commandsTable } from './commands.ts'
import { clientsTable, decisionsList, eventsTable, fill } from './docs.ts'
import { lastResortHeader } from './last-resort.ts'
import { serverPlaces } from './places.ts'
import { gitVerbs, programIndex } from './programs.ts'
import { initBlock } from './registration.ts'
import { clientsRegistry, loadClients, moduleNames, unpaired } from './registry.ts'
import { rulePages } from './rules.ts'
import { stackSections } from './stacks.ts'
import { tokenForms } from './tokens.ts'

const blank = (title: string): string =>
  `# ${title}\n\n## When a call is denied\n\n${['Register', 'Events'].map(name => `## ${name}\n\n<!-- gen:${name === 'Register' ? 'init' : 'events'} -->\n<!-- /gen -->\n`).join('\n')}`

export const registries = async (
  current: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> => {
  const clients = await loadClients()
  const files = new Map<string, string>([
    [
      'src/adapters/clients.gen.ts',
      clientsRegistry(moduleNames('src/adapters/clients'), moduleNames('src/adapters/clients/shared')),
    ],
    ['src/engine/analysis/programs/programs.gen.ts', await programIndex()],
    ['src/door/last-resort.gen.h', lastResortHeader()],
    ['src/engine/analysis/programs/git/git-verbs.gen.ts', await gitVerbs()],
    ['src/engine/policy/rules/mcp-places.gen.ts', serverPlaces(clients)],
    ['src/core/tokens/forms.gen.ts', tokenForms()],
    ['src/cli/commands/registration/bridges.gen.ts', await bridgeTexts()],
    ...Object.entries(rulePages()),
  ])
  for (const client of clients) {
    if (!('events' in client)) continue
    const path = `docs/clients/${client.id}.md`
    const page = (await current(path)) ?? blank(client.title)
    files.set(path, fill(fill(page, 'init', initBlock(client)), 'events', eventsTable(client)))
  }
  const regions = [
    ['docs/clients/README.md', 'clients', clientsTable(clients)],
    ['TESTING.md', 'commands', commandsTable()],
    ['docs/govern/stacks.md', 'stacks', stackSections()],
    ['docs/adr/README.md', 'decisions', decisionsList()],
  ] as const
  for (const [path, region, text] of regions) files.set(path, fill((await current(path)) ?? '', region, text))
  const faults = unpaired()
  if (faults.length > 0) stop(faults.join('\n'))
  return files
}
