/** Run by Bun: asks for every request on stdin, one after the other, and prints the outcomes as one JSON list. */

import { readFileSync, writeSync } from 'node:fs'
import { askGateway } from '../../src/hook/sources/gateway.ts'
import type { Outcome, Request } from './bun.ts'

const requests: readonly Request[] = JSON.parse(readFileSync(0, 'utf8'))
const outcomes: Outcome[] = []
for (const { event, payload, call } of requests) {
  const from = performance.now()
  const result = await askGateway(event, payload, call)
  outcomes.push({ result, ms: performance.now() - from })
}
writeSync(1, JSON.stringify(outcomes))
process.exit(0)
