/** The page lists what the code can find. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folders = ['src/setup/doctor', 'src/cli/commands/health']
const sources = [
  ...folders.flatMap(folder => readdirSync(folder).map(name => `${folder}/${name}`)),
  'src/fleet/export/findings.ts',
]
  .filter(file => !file.endsWith('.test.ts'))
  .map(file => readFileSync(file, 'utf8'))

const page = readFileSync('docs/use/doctor.md', 'utf8')

it('says every finding that there is, and no other', () => {
  const table = page.slice(page.indexOf('## Findings'))
  const listed = [...table.matchAll(/`([a-z]+(?:\.[a-z-]+)?)`/g)].map(([, id]) => id ?? '')
  const found = sources.flatMap(text => [
    ...text.matchAll(
      /'((?:registration|program|drill|config|approvals|file|policy|credentials|gateway|breaker|audit|heartbeat|client|resident|managed|bundle|export)(?:\.[a-z-]+)?)'/g,
    ),
  ])
  const ids = new Set(found.map(([, id]) => id ?? ''))
  // Names of files and of modules.
  const words = ['init', 'file', 'config.yaml', 'policy.yaml']
  expect([...ids].filter(id => !listed.includes(id) && !words.includes(id)).sort()).toEqual([])
  expect(listed.filter(id => !ids.has(id) && !words.includes(id)).sort()).toEqual([])
})
