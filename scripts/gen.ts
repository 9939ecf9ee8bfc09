/** `npm run gen`: tables from knowledge, registries from folders, pages from both. `--check` writes nothing and lists what is stale. */

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { knowledgeTables } from './gen/knowledge/knowledge.ts'
import { vocabularyFile, vocabularyTable } from './gen/knowledge/vocabulary.ts'
import { at, say, stop } from './project/project.ts'

const check = process.argv.includes('--check')
const stale: string[] = []
let count = 0

const current = async (path: string): Promise<string | undefined> =>
  existsSync(at(path)) ? readFile(at(path), 'utf8') : undefined

const put = async (path: string, text: string): Promise<void> => {
  count++
  if ((await current(path)) === text) return
  stale.push(path)
  if (check) return
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), text)
}

/** A stage reads what the ones before it write: without them it would be wrong. */
const stage = async (texts: () => Promise<ReadonlyMap<string, string>>): Promise<void> => {
  if (check && stale.length > 0) return
  for (const [path, text] of await texts()) await put(path, text)
}

await stage(async () => knowledgeTables())
await stage(async () => new Map([[vocabularyFile, vocabularyTable()]]))
await stage(async () => (await import('./gen/registries.ts')).registries(current))
await stage(async () => (await import('./gen/outcomes.ts')).outcomes(current))

if (check && stale.length > 0) stop(`stale, run "npm run gen":\n${stale.join('\n')}`)
say(stale.length === 0 ? `${count} generated files are up to date` : `wrote ${stale.join(', ')}`)
