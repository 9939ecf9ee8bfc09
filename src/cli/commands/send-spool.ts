/** Sends what hooks have put aside for the gateway. Started by them, detached; what it says is for whoever tries it by hand. */

import { credentialIn } from '../../hook/call.ts'
import { placesOf, readConfig } from '../../hook/config.ts'
import { writeAll } from '../../hook/io.ts'
import { spoolFor } from '../../hook/spool/files.ts'
import { sendSpool } from '../../hook/spool/send.ts'

declare const __TFY_VERSION__: string

/** The longest a run takes, whatever the gateway does. */
const longestMs = 60_000
const graceMs = 2_000

export const send = async ({ forMs }: { readonly forMs?: string }): Promise<number> => {
  const { env } = process
  const asked = Number(forMs)
  const limitMs = asked >= 100 && asked <= longestMs ? asked : longestMs
  setTimeout(() => process.exit(1), limitMs + graceMs).unref()
  const end = Date.now() + limitMs
  const config = await readConfig({ hints: {}, bare: false }, env, placesOf(env))
  const { gateway, places } = config
  if (gateway === undefined || !config.analytics) return 0
  const credential = await credentialIn(config, limitMs)
  if (!credential.ok) return 2
  const { breakerFor, breakerStatus, tellGateway } = await import('../../hook/sources/gateway.ts')
  const breaker = gateway.breaker === false ? undefined : breakerFor(gateway, env, places.state)
  const spool = spoolFor(gateway, places.state)
  try {
    // A process in the background must not hold on to somebody's project.
    process.chdir(spool.dir)
  } catch {
    return 0
  }
  const { sent, dropped, left } = await sendSpool({
    spool,
    end,
    mayAsk: () => breaker === undefined || breakerStatus(breaker).phase === 'closed',
    tell: ({ event, payload }, headers, timeoutMs) =>
      tellGateway(event, payload, {
        config: gateway,
        apiKey: credential.value,
        timeoutMs,
        version: __TFY_VERSION__,
        env,
        headers,
      }),
  })
  writeAll(1, `${sent} sent, ${dropped} dropped${left ? ', some left for later' : ''}\n`)
  return left ? 1 : 0
}
