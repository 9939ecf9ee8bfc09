/** Processes of others: no network but loopback, a clean environment, a bound on time and output, and nothing left behind. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { run, say } from '../project/project.ts'
import type { Start } from './client.ts'

/** Namespaces for network and processes, as an ordinary account gets them where the kernel allows it. */
const apart = ['-rn', '--pid', '--fork', '--kill-child', '--mount-proc']
const up = 'ip link set lo up && exec "$@"'

/** How a command is started with loopback as its only network. Where that is not permitted it says so and starts it plainly. */
export const isolated = (command: string, args: readonly string[]): readonly [string, readonly string[]] => {
  const wrapped = (inner: readonly string[]): string[] => [...apart, 'sh', '-c', up, 'sh', ...inner]
  if (run('unshare', wrapped(['true'])).code === 0) return ['unshare', wrapped([command, ...args])]
  say('No namespaces here: the clients run WITHOUT network isolation, and may reach the internet.')
  return [command, args]
}

export interface Ended {
  readonly code: number | null
  readonly timedOut: boolean
  readonly ms: number
  readonly stdout: string
  readonly stderr: string
}

const maxOutput = 1024 * 1024

export const homeEnv = (home: string, path: readonly string[]): Record<string, string> => {
  const folders = {
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: join(home, '.run'),
    TMPDIR: join(home, '.tmp'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    ...folders,
    HOME: home,
    PATH: [...path, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
  }
}

export const start = (
  { command, args, env, stdin }: Start,
  cwd: string,
  base: Readonly<Record<string, string>>,
): ChildProcess => {
  const child = spawned(() =>
    spawn(command, args, { cwd, env: { ...base, ...env }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] }),
  )
  child.stdin?.on('error', () => {})
  child.stdin?.end(stdin ?? '')
  return child
}

/** A program that was just copied is busy while another process, forked in between, still holds it open for writing. */
const spawned = (begin: () => ChildProcess, tries = 50): ChildProcess => {
  try {
    return begin()
  } catch (error) {
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ETXTBSY') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return spawned(begin, tries - 1)
  }
}

/** The whole group: clients start servers, shells and hooks of their own. */
export const end = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

export const finish = (child: ChildProcess, limitMs: number): Promise<Ended> => {
  const began = Date.now()
  const told = { stdout: '', stderr: '' }
  let timedOut = false
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (told[name].length < maxOutput) told[name] += text
    })
  return new Promise(resolve => {
    const done = (code: number | null): void => {
      clearTimeout(alarm)
      end(child)
      resolve({ code, timedOut, ms: Date.now() - began, ...told })
    }
    const alarm = setTimeout(() => {
      timedOut = true
      end(child)
    }, limitMs)
    child.once('error', error => {
      told.stderr += error.message
      done(null)
    })
    // Not 'close': a grandchild that keeps the pipe must not hold the run up.
    child.once('exit', code => setTimeout(() => done(code), 100))
  })
}
