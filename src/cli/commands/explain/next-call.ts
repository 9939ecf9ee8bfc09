/** What the same call would get now from a gateway: asked with something harmless, since the log has only what was left of the real one. */

import { type JsonObject, stringAt } from '../../../core/json.ts'
import { recordedEvent } from '../../../hook/audit/recorded-event.ts'
import type { Config } from '../../../hook/config.ts'
import { breakerFor, breakerStatus } from '../../../hook/sources/breaker-file.ts'
import { checkGateway } from '../setup/gateway-check.ts'

/** Undefined where no gateway is asked. `engine` is what the policies here decide now. */
export const nextCall = async (record: JsonObject, config: Config, engine: string | undefined): Promise<string | undefined> => {
  const { source, gateway } = config
  if (source === 'offline' || recordedEvent(record)?.guardrail === null) return undefined
  const problem = gateway === undefined ? 'no gateway is configured' : await problemAt(record, config, gateway)
  const own = engine ?? 'what the engine decides'
  if (problem === undefined) {
    if (source === 'both') return `the stricter of ${own} and what the gateway says, which answers now`
    return 'what the gateway says; it answers now'
  }
  if (source === 'gateway-then-offline') return `${own}, by the engine: ${problem}`
  const mode = config.fail ?? stringAt(record, 'settled') ?? 'open'
  if (mode === 'closed') return `deny (fails closed): ${problem}`
  return source === 'both' && own !== 'allow'
    ? `${own}, by the engine: ${problem}`
    : `allow, not checked (fails open): ${problem}`
}

const problemAt = async (
  record: JsonObject,
  config: Config,
  gateway: NonNullable<Config['gateway']>,
): Promise<string | undefined> => {
  const breaker = gateway.breaker === false ? undefined : breakerFor(gateway, process.env, config.places.state)
  if (breaker !== undefined && breakerStatus(breaker).phase === 'open') return 'the gateway is paused after failures'
  const client = stringAt(record, 'client')
  // A client that no trial is known for is asked for as Claude Code is. No longer than a hook waits.
  const asked = (clients: readonly string[]) => checkGateway(config, gateway, clients, config.timeoutMs)
  const [answer] = await asked(client === undefined ? [] : [client]).catch(() => asked([]))
  return answer?.ok === false ? answer.problem : undefined
}
