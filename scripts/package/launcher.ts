/**
 * `bin/tfy-hook` of the npm package, as long as the native executable has not taken its place: starts that executable, or else runs the
 * bundle in this process. It decides nothing. What goes wrong here is exit 2, which clients take for a denial.
 */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNative } from './native.ts'

const bundle = pathToFileURL(join(__dirname, '..', 'node', 'tfy-hook.mjs')).href

const fallBack = (): void => {
  import(bundle).catch((error: unknown) => {
    const what = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    process.stderr.write(`tfy-hook: this installation is incomplete (${what}). Install the package again.\n`)
    process.exitCode = 2
  })
}

const start = (native: string): void => {
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  // A terminal sends it to both; only the other one may decide when to end.
  const waits = (): void => undefined
  // Before it runs: a signal that ended this process would leave it behind.
  process.on('SIGTERM', passOn).on('SIGHUP', passOn).on('SIGINT', waits)
  const child = spawn(native, process.argv.slice(2), { stdio: 'inherit', windowsHide: true })
  child.once('error', () => {
    process.off('SIGTERM', passOn).off('SIGHUP', passOn).off('SIGINT', waits)
    // Nothing has read stdin yet when the executable could not be started.
    fallBack()
  })
  child.once('exit', (code, signal) => {
    if (code === null) process.stderr.write(`tfy-hook: ended by ${signal}\n`)
    process.exitCode = code ?? 2
  })
}

const native = findNative(__dirname)
if (native === undefined) fallBack()
else start(native)
