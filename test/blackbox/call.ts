/** One call of an executable the way a client makes it, with a home of its own. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import type { Executable } from './executables.ts'

export type Stdin = Buffer | string

export interface Call {
  readonly args: readonly string[]
  readonly stdin: Stdin
  /** `open`: the writer never closes. `gone`: nobody reads the answer. `sigterm`: open, and a signal after a while. */
  readonly pipe?: 'open' | 'gone' | 'sigterm'
  /** Kept from running for a while, as by a machine that sleeps. */
  readonly stopped?: { readonly afterMs: number; readonly forMs: number }
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Said {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** Files by path below a fresh folder; the folder's path. */
export const folder = (files: Readonly<Record<string, string>>): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hook-test-')))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

/** Denies what holds the word `pwned`, so that a lost payload shows as a lost deny. */
const policy = `version: 1
rules:
  - id: test.pwned
    on: any
    when: { text: pwned }
    decision: deny
    reason: The word is not allowed here.
`

/** A home with the user policy above; every variable that could lead outside it is set. */
export const homeEnv = (): Record<string, string> => {
  const home = folder({ '.config/tfy-hook/policy.yaml': policy })
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
  }
}

/** A workspace without anything in it. Not the home: what lies in the workspace is not the user's. */
const elsewhere = folder({})

export const call = async (exe: Executable, { args, stdin, pipe, stopped, cwd, env = {} }: Call): Promise<Said> => {
  const started = performance.now()
  const child = execa(exe.command, [...exe.args, ...args], {
    cwd: cwd ?? elsewhere,
    env: { ...env },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    stdin: 'pipe',
    timeout: 15_000,
    killSignal: 'SIGKILL',
    forceKillAfterDelay: false,
    maxBuffer: 32 * 1024 * 1024,
  })
  // A process that ends before it has read everything is its own business here.
  child.stdin.on('error', () => {})
  if (pipe === 'gone') {
    child.stdout.destroy()
    child.stderr.destroy()
  }
  child.stdin.write(stdin)
  if (pipe === 'sigterm') {
    await sleep(700)
    child.kill('SIGTERM')
  } else if (pipe !== 'open') child.stdin.end()
  if (stopped !== undefined) {
    await sleep(stopped.afterMs)
    child.kill('SIGSTOP')
    await sleep(stopped.forMs)
    child.kill('SIGCONT')
  }

  const done = await child
  return {
    exitCode: done.exitCode,
    signal: done.timedOut ? 'timed out' : done.signal,
    stdout: done.stdout ?? '',
    stderr: done.stderr ?? '',
    ms: performance.now() - started,
  }
}

/** Each call has an id of its own, which stands in its refusal. */
export const withoutIds = <T>(said: T): T =>
  JSON.parse(JSON.stringify(said).replace(/\bexplain (?:--last|[0-9a-z]{7})\b/g, 'explain <id>')) as T
