/** What a fleet asks: a place for bundles, three replicas of the server with a Redis behind a balancer, and a Collector. */

import { type ChildProcess, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collector } from '../../scripts/project/collector.ts'
import { at, must } from '../../scripts/project/project.ts'
import { startCollector } from '../export/world.ts'
import { freePort } from '../free-port.ts'
import { balancer } from '../serve/balancer.ts'
import { type RedisServer, redisServer } from '../serve/redis.ts'
import { type Machine, machineAt, start } from './machine.ts'

export const program = at('dist/tfy-hook')

/** A web server that has one bundle, and says when nothing has changed. */
export const bundleSource = async () => {
  let [text, etag] = ['', 0]
  const server = createServer(({ headers }, response) => {
    const same = headers['if-none-match'] === `"${etag}"`
    response.writeHead(same ? 304 : 200, { etag: `"${etag}"` }).end(same ? undefined : text)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.bundle`,
    serve: (bundle: string) => {
      text = bundle
      etag++
    },
    stop: () => server.close(),
  }
}

/** TLS and a user with the rights that docs/operate/fleet.md names, and no others. */
export const centralRedis = (password: string): Promise<RedisServer> => {
  const user = /^user tfy-hook .*$/m.exec(readFileSync(at('docs/operate/fleet.md'), 'utf8'))?.[0] ?? ''
  const cert = (name: string): string => at('test/gateway/certs', name)
  const tls = [`tls-cert-file ${cert('good.pem')}`, `tls-key-file ${cert('good.key')}`, `tls-ca-cert-file ${cert('ca.pem')}`]
  return redisServer([...tls, 'tls-auth-clients no', 'user default off', user.replace('PASSWORD', password)], true)
}

export interface Replica {
  readonly machine: Machine
  readonly port: number
  readonly child: () => ChildProcess
  readonly start: () => Promise<void>
  /** Lines of its log that are no requests. */
  readonly said: () => string
}

/** Refuses what only the replicas refuse. */
const centralPolicy = `version: 1
extends: recommended
rules:
  - { id: central.no-bisect, on: shell, when: { program: git, args: [bisect] }, decision: deny, reason: Ask the platform team. }
`

export const replicaAt = async (root: string, n: number, config: string, tokens: string): Promise<Replica> => {
  const deployed = join(root, `replica-${n}.etc`)
  must('mkdir', ['-p', join(deployed, 'tfy-hook')])
  writeFileSync(join(deployed, 'tfy-hook/config.yaml'), config)
  writeFileSync(join(deployed, 'tfy-hook/policy.yaml'), centralPolicy)
  const machine = machineAt(root, `replica-${n}`, deployed, `replica${n}`)
  const port = await freePort()
  let child: ChildProcess | undefined
  let said = ''
  return {
    machine,
    port,
    said: () => said,
    child: () => child as ChildProcess,
    start: async () => {
      const options = ['--port', String(port), '--tokens', tokens, '--no-project-policies', '--log-level', 'warn']
      child = start(machine, [program, 'serve', ...options])
      child.stdout?.resume()
      child.stderr?.on('data', data => {
        said += data
      })
      for (let tries = 0; tries < 200; tries++) {
        if (await isReady(port)) return
        await sleep(50)
      }
      throw new Error(`a replica does not start: ${said}`)
    },
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether it has its Redis. */
export const hasState = async ({ port }: Replica, token: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` }
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).then(
    reply => reply.text(),
    () => '',
  )
  return text.includes('\ntfy_hook_state_up 1')
}

export const makeToken = (tokens: string): string =>
  execFileSync(program, ['serve', 'token', 'add', 'fleet', '--tokens', tokens, '--scope', 'validate', 'metrics'], {
    encoding: 'utf8',
    env: { HOME: tokens.replace(/\/[^/]*$/, '') },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

export const startBalancer = balancer

/** Its port stays the same when it comes back, and so does the file that it writes. */
export const collecting = async (out: string) => {
  const port = await freePort()
  let running = await startCollector(collector, port, out)
  let said = ''
  return {
    url: `http://127.0.0.1:${port}`,
    out,
    kill: async () => {
      said += running.said()
      await running.stop()
    },
    start: async () => {
      running = await startCollector(collector, port, out)
    },
    /** Its own words, since it was first started. */
    said: () => said + running.said(),
  }
}
