/** One cold call, timed from before the spawn to the reaped exit; and its peak memory. */

import { existsSync } from 'node:fs'
import { run } from '../project/project.ts'

interface Child {
  readonly stdin: { write(bytes: Uint8Array): unknown; end(): unknown }
  readonly stdout: ReadableStream<Uint8Array>
  readonly stderr: ReadableStream<Uint8Array>
  readonly exited: Promise<number>
  resourceUsage(): { readonly cpuTime: { readonly total: number | bigint } } | undefined
}

declare const Bun: {
  spawn(options: {
    cmd: readonly string[]
    stdin: 'pipe'
    stdout: 'pipe'
    stderr: 'pipe'
    cwd: string
    env: Readonly<Record<string, string>>
  }): Child
}

export interface Subject {
  readonly name: string
  readonly cmd: readonly string[]
  readonly stdin: Uint8Array
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The exit code of a call that has done its work; 0 unless it says otherwise. */
  readonly exit?: number
}

export interface Call {
  readonly ms: number
  /** Milliseconds of processor time, its children's too. */
  readonly cpu: number
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Real pipes, as a client uses them: Bun's own `spawnSync` hands over a file in memory instead. */
export const spawn = async ({ cmd, stdin, cwd, env }: Subject): Promise<Call> => {
  const started = performance.now()
  const child = Bun.spawn({ cmd, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe', cwd, env })
  child.stdin.write(stdin)
  child.stdin.end()
  const exitCode = await child.exited
  const ms = performance.now() - started
  const cpu = Number(child.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1_000
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { ms, cpu, exitCode, stdout, stderr }
}

// A child inherits the high-water mark of the process that spawns it, so a small program has to do the spawning.
const python =
  'import resource,subprocess,sys\nsubprocess.run(sys.argv[1:],stdin=0,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)\nr=resource.getrusage(resource.RUSAGE_CHILDREN)\nprint("rss",r.ru_maxrss,"faults",r.ru_minflt+r.ru_majflt,file=sys.stderr)'

const meter = (): readonly string[] | undefined => {
  if (existsSync('/usr/bin/time')) return ['/usr/bin/time', '-f', 'rss %M faults %R']
  if (run('python3', ['-c', '']).code === 0) return ['python3', '-c', python]
  return undefined
}

export interface Pages {
  /** Peak resident memory in MiB. */
  readonly memory: number
  readonly faults: number
}

/** The medians of `times` calls; undefined where nothing can measure it. */
export const pagesOf = async (subject: Subject, times: number): Promise<Pages | undefined> => {
  const by = meter()
  if (by === undefined) return undefined
  const found: Pages[] = []
  for (let i = 0; i < times; i++) {
    const told = /rss (\d+) faults (\d+)/.exec((await spawn({ ...subject, cmd: [...by, ...subject.cmd] })).stderr)
    if (told !== null) found.push({ memory: Number(told[1]) / 1024, faults: Number(told[2]) })
  }
  const median = (key: keyof Pages): number =>
    quantile(
      found.map(one => one[key]),
      0.5,
    )
  return found.length === 0 ? undefined : { memory: median('memory'), faults: median('faults') }
}

export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
