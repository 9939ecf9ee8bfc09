/** Runs a command in a cage that bubblewrap builds: its streams, its end and the signals that it gets are those of the command. */

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import type { Cage } from '../../core/contain/cage.ts'
import { markIn } from './around.ts'
import { optionsFor } from './bubblewrap.ts'
import { cagedEnvironment } from './environment.ts'
import { type Ground, type Layout, layoutOf } from './places.ts'
import { profileFor } from './seatbelt.ts'
import { filterFor } from './seccomp.ts'

/** What builds cages here. */
export interface Builder {
  readonly name: 'bubblewrap' | 'seatbelt'
  readonly program: string
}

export interface Order {
  readonly cage: Cage
  readonly ground: Ground
  readonly env: Readonly<Record<string, string | undefined>>
  readonly command: readonly string[]
  readonly builder: Builder
  /** A socket outside at which a proxy listens, and where it is to be in the cage. */
  readonly proxy?: { readonly from: string; readonly to: string }
  /** The same on loopback, for cages that have no other. */
  readonly port?: number
  readonly stdio?: 'inherit' | readonly ['ignore', 'pipe', 'pipe']
}

type Targets = () => { readonly group: number | undefined; readonly one: readonly number[] }

export interface Started {
  readonly child: ChildProcess
  readonly layout: Layout
  /** Who is told of signals. */
  readonly targets: Targets
  readonly ended: Promise<number>
}

/** Never without a cage: whatever cannot be built is thrown. */
export const start = (order: Order): Started => (order.builder.name === 'seatbelt' ? belted(order) : wrapped(order))

const belted = ({ cage, ground, env, command, builder, port, stdio = 'inherit' }: Order): Started => {
  const layout = layoutOf(cage, ground)
  const temporary = realpathSync(mkdtempSync(`${tmpdir()}/tfy-hook-cage-`))
  const profile = profileFor({ layout, temporary, network: cage.network === 'all', ...(port !== undefined && { port }) })
  const child = spawn(builder.program, ['-p', profile, ...command], {
    env: { ...cagedEnvironment(env, cage.hide).env, TMPDIR: temporary },
    cwd: ground.cwd,
    stdio: stdio === 'inherit' ? 'inherit' : [...stdio],
    detached: true,
  })
  // It becomes the command, which leads its group.
  const targets = () => ({ group: child.pid, one: child.pid === undefined ? [] : [child.pid] })
  return { child, layout, targets, ended: endOf(child, temporary) }
}

const wrapped = ({ cage, ground, env, command, builder, proxy, stdio = 'inherit' }: Order): Started => {
  const filter = filterFor(process.arch)
  if (filter === undefined) throw new Error(`no filter of system calls is known for ${process.arch}`)
  const layout = layoutOf(cage, ground)
  const own = mkdtempSync(`${tmpdir()}/tfy-hook-cage-`)
  const opened: number[] = []
  try {
    const open = (name: string, bytes: Uint8Array | string): number => {
      writeFileSync(`${own}/${name}`, bytes, { mode: 0o400 })
      const fd = openSync(`${own}/${name}`, 'r')
      opened.push(fd)
      return fd
    }
    writeFileSync(`${own}/empty`, '', { mode: 0o444 })
    writeFileSync(`${own}/mark`, JSON.stringify(cage), { mode: 0o444 })
    const seccomp = open('filter', filter)
    const options = optionsFor({
      layout,
      env: cagedEnvironment(env, cage.hide).env,
      cwd: ground.cwd,
      empty: `${own}/empty`,
      network: cage.network === 'all',
      shown: [{ from: `${own}/mark`, to: markIn }, ...(proxy === undefined ? [] : [proxy])],
      seccomp: 4,
    })
    const list = open('options', options.map(option => `${option}\0`).join(''))
    const child = spawn(builder.program, ['--args', '3', '--', ...command], {
      // Nothing that the caller's environment says reaches the program that builds the cage.
      env: { PATH: '/usr/bin:/bin' },
      stdio: [...(stdio === 'inherit' ? (['inherit', 'inherit', 'inherit'] as const) : stdio), list, seccomp],
      // A terminal's Ctrl-C would kill it, and the command with it.
      detached: true,
    })
    return { child, layout, targets: () => inCage(child.pid), ended: endOf(child, own) }
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  } finally {
    for (const fd of opened) closeSync(fd)
  }
}

const endOf = (child: ChildProcess, own: string): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(codeOf(code, signal)))
  }).finally(() => rmSync(own, { recursive: true, force: true }))

/** A terminal tells these to all that runs in it; others are told to one process. */
const toGroup: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGWINCH']
const toOne: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGUSR1', 'SIGUSR2', 'SIGCONT']

/** Hands signals that we get to the command, by what finds its processes. Undoes itself. */
export const passSignals = (targets: Targets): (() => void) => {
  const send = (pid: number, signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
  const handlers = [...toGroup, ...toOne].map(signal => {
    const handler = (): void => {
      const { group, one } = targets()
      if (group !== undefined && toGroup.includes(signal)) send(-group, signal)
      else for (const pid of one) send(pid, signal)
    }
    process.on(signal, handler)
    return () => void process.removeListener(signal, handler)
  })
  return () => {
    for (const undo of handlers) undo()
  }
}

/** Without a cage of its own, and as a shell would tell its end. */
export const asItIs = async (program: string, args: readonly string[], env: Order['env'] = process.env): Promise<number> => {
  const child = spawn(program, args, { stdio: 'inherit', env })
  const undo = passSignals(() => ({ group: undefined, one: child.pid === undefined ? [] : [child.pid] }))
  return new Promise<number>(resolve => {
    child.on('error', error => resolve('code' in error && error.code === 'ENOENT' ? 127 : 126))
    child.on('close', (code, signal) => resolve(codeOf(code, signal)))
  }).finally(undo)
}

const codeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 9)

/** bubblewrap is two processes, of which the inner one leads the group in which the command runs. */
const inCage = (outer: number | undefined): ReturnType<Targets> => {
  const [inner] = outer === undefined ? [] : childrenOf(outer)
  return { group: inner, one: inner === undefined ? [] : childrenOf(inner) }
}

const childrenOf = (pid: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
