/** Runs the checks, one after the other, and says what failed. Started by `npm run windows`, in Wine or on Windows. */

import { writeSync } from 'node:fs'
import { calls } from './calls.ts'
import { commands } from './commands.ts'
import { fresh } from './ground.ts'
import { places } from './places.ts'
import { processes } from './processes.ts'

const only = process.argv[3]
let failed = 0
let ran = 0
for (const [group, checks] of Object.entries({ calls, places, commands, processes })) {
  for (const [name, check] of Object.entries(checks)) {
    const title = `${group}: ${name}`
    if (only !== undefined && !title.includes(only)) continue
    fresh()
    ran++
    const startedAt = performance.now()
    try {
      const skipped = await check()
      writeSync(
        1,
        `${typeof skipped === 'string' ? `skipped (${skipped})` : 'ok     '} ${title} (${Math.round(performance.now() - startedAt)} ms)\n`,
      )
    } catch (error) {
      failed++
      writeSync(1, `FAILED  ${title}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    }
  }
}
writeSync(1, `${ran} checks, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
