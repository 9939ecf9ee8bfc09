/** The hot shell: read, configure, decide, write, audit, exit code. Nothing below it throws on purpose. */

import { parseHookArgs, salvageHookArgs } from './args.ts'
import { appendAudit } from './audit/append.ts'
import { auditRecord, redacted } from './audit/record.ts'
import { callFor, share } from './call.ts'
import { type Config, filesSayClosed, placesOf, readConfig } from './config.ts'
import type { Env } from './core/client.ts'
import { eventNameIn } from './core/event.ts'
import { fail, ok, type Result } from './core/failure.ts'
import { type JsonObject, readObject } from './core/json.ts'
import { type Decided, decide, inTime } from './decide.ts'
import { decode, hasher, maxStdin, readStdin, writeAll } from './io.ts'
import { loadClient } from './recognise.ts'

declare const __TFY_VERSION__: string

/** `performance.now()` counts from there, and so does the client: loading the runtime is part of its time limit. */
const processStart = 0

/** Runs one hook call and returns its exit code. `startedAt` is a `performance.now()` time. */
export const runHook = async (argv: readonly string[], env: Env, startedAt: number): Promise<number> => {
  const parsed = parseHookArgs(argv)
  const args = parsed.ok ? parsed.value : salvageHookArgs(argv)
  const config = await readConfig(args, env, placesOf(env))
  let limit = await budget(config, args.hints.client, args.hints.event)
  const deadlineAt = (): number => startedAt + limit
  const call = callFor(config, args.hints, env, deadlineAt, processStart)

  const { payload, text } = await readPayload(deadlineAt() - performance.now())
  const nothing = !payload.ok && payload.failure.kind === 'stdin-invalid' && text.trim() === ''
  if (args.bare && nothing) return hint()
  if (payload.ok) limit = Math.min(limit, await budget(config, args.hints.client, eventNameIn(payload.value) ?? args.hints.event))

  const decided = parsed.ok
    ? await inTime(deadlineAt() - performance.now(), limit, failure => decide(payload, call, failure))
    : await decide(payload, call, parsed.failure)

  writeAll(2, decided.answer.stderr)
  writeAll(1, decided.answer.stdout)
  if (config.audit) await record(decided, config, text, startedAt)
  if (payload.ok) await setAside(decided, payload.value, config, env)
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

const readPayload = async (timeoutMs: number): Promise<{ payload: Result<JsonObject>; text: string }> => {
  const stdin = await readStdin(Math.max(1, timeoutMs))
  if (stdin.kind === 'timeout') return { payload: fail({ kind: 'stdin-timeout', afterMs: Math.round(timeoutMs) }), text: '' }
  if (stdin.kind === 'too-large')
    return { payload: fail({ kind: 'stdin-invalid', fault: 'too-large' }), text: `over ${maxStdin} bytes` }
  const text = decode(stdin.bytes)
  const read = readObject(text)
  if (typeof read === 'string') return { payload: fail({ kind: 'stdin-invalid', fault: read }), text }
  // `{}` says nothing about anybody (a known bug of one client): as good as empty.
  if (Object.keys(read).length === 0) return { payload: fail({ kind: 'stdin-invalid', fault: 'empty' }), text }
  return { payload: ok(read), text }
}

/** The time we have for this event, in milliseconds: what is configured, and less than what the client grants. */
const budget = async (config: Config, client: string | undefined, event: string | undefined): Promise<number> => {
  const clientMs = (await loadClient(client))?.timeoutMs(event ?? '') ?? Number.POSITIVE_INFINITY
  return Math.min(config.timeoutMs, clientMs * share)
}

/** Somebody tries the program by hand: nothing on stdin, no flag. Not a hook call, so nothing is decided. */
const hint = (): number => {
  writeAll(2, 'tfy-hook: a hook for AI coding agents. It reads one event as JSON on stdin. Try: tfy-hook --help\n')
  return 0
}

const record = async (decided: Decided, config: Config, text: string, startedAt: number): Promise<void> => {
  const hash = await hasher()
  const line = auditRecord({
    time: new Date().toISOString(),
    version: __TFY_VERSION__,
    ...decided,
    failure: decided.failure?.kind,
    exitCode: decided.answer.exitCode,
    ms: performance.now() - startedAt,
    digest: hash(decided.event?.content ?? text),
    ignored: config.ignored,
  })
  await appendAudit(config.places.state, line, hash, config.auditLimits)
}

/** Events that no guardrail covers go to the gateway later. */
const setAside = async ({ event }: Decided, payload: JsonObject, config: Config, env: Env): Promise<void> => {
  const { gateway, places, source, analytics } = config
  if (event === undefined || event.guardrail !== null || source === 'offline' || gateway === undefined || !analytics) return
  try {
    const spool = await import('./spool/append.ts')
    await spool.setAside({ event, payload, gateway, env, stateDir: places.state, redact: redacted })
  } catch {
    // The answer is given; a lost line must not change the exit code.
    return
  }
}
