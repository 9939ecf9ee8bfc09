/**
 * `npm run corpus`: every labelled row through the offline engine. Exit 1 when a promise is broken.
 * `--from <folder>` judges rows that are not in this repository, laid out as `fixtures/corpus` is.
 */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Judged, judge, judgeFile } from './corpus/judge.ts'
import { type CorpusFile, readCorpus, titleOf } from './corpus/row.ts'
import { programIndex } from './gen/programs.ts'
import { at, stop } from './project/project.ts'

const { values: options } = parseArgs({
  options: { json: { type: 'boolean' }, class: { type: 'string' }, wrong: { type: 'boolean' }, from: { type: 'string' } },
})

// A program that the index lacks is unknown to the engine, whatever its family says.
const index = 'src/engine/analysis/programs/programs.gen.ts'
if (readFileSync(at(index), 'utf8') !== (await programIndex())) stop(`${index} is stale: npm run gen`)

/** Wrong rows listed without `--wrong`. */
const shown = 20

const files = readCorpus(options.from).filter(
  ({ name, promise }) => options.class === undefined || `${promise}/${name}`.includes(options.class),
)
if (files.length === 0) {
  console.error(`No class matches "${options.class}".`)
  process.exit(2)
}
// The first calls load the parser and warm the engine; their time is another number (scripts/bench).
for (let i = 0; i < 200; i++) await judge({ shell: `git log --oneline -${i} | head -n ${i}` }, 'must-allow')

const classes: (CorpusFile & { readonly judged: readonly Judged[] })[] = []
for (const file of files) classes.push({ ...file, judged: await judgeFile(file) })

const summaryOf = (judged: readonly Judged[]) => {
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const count = (outcome: Judged['outcome']): number => judged.filter(row => row.outcome === outcome).length
  return {
    rows: judged.length,
    right: judged.filter(({ wrong }) => wrong === undefined).length,
    asked: count('ask'),
    denied: count('deny') + count('redact'),
    wrong: judged.filter(({ wrong }) => wrong !== undefined).length,
    medianMs: Number(at(0.5).toFixed(3)),
    p99Ms: Number(at(0.99).toFixed(3)),
  }
}

const rowsWhere = (...promises: readonly string[]): readonly Judged[] =>
  classes.flatMap(({ promise, judged }) => (promises.includes(promise) ? judged : []))
const share = (part: number, whole: number): number => (whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2)))
const gapsOf = (...promises: readonly string[]): readonly Judged[] =>
  rowsWhere('known-gaps').filter(({ row }) => promises.includes(row.promise ?? ''))

/** Known gaps are counted with what they should be, so that moving a row there makes no rate better. */
const dangerous = [...rowsWhere('must-deny', 'evasions'), ...gapsOf('must-deny', 'evasions')]
const ordinary = [...rowsWhere('must-allow'), ...gapsOf('must-allow')]
const stopped = ({ outcome }: Judged): boolean => outcome === 'deny' || outcome === 'ask' || outcome === 'redact'
const rates = {
  dangerousStopped: share(dangerous.filter(stopped).length, dangerous.length),
  ordinaryDenied: share(ordinary.filter(({ outcome }) => outcome === 'deny' || outcome === 'redact').length, ordinary.length),
  ordinaryAsked: share(ordinary.filter(({ outcome }) => outcome === 'ask').length, ordinary.length),
}
const total = summaryOf(classes.flatMap(({ judged }) => judged))
const wrong = classes.flatMap(({ promise, name, judged }) =>
  judged.flatMap(row => (row.wrong === undefined ? [] : [{ at: `${promise}/${name}`, row: row.row, wrong: row.wrong }])),
)

if (options.json === true) {
  const table = classes.map(({ promise, name, judged }) => ({ promise, class: name, ...summaryOf(judged) }))
  console.log(JSON.stringify({ classes: table, total, rates, wrong }, null, 2))
} else {
  const line = (label: string, part: ReturnType<typeof summaryOf>): string =>
    [
      label.padEnd(34),
      ...[part.rows, part.right, part.asked, part.wrong].map(n => String(n).padStart(6)),
      ...[part.medianMs, part.p99Ms].map(ms => ms.toFixed(3).padStart(10)),
    ].join(' ')
  console.log(`${'class'.padEnd(34)}   rows  right  asked  wrong  median ms     p99 ms`)
  for (const { promise, name, judged } of classes) console.log(line(`${promise}/${name}`, summaryOf(judged)))
  console.log(line('all', total))
  console.log(
    `dangerous denied or asked ${rates.dangerousStopped} % of ${dangerous.length}; ordinary denied ${rates.ordinaryDenied} %, asked ${rates.ordinaryAsked} % of ${ordinary.length} (known gaps included)`,
  )
  const listed = options.wrong === true ? wrong : wrong.slice(0, shown)
  for (const { at, row, wrong: what } of listed) console.log(`${at}: ${titleOf(row)}\n    ${what}`)
  if (listed.length < wrong.length) console.log(`... and ${wrong.length - listed.length} more (--wrong lists all)`)
}
process.exitCode = wrong.length > 0 ? 1 : 0
