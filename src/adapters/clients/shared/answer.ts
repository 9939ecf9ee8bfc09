/** The forms in which clients hear an answer: exit code, stdout and stderr. */

import type { Answer } from '../../../core/adapter.ts'
import type { Env } from '../../../core/client.ts'
import type { JsonObject } from '../../../core/json.ts'
import { oneLine } from '../../../core/redact.ts'

/** Exit 0 without a word. */
export const silent: Answer = { exitCode: 0, stdout: '', stderr: '' }

/** One JSON object at exit 0. */
export const say = (value: JsonObject): Answer => ({ ...silent, stdout: `${JSON.stringify(value)}\n` })

/** The same, or nothing at all where there is nothing to say. */
export const sayOrSilent = (value: JsonObject): Answer => (Object.keys(value).length === 0 ? silent : say(value))

/** Exit 2 with the reason on stderr, and on stdout what may stand beside it. */
export const refuse = (reason: string, value?: JsonObject): Answer => ({
  exitCode: 2,
  stdout: value === undefined ? '' : `${JSON.stringify(value)}\n`,
  stderr: `${reason}\n`,
})

/** Exit 0, silent on stdout, with a line for whoever reads stderr. */
export const warn = (reason: string): Answer => ({ ...silent, stderr: `${reason}\n` })

/** The warning that leaves an action to the client, where exit 0 would give a permission. */
export const leave = (reason: string): Answer => ({ exitCode: 3, stdout: '', stderr: `${oneLine(reason, 900)}\n` })

/** Claude Code's envelope, which half a dozen clients took over: common fields, and those of the event under `hookSpecificOutput`. */
export const hookSpecific = (eventName: string, specific: JsonObject, top: JsonObject = {}): JsonObject =>
  Object.keys(specific).length === 0 ? top : { ...top, hookSpecificOutput: { hookEventName: eventName, ...specific } }

/**
 * Whether a PowerShell may stand between client and hook: it makes 1 of every exit code but 0. Windows names itself in the environment,
 * and its paths do in the payload.
 */
export const losesExitCode = (env: Env, cwd = ''): boolean =>
  env.OS === 'Windows_NT' || env.SHELL?.endsWith('/pwsh') === true || cwd[1] === ':' || cwd.startsWith('\\\\')
