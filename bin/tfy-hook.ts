/**
 * The entry. Hook mode goes straight to the hot shell; anything else loads the command line. Holds the last resort: whatever is thrown
 * becomes the fail mode's answer, and exit 1 does not exist in hook mode.
 */

import { writeSync } from 'node:fs'
import { isBare, isHookMode, salvageHookArgs, startedByClient } from '../src/args.ts'
import { namesStop } from '../src/core/event.ts'
import { closedByFile, runHook } from '../src/hook.ts'
import { onTerminal } from '../src/io.ts'

const startedAt = performance.now()
const argv = process.argv.slice(2)

const lastResort = (error: unknown): never => {
  const what = error instanceof Error ? error.name : 'error'
  const { hints, fail } = salvageHookArgs(argv)
  // An agent that is about to stop would only be kept at work, and fail again.
  const stops = namesStop(hints.event)
  const open = stops || (fail === 'open' && process.env.TFY_HOOK_FAIL !== 'closed' && !closedByFile(process.env))
  const cursor = hints.client === 'cursor'
  // There a PowerShell makes 1 of exit 2, which these take for a warning. VS Code reads the file that names Copilot.
  const lost = process.env.OS === 'Windows_NT' && ['codex', 'vscode', 'copilot-cli'].includes(hints.client ?? '')
  const code = open || cursor || lost ? 0 : 2
  const through = `let through because ${stops ? 'a failure does not keep an agent from stopping' : 'this hook fails open'}`
  const reason = `tfy-hook [tfy.internal] No verdict: an internal ${what}; ${open ? through : 'stopped, since nothing could be checked. A person can look into it: tfy-hook doctor'}.`
  const denial = { permission: 'deny', continue: false, user_message: reason, agent_message: reason }
  const flat = { decision: 'block', reason }
  const refusal =
    hints.client === 'cline'
      ? { cancel: true, errorMessage: reason }
      : lost && hints.client !== 'codex'
        ? { ...flat, permissionDecision: 'deny', permissionDecisionReason: reason, continue: false, stopReason: reason }
        : flat
  try {
    if (cursor) writeSync(1, `${JSON.stringify(open ? { permission: 'allow', continue: true } : denial)}\n`)
    else if (!open && hints.client !== 'claude-code') writeSync(1, `${JSON.stringify(refusal)}\n`)
    writeSync(2, `${reason}\n`)
  } catch {
    // Nobody reads us any more; the exit code is all that is left.
    process.exit(code)
  }
  process.exit(code)
}

const hook = (): void => {
  process.on('uncaughtException', lastResort)
  process.on('unhandledRejection', lastResort)
  runHook(argv, process.env, startedAt).then(code => process.exit(code), lastResort)
}

const command = (words: readonly string[]): void => {
  import('../src/cli.ts')
    .then(({ runCli }) => runCli(words))
    .then(
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
