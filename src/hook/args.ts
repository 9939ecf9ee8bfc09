/** The command line of hook mode, read by hand: a parser library costs more than the verdict. */

import type { Hints } from '../core/adapter.ts'
import type { Env } from '../core/client.ts'
import { type Failure, fail, ok, type Result } from '../core/failure.ts'
import type { FailMode, SourceName } from '../core/verdict.ts'

export interface HookArgs {
  readonly hints: Hints
  readonly fail?: FailMode
  readonly source?: SourceName
  readonly timeoutMs?: number
  /** No flag of a registration: somebody may be trying the program by hand. */
  readonly bare: boolean
}

export const sourceNames: readonly string[] = ['gateway', 'offline', 'gateway-then-offline', 'both'] satisfies SourceName[]
export const isSource = (text: string | undefined): text is SourceName => text !== undefined && sourceNames.includes(text)

/** Milliseconds as people write them in flags and variables: a whole number from 50 to 600000. */
export const readTimeout = (text: string | undefined): number | undefined => {
  const value = text !== undefined && /^\d{2,6}$/.test(text) ? Number(text) : undefined
  return value !== undefined && value >= 50 && value <= 600_000 ? value : undefined
}

/** Hook mode is every call without a command word; `--help` and `--version` are commands, and `--debug` may stand before one. */
export const isHookMode = (argv: readonly string[]): boolean => {
  const first = argv.find(arg => arg !== '--debug')
  return first === undefined || (first.startsWith('-') && !['--help', '-h', '--version', '-V', '-v'].includes(first))
}

/** What a registration can say of itself. */
const hookFlags: readonly string[] = ['--client', '--event', '--source', '--timeout-ms', '--fail-closed', '--fail-open']

/** No flag of a registration: perhaps a person tries the program by hand. */
export const isBare = (argv: readonly string[]): boolean => !argv.some(arg => hookFlags.includes(split(arg)[0]))

/** Clients set such variables for their hooks: a terminal that has one belongs to a client, not to a person. */
export const startedByClient = (env: Env): boolean =>
  Object.keys(env).some(name => /_PROJECT_DIR$|_HOOK_EVENT$|_WORKSPACE_ROOT$/.test(name))

/** Accepts `--flag value` and `--flag=value`. Closed wins when both fail modes are given. */
export const parseHookArgs = (argv: readonly string[]): Result<HookArgs> => {
  const found: { source?: SourceName; timeoutMs?: number; fail?: FailMode } = {}
  const hints: { client?: string; event?: string } = {}
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = split(argv[i] ?? '')
    if (flag === '--fail-closed' || flag === '--fail-open') {
      if (inline !== undefined) return fail(usage(`${flag} takes no value`))
      found.fail = flag === '--fail-closed' || found.fail === 'closed' ? 'closed' : 'open'
      continue
    }
    if (!hookFlags.includes(flag)) return fail(usage(flag.startsWith('-') ? `unknown option ${flag}` : `unexpected ${flag}`))
    const value = inline ?? argv[++i]
    if (value === undefined || value === '') return fail(usage(`${flag} needs a value`))
    if (flag === '--client') hints.client = value
    else if (flag === '--event') hints.event = value
    else if (flag === '--source' && isSource(value)) found.source = value
    else if (flag === '--timeout-ms' && readTimeout(value) !== undefined) found.timeoutMs = Number(value)
    else return fail(usage(`${flag} cannot be ${value}`))
  }
  return ok({ hints, ...found, bare: isBare(argv) })
}

/** What can still be made out of a wrong command line: the hints and a fail mode that was asked for. */
export const salvageHookArgs = (argv: readonly string[]): HookArgs => {
  const after = (flag: string): string | undefined => {
    const at = argv.findIndex(arg => split(arg)[0] === flag)
    return at < 0 ? undefined : (split(argv[at] ?? '')[1] ?? argv[at + 1])
  }
  const client = after('--client')
  const event = after('--event')
  const closed = argv.includes('--fail-closed')
  return {
    hints: { ...(client !== undefined && { client }), ...(event !== undefined && { event }) },
    ...((closed || argv.includes('--fail-open')) && { fail: closed ? 'closed' : 'open' }),
    bare: isBare(argv),
  }
}

const split = (arg: string): [string, string | undefined] => {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)]
}

const usage = (detail: string): Failure => ({ kind: 'usage', detail })
