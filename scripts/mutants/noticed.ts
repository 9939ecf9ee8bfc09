/**
 * Run inside a copy of the project. Without an argument: which rows of the corpus come by each marked function, as JSON. With a file of such
 * numbers: exit 1 when one of these rows is judged otherwise than it promises.
 */

import { readFileSync } from 'node:fs'
import { loadAll } from '../../src/analysis/analyse.ts'
import { judge } from '../corpus/judge.ts'
import { readCorpus, titleOf } from '../corpus/row.ts'

/** Not the rows that only must not crash: they are large, and what they promise is mostly time. */
const rows = readCorpus()
  .filter(({ promise }) => promise !== 'must-not-crash')
  .flatMap(({ promise, rows }) => rows.map(row => ({ promise, row })))

/** What runs when a module is loaded counts for every row. */
const loading = -1
let current = loading
const passed = new Map<number, Set<number>>()
const marks = globalThis as { passing?: (mark: number) => void }
const list = process.argv[2]
if (list === undefined)
  marks.passing = mark => {
    const seen = passed.get(mark) ?? new Set()
    passed.set(mark, seen.add(current))
  }
await loadAll()

/** Far apart, so that rows of all files come early: most mutants are noticed by the first hundreds. */
const stride = 7_919
const everyRow = rows.map((_, at) => (at * stride) % rows.length)
const chosen = list === undefined ? everyRow : (JSON.parse(readFileSync(list, 'utf8')) as readonly number[] | null)

for (current of chosen ?? everyRow) {
  const { promise, row } = rows[current] as (typeof rows)[number]
  const { wrong } = await judge(row, promise)
  if (wrong === undefined) continue
  console.error(`${titleOf(row)}: ${wrong}`)
  process.exit(1)
}
if (list === undefined)
  console.log(JSON.stringify(Object.fromEntries([...passed].map(([mark, at]) => [mark, at.has(loading) ? null : [...at]]))))
