/**
 * Runs the program that prints the gateway's credential. No shell, bounded in time and size; what it prints is kept in this process's
 * memory and nowhere else, and nothing of it is ever part of a message.
 */

import { type Failure, fail, ok, type Result } from '../../core/failure.ts'
import { type Ran, runFor } from '../programs/run.ts'

/** A hook process asks once; `serve` asks again after this, since such credentials expire. */
const keptMs = 5 * 60_000
const maxOutput = 16 * 1024

interface Kept {
  readonly answer: Promise<Result<string>>
  readonly until: number
}

const kept = new Map<string, Kept>()

/** Callers at the same time share one run. A failure is not kept. */
export const credentialFrom = (command: readonly string[], timeoutMs: number): Promise<Result<string>> => {
  const name = JSON.stringify(command)
  const known = kept.get(name)
  if (known !== undefined && performance.now() < known.until) return known.answer
  const answer = run(command, timeoutMs)
  const entry = { answer, until: performance.now() + keptMs }
  kept.set(name, entry)
  void answer.then(result => {
    if (!result.ok && kept.get(name) === entry) kept.delete(name)
  })
  return answer
}

export const forgetCredential = (command: readonly string[]): void => void kept.delete(JSON.stringify(command))

const run = async ([program = '', ...args]: readonly string[], timeoutMs: number): Promise<Result<string>> => {
  const end = await runFor(program, args, timeoutMs, { env: process.env, maxBuffer: maxOutput })
  if (end.timedOut) return fail(wrong(`took longer than ${timeoutMs} ms`))
  if (end.tooMuch) return fail(wrong(`printed more than ${maxOutput} bytes`))
  if (end.notStarted !== undefined) return fail(wrong(`could not be started (${end.notStarted})`))
  if (end.exitCode !== 0) return fail(wrong(endOf(end)))
  const key = end.stdout.trim()
  if (key === '') return fail(wrong('printed nothing'))
  if (/\s/.test(key)) return fail(wrong('printed more than one word'))
  return ok(key)
}

const endOf = ({ exitCode, signal }: Ran): string =>
  exitCode === undefined ? `was killed by ${signal}` : `ended with code ${exitCode}`

const wrong = (detail: string): Failure => ({ kind: 'gateway-unconfigured', detail: `the credential helper ${detail}` })
