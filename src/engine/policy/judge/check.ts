/** A rule's external program: the event as JSON on stdin, an answer as JSON on stdout. No shell, bounded in time and size. */

import type { NormalizedHookEvent } from '../../../core/event.ts'
import { isObject, type JsonObject, type JsonValue, objectAt, readObject, stringAt } from '../../../core/json.ts'
import { quoteText } from '../../../core/redact.ts'
import { type Decision, decisions, type Rewrite } from '../../../core/verdict.ts'
import type { Rule } from '../rules/types.ts'

interface CheckAnswer {
  readonly decision: Decision
  readonly reason: string | undefined
  readonly rewrite: Rewrite | undefined
  readonly context: string | undefined
}

type CheckOutcome = { readonly ok: true; readonly answer: CheckAnswer } | { readonly ok: false; readonly detail: string }

/** Runs one program. What is printed on stdout, and how it ends, to be read by `readAnswer`. */
type RunProgram = (command: readonly string[], stdin: string, timeoutMs: number) => Promise<ProgramEnd>

type ProgramEnd =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string }
  | { readonly kind: 'timed-out' | 'too-much' }
  /** It was never started, or was killed. */
  | { readonly kind: 'no-end'; readonly detail: string }

const maxOutput = 1024 * 1024

export const runCheck = async (
  check: NonNullable<Rule['check']>,
  event: NormalizedHookEvent,
  run: RunProgram = execute,
): Promise<CheckOutcome> => {
  const end = await run(check.command, JSON.stringify(event), check.timeoutMs)
  switch (end.kind) {
    case 'timed-out':
      return { ok: false, detail: `it took longer than ${check.timeoutMs} ms` }
    case 'no-end':
      return { ok: false, detail: `it ${end.detail}` }
    case 'too-much':
      return { ok: false, detail: `it printed more than ${maxOutput} bytes` }
    case 'ended':
      return end.exitCode === 0 ? readAnswer(end.stdout, event) : { ok: false, detail: `it ended with code ${end.exitCode}` }
    default:
      return end satisfies never
  }
}

/** An exit code other than zero means "did not complete", never a verdict: the verdict is in the JSON. */
const readAnswer = (stdout: string, event: NormalizedHookEvent): CheckOutcome => {
  const object = readObject(stdout)
  if (typeof object === 'string') return { ok: false, detail: 'it did not print one JSON object' }
  const decision = decisions.find(name => name === stringAt(object, 'decision'))
  if (decision === undefined) return { ok: false, detail: 'its decision is none of allow, ask, defer, deny' }
  const reason = stringAt(object, 'reason')
  const context = stringAt(object, 'context')
  return {
    ok: true,
    answer: {
      decision,
      reason: reason === undefined || reason.trim() === '' ? undefined : quoteText(reason, 300),
      rewrite: rewriteIn(object, event),
      context: context === undefined || context.trim() === '' ? undefined : quoteText(context, 2000),
    },
  }
}

const rewriteIn = (object: JsonObject, event: NormalizedHookEvent): Rewrite | undefined => {
  const value: JsonValue | undefined = Object.hasOwn(object, 'rewrite') ? object.rewrite : undefined
  if (value === undefined || value === null) return undefined
  if (event.subject === 'output') return { of: 'output', output: value }
  const input = objectAt(object, 'rewrite')
  if (!isObject(input)) return undefined
  const changed = Object.keys(input).filter(key => JSON.stringify(input[key]) !== JSON.stringify(event.structuredInput[key]))
  return { of: 'input', input, changed }
}

/** No shell; the gateway's credential is not handed on. */
const execute: RunProgram = async (command, stdin, timeoutMs) => {
  const { runFor, troubleOf } = await import('../../../hook/programs/run.ts')
  const [program = '', ...args] = command
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'TFY_API_KEY'))
  const ran = await runFor(program, args, timeoutMs, { input: stdin, maxBuffer: maxOutput, env })
  if (ran.timedOut) return { kind: 'timed-out' }
  if (ran.tooMuch) return { kind: 'too-much' }
  if (ran.exitCode === undefined) return { kind: 'no-end', detail: troubleOf(ran) ?? 'could not be started' }
  return { kind: 'ended', exitCode: ran.exitCode, stdout: ran.stdout }
}
