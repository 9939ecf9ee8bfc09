/** `explain`: what the hook that is registered here would decide and answer, said to a person or a program. */

import { fstatSync, readFileSync } from 'node:fs'
import { unknownAnswer } from '../../../adapters/clients/shared/unknown.ts'
import { inShort } from '../../../core/contain/cage.ts'
import { eventNameIn, type NormalizedHookEvent, type ToolType } from '../../../core/event.ts'
import { describe, isContrived } from '../../../core/failure.ts'
import { type JsonObject, type JsonValue, readObject } from '../../../core/json.ts'
import { objectionText } from '../../../core/message.ts'
import { type Payload, payloadIn } from '../../../core/payload/payload.ts'
import { quoteText } from '../../../core/redact.ts'
import { outcome, type SourceName, type Verdict } from '../../../core/verdict.ts'
import { traceEvent } from '../../../engine/policy/trace.ts'
import { eventIn } from '../../../fleet/serve/wire/events.ts'
import { budget, callFor, decideFor } from '../../../hook/call.ts'
import { placesOf, readConfig } from '../../../hook/config.ts'
import { type Decided, judge } from '../../../hook/decide.ts'
import { decode, maxStdin, writeAll } from '../../../hook/io.ts'
import { loadFor, recognise } from '../../../hook/recognise.ts'
import { remedyFor } from '../../../setup/doctor/finding.ts'
import { type Asked, composed } from '../registration/payload.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { byId, last, show } from './recorded-call.ts'
import { type Hooks, registeredHooks } from './registered-hook.ts'
import { groundsOf, type Row } from './shared.ts'
import { table } from './table.ts'

interface ExplainOptions {
  readonly command?: string
  readonly prompt?: string
  readonly read?: string
  readonly write?: string
  readonly web?: string
  readonly output?: string
  readonly mcp?: readonly string[]
  readonly last?: boolean
  readonly client?: string
  readonly cwd?: string
  readonly source?: SourceName
  readonly json?: boolean
  readonly jsonl?: boolean
}

interface Session {
  readonly hooks: Hooks
  readonly groundFor: ReturnType<typeof groundsOf>
  readonly client: string | undefined
  readonly cwd: string
}

/** Exit code 1 when the answer is deny. */
export const explain = async (words: readonly string[], options: ExplainOptions): Promise<number> => {
  const cwd = options.cwd ?? process.cwd()
  enter(cwd)
  const asked = askedOf(words, options)
  const config = await readConfig({ hints: {}, bare: false }, process.env, placesOf(process.env))
  if (options.last) return last(config, options.json === true)
  const [word] = words
  if (words.length === 1 && word !== undefined && mayBeId(word)) {
    const entry = await byId(word, config)
    if (entry !== undefined) return show(entry, config, options.json === true)
    if (/\d/.test(word)) writeAll(2, `tfy-hook: no recorded call has the id ${word}; explained as a command.\n`)
  }
  const hooks = await registeredHooks(cwd, options.source === undefined ? [] : ['--source', options.source])
  const session: Session = { hooks, groundFor: groundsOf(hooks), client: options.client, cwd }
  if (options.jsonl) return lines(session)
  const result = asked === undefined ? await explained(stdin(), session) : await explainAsked(asked, session)
  writeAll(1, options.json ? `${json(result)}\n` : `${table(result)}\n`)
  return result.decision === 'deny' ? 1 : 0
}

/** A client starts its hook in the session's directory; one that is not on this machine is a name in the payload and no more. */
const enter = (cwd: string): void => {
  try {
    process.chdir(cwd)
  } catch {
    return
  }
}

/** As refusals name a call, or the front of a seal. Whether there is such a call decides the rest. */
const mayBeId = (word: string): boolean =>
  /^[0-9a-z]{7}$/i.test(word) || (/\d/.test(word) && /^(?:[0-9a-z]{4,6}|[0-9a-f]{8,64})$/i.test(word))

const askedOf = (words: readonly string[], options: ExplainOptions): Asked | undefined => {
  const all: Asked[] = words.length === 0 ? [] : [{ kind: 'command', text: words.join(' ') }]
  for (const kind of ['command', 'prompt', 'read', 'write', 'web', 'output'] as const) {
    const text = options[kind]
    if (text !== undefined) all.push({ kind, text })
  }
  if (options.mcp !== undefined) {
    const [server, tool, json = '{}', ...rest] = options.mcp
    const input = readObject(json)
    if (server === undefined || tool === undefined || typeof input === 'string' || rest.length > 0)
      throw new ConfigError(
        '--mcp takes a server, a tool and its arguments as JSON: --mcp github search_issues \'{"query":"cart"}\'.',
      )
    all.push({ kind: 'mcp', server, tool, input })
  }
  if (all.length > 1)
    throw new ConfigError('One thing at a time: a command, --prompt, --read, --write, --mcp, --web or --output.')
  return all[0]
}

const stdin = (): Payload => {
  if (fstatSync(0).isCharacterDevice())
    throw new ConfigError(
      'Nothing to explain. Give a command, an audit id, --prompt, --read, --write, --mcp, --web, --output or --last, or a payload on stdin.',
    )
  const bytes = readFileSync(0)
  return payloadIn(decode(bytes), bytes.length > maxStdin)
}

/** Without `--client`: the first client, by id, that is registered here; where there is none, an event that is nobody's. */
const explainAsked = (asked: Asked, session: Session): Promise<JsonObject> => {
  const client = session.client ?? session.hooks.clients[0]
  if (client === undefined) return unified(asked, session)
  return explained({ ok: true, value: composed(client, asked, session.cwd) }, { ...session, client })
}

/** As the hook does it: the same flags, configuration, time, pipeline and answer. */
const explained = async (payload: Payload, { groundFor, client: named }: Session): Promise<JsonObject> => {
  const startedAt = performance.now()
  const who = payload.ok ? await whose(payload.value, named) : { client: named, event: undefined }
  const { hook, config, asker, row } = await groundFor(who.client, who.event)
  const { args, env, parsed, file } = hook
  const hints = { ...(who.client !== undefined && { client: who.client }), ...args.hints }
  const limit = await budget(config, hints.client, (payload.ok ? eventNameIn(payload.value) : undefined) ?? hints.event)
  const own = row()
  const made = callFor(config, hints, env, () => startedAt + limit, startedAt)
  const call = { ...made, sources: { ...made.sources, offline: own.engine }, ...asker }
  const decided = await decideFor(parsed, payload, call, { leftMs: limit, limit })
  const ms = performance.now() - startedAt
  return resultOf(decided, ms, { trace: await traceOf(decided.event, own), registered: file })
}

const whose = async (
  payload: JsonObject,
  named: string | undefined,
): Promise<{ readonly client: string | undefined; readonly event: string | undefined }> => {
  const hints = named === undefined ? {} : { client: named }
  await loadFor(payload)
  const found = recognise(payload, { env: process.env, hints })
  const event = eventNameIn(payload)
  if (!found.ok) return { client: named, event }
  const made = found.value.normalise(payload, process.env, hints)
  return { client: found.value.id, event: made.ok ? made.value.originalEventName : event }
}

const toolTypes: Readonly<Record<string, ToolType>> = {
  command: 'shell',
  read: 'file-read',
  write: 'file-write',
  web: 'web',
  mcp: 'mcp',
}
const keys: Readonly<Record<string, string>> = { command: 'command', read: 'file_path', write: 'file_path', web: 'url' }

/** The event of docs/operate/gateway.md, from no client in particular. */
const unified = async (asked: Asked, { groundFor, cwd }: Session): Promise<JsonObject> => {
  const startedAt = performance.now()
  const { hook, config, row } = await groundFor(undefined, undefined)
  const mcp = asked.kind === 'mcp'
  const structuredInput = mcp ? asked.input : { [keys[asked.kind] ?? 'text']: asked.text }
  const toolType = toolTypes[asked.kind]
  const made = eventIn({
    client: 'generic',
    originalEventName: 'explain',
    category: mcp ? 'mcp-pre' : asked.kind === 'output' ? 'output' : 'input',
    guardrail: mcp ? 'mcpToolPreInvokeGuardrails' : asked.kind === 'output' ? 'llmOutputGuardrails' : 'llmInputGuardrails',
    content: mcp ? JSON.stringify(asked.input) : asked.text,
    structuredInput,
    cwd,
    workspaceRoots: [cwd],
    ...(toolType !== undefined && { toolType }),
    ...(mcp && { mcpServer: asked.server, mcpTool: asked.tool, toolName: asked.tool }),
  })
  if (!made.ok) throw new ConfigError(describe(made.failure))
  const event = made.value
  const own = row()
  const whole = callFor(config, {}, hook.env, () => startedAt + config.timeoutMs, startedAt)
  const call = { ...whole, sources: { ...whole.sources, offline: own.engine } }
  const judged = await judge(event, undefined, structuredInput, call)
  const { ruling, message = '' } = judged.verdict
  const objects = ruling.decision !== 'allow'
  const answer = objects
    ? unknownAnswer('closed', objectionText(ruling), undefined)
    : { exitCode: 0, stdout: '', stderr: message === '' ? '' : `${message}\n` }
  const decided: Decided = { client: undefined, event, ...judged, said: judged.verdict, heard: true, answer }
  return resultOf(decided, performance.now() - startedAt, { trace: await traceOf(event, own), registered: undefined })
}

/** The way from the event to its verdict under the local policy: parse, effects, rules. Undefined where no policy looks. */
const traceOf = async (event: NormalizedHookEvent | undefined, row: Row): Promise<JsonObject | undefined> => {
  if (event === undefined) return undefined
  const { files } = await row.policies(event)
  const traced = await traceEvent(event, files, row.host(event), undefined, row.keeping)
  if (!traced.ok) return { failure: describe(traced.failure) }
  const { preset, invocations, reads, writes, deletes, hosts, effects, rules, otherwise } = traced.value
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
    ...(otherwise !== undefined && { session: `had nothing happened before in it: ${otherwise}` }),
    rules: rules.filter(rule => rule.outcome !== 'did not hold').map(rule => `${rule.id} (${rule.layer}) ${rule.outcome}`),
  }
}

/** In which cage, by what; or why in none. */
const containOf = ({ contain }: Verdict): string | undefined => {
  if (contain === undefined) return undefined
  const { profile, cage, here } = contain
  const by = here === undefined ? '' : here.ok ? `; by ${here.backend}` : `; not here: ${here.why}`
  return `${profile === undefined ? '' : `${profile}: `}${inShort(cage)}${by}`
}

/** The published shape of one result. */
const resultOf = (
  decided: Decided,
  ms: number,
  { trace, registered }: { readonly trace: JsonObject | undefined; readonly registered: string | undefined },
): JsonObject => {
  const { verdict, said, event, failure, answer } = decided
  const { ruling } = verdict
  const rewrite = said.rewrite
  const fields: Record<string, JsonValue | undefined> = {
    client: decided.client ?? null,
    event: event?.originalEventName ?? null,
    decision: outcome(said),
    decided: ruling.decision === outcome(said) ? undefined : ruling.decision,
    contain: containOf(verdict),
    certainty: verdict.certainty ?? null,
    rules: verdict.rules,
    reason: said.ruling.decision === 'allow' ? (verdict.message ?? '') : said.ruling.reason,
    instead: said.ruling.decision === 'allow' ? undefined : said.ruling.instead,
    rewrite: rewrite === undefined ? undefined : rewrite.of === 'input' ? rewrite.input : rewrite.output,
    context: said.context,
    audited: verdict.audited,
    would: verdict.would,
    checks: verdict.checks.length === 0 ? undefined : verdict.checks.map(({ id, verdict: passed }) => ({ id, verdict: passed })),
    trace,
    registered,
    source: verdict.source,
    settled: verdict.settled?.mode,
    failure: failure === undefined ? undefined : describe(failure),
    fix: remedyFor(failure?.kind),
    breaker: decided.breaker,
    fallback: verdict.fallback,
    answer: { exitCode: answer.exitCode, stdout: answer.stdout, stderr: answer.stderr },
    ms: Math.round(ms * 100) / 100,
  }
  const shape: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) shape[key] = value
  return shape
}

/** Characters of answers that are written at once. */
const written = 16_384

/**
 * One payload per line, answered in order, and at the latest when all that has come is answered. A line that is no payload is an error line, and
 * the run goes on.
 */
const lines = async (session: Session): Promise<number> => {
  for await (const part of linesIn(process.stdin)) {
    let answers = ''
    for (const line of part) {
      if (line.trim() === '') continue
      const payload = payloadIn(line)
      const said =
        payload.ok || isContrived(payload.failure)
          ? await explained(payload, session)
          : { error: `The payload is not usable: ${describe(payload.failure)}.` }
      answers += `${json(said)}\n`
      if (answers.length < written) continue
      writeAll(1, answers)
      answers = ''
    }
    writeAll(1, answers)
  }
  return 0
}

/** As they come. A line ends with LF and nothing else: what other readers take for its end may stand in a command. */
async function* linesIn(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield parts
  }
  yield [rest + decoder.decode()]
}
