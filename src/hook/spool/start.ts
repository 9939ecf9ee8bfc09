/** Starts the process that sends, at most one in fifteen seconds, by whichever hook comes first. */

import type { Env } from '../../core/client.ts'
import type { GatewayConfig } from '../../core/config.ts'
import { claimed, needed, startBehind } from '../sources/machine/background.ts'
import type { Spool } from './files.ts'
import { held } from './lock.ts'

export interface Start {
  readonly spool: Spool
  readonly gateway: GatewayConfig
  readonly env: Env
  readonly stateDir: string
}

const everyMs = 15_000

export const startSender = async ({ spool, gateway, env, stateDir }: Start): Promise<void> => {
  if (!claimed(spool.dir, spool.name, everyMs, Date.now()) || held(spool)) return
  if (gateway.breaker !== false) {
    const { breakerFor, breakerStatus } = await import('../sources/gateway.ts')
    const at = breakerFor(gateway, env, stateDir)
    if (at !== undefined && breakerStatus(at).phase !== 'closed') return
  }
  // A helper for the credential was written for the whole environment.
  startBehind(['send-spool'], gateway.credentialHelper === undefined ? needed(env) : env)
}
