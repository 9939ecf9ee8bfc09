/** A simulated machine: its own /etc, host name and home, and real processes in them. Linux namespaces do it, so nothing is installed. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Machine {
  readonly name: string
  readonly etc: string
  readonly home: string
  /** What the system calls it: staged rollouts draw by this. */
  readonly id: string
  /** Where tfy-hook keeps what it knows. */
  readonly state: string
}

export interface Ran {
  /** Undefined where it was not over in time. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** The managed files are copied as a deployment tool would. */
export const machineAt = (root: string, name: string, deployed: string, id: string): Machine => {
  const [etc, home] = [join(root, name, 'etc'), join(root, name, 'home')]
  mkdirSync(join(home, 'shop'), { recursive: true })
  cpSync(deployed, etc, { recursive: true })
  for (const file of ['hosts', 'nsswitch.conf', 'ld.so.cache'])
    if (existsSync(`/etc/${file}`)) cpSync(`/etc/${file}`, join(etc, file), { dereference: true })
  writeFileSync(join(etc, 'machine-id'), `${id}\n`)
  writeFileSync(join(etc, 'passwd'), `dev-${name}:x:0:0::${home}:/bin/sh\n`)
  return { name, etc, home, id, state: join(home, '.local/state/tfy-hook') }
}

/** In a user and mount namespace of its own, of which the account is root. `exec` keeps the process that was started. */
const entry = 'mount --bind "$0" /etc && echo "$1" >/proc/sys/kernel/hostname && shift && exec "$@"'

export const start = (
  { name, etc, home }: Machine,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn('unshare', ['-rmu', 'sh', '-c', entry, etc, name, ...words], {
    cwd: join(home, 'shop'),
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    stdio: 'pipe',
  })

const longestMs = 150_000

export const run = (
  machine: Machine,
  words: readonly string[],
  { stdin = '', env = {} }: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> =>
  new Promise(resolve => {
    const from = performance.now()
    const child = start(machine, words, env)
    let [stdout, stderr] = ['', '']
    child.stdout?.on('data', data => {
      stdout += data
    })
    child.stderr?.on('data', data => {
      stderr += data
    })
    const late = setTimeout(() => child.kill('SIGKILL'), longestMs)
    child.on('close', code => {
      clearTimeout(late)
      resolve({ code: code ?? undefined, stdout, stderr, ms: performance.now() - from })
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
  })

/** The process behind its hooks, where it is there: ended as by a lid that is closed. */
export const endBackground = ({ state }: Machine): void => {
  try {
    const pid = Number(readFileSync(join(state, 'background/alive'), 'utf8'))
    // The mark may be older than the process that has this number now.
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (words[0]?.includes('tfy-hook') === true && words.includes('background')) process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** So many at once, in order. */
export const each = async <T>(items: readonly T[], atOnce: number, act: (item: T) => Promise<unknown>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
