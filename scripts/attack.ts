/**
 * `npm run attack -- --seed N --count N`: composes calls out of the grammar in `fixtures/attack` and says which were judged wrongly, by
 * category. `--metamorphic` judges each call twice, as it is and changed without changing its meaning. Exit 1 when there is a fault.
 */

import { parseArgs } from 'node:util'
import { readGrammar } from './attack/grammar.ts'
import { attack, metamorphic } from './attack/run.ts'
import { say, stop } from './project/project.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
    /** The first row, to see one again: its number with `--count 1`. */
    from: { type: 'string', default: '0' },
    metamorphic: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const [seed, count, from] = [options.seed, options.count, options.from].map(Number) as [number, number, number]
if (![seed, count, from].every(Number.isSafeInteger) || count < 1 || from < 0)
  stop('--seed, --count and --from take whole numbers.')

/** Faults shown without `--json`. */
const shown = 20

const numbers = Array.from({ length: count }, (_, at) => from + at)
const start = performance.now()
const report = await (options.metamorphic ? metamorphic : attack)(readGrammar(), seed, numbers)
const seconds = ((performance.now() - start) / 1_000).toFixed(1)

if (options.json) {
  console.log(JSON.stringify(report, null, 2))
} else {
  for (const [category, names] of Object.entries(report.by)) {
    console.log(`\n${category.padEnd(40)}   rows faults`)
    for (const [name, { rows, faults }] of Object.entries(names))
      console.log(`${name.padEnd(40)} ${String(rows).padStart(6)} ${String(faults).padStart(6)}`)
  }
  console.log()
  for (const { number, what, said, row, before } of report.faults.slice(0, shown)) {
    if (before !== undefined) console.log(`${number} before: ${JSON.stringify(before).slice(0, 300)}`)
    console.log(`${number} ${what} (${said}): ${JSON.stringify(row).slice(0, 300)}`)
  }
  if (report.faults.length > shown) console.log(`... and ${report.faults.length - shown} more (--json lists all)`)
}
const { dangerous, ordinary } = report
say(
  options.metamorphic
    ? `${report.rows} calls changed without changing their meaning: ${report.faults.length} verdicts changed (seed ${seed}, ${seconds} s)`
    : `${dangerous.faults} of ${dangerous.rows} dangerous calls passed; ${ordinary.faults} of ${ordinary.rows} ordinary ones were stopped (seed ${seed}, ${seconds} s)`,
)
process.exitCode = report.faults.length > 0 ? 1 : 0
