/** `explain`: the same decision a hook call would get, said to a person or a program. */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { HookArgs } from '../args.ts'
import { auditFile } from '../audit/append.ts'
import { callFor } from '../call.ts'
import { type Config, placesOf, readConfig, readPolicies } from '../config.ts'
import type { NormalizedHookEvent } from '../core/event.ts'
import { describe, ok } from '../core/failure.ts'
import { isObject, type JsonObject, type JsonValue, readObject, stringAt } from '../core/json.ts'
import { oneLine, quoteText } from '../core/redact.ts'
import type { SourceName } from '../core/verdict.ts'
import { type Decided, decide } from '../decide.ts'
import { writeAll } from '../io.ts'
import { type Asked, compose } from './compose.ts'
import { ConfigError } from './error.ts'
import { colourful, decided, dim, painter } from './paint.ts'
import { recordedEvent } from './recorded.ts'

export interface ExplainOptions {
  readonly command?: string
  readonly prompt?: string
  readonly read?: string
  readonly write?: string
  readonly last?: boolean
  readonly client: string
  readonly cwd?: string
  readonly source?: SourceName
  readonly json?: boolean
  readonly jsonl?: boolean
}

/** Exit code 1 when the answer is deny. */
export const explain = async (options: ExplainOptions): Promise<number> => {
  const cwd = options.cwd ?? process.cwd()
  const args: HookArgs = {
    hints: { client: options.client },
    bare: false,
    ...(options.source !== undefined && { source: options.source }),
  }
  const config = await readConfig(args, process.env, placesOf(process.env))
  if (options.last) return last(config, options.json === true)
  if (options.jsonl) return lines(config, args)
  const asked = askedOf(options)
  const result = await run(
    asked === undefined ? readStdinText() : JSON.stringify(compose(options.client, asked, cwd)),
    config,
    args,
  )
  if ('error' in result) throw new ConfigError(String(result.error))
  writeAll(1, options.json ? `${JSON.stringify(result)}\n` : `${table(result)}\n`)
  return result.decision === 'deny' ? 1 : 0
}

const askedOf = (options: ExplainOptions): Asked | undefined => {
  for (const kind of ['command', 'prompt', 'read', 'write'] as const) {
    const text = options[kind]
    if (text !== undefined) return { kind, text }
  }
  return undefined
}

const readStdinText = (): string => {
  if (fstatSync(0).isCharacterDevice())
    throw new ConfigError('Nothing to explain: give --command, --prompt, --read, --write or --last, or a payload on stdin.')
  return readFileSync(0, 'utf8')
}

const run = async (text: string, config: Config, args: HookArgs): Promise<JsonObject> => {
  const read = readObject(text)
  if (typeof read === 'string') return { error: `The payload is not usable: ${read}.` }
  const startedAt = performance.now()
  const call = callFor(config, args.hints, process.env, () => startedAt + config.timeoutMs)
  const decided = await decide(ok(read), call)
  const ms = performance.now() - startedAt
  return resultOf(decided, ms, await traceOf(decided.event, config))
}

/** The way from the event to its verdict under the local policy: parse, effects, rules. Undefined where no policy looks. */
const traceOf = async (event: NormalizedHookEvent | undefined, config: Config): Promise<JsonObject | undefined> => {
  if (event === undefined) return undefined
  const { hostFor } = await import('../sources/offline.ts')
  const { traceEvent } = await import('../policy/trace.ts')
  const policies = await readPolicies(config.places, event.workspaceRoots, event.cwd)
  const traced = await traceEvent(event, policies.files, hostFor(config.places, process.env))
  if (!traced.ok) return { failure: describe(traced.failure) }
  const { preset, invocations, reads, writes, deletes, hosts, effects, rules } = traced.value
  const word = (text: string | undefined): string => (text === undefined ? '?' : quoteText(text, 80))
  const few = (list: readonly string[]): string[] => list.slice(0, 20).map(word)
  return {
    preset,
    // What `sudo` runs is two invocations in one line, and a loop runs one line many times.
    runs: [...new Set(invocations.map(run => [...run.wrappers, run.program, ...run.argv].map(word).join(' ')))].slice(0, 20),
    reads: few(reads),
    writes: few(writes),
    deletes: few(deletes),
    hosts: few(hosts),
    effects: effects.slice(0, 20).map(found => {
      const unseen = found.unknown === undefined ? '' : `; not seen: ${word(found.unknown)}`
      return `${found.finding} (${found.kind}, ${found.certainty}${unseen}) ${few(found.targets).join(' ')} -> ${found.answer ?? 'no rule'}`
    }),
    rules: rules.filter(rule => rule.outcome !== 'did not hold').map(rule => `${rule.id} (${rule.layer}) ${rule.outcome}`),
  }
}

/** The published shape of one result. */
const resultOf = (decided: Decided, ms: number, trace: JsonObject | undefined): JsonObject => {
  const { verdict, said, event, failure, answer } = decided
  const { ruling } = verdict
  const rewrite = said.rewrite
  const fields: Record<string, JsonValue | undefined> = {
    client: decided.client ?? null,
    event: event?.originalEventName ?? null,
    decision: said.ruling.decision,
    decided: ruling.decision === said.ruling.decision ? undefined : ruling.decision,
    certainty: verdict.certainty ?? null,
    rules: verdict.rules,
    reason: said.ruling.decision === 'allow' ? (verdict.message ?? '') : said.ruling.reason,
    instead: said.ruling.decision === 'allow' ? undefined : said.ruling.instead,
    rewrite: rewrite === undefined ? undefined : rewrite.of === 'input' ? rewrite.input : rewrite.output,
    context: said.context,
    audited: verdict.audited,
    checks: verdict.checks.length === 0 ? undefined : verdict.checks.map(({ id, verdict: passed }) => ({ id, verdict: passed })),
    trace,
    source: verdict.source,
    settled: verdict.settled?.mode,
    failure: failure === undefined ? undefined : describe(failure),
    breaker: decided.breaker,
    fallback: verdict.fallback,
    answer: { exitCode: answer.exitCode, stdout: answer.stdout, stderr: answer.stderr },
    ms: Math.round(ms * 100) / 100,
  }
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
}

/** One payload per line, answered in order; a line that cannot be read is an error line, and the run goes on. */
const lines = async (config: Config, args: HookArgs): Promise<number> => {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    writeAll(1, `${JSON.stringify(await run(line, config, args))}\n`)
  }
  return 0
}

const last = async (config: Config, json: boolean): Promise<number> => {
  const line = lastLine(auditFile(config.places.state))
  if (line === undefined) throw new ConfigError('The audit log is empty: no hook call was recorded yet.')
  const recorded = readObject(line)
  if (typeof recorded === 'string') throw new ConfigError('The last audit line is damaged.')
  const now = await again(recorded, config)
  if (json) writeAll(1, `${JSON.stringify({ recorded, ...(now !== undefined && { now }) })}\n`)
  else writeAll(1, `${table({ ...recorded, ...(now !== undefined && { 'decided now': now.decision ?? null }) })}\n`)
  return recorded.decision === 'deny' ? 1 : 0
}

/** Decides a recorded event again, offline, from its redacted form. */
const again = async (recorded: JsonObject, config: Config): Promise<JsonObject | undefined> => {
  const event = recordedEvent(recorded)
  if (event === undefined) return undefined
  const policies = await readPolicies(config.places, event.workspaceRoots, event.cwd)
  if (policies.failure !== undefined) return { error: describe(policies.failure) }
  const { evaluate, hostFor } = await import('../sources/offline.ts')
  const judged = await evaluate(event, policies.files, hostFor(config.places, process.env))
  return judged.ok ? { decision: judged.value.ruling.decision, rules: judged.value.rules } : { error: describe(judged.failure) }
}

/** The last complete line, from at most the last 256 KiB. */
const lastLine = (file: string): string | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(file, 'r')
    const { size } = fstatSync(fd)
    const length = Math.min(size, 256 * 1024)
    const bytes = new Uint8Array(length)
    readSync(fd, bytes, 0, length, size - length)
    return new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1) || undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const shown = [
  'client',
  'event',
  'tool',
  'decision',
  'decided',
  'told',
  'decided now',
  'certainty',
  'rules',
  'reason',
  'instead',
  'trace',
  'context',
  'rewrite',
  'audited',
  'source',
  'settled',
  'failure',
  'breaker',
  'fallback',
  'time',
  'ms',
  'answer',
]

const table = (result: JsonObject): string => {
  const painted = painter(colourful())
  return shown
    .filter(key => Object.hasOwn(result, key) && result[key] !== null && result[key] !== '')
    .map(key => {
      const text = display(key, result[key])
      return `${painted(dim, key.padEnd(12))} ${key.startsWith('deci') ? painted(decided(text), text) : text}`
    })
    .join('\n')
}

const display = (key: string, value: JsonValue | undefined): string => {
  if (key === 'answer' && isObject(value)) {
    return `exit ${String(value.exitCode)}, stdout ${stringAt(value, 'stdout')?.trim() || '(empty)'}, stderr ${stringAt(value, 'stderr')?.trim() || '(empty)'}`
  }
  if (key === 'trace' && isObject(value)) {
    const lines = Object.entries(value).flatMap(([name, found]) =>
      (Array.isArray(found) ? found : [found]).map(item => `${name.padEnd(8)} ${String(item)}`),
    )
    return lines.join(`\n${' '.repeat(13)}`)
  }
  if (Array.isArray(value)) return value.map(String).join(', ') || '(none)'
  return typeof value === 'string' ? oneLine(value, 600) : JSON.stringify(value)
}
