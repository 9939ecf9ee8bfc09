/** The hot shell: read, configure, decide, write, audit, exit code. Nothing below it throws on purpose. */

import { callId } from '../core/call-id.ts'
import type { Env } from '../core/client.ts'
import { eventNameIn, type NormalizedHookEvent } from '../core/event.ts'
import { describe, fail, type Result } from '../core/failure.ts'
import { type Payload, payloadIn } from '../core/payload/payload.ts'
import { mayPermit } from '../core/verdict.ts'
import { type HookArgs, parseHookArgs, salvageHookArgs } from './args.ts'
import { appendAudit } from './audit/append.ts'
import { auditRecord, redacted } from './audit/record.ts'
import { attended } from './background/attended.ts'
import { budget, callFor, decideFor, noteIn, permitting } from './call.ts'
import { type Config, filesSayClosed, placesOf, readConfig } from './config.ts'
import type { Decided } from './decide.ts'
import { askerHere } from './identity.ts'
import { decode, hasher, readStdin, writeAll } from './io.ts'
import { compileSooner } from './jit.ts'
import { isVouched } from './vouched.ts'

declare const __TFY_VERSION__: string

/** `performance.now()` counts from there, and so does the client: loading the runtime is part of its time limit. */
const processStart = 0

/** From so many characters on, a payload keeps the engine busy for longer than compiling takes. */
const long = 1_500

/** Where somebody else can still take over, as the door does: after the configuration is read, and before anything is written. */
export interface Turns {
  readonly configured: (config: Config) => void
  /** Something about the event is put down for later calls, before it is decided. */
  readonly noting: (event: NormalizedHookEvent) => void
  readonly decided: (decided: Decided) => void
}

/** Runs one hook call and returns its exit code. `startedAt` is a `performance.now()` time; `asked`, how often the gateway was asked before. */
export const runHook = async (
  argv: readonly string[],
  env: Env,
  startedAt: number,
  turns?: Turns,
  asked = 0,
): Promise<number> => {
  const parsed = parseHookArgs(argv)
  const args = parsed.ok ? parsed.value : salvageHookArgs(argv)
  const config = await readConfig(args, env, placesOf(env))
  turns?.configured(config)
  let limit = await budget(config, args.hints.client, args.hints.event)
  const deadlineAt = (): number => startedAt + limit
  const id = callId(Date.now(), process.pid)
  const asker = await askerHere(config)
  const made = callFor(config, args.hints, env, deadlineAt, Math.min(processStart, startedAt), asked)
  const noted = noteIn(config.places.state)
  const note: typeof noted = (event, words) => {
    turns?.noting(event)
    return noted(event, words)
  }
  const call = { ...made, ...asker, id, note, sources: permitting(made.sources, config) }

  const { payload, text } = await readPayload(deadlineAt() - performance.now())
  if (text.length > long) compileSooner()
  const nothing = !payload.ok && payload.failure.kind === 'stdin-invalid' && text.trim() === ''
  if (args.bare && nothing) return hint(parsed)
  if (payload.ok) limit = Math.min(limit, await budget(config, args.hints.client, eventNameIn(payload.value) ?? args.hints.event))

  const decided = await decideFor(parsed, payload, call, { leftMs: deadlineAt() - performance.now(), limit })

  turns?.decided(decided)
  writeAll(2, decided.answer.stderr)
  writeAll(1, decided.answer.stdout)
  if (config.audit) await record(decided, config, { text, startedAt, env })
  await behind(decided, config, env, turns !== undefined)
  return decided.answer.exitCode
}

/** Whether a configuration file asks to fail closed, for the last resort: what cannot be read counts as yes. */
export const closedByFile = (env: Env): boolean => {
  try {
    return filesSayClosed(env)
  } catch {
    return true
  }
}

const readPayload = async (timeoutMs: number): Promise<{ payload: Payload; text: string }> => {
  const stdin = await readStdin(Math.max(1, timeoutMs))
  if (stdin.kind === 'timeout') return { payload: fail({ kind: 'stdin-timeout', afterMs: Math.round(timeoutMs) }), text: '' }
  const text = decode(stdin.bytes)
  return { payload: payloadIn(text, stdin.kind === 'too-large'), text }
}

/** Somebody tries the program by hand: nothing on stdin, no flag of a registration. Not a hook call, so nothing is decided. */
const hint = (parsed: Result<HookArgs>): number => {
  const what = parsed.ok ? 'a hook for AI coding agents. It reads one event as JSON on stdin' : describe(parsed.failure)
  writeAll(2, `tfy-hook: ${what}. Try: tfy-hook --help\n`)
  return parsed.ok ? 0 : 2
}

interface Asked {
  readonly text: string
  readonly startedAt: number
  readonly env: Env
}

const record = async (decided: Decided, config: Config, { text, startedAt, env }: Asked): Promise<void> => {
  const hash = await hasher()
  const { event, verdict } = decided
  const line = auditRecord({
    time: new Date().toISOString(),
    version: __TFY_VERSION__,
    ...decided,
    vouched: isVouched(decided, env, config.places.home),
    exitCode: decided.answer.exitCode,
    ms: performance.now() - startedAt,
    digest: hash(event?.content ?? text),
    ...(event && mayPermit(verdict) && { callDigest: (await import('./approvals/digest.ts')).digestOf(event, hash) }),
    ignored: config.ignored,
  })
  await appendAudit(config.places.state, line, hash, config.auditLimits)
}

/** What others do from here on. The answer is given: a fault must not change the exit code. */
const behind = async (decided: Decided, config: Config, env: Env, inDoor: boolean): Promise<void> => {
  const { exports, places, bundle } = config
  try {
    if (exports.length > 0 && !attended(places.state))
      (await import('./background/start.ts')).startBackground(places.state, exports, env)
    await setAside(decided, config, env)
    if (bundle !== undefined && !inDoor) (await import('./bundle/later.ts')).pullLater(places, env)
  } catch {
    return
  }
}

/** Events that no guardrail covers go to the gateway later. */
export const isToldLater = ({ guardrail }: NormalizedHookEvent, { gateway, source, analytics }: Config): boolean =>
  guardrail === null && source !== 'offline' && gateway !== undefined && analytics

const setAside = async ({ event, payload }: Decided, config: Config, env: Env): Promise<void> => {
  const { gateway, places } = config
  if (event === undefined || payload === undefined || gateway === undefined || !isToldLater(event, config)) return
  const spool = await import('./spool/append.ts')
  await spool.setAside({ event, payload, gateway, env, stateDir: places.state, redact: redacted })
}
