/**
 * The entry. Hook mode goes straight to the hot shell; anything else loads the command line. Holds the last resort: whatever is thrown
 * becomes the fail mode's answer, and exit 1 does not exist in hook mode.
 */

import { writeSync } from 'node:fs'
import { namesStop } from '../src/core/event.ts'
import { isBare, isHookMode, salvageHookArgs, startedByClient } from '../src/hook/args.ts'
import { closedByFile, runHook } from '../src/hook/hook.ts'
import { onTerminal } from '../src/hook/io.ts'
import { lastAnswer } from '../src/hook/last-answer.ts'
import { handed, spentBefore } from '../src/hook/sources/machine/spent.ts'

const startedAt = performance.now()
const argv = process.argv.slice(2)

const lastResort = (error: unknown): never => {
  const what = error instanceof Error ? error.name : 'error'
  const { hints, fail } = salvageHookArgs(argv)
  const stops = namesStop(hints.event)
  const open = fail === 'open' && process.env.TFY_HOOK_FAIL !== 'closed' && !closedByFile(process.env)
  const mode = stops ? 'stop' : open ? 'open' : 'closed'
  const { stdout, stderr, code } = lastAnswer({ client: hints.client, mode, lost: process.env.OS === 'Windows_NT', what })
  try {
    if (stdout !== '') writeSync(1, stdout)
    writeSync(2, stderr)
  } catch {
    // Nobody reads us any more; the exit code is all that is left.
    process.exit(code)
  }
  process.exit(code)
}

const hook = (): void => {
  process.on('uncaughtException', lastResort)
  process.on('unhandledRejection', lastResort)
  const spent = spentBefore(process.env)
  delete process.env[handed]
  runHook(argv, process.env, spent.ms > 0 ? -spent.ms : startedAt, undefined, spent.requests).then(
    code => process.exit(code),
    lastResort,
  )
}

const command = (words: readonly string[]): void => {
  const line = words[0] === 'status' && words.includes('--line')
  const ran = line
    ? import('../src/cli/commands/health/status-line.ts').then(({ statusLine }) => statusLine(words.includes('--json')))
    : import('../src/cli/command-line.ts').then(({ runCli }) => runCli(words))
  ran.then(
    code => process.exit(code),
    error => {
      writeSync(2, `tfy-hook: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(2)
    },
  )
}

if (!isHookMode(argv)) command(argv)
else if (isBare(argv) && !startedByClient(process.env)) {
  const rest = argv.filter(arg => arg !== '--debug')
  onTerminal().then(yes => (yes ? command(rest.length === 0 ? ['--help'] : argv) : hook()), hook)
} else hook()
