/** Values that no tool expects, in the arguments of every tool of every client: a verdict each time, never an internal error; and a line that our reader takes. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callers } from '../scripts/outcomes/callers.ts'
import { isObject, type JsonObject, type JsonValue } from '../src/core/json.ts'
import { payloadIn } from '../src/core/payload/payload.ts'
import { readEntry } from '../src/hook/audit/entry.ts'
import { auditRecord } from '../src/hook/audit/record.ts'
import { askEngine } from '../src/hook/call.ts'
import { type Call, decide } from '../src/hook/decide.ts'
import { hostFor } from '../src/hook/sources/offline.ts'

const places = {
  home: '/home/dev',
  managed: [],
  user: [],
  redirected: [],
  state: '/home/dev/.local/state/tfy-hook',
  bundle: '/home/dev/.local/state/tfy-hook/bundle',
}
const offline = askEngine({
  policies: async () => ({ files: [], failure: undefined }),
  host: async () => ({ ...hostFor(places, {}, path => path), readText: () => undefined }),
})
const call: Call = {
  env: {},
  hints: {},
  source: 'offline',
  sources: { offline, gateway: offline },
  failMode: async () => 'open',
}

const deep = (levels: number): JsonValue => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)

const odd: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    JSON.parse('{"toString":null,"valueOf":null}'),
    JSON.parse('{"__proto__":{"toString":1}}'),
    JSON.parse('{"constructor":{"prototype":null},"hasOwnProperty":0}'),
    JSON.parse('{"length":-1,"then":1,"toJSON":"x","Symbol(Symbol.toPrimitive)":1}'),
    JSON.parse('[{"toString":null},[[]],null]'),
    1e308,
    -0,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u2028',
    '[object Object]',
    deep(60),
    deep(200),
    null,
    true,
    [],
    {},
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
)

const names = [
  ...[
    'command',
    'cmd',
    'args',
    'env',
    'cwd',
    'stdin',
    'file_path',
    'path',
    'paths',
    'files',
    'pattern',
    'glob',
    'output_mode',
    'url',
  ],
  ...[
    'method',
    'headers',
    'data',
    'body',
    'query',
    'content',
    'edits',
    'old_string',
    'tool',
    'name',
    'input',
    'arguments',
    'language',
  ],
  ...['patch', 'prompt', 'script', 'code', 'operation', 'type', 'mode', 'host', 'sql', 'uri', '__proto__', 'toString', 'then'],
]

/** The value at one place of the payload put in another's stead, or keys beside those that are there. */
const spoilt = (payload: JsonObject, at: number, key: string, value: JsonValue): JsonObject => {
  const inner = Object.entries(payload).filter(([, held]) => isObject(held))
  const [name, held] = inner[at % Math.max(1, inner.length)] ?? ['', payload]
  const known = Object.keys(held as JsonObject)
  const taken = at % 3 === 0 ? (known[at % Math.max(1, known.length)] ?? key) : key
  const changed = { ...(held as JsonObject), [taken]: value }
  return name === '' ? { ...payload, [taken]: value } : { ...payload, [name]: changed }
}

const firsts = [...new Map(callers.map(caller => [`${caller.adapter.id} ${caller.eventName}`, caller])).values()]

describe.each([...new Set(firsts.map(({ adapter }) => adapter.id))])('%s', id => {
  const own = firsts.filter(({ adapter }) => adapter.id === id)
  it.each(own.map(caller => [caller.eventName, caller] as const))('%s', async (_, { payload, env, hints }) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.constantFrom(...names), odd, async (at, key, value) => {
        const text = JSON.stringify(spoilt(payload, at, key, value))
        const decided = await decide(payloadIn(text), { ...call, env, hints })
        expect(decided.failure?.kind, text).not.toBe('internal')
        const line = JSON.stringify(
          auditRecord({
            ...decided,
            time: '2026-11-22T09:00:00.000Z',
            version: '0',
            exitCode: 0,
            ms: 1,
            digest: '',
            ignored: [],
          }),
        )
        expect(readEntry(new TextEncoder().encode(line), true, () => 'x').kind, text).toBe('entry')
      }),
      { numRuns: 40 },
    )
  })
})

const tools = [
  'Bash',
  'Read',
  'Write',
  'Edit',
  'Grep',
  'Glob',
  'WebFetch',
  'Task',
  'mcp__http__request',
  'mcp__files__search_files',
]
const worst: readonly JsonValue[] = [
  JSON.parse('{"toString":null,"valueOf":null}'),
  JSON.parse('{"__proto__":null,"constructor":0}'),
  JSON.parse('[{"toString":null},[[]],null]'),
  1e308,
  null,
]

it.each(tools)('%s takes any value under any name', async tool_name => {
  const tool_input = { command: 'ls', file_path: 'a', content: 'b', pattern: 'x', path: '/', url: 'https://example.com/' }
  for (const name of names) {
    for (const value of worst) {
      const input = { ...tool_input, [name]: value }
      const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/home/dev/shop', tool_name, tool_input: input }
      const decided = await decide(payloadIn(JSON.stringify(payload)), { ...call, hints: { client: 'claude-code' } })
      expect(decided.failure?.kind, `${name} ${JSON.stringify(value)}`).not.toBe('internal')
    }
  }
})

it('keeps a line readable whatever the depth of an argument', async () => {
  for (const levels of [100, 125, 126, 127, 128, 200, 250, 251, 252, 253, 254, 255]) {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'mcp__x__y',
      tool_input: { a: deep(levels - 1) },
    }
    const decided = await decide(payloadIn(JSON.stringify(payload)), { ...call, hints: { client: 'claude-code' } })
    const about = { time: '', version: '', failure: undefined, exitCode: 0, ms: 1, digest: '', ignored: [] }
    const line = JSON.stringify(auditRecord({ ...decided, ...about }))
    expect(readEntry(new TextEncoder().encode(line), true, () => 'x').kind, `${levels} levels`).toBe('entry')
  }
})

it('decides a list of words again as it was decided', async () => {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: ['git', 'push', '--force', 'origin', 'main'] },
  }
  const { event, verdict } = await decide(payloadIn(JSON.stringify(payload)), { ...call, hints: { client: 'claude-code' } })
  expect(verdict.ruling.decision).toBe('deny')
  const { replayForm } = await import('../src/hook/audit/record.ts')
  const { recordedEvent } = await import('../src/hook/audit/recorded-event.ts')
  const again = event === undefined ? undefined : recordedEvent({ replay: replayForm(event) })
  const judged = again === undefined ? undefined : await offline(again, {})
  expect(judged?.ok && judged.value.ruling.decision).toBe('deny')
})
