/** `npm run bench -- --serve`: our server against a bare one of the same runtime and against OPA, interleaved; its memory over many requests; files against Redis. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { arch, cpus, platform } from 'node:os'
import { build } from 'esbuild'
import { compile } from '../build/compile.ts'
import { at, must, say, stop, tool } from '../project/project.ts'
import { opa } from './opa.ts'
import { quantile } from './spawn.ts'
import { place } from './subjects.ts'

interface Load {
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly done: number
  readonly failed: number
}

interface Server {
  readonly name: string
  readonly port: number
  readonly path: string
  readonly child: ChildProcess
}

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** `port` where the server does not say it. */
type Start = readonly [name: string, command: readonly string[], env: Readonly<Record<string, string>>, port?: number]

/** Serves as long as `use` runs. */
const withServers = async (starts: readonly Start[], use: (servers: readonly Server[]) => void): Promise<void> => {
  const servers: Server[] = []
  const end = (): void => {
    for (const { child } of servers) child.kill('SIGKILL')
  }
  process.on('exit', end)
  try {
    for (const [name, command, env, port] of starts) servers.push(await start(name, command, env, port))
    use(servers)
  } finally {
    end()
  }
}

const ours = [at('dist/tfy-hook'), 'serve', '--port', '0']

/** The least server of a runtime: what ours is measured against. */
const bare = async (runtime: 'bun' | 'node'): Promise<readonly string[]> => {
  if (runtime === 'bun') {
    compile('scripts/bench/bare-bun.ts', 'dist/bench/bare-bun')
    return [at('dist/bench/bare-bun')]
  }
  const file = at('dist/bench/bare-node.mjs')
  await build({ entryPoints: [at('scripts/bench/bare-node.ts')], outfile: file, platform: 'node', format: 'esm' })
  return ['node', file]
}

/** Times `paced` is measured: what happens in one of five runs happens. */
const pacedRuns = 5

export const benchServe = async (
  rounds: number,
  requests: number,
  memoryRequests: number,
): Promise<Readonly<Record<string, number>>> => {
  const { home, env } = place()
  const values: Record<string, number> = {}
  try {
    const port = await freePort()
    const peer = opa(home, port)
    const other: readonly Start[] = peer === undefined ? [] : [['opa', peer, env, port]]
    const pairs = [
      { runtime: 'bun', serve: ours },
      { runtime: 'node', serve: ['node', at('dist/node/tfy-hook.mjs'), ...ours.slice(1)] },
    ] as const
    say(
      `${cpus().length} cores, ${platform()} ${arch()}, ${rounds} rounds of ${requests} requests on 16 connections, ${new Date().toISOString().slice(0, 10)}`,
    )
    for (const { runtime, serve } of pairs)
      await withServers([['bare', await bare(runtime), env], ['serve', serve, env], ...other], servers => {
        for (const mix of ['session', 'shell'] as const) {
          const rates = report(`${runtime} ${mix}`, inTurns(servers, rounds, requests, mix))
          if (mix === 'session' && rates.opa !== undefined)
            values[`serve_opa_vs_${runtime}`] = rates.opa / (rates.serve ?? Number.NaN)
        }
        const worst = Array.from({ length: pacedRuns }, () => paced(runtime, servers).serve ?? Number.NaN)
        values[`serve_p99_${runtime}_ms`] = Math.max(...worst)
        const [, two] = servers
        if (memoryRequests > 0 && two !== undefined) memory(two, memoryRequests)
      })
    await benchState(rounds, requests)
    return values
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const inTurns = (
  servers: readonly Server[],
  rounds: number,
  requests: number,
  mix: Mix,
): ReadonlyMap<string, readonly Load[]> => {
  for (const server of servers) load(server, requests, 0, mix)
  const found = new Map<string, Load[]>(servers.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round++)
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      found.get(server.name)?.push(load(server, requests, round, mix))
  return found
}

/** One after the other on one connection, and 1,000 a second for five seconds: the p99 of those. */
const paced = (runtime: string, servers: readonly Server[]): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const server of servers) {
    const alone = load(server, 3_000, 50, 'session', ['--connections', '1'])
    const steady = load(server, 5_000, 51, 'session', ['--rate', '1000'])
    process.stdout.write(
      `${`${runtime} ${server.name}`.padEnd(20)} one connection p50 ${alone.p50.toFixed(3)} ms; 1,000 a second p50 ${steady.p50.toFixed(3)} ms  p99 ${steady.p99.toFixed(3)} ms\n`,
    )
    found[server.name] = steady.p99
  }
  return found
}

/** The memory of sessions in files, and in Redis, as replicas have it. */
const benchState = async (rounds: number, requests: number): Promise<void> => {
  const [files, shared] = [place(), place()]
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', shared.home], {
    stdio: 'ignore',
  })
  const started = await new Promise<boolean>(resolve => {
    redis.once('error', () => resolve(false))
    redis.once('spawn', () => setTimeout(resolve, 500, true))
  })
  try {
    if (!started) return say('redis-server is not installed: files against Redis are left out')
    writeFileSync(`${shared.home}/.config/tfy-hook/config.yaml`, `state: redis://127.0.0.1:${port}\n`)
    await withServers(
      [
        ['files', ours, files.env],
        ['redis', ours, shared.env],
      ],
      servers => {
        report('bun session', inTurns(servers, rounds, requests, 'session'))
        paced('bun', servers)
      },
    )
  } finally {
    redis.kill()
    for (const { home } of [files, shared]) rmSync(home, { recursive: true, force: true })
  }
}

/**
 * Processor time of an event against that of a bare server's request: who else is at work on the machine changes it little. Undefined where the
 * system does not tell.
 */
export const eventCost = async (requests = 6_000): Promise<number | undefined> => {
  if (platform() !== 'linux') return undefined
  const { home, env } = place()
  let ratio: number | undefined
  try {
    await withServers(
      [
        ['bare', await bare('bun'), env],
        ['serve', ours, env],
      ],
      servers => {
        const [one = 0, two = 0] = servers.map(server => {
          // Until then a third of the time goes into compiling.
          load(server, 4 * requests, 0, 'session')
          const before = cpuMs(server)
          load(server, requests, 1, 'session')
          return cpuMs(server) - before
        })
        ratio = two / one
      },
    )
    return ratio
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Of all its threads. `stat` counts in hundredths of a second, too coarse for a bare server. */
const cpuMs = ({ child }: Server): number =>
  readdirSync(`/proc/${child.pid}/task`)
    .map(task => Number(readFileSync(`/proc/${child.pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns / 1e6, 0)

/** A day's mix of events, or shell commands alone, which cost the most. */
type Mix = 'session' | 'shell'

const load = ({ name, port, path }: Server, requests: number, seed: number, mix: Mix, more: readonly string[] = []): Load => {
  const args = [
    at('scripts/bench/load.ts'),
    '--port',
    String(port),
    '--path',
    path,
    '--requests',
    String(requests),
    '--seed',
    String(seed),
    '--mix',
    mix,
    ...more,
  ]
  const found: Load = JSON.parse(must(tool('bun'), args, { timeout: 300_000 }).stdout)
  if (found.failed > 0 || found.done !== requests)
    stop(`${name}: ${found.failed} of ${requests} requests failed, ${found.done} done`)
  return found
}

/** The others against the first. Requests a second. */
const report = (title: string, found: ReadonlyMap<string, readonly Load[]>): Readonly<Record<string, number>> => {
  const median = (name: string, key: 'rps' | 'p50' | 'p99'): number => quantile(found.get(name)?.map(one => one[key]) ?? [], 0.5)
  const [first = '', ...others] = found.keys()
  for (const name of [first, ...others])
    process.stdout.write(
      `${`${title} ${name}`.padEnd(20)}${median(name, 'rps').toFixed(0).padStart(9)} req/s  p50 ${median(name, 'p50').toFixed(3)} ms  p99 ${median(name, 'p99').toFixed(3)} ms\n`,
    )
  for (const other of others) {
    const ratios = (['rps', 'p50', 'p99'] as const).map(key => `${key} ${(median(other, key) / median(first, key)).toFixed(2)}`)
    process.stdout.write(`${`${title} ${other}/${first}`.padEnd(20)} ${ratios.join('  ')}\n`)
  }
  return Object.fromEntries([first, ...others].map(name => [name, median(name, 'rps')]))
}

/** Resident memory at a tenth, the half and the end; what was asked before counts as warm-up. */
const memory = (server: Server, total: number): void => {
  const marks = [0.1, 0.5, 1]
  let done = 0
  const found = marks.map(mark => {
    const upTo = Math.round(total * mark)
    load(server, upTo - done, 100 + Math.round(mark * 10), 'session')
    done = upTo
    return `${upTo}: ${rss(server).toFixed(1)} MiB`
  })
  process.stdout.write(`${server.name} resident memory after ${found.join(', ')}\n`)
}

const rss = ({ child }: Server): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const start = async (
  name: string,
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  known?: number,
): Promise<Server> => {
  const child = spawn(command, args, { env: { ...env }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${name} ended with ${code}`)))
    if (known !== undefined) void answering(known).then(() => resolve(known))
    child.stdout.on('data', data => resolve(Number(data)))
    child.stderr.on('data', data => {
      const port = /"where":"127\.0\.0\.1:(\d+)"/.exec(String(data))?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  // OPA takes what is posted to its root as the input of its main rule.
  return { name, port, path: known === undefined ? '/hooks/claude-code' : '/', child }
}

const answering = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
