/** `npm run gen`: registries from folders, tables from adapters. `--check` writes nothing and lists what is stale. */

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { bridgeTexts } from './gen/bridges.ts'
import { commandsTable } from './gen/commands.ts'
import { clientsTable, decisionsList, eventsTable, fill } from './gen/docs.ts'
import { lastResortHeader } from './gen/last-resort.ts'
import { manText } from './gen/man.ts'
import { packageNames } from './gen/packages.ts'
import { credentialLists, serverPlaces } from './gen/places.ts'
import { gitVerbs, programIndex } from './gen/programs.ts'
import { programTables } from './gen/records.ts'
import { initBlock } from './gen/registration.ts'
import { clientsRegistry, loadClients, moduleNames, packsRegistry, unpaired } from './gen/registry.ts'
import { rulePages } from './gen/rules.ts'
import { stackSections } from './gen/stacks.ts'
import { tokenForms } from './gen/tokens.ts'
import { at, say, stop } from './project/project.ts'

const check = process.argv.includes('--check')

const clients = await loadClients()
const files = new Map<string, string>()
files.set(
  'src/adapters/clients.gen.ts',
  clientsRegistry(moduleNames('src/adapters/clients'), moduleNames('src/adapters/clients/shared')),
)
const packs = moduleNames('src/engine/policy/packs')
if (packs.length > 0) files.set('src/engine/policy/judge/packs.gen.ts', packsRegistry(packs))
for (const [path, text] of programTables()) files.set(path, text)
files.set('src/engine/analysis/programs/programs.gen.ts', await programIndex())
files.set('src/door/last-resort.gen.h', lastResortHeader())
files.set('src/engine/analysis/programs/git/git-verbs.gen.ts', await gitVerbs())
files.set('src/engine/analysis/programs/code/packages.gen.ts', packageNames())
files.set('src/engine/analysis/places/credential-places.gen.ts', credentialLists())
files.set('src/engine/policy/rules/mcp-places.gen.ts', serverPlaces(clients))
files.set('src/core/tokens/forms.gen.ts', tokenForms())
files.set('src/cli/commands/registration/bridges.gen.ts', await bridgeTexts())

const current = async (path: string): Promise<string | undefined> =>
  existsSync(at(path)) ? readFile(at(path), 'utf8') : undefined

const blank = (title: string): string =>
  `# ${title}\n\n## When a call is denied\n\n${['Register', 'Events'].map(name => `## ${name}\n\n<!-- gen:${name === 'Register' ? 'init' : 'events'} -->\n<!-- /gen -->\n`).join('\n')}`

for (const client of clients) {
  if (!('events' in client)) continue
  const path = `docs/clients/${client.id}.md`
  const page = (await current(path)) ?? blank(client.title)
  files.set(path, fill(fill(page, 'init', initBlock(client)), 'events', eventsTable(client)))
}
const overview = 'docs/clients/README.md'
for (const [path, text] of Object.entries(rulePages())) files.set(path, text)
files.set(overview, fill((await current(overview)) ?? '', 'clients', clientsTable(clients)))
files.set('TESTING.md', fill((await current('TESTING.md')) ?? '', 'commands', commandsTable()))
const stacks = 'docs/govern/stacks.md'
files.set(stacks, fill((await current(stacks)) ?? '', 'stacks', stackSections()))
const decisions = 'docs/adr/README.md'
files.set(decisions, fill((await current(decisions)) ?? '', 'decisions', decisionsList()))

const stale: string[] = []
const put = async (path: string, text: string): Promise<void> => {
  if ((await current(path)) === text) return
  stale.push(path)
  if (check) return
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), text)
}
for (const [path, text] of files) await put(path, text)

const faults = unpaired()
if (faults.length > 0) stop(faults.join('\n'))

// The outcomes come from the pipeline itself, which reads the registries: only now are they sure to be right.
if (!(check && stale.length > 0)) {
  const [
    { fillFailing },
    { fillGateway },
    { fillLosses },
    { fillMessages },
    { fillReference },
    { switchesPage },
    { schemaFiles },
  ] = await Promise.all([
    import('./gen/failing.ts'),
    import('./gen/gateway.ts'),
    import('./gen/gateway-losses.ts'),
    import('./gen/messages.ts'),
    import('./gen/reference.ts'),
    import('./guard/table.ts'),
    import('./gen/schemas.ts'),
  ])
  const pages = {
    'docs/tfy-hook.1': manText,
    'docs/operate/switches.md': switchesPage,
    'docs/operate/failing.md': fillFailing,
    'docs/operate/failing-tables.md': fillFailing,
    'docs/operate/gateway.md': fillGateway,
    'docs/operate/gateway-tables.md': fillLosses,
    'docs/operate/messages.md': fillMessages,
    'docs/use/reference.md': fillReference,
    ...schemaFiles,
  }
  for (const [path, textOf] of Object.entries(pages)) {
    const text = await textOf((await current(path)) ?? '')
    files.set(path, text)
    await put(path, text)
  }
}

if (check && stale.length > 0) stop(`stale, run "npm run gen":\n${stale.join('\n')}`)
say(stale.length === 0 ? `${files.size} generated files are up to date` : `wrote ${stale.join(', ')}`)
