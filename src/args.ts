/** The command line of hook mode, read by hand: a parser library costs more than the verdict. */

import type { Hints } from './core/adapter.ts'
import { type Failure, fail, ok, type Result } from './core/failure.ts'
import type { FailMode, SourceName } from './core/verdict.ts'

export interface HookArgs {
  readonly hints: Hints
  readonly fail?: FailMode
  readonly source?: SourceName
  readonly timeoutMs?: number
  /** Nothing was declared: somebody may be trying the program by hand. */
  readonly bare: boolean
}

export const sourceNames: readonly string[] = ['gateway', 'offline', 'gateway-then-offline', 'both'] satisfies SourceName[]
export const isSource = (text: string | undefined): text is SourceName => text !== undefined && sourceNames.includes(text)

/** Milliseconds as people write them in flags and variables: a whole number from 50 to 600000. */
export const readTimeout = (text: string | undefined): number | undefined => {
  const value = text !== undefined && /^\d{2,6}$/.test(text) ? Number(text) : undefined
  return value !== undefined && value >= 50 && value <= 600_000 ? value : undefined
}

/** Hook mode is every call without a command word; `--help` and `--version` are commands. */
export const isHookMode = (argv: readonly string[]): boolean => {
  const first = argv[0]
  return first === undefined || (first.startsWith('-') && !['--help', '-h', '--version', '-V', '-v'].includes(first))
}

/** Accepts `--flag value` and `--flag=value`. Closed wins when both fail modes are given. */
export const parseHookArgs = (argv: readonly string[]): Result<HookArgs> => {
  const found: { client?: string; event?: string; source?: SourceName; timeoutMs?: number; fail?: FailMode } = {}
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = split(argv[i] ?? '')
    if (flag === '--fail-closed' || flag === '--fail-open') {
      if (inline !== undefined) return fail(usage(`${flag} takes no value`))
      found.fail = flag === '--fail-closed' || found.fail === 'closed' ? 'closed' : 'open'
      continue
    }
    const value = inline ?? argv[++i]
    if (value === undefined || value === '') return fail(usage(`${flag} needs a value`))
    if (flag === '--client') found.client = value
    else if (flag === '--event') found.event = value
    else if (flag === '--source' && isSource(value)) found.source = value
    else if (flag === '--timeout-ms' && readTimeout(value) !== undefined) found.timeoutMs = Number(value)
    else return fail(usage(`${flag} ${value}`))
  }
  const { client, event, ...rest } = found
  return ok({
    hints: { ...(client !== undefined && { client }), ...(event !== undefined && { event }) },
    ...rest,
    bare: argv.length === 0,
  })
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
    bare: false,
  }
}

const split = (arg: string): [string, string | undefined] => {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)]
}

const usage = (detail: string): Failure => ({ kind: 'usage', detail })
