/** The matrix within one process, over HTTP on loopback, at the endpoints that `init` finds. */

import { findWays } from '../../src/cli/commands/setup/gateway-check.ts'
import type { Endpoint, GatewayConfig } from '../../src/core/config.ts'
import { ok } from '../../src/core/failure.ts'
import { callFor } from '../../src/hook/call.ts'
import { type Config, placesOf, readConfig } from '../../src/hook/config.ts'
import { decide } from '../../src/hook/decide.ts'
import { loadAll } from '../../src/hook/recognise.ts'
import { folder } from '../blackbox/call.ts'
import { oracleOf } from '../clients/oracles/oracles.ts'
import { asking, type Case, gateway, grounds, owed, shellCallers } from './matrix.ts'
import { asked, gone } from './servers.ts'

await loadAll()

const { refused, answer } = gateway()

export { refused }

const home = folder({})
const env = { HOME: home, XDG_CONFIG_HOME: `${home}/config`, XDG_STATE_HOME: `${home}/state` }

const running = await asked((body, response, request) => answer(request.url ?? '', request.headers, body, response))()
export const close = running.close
const dead = await gone()
const urlOf = (ground: string, port = running.port): string => `http://127.0.0.1:${port}${ground}`
const config = await readConfig({ hints: {}, bare: false }, env, placesOf(env))

/** What `init` finds for each client at each installation. */
export const ways: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = Object.fromEntries(
  await Promise.all(
    grounds.map(async ground => {
      const clients = shellCallers.map(({ client }) => client)
      const found = await findWays({ config, gateway: { url: urlOf(ground), breaker: false }, apiKey: 'k' }, clients)
      if (!found.ok) throw new Error(`${ground}: ${found.problem}`)
      return [ground, Object.fromEntries((found.ways ?? []).map(({ client, ms: _, ...way }) => [client, way]))]
    }),
  ),
)

const here = ({ ground, outcome }: Case): GatewayConfig => ({
  url: urlOf(ground, outcome.gone ? dead.port : undefined),
  clients: ways[ground] ?? {},
})

/** What came of it, and where it was laxer than it may be. */
const tried = async (one: Case, way: GatewayConfig): Promise<{ readonly is: string; readonly lax: string | undefined }> => {
  const { caller, ground, outcome, mode } = one
  const payload = asking(caller, outcome)
  const told: Config = {
    ...config,
    source: 'gateway',
    gateway: { breaker: false, resident: false, ...way },
    gatewayFrom: 'file',
    apiKey: 'k',
    fail: mode,
  }
  const from = performance.now()
  const limit = outcome.slow ? 700 : 30_000
  const {
    verdict,
    failure,
    answer: said,
  } = await decide(ok(payload), {
    ...callFor(
      told,
      { client: caller.client, event: caller.event.originalEventName },
      { ...caller.env, ...env },
      () => from + limit,
    ),
  })
  const reading = oracleOf(caller.client)(caller.event.originalEventName, said, caller.situation)
  const settled = failure === undefined ? '' : ` after ${failure.kind}, ${verdict.settled?.mode}`
  const stops = /^(?:deny|ask)/.test(owed(one, ways[ground]?.[caller.client]?.dialect))
  const lost = outcome.verdict === 'rewrite' && reading.goesOn && !JSON.stringify(said).includes('echo changed')
  return {
    is: `${verdict.ruling.decision}${settled}`,
    lax: (stops && reading.goesOn) || lost ? said.stdout : undefined,
  }
}

/** The cases that come to something else, or are laxer than they may be. */
export const wrong = async (cases: readonly Case[], at: (one: Case) => GatewayConfig = here): Promise<readonly string[]> => {
  const found: string[] = []
  const left = [...cases]
  const work = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const { is, lax } = await tried(one, at(one))
      const want = owed(one, ways[one.ground]?.[one.caller.client]?.dialect)
      const name = `${one.caller.client} ${one.ground} ${one.outcome.name} ${one.mode}`
      // A change that the client cannot be given is a deny; a server that is told of nobody to ask denies.
      const { verdict } = one.outcome
      const stricter = is === 'deny' && (verdict === 'rewrite' || (verdict === 'ask' && at !== here))
      if ((is !== want && !stricter) || lax !== undefined) found.push(`${name}: ${is}, not ${want} ${lax ?? ''}`)
    }
  }
  await Promise.all(Array.from({ length: 24 }, work))
  return found
}
