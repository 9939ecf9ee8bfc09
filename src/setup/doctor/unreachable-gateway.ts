/** Makes the gateway unreachable for one call of a hook, without touching a file that anybody else reads. */

import { createServer } from 'node:net'
import type { Env } from '../../core/client.ts'
import type { GatewayConfig } from '../../core/config.ts'
import type { SourceName } from '../../core/verdict.ts'
import { writeBreaker } from '../../hook/sources/breaker.ts'
import { breakerFor } from '../../hook/sources/breaker-file.ts'
import { save } from '../../hook/sources/machine/private-file.ts'

export interface Gone {
  readonly env: Env
  /** Nothing here asks a gateway; the call was told to. */
  readonly supposed: boolean
}

/** How long the breaker keeps the call from the gateway. */
const pauseMs = 60_000

/**
 * A breaker that stands open in the call's own state directory is, to the call, a gateway that cannot be reached. Undefined where the
 * configuration leaves no way.
 */
export const gatewayGone = async (
  config: {
    readonly source: SourceName
    readonly gateway: GatewayConfig | undefined
    readonly gatewayFrom: 'file' | 'environment'
  },
  env: Env,
  stateDir: string,
): Promise<Gone | undefined> => {
  const supposed = config.source === 'offline'
  const both: Env = supposed ? { TFY_HOOK_SOURCE: 'both' } : {}
  const { gateway } = config
  if (gateway === undefined || config.gatewayFrom === 'environment')
    return { env: { ...both, TFY_GATEWAY_URL: `http://127.0.0.1:${await closedPort()}` }, supposed }
  const at = gateway.breaker === false ? undefined : breakerFor(gateway, env, stateDir)
  if (at === undefined) return undefined
  const now = Date.now()
  save(`${at.dir}/${at.name}`, writeBreaker({ at: now, pauses: 1, until: now + pauseMs }, at.origin))
  return { env: both, supposed }
}

/** A port of this machine on which nobody listens. */
const closedPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 9))
    })
  })
