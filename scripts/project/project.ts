/** What every script needs to know about the project, and how scripts talk and call tools. */

import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** npm runs scripts in the package root; nothing else is supported. */
export const root = process.cwd()
export const at = (...parts: readonly string[]): string => join(root, ...parts)

export const version = (): string => {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }
  return version
}

export const tool = (name: string): string => at('node_modules', '.bin', name)

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Ends a script with one line and exit code 1. */
export const stop = (line: string): never => {
  say(line)
  process.exit(1)
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const run = (command: string, args: readonly string[], options: SpawnSyncOptions = {}): Ran => {
  const done = spawnSync(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' })
  if (done.error !== undefined) return { code: 127, stdout: '', stderr: done.error.message }
  return { code: done.status ?? 128, stdout: done.stdout, stderr: done.stderr }
}

/** Runs a tool that must succeed; its own words are shown when it does not. */
export const must = (command: string, args: readonly string[], options: SpawnSyncOptions = {}): Ran => {
  const ran = run(command, args, options)
  if (ran.code !== 0) stop(`${command} ${args.join(' ')}\n${ran.stdout}${ran.stderr}failed with code ${ran.code}`)
  return ran
}
