/** Every client, every generation of the gateway, everything that one can answer or do instead: what each call must come to. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { adapters } from '../../scripts/outcomes/callers.ts'
import type { Endpoint } from '../../src/core/config.ts'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { Failure } from '../../src/core/failure.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { FailMode } from '../../src/core/verdict.ts'
import { recognise } from '../../src/hook/recognise.ts'
import { fixturesOf, hintsOf, situationOf } from '../clients/oracles/fixtures.ts'
import type { Situation } from '../clients/oracles/reading.ts'
import { type Form, type Installed, says, taken } from './generations.ts'

type Reply = (response: ServerResponse, form: Form, body: string) => unknown

export interface Outcome {
  readonly name: string
  readonly reply: Reply
  /** A verdict, where one comes; `nothing` is one for Claude Code's endpoints alone. */
  readonly verdict?: 'allow' | 'ask' | 'deny' | 'rewrite' | 'nothing'
  readonly failure?: Failure['kind']
  /** The gateway keeps the call waiting. */
  readonly slow?: true
  /** Nobody listens. */
  readonly gone?: true
  /** Tried by the executables as well. */
  readonly everywhere?: true
}

const json =
  (value: JsonObject): Reply =>
  response =>
    response.end(JSON.stringify(value))
const word =
  (which: Parameters<typeof says>[2]): Reply =>
  (response, form, body) =>
    response.end(JSON.stringify(says(form, body, which)))
const text =
  (said: string | Uint8Array): Reply =>
  response =>
    response.end(said)
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  response =>
    response.writeHead(code, headers).end('{"continue":true,"permission":"allow","decision":"approve"}')
const drip: Reply = response => {
  response.writeHead(200)
  const more = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(more))
}
const cut: Reply = response => {
  response.writeHead(200, { 'content-length': '100' }).write('{"permission":"allow"')
  setTimeout(() => response.socket?.destroy(), 20)
}
const yes = '{"continue":true,"permission":"allow","decision":"approve"}'

const judged = [
  { name: 'allow', reply: word('allow'), verdict: 'allow', everywhere: true },
  { name: 'deny', reply: word('deny'), verdict: 'deny', everywhere: true },
  { name: 'ask', reply: word('ask'), verdict: 'ask', everywhere: true },
  { name: 'rewrite', reply: word('rewrite'), verdict: 'rewrite', everywhere: true },
  {
    name: 'check',
    reply: json({ continue: true, permission: 'allow', guardrail_checks: [{ id: 'pii', verdict: false }] }),
    verdict: 'deny',
    everywhere: true,
  },
  { name: 'both-words', reply: json({ permission: 'allow', decision: 'block' }), verdict: 'deny' },
  { name: 'nothing', reply: text('{}'), verdict: 'nothing' },
] as const satisfies readonly Outcome[]

const statuses = [302, 400, 401, 403, 404, 413, 422, 429, 500, 502, 503] as const
const common = [401, 403, 404, 429, 500]

const failed: readonly Outcome[] = [
  { name: 'silent', reply: () => {}, failure: 'gateway-timeout', slow: true, everywhere: true },
  { name: 'drip', reply: drip, failure: 'gateway-timeout', slow: true },
  { name: 'gone', reply: () => {}, failure: 'gateway-unreachable', gone: true, everywhere: true },
  { name: 'reset', reply: response => response.socket?.destroy(), failure: 'gateway-unreachable', everywhere: true },
  ...statuses.map(
    (code): Outcome => ({
      name: `s${code}`,
      reply: status(code, { location: '/elsewhere' }),
      failure: 'gateway-status',
      ...(common.includes(code) && { everywhere: true }),
    }),
  ),
  { name: 'page', reply: text('<html>Sign in</html>'), failure: 'gateway-reply', everywhere: true },
  { name: 'half', reply: text(yes.slice(0, -2)), failure: 'gateway-reply', everywhere: true },
  { name: 'cut', reply: cut, failure: 'gateway-reply', everywhere: true },
  { name: 'large', reply: text(`{"continue":true,"x":"${'y'.repeat(2 ** 20)}"}`), failure: 'gateway-reply', everywhere: true },
  { name: 'list', reply: text(`[${yes}]`), failure: 'gateway-reply' },
  { name: 'behind', reply: text(`${yes} {"permission":"deny"}`), failure: 'gateway-reply' },
  { name: 'twice', reply: text('{"permission":"deny","permission":"allow"}'), failure: 'gateway-reply' },
  { name: 'deep', reply: text(`{"permission":"allow","x":${'['.repeat(5_000)}`), failure: 'gateway-reply' },
  { name: 'no-utf8', reply: text(Buffer.from([0x7b, 0xff, 0x7d])), failure: 'gateway-reply' },
  { name: 'odd-word', reply: json({ continue: true, permission: 'yes' }), failure: 'gateway-reply' },
  { name: 'error', reply: json({ error: 'quota', message: 'allow' }), failure: 'gateway-reply' },
]

export const outcomes: readonly Outcome[] = [...judged, ...failed]

/** Each under a path of its own, so that one server is all of them. */
export const installations: Readonly<Record<string, Installed>> = {
  '/draft': { generation: 'draft of 2026-04' },
  '/public': { generation: 'public 2026' },
  '/public-below': { generation: 'public 2026', below: '/api/llm' },
  '/both': { generation: 'both' },
  '/cursor': { generation: 'Cursor only' },
}

export const grounds: readonly string[] = Object.keys(installations)

/** The command that asks for an outcome. */
export const commandFor = ({ name }: Outcome): string => `echo outcome-${name}.`

/** The server, for requests below any of the installations. Its own refusals are counted. */
export const gateway = () => {
  const refused: string[] = []
  const answer = (path: string, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void => {
    const ground = grounds.find(name => path.startsWith(`${name}/`))
    const installed = ground === undefined ? undefined : installations[ground]
    const { status: code, form } =
      installed === undefined ? { status: 404 } : taken({ ...installed, key: 'k' }, path.slice(ground?.length), headers, body)
    const wanted = outcomes.find(outcome => body.includes(commandFor(outcome)))
    if (form !== undefined) return void (wanted?.reply ?? word('allow'))(response, form, body)
    if (wanted !== undefined) refused.push(`${code} ${path} ${body}`)
    response.writeHead(code).end('{}')
  }
  return { refused, answer }
}

export interface Caller {
  readonly client: string
  readonly event: NormalizedHookEvent
  readonly payload: JsonObject
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly situation: Situation
}

const quoted = (said: string): string => JSON.stringify(said).slice(1, -1)

/** One recorded call of each client before a shell command that it can be kept from. */
export const shellCallers: readonly Caller[] = adapters.map(adapter => {
  const client = adapter.id
  for (const fixture of fixturesOf(client)) {
    const { stdin, env, args } = fixture
    const payload = stdin as JsonObject
    const hints = { ...hintsOf({ args }), client }
    const made = adapter.normalise(payload, env, hints)
    if (!made.ok || made.value.subject !== 'shell' || made.value.category !== 'input' || made.value.content === '') continue
    if (adapter.can(made.value).deny !== 'block' || !JSON.stringify(stdin).includes(quoted(made.value.content))) continue
    const found = recognise(payload, { env, hints })
    if (!found.ok || found.value.id !== client) continue
    const event = made.value.originalEventName
    return {
      client,
      event: made.value,
      payload,
      env,
      args: ['--client', client, '--event', event],
      situation: { ...situationOf({ stdin, env }, client), attended: made.value.attended },
    }
  }
  throw new Error(`no call of ${client}`)
})

/** The payload with another command. */
export const asking = ({ payload, event }: Caller, outcome: Outcome): JsonObject =>
  JSON.parse(JSON.stringify(payload).replaceAll(quoted(event.content), quoted(commandFor(outcome))))

export interface Case {
  readonly caller: Caller
  readonly ground: string
  readonly outcome: Outcome
  readonly mode: FailMode
}

/** What must come of it: the verdict, what failed, and how that was settled. */
export const owed = ({ outcome, mode }: Case, dialect: Endpoint['dialect']): string => {
  const { verdict, failure } = outcome
  const claudes = dialect === 'native' || dialect === 'claude'
  const missing = verdict === 'nothing' && !claudes ? ('gateway-reply' as const) : failure
  if (missing !== undefined) return `${mode === 'closed' ? 'deny' : 'allow'} after ${missing}, ${mode}`
  return verdict === 'rewrite' || verdict === 'nothing' ? 'allow' : (verdict ?? 'allow')
}

/** Each outcome of each client at each generation in turn, so that every pair of them meets; the fail mode alternates. */
export const sample = (of: readonly Outcome[]): readonly Case[] =>
  shellCallers.flatMap((caller, i) =>
    of.map(
      (outcome, j): Case => ({
        caller,
        outcome,
        ground: grounds[(i + j) % grounds.length] ?? '',
        mode: (i + Math.floor(j / 2)) % 2 === 0 ? 'closed' : 'open',
      }),
    ),
  )
