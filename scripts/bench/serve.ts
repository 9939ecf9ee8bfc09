/** `npm run bench -- --serve`: our server against a bare one of the same runtime, interleaved; then its memory over many requests. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { build } from 'esbuild'
import { compile } from '../build/compile.ts'
import { at, must, say, stop, tool } from '../project/project.ts'
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
  readonly child: ChildProcess
}

const path = '/hooks/claude-code'

export const benchServe = async (rounds: number, requests: number, memoryRequests: number): Promise<void> => {
  const where = place()
  const servers: Server[] = []
  process.on('exit', () => {
    for (const { child } of servers) child.kill('SIGKILL')
  })
  try {
    compile('scripts/bench/bare-bun.ts', 'dist/bench/bare-bun')
    const bareNode = at('dist/bench/bare-node.mjs')
    await build({ entryPoints: [at('scripts/bench/bare-node.ts')], outfile: bareNode, platform: 'node', format: 'esm' })
    const ours = ['serve', '--port', '0']
    const pairs = [
      { runtime: 'bun', bare: [at('dist/bench/bare-bun')], ours: [at('dist/tfy-hook'), ...ours] },
      { runtime: 'node', bare: ['node', bareNode], ours: ['node', at('dist/node/tfy-hook.mjs'), ...ours] },
    ]
    say(
      `${cpus().length} cores, ${platform()} ${arch()}, ${rounds} rounds of ${requests} requests on 16 connections, ${new Date().toISOString().slice(0, 10)}`,
    )
    for (const { runtime, bare, ours } of pairs) {
      const [one, two] = [await start('bare', bare, where.env), await start('serve', ours, where.env)]
      servers.push(one, two)
      for (const mix of ['session', 'shell'] as const) {
        const found = new Map<string, Load[]>([
          ['bare', []],
          ['serve', []],
        ])
        for (const server of [one, two]) load(server, requests, 0, mix)
        for (let round = 1; round <= rounds; round++)
          for (const server of round % 2 === 0 ? [one, two] : [two, one])
            found.get(server.name)?.push(load(server, requests, round, mix))
        report(`${runtime} ${mix}`, found)
      }
      one.child.kill()
      if (memoryRequests > 0) memory(two, memoryRequests)
      two.child.kill()
    }
  } finally {
    rmSync(where.home, { recursive: true, force: true })
  }
}

/** A day's mix of events, or shell commands alone, which cost the most. */
type Mix = 'session' | 'shell'

const load = ({ name, port }: Server, requests: number, seed: number, mix: Mix): Load => {
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
  ]
  const found: Load = JSON.parse(must(tool('bun'), args, { timeout: 300_000 }).stdout)
  if (found.failed > 0 || found.done !== requests)
    stop(`${name}: ${found.failed} of ${requests} requests failed, ${found.done} done`)
  return found
}

const report = (runtime: string, found: ReadonlyMap<string, readonly Load[]>): void => {
  const median = (name: string, key: 'rps' | 'p50' | 'p99'): number => quantile(found.get(name)?.map(one => one[key]) ?? [], 0.5)
  const row = (name: string): string =>
    `${`${runtime} ${name}`.padEnd(20)}${median(name, 'rps').toFixed(0).padStart(9)} req/s  p50 ${median(name, 'p50').toFixed(3)} ms  p99 ${median(name, 'p99').toFixed(3)} ms`
  process.stdout.write(`${row('bare')}\n${row('serve')}\n`)
  const ratios = (['rps', 'p50', 'p99'] as const).map(key => `${key} ${(median('serve', key) / median('bare', key)).toFixed(2)}`)
  process.stdout.write(`${`${runtime} ratio`.padEnd(20)} ${ratios.join('  ')}  (aim: rps >= 0.50)\n`)
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
): Promise<Server> => {
  const child = spawn(command, args, { env: { ...env }, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${name} ended with ${code}`)))
    child.stdout.on('data', data => resolve(Number(data)))
    child.stderr.on('data', data => {
      const port = /"where":"127\.0\.0\.1:(\d+)"/.exec(String(data))?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  return { name, port, child }
}
