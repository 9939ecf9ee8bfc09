/** Asks through the Bun of this repository: what the tests under Node cannot reach. */

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { Result } from '../../src/core/failure.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import type { GatewayCall } from '../../src/hook/sources/gateway.ts'

export interface Request {
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
  readonly call: GatewayCall
}

export interface Outcome {
  readonly result: Result<Verdict>
  readonly ms: number
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

/** One process, the requests one after the other. */
export const askByBun = (requests: readonly Request[], env: Record<string, string> = {}): Promise<readonly Outcome[]> =>
  new Promise((resolve, reject) => {
    const options = { maxBuffer: 2 ** 24, env: { PATH: process.env.PATH, NO_PROXY: '', ...env } }
    const child = execFile(path('../../node_modules/.bin/bun'), [path('./ask.ts')], options, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout))
      else reject(error)
    })
    child.stdin?.end(JSON.stringify(requests))
  })
