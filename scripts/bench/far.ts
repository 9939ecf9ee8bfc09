/** `npm run bench -- --far`: a gateway 40 ms away, over TLS, with and without the process that keeps connections, interleaved. */

import { type ChildProcess, spawn as start } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { join } from 'node:path'
import { doorFile } from '../door/build.ts'
import { at, stop, tool } from '../project/project.ts'
import { payload } from './calls.ts'
import { quantile, type Subject, spawn } from './spawn.ts'
import { type Place, place } from './subjects.ts'

export const rttMs = 40

interface Far {
  readonly port: number
  readonly seen: () => Promise<{ readonly hits: number; readonly connections: number }>
  readonly child: ChildProcess
}

const far = async (ms: number): Promise<Far> => {
  const child = start(tool('bun'), [at('scripts/bench/far-gateway.ts'), String(ms)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port, counts] = await new Promise<number[]>(resolve =>
    child.stdout.once('data', data => resolve(String(data).split(' ').map(Number))),
  )
  return { port: port ?? 0, seen: async () => JSON.parse(await (await fetch(`http://127.0.0.1:${counts}/`)).text()), child }
}

const hook = ({ home, project, env }: Place, program: string, name: string, port: number, resident: boolean): Subject => {
  const config = join(home, name)
  mkdirSync(join(config, 'tfy-hook'), { recursive: true })
  writeFileSync(
    join(config, 'tfy-hook/config.yaml'),
    `source: gateway\ngateway:\n  url: https://localhost:${port}\n  caFile: ${at('test/gateway/certs/ca.pem')}\n  resident: ${resident}\n`,
  )
  return {
    name,
    cmd: [program, '--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'],
    stdin: payload(project, 'git status --short && npm test 2>&1 | tail -20'),
    cwd: project,
    env: {
      ...env,
      HOME: join(home, 'far-home'),
      XDG_CONFIG_HOME: config,
      XDG_STATE_HOME: join(home, `${name}-state`),
      TFY_API_KEY: 'tfy-bench-key-not-a-real-one',
    },
  }
}

/** The same call, which the door has to make itself. */
const through = (door: string, { name, cmd, env, ...rest }: Subject): Subject => ({
  ...rest,
  name: name.replace('kept', 'door'),
  cmd: [door, ...cmd.slice(1)],
  env: { ...env, TFY_HOOK_DOOR: 'only' },
})

/** The medians, and how often a call had to open a connection. */
export const benchFar = async (n: number): Promise<Readonly<Record<string, number>>> => {
  const where = place()
  const roads = { far: await far(rttMs), near: await far(0) }
  try {
    const program = join(where.home, 'tfy-hook')
    copyFileSync(at('dist/tfy-hook'), program)
    const post = [
      '-s',
      '--http1.1',
      '--cacert',
      at('test/gateway/certs/ca.pem'),
      '-H',
      'Content-Type: application/json',
      '--data-binary',
      '@-',
    ]
    const door = join(where.home, 'tfy-hook-door')
    const doors = existsSync(at(doorFile))
    if (doors) copyFileSync(at(doorFile), door)
    const list = (['far', 'near'] as const).flatMap(road => {
      const { port } = roads[road]
      const kept = hook(where, program, `kept-${road}`, port, true)
      const url = `https://localhost:${port}/claude-code/hooks/validate`
      return [
        { road, kept: false, subject: { ...kept, name: `curl-${road}`, cmd: ['curl', ...post, url] } },
        { road, kept: false, subject: hook(where, program, `alone-${road}`, port, false) },
        { road, kept: true, subject: kept },
        ...(doors ? [{ road, kept: true, subject: through(door, kept) }] : []),
      ]
    })
    for (const { subject, kept } of list)
      for (let warm = 0; warm < 4; warm++) {
        const { exitCode, stderr } = await spawn(subject)
        if (exitCode !== 0 || stderr !== '') stop(`${subject.name} does not work: exit ${exitCode} ${stderr}`)
        // The process that it has started is there for the next call.
        if (kept) await new Promise(resolve => setTimeout(resolve, 700))
      }
    const times = new Map<string, number[]>(list.map(({ subject }) => [subject.name, []]))
    let opened = 0
    for (let i = 0; i < n; i++) {
      const turn = i % list.length
      for (const { road, kept, subject } of [...list.slice(turn), ...list.slice(0, turn)]) {
        const before = await roads[road].seen()
        const { ms, exitCode, stderr } = await spawn(subject)
        if (exitCode !== 0) stop(`${subject.name} failed in call ${i + 1}: exit ${exitCode} ${stderr}`)
        const after = await roads[road].seen()
        if (after.hits === before.hits) stop(`${subject.name} did not ask the gateway`)
        if (kept) opened += after.connections - before.connections
        times.get(subject.name)?.push(ms)
      }
    }
    const median = (name: string): number => quantile(times.get(name) ?? [], 0.5)
    const trips = (name: string): number => (median(`${name}-far`) - median(`${name}-near`)) / rttMs
    process.stdout.write(
      `${[
        `${cpus().length} cores, ${platform()} ${arch()}, n ${n}, a gateway with TLS ${rttMs} ms away, ${new Date().toISOString().slice(0, 10)}`,
        ...['curl', 'alone', 'kept', ...(doors ? ['door'] : [])].map(
          name =>
            `${name.padEnd(8)}${median(`${name}-far`).toFixed(1).padStart(8)} ms far${median(`${name}-near`).toFixed(1).padStart(8)} ms near   ${trips(name).toFixed(2)} round trips`,
        ),
        `${opened} connections opened in ${(doors ? 4 : 2) * n} calls that could be carried`,
      ].join('\n')}\n`,
    )
    return {
      far_round_trips: trips('kept'),
      far_kept_vs_alone: median('kept-far') / median('alone-far'),
      far_kept_vs_rtt: median('kept-far') / rttMs,
      far_door_vs_rtt: median('door-far') / rttMs,
    }
  } finally {
    for (const { child } of Object.values(roads)) child.kill()
    rmSync(where.home, { recursive: true, force: true })
  }
}
