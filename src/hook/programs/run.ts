/**
 * The one road on which programs of other people are started: without a shell, for a bounded time, with a bounded output, and with an answer
 * for every way in which that can fail. Nothing here throws.
 */

import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import crossSpawn from 'cross-spawn'
import type { Env } from '../../core/client.ts'

interface RunOptions {
  readonly cwd?: string
  /** The whole environment of the program. */
  readonly env: Env
  /** What stands on its stdin; without it there is none. */
  readonly input?: string
  /** Most bytes of stdout and of stderr that are kept. Beyond them the program is killed. */
  readonly maxBuffer: number
  readonly windowsVerbatimArguments?: boolean
  /**
   * It is started in a session of its own: without a terminal to wait for, and killed with all that it has started. Not for what has to
   * end with us when somebody kills us.
   */
  readonly apart?: true
}

export interface Ran {
  /** Undefined when it was not started or was killed. */
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly stdout: string
  readonly stderr: string
  readonly timedOut: boolean
  readonly tooMuch: boolean
  /** The system's own word for why it could not be started: `ENOENT`, `EACCES`, `ENOEXEC`. */
  readonly notStarted: string | undefined
  readonly ms: number
}

/** What a program has said by its end is here at once; a child that it leaves behind may say nothing more. */
const graceMs = 300

/** A process that waits for a dead disk outlives even a kill; we do not wait with it. */
const killMs = 1_000

export const runFor = (file: string, args: readonly string[], timeoutMs: number, options: RunOptions): Promise<Ran> => {
  const startedAt = performance.now()
  const { maxBuffer, input, env, apart: wanted, ...more } = options
  const apart = wanted === true && process.platform !== 'win32'
  const stdout = collector(maxBuffer)
  const stderr = collector(maxBuffer)
  const failed = (error: unknown): Ran => ({
    exitCode: undefined,
    signal: undefined,
    stdout: '',
    stderr: '',
    timedOut: false,
    tooMuch: false,
    notStarted: codeOf(error),
    ms: performance.now() - startedAt,
  })
  let child: ChildProcess
  try {
    child = crossSpawn(file, [...args], {
      ...more,
      env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      detached: apart,
    })
    if (apart) endWithUs(child)
  } catch (error) {
    // Some faults are thrown, others are told by an event; which ones depends on the runtime.
    return Promise.resolve(failed(error))
  }
  return new Promise(resolve => {
    let [timedOut, tooMuch, done] = [false, false, false]
    const timers: ReturnType<typeof setTimeout>[] = []
    const after = (ms: number, act: () => void) => void timers.push(setTimeout(act, ms))
    const finish = (ran: Ran): void => {
      if (done) return
      done = true
      for (const timer of timers) clearTimeout(timer)
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy()
      child.unref()
      living.delete(child)
      resolve(ran)
    }
    const end = (exitCode: number | null, signal: string | null | undefined): void =>
      finish({
        exitCode: exitCode ?? undefined,
        signal: signal ?? undefined,
        stdout: stdout.text(),
        stderr: stderr.text(),
        timedOut,
        tooMuch,
        notStarted: undefined,
        ms: performance.now() - startedAt,
      })
    const stop = (): void => {
      kill(child, apart)
      after(killMs, () => end(null, 'SIGKILL'))
    }
    child.on('error', error => {
      // On Windows cmd is asked for what nobody finds, and has a process of its own.
      if (child.pid === undefined || codeOf(error) === 'ENOENT') finish(failed(error))
    })
    for (const [pipe, to] of [
      [child.stdout, stdout],
      [child.stderr, stderr],
    ] as const) {
      pipe?.on('error', () => {})
      pipe?.on('data', (bytes: Uint8Array) => {
        if (to.add(bytes) || tooMuch) return
        tooMuch = true
        stop()
      })
    }
    child.on('exit', (code, signal) => {
      if (child.pid === undefined) return
      after(timedOut || tooMuch ? 0 : graceMs, () => {
        // Whoever still holds the pipes belongs to this program, and nobody listens to it any more.
        if (apart) kill(child, apart)
        end(code, signal)
      })
    })
    child.on('close', (code, signal) => {
      if (child.pid !== undefined) end(code, signal)
    })
    after(timeoutMs, () => {
      timedOut = true
      stop()
    })
    // A program may end without reading what it is given.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

const collector = (most: number) => {
  const chunks: Uint8Array[] = []
  let length = 0
  return {
    /** False when there is no more room. */
    add: (bytes: Uint8Array): boolean => {
      const room = most - length
      chunks.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
      length += Math.min(bytes.length, room)
      return bytes.length <= room
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}

const kill = (child: ChildProcess, apart: boolean): void => {
  try {
    if (apart && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** What runs in a session of its own does not hear the terminal's Ctrl-C. */
const living = new Set<ChildProcess>()

const endWithUs = (child: ChildProcess): void => {
  if (living.size === 0)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeListener(signal, onEnd)
      process.once(signal, onEnd)
    }
  living.add(child)
}

const onEnd = (signal: NodeJS.Signals): void => {
  for (const child of living) kill(child, true)
  process.kill(process.pid, signal)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'it could not be started'

/** How it ended, for a sentence: `could not be started (ENOEXEC)`, `was killed by SIGKILL after 40 ms`. Undefined when it ended well. */
export const troubleOf = ({ notStarted, timedOut, tooMuch, signal, exitCode, ms }: Ran): string | undefined => {
  if (notStarted !== undefined) return `could not be started (${notStarted})`
  if (timedOut) return `was not done after ${Math.round(ms)} ms and was killed`
  if (tooMuch) return 'printed more than it may and was killed'
  if (signal !== undefined) return `was killed by ${signal} after ${Math.round(ms)} ms`
  return exitCode === 0 || exitCode === undefined ? undefined : `ended with ${exitText(exitCode)}`
}

/** A shell says of what it started that a signal killed it by 128 and the signal's number. */
export const exitText = (exitCode: number): string => {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128) ?? []
  return `exit code ${exitCode}${name === undefined ? '' : ` (killed by ${name})`}`
}
