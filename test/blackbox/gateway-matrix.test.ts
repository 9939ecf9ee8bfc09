/**
 * The matrix through what people run: the hook, the hook over connections that a process keeps, the door, and `serve` as the gateway. Each call
 * comes to what it must, and the same by every way.
 */

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayConfig } from '../../src/core/config.ts'
import { keepConnections } from '../../src/hook/resident/run.ts'
import { meetingFor } from '../../src/hook/sources/resident/meeting.ts'
import { isThere } from '../../src/hook/sources/resident/present.ts'
import { sendByUndici } from '../../src/hook/sources/transport/undici.ts'
import { oracleOf } from '../clients/oracles/oracles.ts'
import { asking, type Case, gateway, grounds, outcomes, owed, sample, shellCallers } from '../gateway/matrix.ts'
import { close, ways, wrong } from '../gateway/matrix-within.ts'
import { gone, listen, type Running, readBody } from '../gateway/servers.ts'
import { homeWith, start } from '../serve/server.ts'
import { until } from '../until.ts'
import { call, folder, type Said, withoutIds } from './call.ts'
import { executables } from './executables.ts'

const [whole] = executables
if (whole === undefined) throw new Error('no executable is listed')
const door = resolve('dist/tfy-hook-door')
const own: string = JSON.parse(readFileSync('package.json', 'utf8')).version
const cert = (name: string): string => resolve('test/gateway/certs', name)

const { refused, answer } = gateway()
const tls = { cert: readFileSync(cert('good.pem')), key: readFileSync(cert('good.key')), keepAliveTimeout: 60_000 }
let running: Running
let dead: Running
const closing: (() => unknown)[] = [close]

beforeAll(async () => {
  const server = createServer(tls, (request, response) => {
    void readBody(request).then(body => answer(request.url ?? '', request.headers, body, response))
  })
  running = await listen(server)
  dead = await gone()
  closing.push(running.close)
})
afterAll(async () => {
  for (const end of closing) await end()
})

type Way = 'hook' | 'resident' | 'door'

const gatewayAt = (ground: string, dies: boolean, resident: boolean): GatewayConfig => ({
  url: `https://localhost:${dies ? dead.port : running.port}${ground}`,
  caFile: cert('ca.pem'),
  resident,
  breaker: false,
  clients: ways[ground] ?? {},
})

/** One account per way, with a configuration for each installation and for how long it waits. */
const account = (way: Way) => {
  const state = folder({})
  const homes = new Map<string, Readonly<Record<string, string>>>()
  const envFor = ({ ground, outcome }: Case): Readonly<Record<string, string>> => {
    const [slow, dies] = [outcome.slow === true, outcome.gone === true]
    const name = JSON.stringify([ground, slow, dies])
    const found = homes.get(name)
    if (found !== undefined) return found
    const config = {
      source: 'gateway',
      timeoutMs: slow ? 2_500 : 10_000,
      gateway: gatewayAt(ground, dies, way === 'door' || way === 'resident'),
    }
    const home = folder({ '.config/tfy-hook/config.yaml': JSON.stringify(config) })
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_STATE_HOME: state,
      TFY_API_KEY: 'k',
      TFY_HOOK_DOOR: way === 'door' ? 'on' : 'off',
    }
    homes.set(name, env)
    return env
  }
  const log = join(state, 'tfy-hook/audit.jsonl')
  const lines = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [])
  return { state: join(state, 'tfy-hook'), envFor, lines }
}

interface Came {
  /** As the log has it. */
  readonly is: string
  readonly said: Pick<Said, 'exitCode' | 'stdout' | 'stderr'>
}

const isFrom = (line: string | undefined): string => {
  const { decision, failure, settled } = JSON.parse(line ?? '{}')
  return failure === undefined ? decision : `${decision} after ${failure}, ${settled}`
}

const through = async (way: Way, cases: readonly Case[]): Promise<readonly Came[]> => {
  const { state, envFor, lines } = account(way)
  if (way !== 'hook') {
    const config = gatewayAt(grounds[0] ?? '', false, true)
    const meeting = meetingFor(config, {}, state, own, whole.command)
    if (meeting === undefined) throw new Error('nothing is kept')
    void keepConnections(meeting, config, sendByUndici, {}, { idleMs: 300_000, longestMs: 300_000, checkMs: 200 })
    expect(await until(() => isThere(meeting))).toBe(true)
  }
  const file = way === 'door' ? door : whole.command
  const came: Came[] = []
  for (const one of cases) {
    const { caller, outcome, mode } = one
    const { exitCode, stdout, stderr } = await call(
      { ...whole, command: file },
      {
        args: [...caller.args, `--fail-${mode}`],
        stdin: JSON.stringify(asking(caller, outcome)),
        env: { ...caller.env, ...envFor(one) },
      },
    )
    came.push({ is: isFrom(lines().at(-1)), said: { exitCode, stdout, stderr } })
  }
  return came
}

/** A gateway that says nothing takes the whole budget: so many clients meet it at every installation in both modes. */
const patient = shellCallers.slice(0, 2 * grounds.length)
const everywhere = sample(outcomes.filter(outcome => outcome.everywhere)).filter(
  ({ caller, outcome }) => outcome.slow !== true || patient.includes(caller),
)
/** A call over kept connections differs by them alone, so that a third of the clients is enough. */
const third = everywhere.filter((_, i) => i % 3 === 0)

const wrongs = (cases: readonly Case[], came: readonly Came[]): readonly string[] =>
  cases.flatMap((one, i) => {
    const { caller, outcome, ground, mode } = one
    const { is, said } = came[i] ?? { is: 'nothing', said: { exitCode: 0, stdout: '', stderr: '' } }
    const want = owed(one, ways[ground]?.[caller.client]?.dialect)
    const heard = { ...said, exitCode: said.exitCode ?? -1 }
    const reading = oracleOf(caller.client)(caller.event.originalEventName, heard, caller.situation)
    const rewritten = outcome.verdict === 'rewrite'
    const lax = reading.goesOn && (/^(?:deny|ask)/.test(want) || (rewritten && !said.stdout.includes('echo changed')))
    const right = is === want || (rewritten && is === 'deny')
    return right && !lax
      ? []
      : [`${caller.client} ${ground} ${outcome.name} ${mode}: ${is}, not ${want}${lax ? ', and goes on' : ''}`]
  })

describe.skipIf(!existsSync(door))('through the executables', () => {
  const hooked = new Map<Case, Came>()

  it('every outcome of every client, at every installation in turn', () => {
    expect(everywhere.length).toBe(shellCallers.length * 16 + patient.length)
    const met = new Set(everywhere.map(({ ground, outcome }) => `${ground} ${outcome.name}`))
    expect(met.size).toBe(grounds.length * 17)
  })

  it.each<[Way, readonly Case[]]>([
    ['hook', everywhere],
    ['door', everywhere],
    ['resident', third],
  ])('%s', { timeout: 300_000 }, async (way, cases) => {
    const came = await through(way, cases)
    expect(wrongs(cases, came)).toEqual([])
    const told = ({ said }: Came): unknown => withoutIds({ ...said, stderr: said.stderr.replace(/\d+ ms/g, '') })
    for (const [i, one] of cases.entries()) {
      const [mine, first] = [came[i], hooked.get(one)]
      if (mine === undefined) continue
      if (way === 'hook') hooked.set(one, mine)
      else if (first !== undefined) {
        const name = `${one.caller.client} ${one.ground} ${one.outcome.name}`
        expect(mine.is, name).toBe(first.is)
        if (!one.outcome.slow) expect(told(mine), name).toEqual(told(first))
      }
    }
    expect(refused).toEqual([])
  })
})

/** `serve` as the gateway, asked at each endpoint that the generations have, with and without our own additions. */
it('of serve: the same verdicts at every endpoint', { timeout: 120_000 }, async () => {
  const rules = (['deny', 'ask'] as const).map(
    decision =>
      `  - { id: demo.${decision}, on: any, when: { text: outcome-${decision} }, decision: ${decision}, reason: No. }\n`,
  )
  const server = await start(whole, {
    env: homeWith({ 'policy.yaml': `version: 1\nextends: none\nrules:\n${rules.join('')}` }),
    args: ['--no-audit', '--log-level', 'warn'],
  })
  closing.push(() => server.stop('SIGKILL'))
  const judged = outcomes.filter(({ verdict }) => verdict === 'allow' || verdict === 'deny' || verdict === 'ask')
  const cases = shellCallers.flatMap(caller =>
    grounds.flatMap(ground => judged.slice(0, 3).map((outcome): Case => ({ caller, ground, outcome, mode: 'open' }))),
  )
  expect(cases.length).toBe(shellCallers.length * grounds.length * 3)
  for (const strict of [true, false]) {
    const at = ({ ground }: Case): GatewayConfig => ({
      url: `http://127.0.0.1:${server.port}`,
      clients: Object.fromEntries(Object.entries(ways[ground] ?? {}).map(([client, way]) => [client, { ...way, strict }])),
    })
    expect(await wrong(cases, at), `strict: ${strict}`).toEqual([])
  }
})
