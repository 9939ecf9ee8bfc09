/** Run by Bun: asks for every request on stdin, one after the other, and prints the outcomes as one JSON list. */

import { readFileSync, writeSync } from 'node:fs'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { askGateway, type GatewayCall } from '../../src/sources/gateway.ts'

interface Request {
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
  readonly call: GatewayCall
}

const requests: readonly Request[] = JSON.parse(readFileSync(0, 'utf8'))
const outcomes: unknown[] = []
for (const { event, payload, call } of requests) {
  const from = performance.now()
  const result = await askGateway(event, payload, call)
  outcomes.push({ result, ms: performance.now() - from })
}
writeSync(1, JSON.stringify(outcomes))
process.exit(0)
