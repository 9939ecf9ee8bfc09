/**
 * `npm run drill`: a fleet of simulated machines, real processes each, against three replicas of the server, a Redis, a balancer and the OpenTelemetry
 * Collector, while one after the other breaks. Prints what was asked, what came back and how long it took; exit code 1 when something was wrong or lost.
 * `-- --machines 20` in about a minute, `--at-once N` processes, `--keep` leaves the folder.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collector } from '../../scripts/project/collector.ts'
import { at, run, say } from '../../scripts/project/project.ts'
import { tallying } from './tally.ts'

const { values } = parseArgs({
  options: { machines: { type: 'string' }, 'at-once': { type: 'string' }, keep: { type: 'boolean', default: false } },
})
const machines = Number(values.machines ?? 200)
const atOnce = Number(values['at-once'] ?? 2 * cpus().length)

const wanted: readonly (readonly [boolean, string])[] = [
  [existsSync(at('dist/tfy-hook')), 'dist/tfy-hook (npm run build)'],
  [existsSync(collector), 'the Collector (npm run collector)'],
  [run('redis-server', ['--version']).code === 0, 'redis-server'],
  [run('haproxy', ['-v']).code === 0, 'haproxy'],
  [run('unshare', ['-rmu', 'true']).code === 0, 'namespaces for ordinary users'],
]
const missing = wanted.filter(([here]) => !here).map(([, what]) => what)
if (missing.length > 0) {
  say(`no drill: ${missing.join(', ')} not here`)
  process.exit(0)
}

const root = mkdtempSync(join(tmpdir(), 'tfy-hook-drill-'))
// What is started makes its folders there, too.
process.env.TMPDIR = root
const tally = tallying(say)
const open: (() => unknown)[] = []
const started = performance.now()
let quote = ''
try {
  const { drill } = await import('./stages.ts')
  quote = await drill({ root, machines, atOnce, tally }, open)
} finally {
  for (const end of open.reverse()) await end()
  if (values.keep) say(root)
  else rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write(`${tally.report()}\n\n${quote}\n`)
say(`${machines} machines, ${atOnce} processes at once, ${((performance.now() - started) / 1_000).toFixed(0)} s`)
process.exit(tally.faults() > 0 ? 1 : 0)
