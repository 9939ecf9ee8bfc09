/**
 * `npm run oracle -- --seed N --count N`: composes commands, runs each in a cage of its own, and says what happened that the engine had not said
 * (soundness), and what it had called proved and did not happen (precision). Runs nothing where the cage does not hold. Exit 1 when something was missed.
 */

import { parseArgs } from 'node:util'
import { ask, isClass } from '../../scripts/oracle/run.ts'
import { say, stop } from '../../scripts/project/project.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    /** Every line once and simply, in place of a sample. */
    lines: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const [seed, count] = [options.seed, options.count].map(Number) as [number, number]
if (![seed, count].every(Number.isSafeInteger) || count < 1) stop('--seed and --count take whole numbers.')

const start = performance.now()
const report = await ask({ seed, count, everyLine: options.lines, shrinks: options.shrink }).catch((error: Error) =>
  stop(error.message),
)
if (options.json) console.log(JSON.stringify(report, null, 2))
else {
  console.log(`${'kind'.padEnd(22)}   seen   told  doubt missed`)
  for (const [kind, { told, doubted, missed }] of Object.entries(report.kinds))
    console.log(
      `${kind.padEnd(22)} ${[told + doubted + missed, told, doubted, missed].map(n => String(n).padStart(6)).join(' ')}`,
    )
  for (const { kind, what, command, shell } of report.misses)
    console.log(`${kind} ${what} (${shell}): ${JSON.stringify(command)}`)
  for (const { finding, command } of report.unseen) console.log(`not seen: ${finding}: ${JSON.stringify(command)}`)
}
if (report.absent.length > 0) say(`SKIPPED, not installed here: ${report.absent.join(' ')}`)
const { commands, programs, broken, proved, unseen, misses } = report
say(
  `${commands} commands of ${programs} programs, ${broken} cages that broke: ${misses.length} misses; ${proved - unseen.length} of ${proved} proved effects were seen (seed ${seed}, ${((performance.now() - start) / 1_000).toFixed(0)} s)`,
)
process.exitCode = misses.some(({ kind }) => isClass(kind)) ? 1 : 0
