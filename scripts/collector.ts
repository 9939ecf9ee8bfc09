/**
 * `npm run collector`: builds the OpenTelemetry Collector that the tests of the export talk to, from `test/export/collector`, into a cache. Needs Go and
 * its module proxy; without them it says so, and those tests are skipped.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { collector, collectorSource } from './project/collector.ts'
import { say } from './project/project.ts'

if (existsSync(collector)) say(`${collector} is there`)
else {
  mkdirSync(dirname(collector), { recursive: true })
  try {
    const started = performance.now()
    execFileSync('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', collector, '.'], { cwd: collectorSource, stdio: 'inherit' })
    say(`${collector}, ${((performance.now() - started) / 1000).toFixed(0)} s`)
  } catch (error) {
    say(`the Collector is not built, and what needs it is skipped: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
}
