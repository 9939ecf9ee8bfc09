/** Runs a registered command as its client would, and says what the client would make of the answer. */

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Env } from '../../core/client.ts'
import type { System } from '../../core/install.ts'
import { type JsonObject, stringAt } from '../../core/json.ts'
import { entriesFromEnd, nothingSkipped } from '../../hook/audit/read.ts'
import { trialEnv } from '../../hook/background/trial-state.ts'
import { runFor, troubleOf } from '../../hook/programs/run.ts'
import { inside } from '../install/project.ts'
import { type Meaning, meaningOf, type Said } from './answer-readers.ts'
import { withoutProject } from './clean-environment.ts'
import type { Practice } from './client-calls.ts'
import { post } from './http-client.ts'
import type { Registered } from './registrations.ts'

export interface Stage {
  readonly client: string
  readonly practice: Practice
  readonly registered: Registered
  readonly system: System
  readonly root: string
  readonly home: string
  /** Of this process. */
  readonly env: Env
  /** A directory that stands in for the state, so that a drill is in nobody's audit log. */
  readonly stateBase: string
  /** How long the client waits. */
  readonly limitMs: number
}

export type Transport = 'pipe' | 'here-document'

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Env
  readonly input: string
}

/** Undefined for what is not started on this machine. */
export const startOf = (stage: Stage, payload: JsonObject, transport: Transport, more: Env = {}): Start | undefined => {
  const { practice, registered, root } = stage
  const { run } = registered
  if (run.kind === 'http') return undefined
  const text = JSON.stringify(payload)
  const here = transport === 'here-document'
  const [file, ...args] =
    run.kind === 'words'
      ? [...run.words, ...(registered.event === '' ? ['--client', stage.client, '--event', practice.events[0] ?? ''] : [])]
      : shellFor(stage, here ? `${run.text} <<'CURSOR_HOOK_EOF'\n${text}\nCURSOR_HOOK_EOF` : run.text)
  if (file === undefined) return undefined
  const within = inside(registered.file, root)
  const beside = practice.beside === 'always' || (practice.beside === 'outside' && !within)
  return {
    file,
    args,
    cwd: beside ? dirname(registered.file) : root,
    env: { ...envOf(stage), ...more },
    input: here ? '' : `${text}\n`,
  }
}

const shellFor = ({ practice, system, env }: Stage, text: string): readonly string[] => {
  if (system === 'win32') {
    if (practice.windows === 'powershell')
      return ['powershell', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', text]
    // /s takes one quote away at either end.
    return practice.windows === 'cmd' ? ['cmd', '/d', '/s', '/c', `"${text}"`] : [gitBash(env) ?? 'bash', '-c', text]
  }
  const own = env.SHELL || '/bin/sh'
  switch (practice.shell) {
    case 'login':
      return [own, '-lc', text]
    case 'own':
      return [/[\\/](?:bash|zsh|sh)$/.test(own) ? own : '/bin/sh', '-c', text]
    case 'bash':
      return ['bash', '-c', text]
    case 'sh':
    case 'none':
      return ['/bin/sh', '-c', text]
    default:
      return practice.shell satisfies never
  }
}

/** As Claude Code finds it: what the PATH has may be the `bash` that starts WSL. */
const gitBash = (env: Env): string | undefined => {
  const onPath = (env.PATH ?? env.Path ?? '')
    .split(';')
    .flatMap(dir => /^(.*[\\/]Git)[\\/](?:cmd|bin)[\\/]?$/i.exec(dir)?.[1] ?? [])
  const usual = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA && `${env.LOCALAPPDATA}\\Programs`]
  const folders = [...onPath, ...usual.flatMap(dir => (dir ? [`${dir}\\Git`] : []))]
  return [env.CLAUDE_CODE_GIT_BASH_PATH, ...folders.map(dir => `${dir}\\bin\\bash.exe`)].find(file => file && existsSync(file))
}

const looksLikeKey = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|AUTH/i

const envOf = ({ practice, root, env, stateBase }: Stage): Env => {
  const passed = Object.entries(env).filter(([name]) => !(practice.hidesKeys && looksLikeKey.test(name)))
  return { ...Object.fromEntries(passed), ...practice.env?.(root), ...trialEnv(stateBase) }
}

/** What the audit line of this very call says; undefined without one. */
export interface Recorded {
  readonly decision: string
  readonly settled: string | undefined
  readonly failure: string | undefined
  readonly version: string | undefined
}

export interface Drilled {
  readonly meaning: Meaning
  readonly said: Said
  readonly ms: number
  readonly recorded: Recorded | undefined
}

/** One call. Nothing of the payload is ever run: it is text on the hook's stdin. */
export const drill = async (stage: Stage, start: Start): Promise<Drilled> => {
  const ran = await runFor(start.file, start.args, stage.limitMs, {
    cwd: start.cwd,
    env: withoutProject(start.env, stage),
    input: start.input,
    maxBuffer: 4 * 1024 * 1024,
    windowsVerbatimArguments: start.file === 'cmd',
    apart: true,
  })
  const trouble = troubleOf(ran)
  const said: Said = {
    // A shell that does not find the program says 127; a client that starts it itself has no code at all.
    exitCode: ran.notStarted === undefined ? (ran.exitCode ?? -1) : 127,
    stdout: ran.stdout,
    stderr: ran.notStarted === undefined ? ran.stderr : `${start.file} ${trouble}`,
  }
  const read = meaningOf(stage.practice.reads, said, stage.registered.closed)
  const meaning = ran.exitCode === undefined ? { ...read, failed: `it ${trouble}` } : read
  return { meaning, said, ms: ran.ms, recorded: lastRecord(`${stage.stateBase}/tfy-hook`) }
}

/** The same for a hook that is asked over HTTP. */
export const drillOverHttp = async (stage: Stage, payload: JsonObject): Promise<Drilled | undefined> => {
  const { run } = stage.registered
  if (run.kind !== 'http') return undefined
  const startedAt = performance.now()
  const said = await post(run, payload, envOf(stage), stage.limitMs)
  const read = meaningOf(stage.practice.reads, said, stage.registered.closed)
  const meaning = said.exitCode === 0 ? read : { ...read, failed: said.stderr }
  return { meaning, said: { ...said, stderr: '' }, ms: performance.now() - startedAt, recorded: undefined }
}

const lastRecord = (stateDir: string): Recorded | undefined => {
  try {
    for (const { decision, record } of entriesFromEnd(stateDir, () => '', nothingSkipped())) {
      const [settled, failure, version] = ['settled', 'failure', 'version'].map(key => stringAt(record, key))
      return { decision, settled, failure, version }
    }
  } catch {
    return undefined
  }
  return undefined
}
