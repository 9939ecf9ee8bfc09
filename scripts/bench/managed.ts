/** What a call costs under an administrator's files, by the same call under the account's own: on two machines, interleaved. */

import { type ChildProcess, spawn as start } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compile } from '../build/compile.ts'
import { doorFile } from '../door/build.ts'
import { canPlayMachines, deployOn, type Machine, machineIn } from '../project/machine.ts'
import { at, must, say, stop } from '../project/project.ts'
import { ordinary, payload } from './calls.ts'
import { type Call, quantile } from './spawn.ts'

interface Worker {
  readonly call: (cmd: readonly string[]) => Promise<Pick<Call, 'ms' | 'exitCode' | 'stderr'>>
  readonly child: ChildProcess
}

const workerOn = ({ local, started: [unshare = '', ...words] }: Machine): Worker => {
  copyFileSync(at('dist/bench/worker'), join(local, 'worker'))
  const child = start(unshare, [...words, '/usr/local/worker'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout ?? stop('no worker'))[Symbol.asyncIterator]()
  const env = { PATH: process.env.PATH ?? '', HOME: '/home', AI_AGENT: 'claude-code_2-1-329_harness', CLAUDECODE: '1' }
  const stdin = payload('/home', ordinary).toString()
  return {
    child,
    call: async cmd => {
      child.stdin?.write(`${JSON.stringify({ name: '', cmd, cwd: '/home', env, stdin })}\n`)
      const { value } = await lines.next()
      return JSON.parse(value ?? stop('the worker is gone'))
    },
  }
}

/** The ratios of the medians; none where nobody can make such a machine. */
export const benchManaged = async (n: number): Promise<Readonly<Record<string, number>>> => {
  if (!canPlayMachines()) {
    say('SKIPPED managed: only root, with namespaces, can make such a machine')
    return {}
  }
  const folder = mkdtempSync(join(tmpdir(), 'tfy-hook-bench-managed-'))
  const workers: Worker[] = []
  try {
    compile('scripts/bench/worker.ts', 'dist/bench/worker')
    const [own, managed] = [machineIn(join(folder, 'own')), machineIn(join(folder, 'managed'))]
    const out = join(folder, 'deploy')
    must(at('dist/tfy-hook'), ['init', '--scope', 'managed', '--for', 'linux', '--client', 'claude-code', '--out', out])
    deployOn(managed, out)
    const files = join(own.home, '.config/tfy-hook')
    mkdirSync(files, { recursive: true })
    for (const name of ['config.yaml', 'policy.yaml']) copyFileSync(join(managed.etc, 'tfy-hook', name), join(files, name))
    must('chown', ['-R', '--reference', own.home, join(own.home, '.config')])
    const programs = [at('dist/tfy-hook'), at(doorFile)].filter(existsSync)
    for (const { local } of [own, managed]) for (const file of programs) must('cp', [file, join(local, 'bin')])

    const both = [own, managed].map(machine => workerOn(machine))
    workers.push(...both)
    const flags = ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed']
    const list = programs.flatMap(file => {
      const program = `/usr/local/bin/${file.slice(file.lastIndexOf('/') + 1)}`
      return both.map((worker, i) => ({ name: `${i === 0 ? 'own' : 'managed'} ${program}`, worker, cmd: [program, ...flags] }))
    })
    const times = new Map<string, number[]>(list.map(({ name }) => [name, []]))
    for (let i = -3; i < n; i++)
      for (const { name, worker, cmd } of i % 2 === 0 ? list : list.toReversed()) {
        const { ms, exitCode, stderr } = await worker.call(cmd)
        if (exitCode !== 0 || stderr !== '') stop(`${name} does not work: exit ${exitCode} ${stderr}`)
        if (i >= 0) times.get(name)?.push(ms)
      }
    const ratio = (program: string): number => {
      const [one, other] = ['own', 'managed'].map(set => quantile(times.get(`${set} /usr/local/bin/${program}`) ?? [], 0.5))
      say(`${program}: ${one?.toFixed(2)} ms with the account's own files, ${other?.toFixed(2)} ms with managed ones`)
      return (other ?? Number.NaN) / (one ?? Number.NaN)
    }
    return {
      managed_vs_own: ratio('tfy-hook'),
      ...(programs.length > 1 && { managed_door_vs_own: ratio('tfy-hook-door') }),
    }
  } finally {
    for (const { child } of workers) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
