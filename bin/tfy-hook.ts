/**
 * The entry. Hook mode goes straight to the hot shell; anything else loads the command line. Holds the last resort: whatever is thrown
 * becomes the fail mode's answer, and exit 1 does not exist in hook mode.
 */

import { writeSync } from 'node:fs'
import { isHookMode, salvageHookArgs } from '../src/args.ts'
import { closedByFile, runHook } from '../src/hook.ts'

const startedAt = performance.now()
const argv = process.argv.slice(2)

const lastResort = (error: unknown): never => {
  const what = error instanceof Error ? error.name : 'error'
  const { hints, fail } = salvageHookArgs(argv)
  const open = fail === 'open' && process.env.TFY_HOOK_FAIL !== 'closed' && !closedByFile(process.env)
  const cursor = hints.client === 'cursor'
  // There a PowerShell makes 1 of exit 2, which these take for a warning. VS Code reads the file that names Copilot.
  const lost = process.env.OS === 'Windows_NT' && ['codex', 'vscode', 'copilot-cli'].includes(hints.client ?? '')
  const code = open || cursor || lost ? 0 : 2
  const reason = `tfy-hook [tfy.internal] No verdict: an internal ${what}; ${open ? 'let through because this hook fails open' : 'stopped, since nothing could be checked. The way out: tfy-hook uninstall'}.`
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

if (isHookMode(argv)) {
  process.on('uncaughtException', lastResort)
  process.on('unhandledRejection', lastResort)
  runHook(argv, process.env, startedAt).then(code => process.exit(code), lastResort)
} else {
  import('../src/cli.ts')
    .then(({ runCli }) => runCli(argv))
    .then(
      code => process.exit(code),
      error => {
        writeSync(2, `tfy-hook: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(2)
      },
    )
}
