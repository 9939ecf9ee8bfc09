/** Asks a gateway for one verdict on something harmless: whether it is there, takes the key, and how long it needs. */

import { callFor } from '../../call.ts'
import type { Config } from '../../config.ts'
import type { GatewayConfig } from '../../core/config.ts'
import { describe, ok } from '../../core/failure.ts'
import { decide } from '../../decide.ts'
import { composed } from '../explain/payload.ts'

export type Checked = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly problem: string }

/** Without a key, the one that a hook would use. A pause after earlier failures does not count. */
export const checkGateway = async (
  config: Config,
  gateway: GatewayConfig,
  apiKey: string | undefined,
  timeoutMs = 10_000,
): Promise<Checked> => {
  const startedAt = performance.now()
  const asked: Config = {
    ...config,
    broken: undefined,
    source: 'gateway',
    timeoutMs,
    gateway: { ...gateway, breaker: false, resident: false },
    gatewayFrom: 'file',
    apiKey: apiKey ?? config.apiKey,
  }
  const client = 'claude-code'
  const payload = composed(client, { kind: 'command', text: 'true' }, config.places.home)
  const { failure } = await decide(
    ok(payload),
    callFor(asked, { client }, process.env, () => startedAt + timeoutMs),
  )
  if (failure === undefined) return { ok: true, ms: performance.now() - startedAt }
  const refused = failure.kind === 'gateway-status' && (failure.status === 401 || failure.status === 403)
  return { ok: false, problem: `${describe(failure)}${refused ? ': it does not take the key' : ''}` }
}
