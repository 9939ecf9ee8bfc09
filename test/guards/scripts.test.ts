/** What lies in `scripts` itself is what npm runs; parts of it have folders. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has one file for each command of package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const run = Object.values(scripts).flatMap(line => /^bun scripts\/(\S+)/.exec(line)?.[1] ?? [])
  const files = readdirSync('scripts', { withFileTypes: true }).filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  // Two commands may be one file.
  expect(files.map(({ name }) => name).sort()).toEqual([...new Set(run)].sort())
})
