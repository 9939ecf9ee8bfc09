/** Where the Collector of the tests is, by what it is built of. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { at } from './project.ts'

export const collectorSource = at('test/export/collector')

const build = ['main.go', 'go.mod', 'go.sum']
  .reduce((hash, file) => hash.update(readFileSync(join(collectorSource, file))), createHash('sha256'))
  .digest('hex')

const cache = process.env.TFY_COLLECTOR_CACHE ?? join(homedir(), '.cache/tfy-hook/collector')
export const collector = join(cache, `otelcol-${build.slice(0, 16)}`)
