import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { claudeContradicted } from '../../src/adapters/clients/shared/claims.ts'
import { isClaudeEventName, isCursorEventName } from '../../src/adapters/clients/shared/evidence.ts'
import type { ClientSignature, Env } from '../../src/core/client.ts'
import { isObject, type JsonObject } from '../../src/core/json.ts'
import { identify } from '../../src/core/payload/identify.ts'
import { loadAll, recognise } from '../../src/hook/recognise.ts'
import { cpuTime } from '../cpu-time.ts'

interface Fixture {
  readonly note: string
  readonly captured: string
  readonly env?: Env
  readonly args?: readonly string[]
  readonly stdin: JsonObject
  readonly want: { readonly client: string; readonly event: string }
}

const root = join(import.meta.dirname, '../..')
const sources = join(root, 'src/adapters/clients')
const folders = join(root, 'fixtures/clients')

const clients: readonly ClientSignature[] = await Promise.all(
  readdirSync(sources)
    .filter(file => /^[a-z][a-z-]*\.ts$/.test(file))
    .map(async file => {
      const module: { default: ClientSignature } = await import(pathToFileURL(join(sources, file)).href)
      expect(module.default.id).toBe(basename(file, '.ts'))
      return module.default
    }),
)

/** Fixtures of other suites, with `stdin` as text, are about malformed input and name no client. */
const fixtures = readdirSync(folders).flatMap(folder =>
  readdirSync(join(folders, folder))
    .filter(file => file.endsWith('.json'))
    .map(file => ({ folder, file, case: JSON.parse(readFileSync(join(folders, folder, file), 'utf8')) as Fixture }))
    .filter(({ case: fixture }) => isObject(fixture.stdin)),
)

const claims = (payload: JsonObject, env: Env) => clients.map(client => ({ id: client.id, claim: client.detect(payload, env) }))
const hintOf = (fixture: Fixture) => {
  const at = fixture.args?.indexOf('--client') ?? -1
  return at < 0 ? undefined : fixture.args?.[at + 1]
}

describe('detection', () => {
  it('has fixtures for every client, and a client for every folder', () => {
    expect(readdirSync(folders).sort()).toEqual(clients.map(client => client.id).sort())
    for (const client of clients) expect(fixtures.filter(one => one.folder === client.id).length, client.id).toBeGreaterThan(0)
  })

  it.each(fixtures)('$folder/$file is identified', ({ folder, case: fixture }) => {
    expect(fixture.want.client).toBe(folder)
    const all = claims(fixture.stdin, fixture.env ?? {})
    expect(identify(all, hintOf(fixture)), JSON.stringify(all.filter(one => one.claim !== 'no'))).toEqual({ id: folder })
    // Two certainties would contradict each other, even where the pick comes out right.
    expect(all.filter(one => one.claim === 'strong').length).toBeLessThan(2)
  })

  it('does not believe a wrong flag about a recorded payload, nor about one that carries a mark', () => {
    for (const { folder, file, case: fixture } of fixtures) {
      const all = claims(fixture.stdin, fixture.env ?? {})
      if (fixture.captured === 'no' && !all.some(one => one.claim === 'strong')) continue
      for (const client of clients)
        expect(identify(all, client.id), `${folder}/${file} --client ${client.id}`).toEqual({ id: folder })
    }
  })

  it('identifies every recording without the flag, and with an environment inherited from Claude Code', () => {
    const inherited = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'the-outer-session', CLAUDE_PROJECT_DIR: '/home/dev/shop' }
    for (const { folder, file, case: fixture } of fixtures) {
      if (fixture.captured === 'no') continue
      for (const env of [{}, inherited]) {
        expect(identify(claims(fixture.stdin, env), undefined), `${folder}/${file}`).toEqual({ id: folder })
      }
    }
  })

  it.each(['cursor', 'claude-code', 'proxyai'])('%s has a fixture for every event', id => {
    const client = clients.find(one => one.id === id)
    const events = client !== undefined && 'events' in client && isObject(client.events) ? Object.keys(client.events) : []
    const seen = new Set(fixtures.filter(one => one.folder === id).map(one => one.case.want.event))
    expect(events.filter(event => !seen.has(event))).toEqual([])
    expect([...seen].filter(event => !events.includes(event))).toEqual([])
    expect(events).toHaveLength({ cursor: 21, 'claude-code': 33, proxyai: 9 }[id] ?? 0)
    if (id === 'cursor') expect(events.every(isCursorEventName)).toBe(true)
    if (id === 'claude-code') expect(events.every(isClaudeEventName)).toBe(true)
  })

  it('comes to the same when only those are asked whose mark is there', async () => {
    await loadAll()
    const pick = (payload: JsonObject, env: Env, hint: string | undefined) => {
      const found = recognise(payload, { env, hints: hint === undefined ? {} : { client: hint } })
      if (found.ok) return { id: found.value.id }
      return found.failure.kind === 'client-unsupported'
        ? { id: found.failure.client }
        : { candidates: found.failure.kind === 'client-unknown' ? found.failure.candidates : [] }
    }
    const envs: readonly Env[] = [{}, { PROXYAI_HOOK_EVENT: 'stop', CLAUDE_CODE_SESSION_ID: 's', GEMINI_SESSION_ID: 's' }]
    const hints = [undefined, ...clients.map(client => client.id), 'nobody']
    for (const { folder, file, case: fixture } of fixtures) {
      const { [Object.keys(fixture.stdin)[0] ?? '']: _, ...less } = fixture.stdin
      for (const payload of [fixture.stdin, less]) {
        for (const env of [fixture.env ?? {}, ...envs]) {
          const all = claims(payload, env)
          for (const hint of hints) {
            const want = identify(all, hint)
            const got = pick(payload, env, hint)
            if (JSON.stringify(want) !== JSON.stringify(got)) expect(got, `${folder}/${file} ${hint}`).toEqual(want)
          }
        }
      }
    }
  })

  it('does not give Copilot whatever has a session', () => {
    const copilot = (payload: JsonObject) => claims(payload, {}).find(({ id }) => id === 'copilot-cli')?.claim
    for (const more of [
      {},
      { toolName: 'bash' },
      { toolArgs: '{}' },
      { hookName: 'preToolUse' },
      { timestamp: '2026-11-21T08:00:00Z' },
      { prompt: 'hello' },
    ])
      expect(copilot({ sessionId: 's', cwd: '/home/dev', ...more }), JSON.stringify(more)).toBe('possible')
    for (const more of [{ toolName: 'bash', toolArgs: '{}' }, { timestamp: 1_795_331_574 }, { hookName: 'permissionRequest' }])
      expect(copilot({ sessionId: 's', cwd: '/home/dev', ...more }), JSON.stringify(more)).toBe('strong')
  })

  it('takes a result without a response, and a prompt id without a place, for nothing of Claude Code', () => {
    const plain = { session_id: 's', hook_event_name: 'PostToolUse', cwd: '/home/dev', tool_name: 'Bash' }
    expect(claudeContradicted({ ...plain, tool_response: {} })).toBe(false)
    expect(claudeContradicted({ ...plain, tool_result: {}, tool_response: {} })).toBe(false)
    expect(claudeContradicted({ ...plain, tool_result: {} })).toBe(true)
    const { cwd: _, ...nowhere } = plain
    expect(claudeContradicted({ ...plain, prompt_id: 'p' })).toBe(false)
    expect(claudeContradicted({ ...nowhere, transcript_path: '/home/dev/x.jsonl', prompt_id: 'p' })).toBe(false)
    expect(claudeContradicted({ ...nowhere, prompt_id: 'p' })).toBe(true)
    expect(claudeContradicted({ ...plain, timestamp: 1 })).toBe(true)
  })

  it('leaves contradictory and bare payloads undecided', () => {
    const undecided = (payload: JsonObject, env: Env = {}) =>
      expect(identify(claims(payload, env), undefined)).toHaveProperty('candidates')
    undecided({})
    undecided({ session_id: 's' })
    undecided({ hook_event_name: 'PreToolUse' })
    undecided({ hook_event_name: 'Unheard', session_id: 's' })
    undecided({ hook_event_name: 'stop' })
    undecided({ agent_action_name: 'pre_run_command', clineVersion: '3.0.65' })
    undecided({ hook_event_name: 'PreToolUse', session_id: 's', permission_mode: 'auto-low', turn_id: 't', model: 'm' })
    // Variables without a payload prove nothing.
    undecided(
      {},
      { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's', GEMINI_SESSION_ID: 's', CURSOR_VERSION: '3', PROXYAI_HOOK_EVENT: 'stop' },
    )
  })
})

describe('junk', () => {
  const odd = [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x',
    '\ud800',
    [],
    [[]],
    {},
    { a: {} },
    ['PreToolUse'],
    { hook_event_name: 'Stop' },
  ] as const
  const keys = [...new Set(fixtures.flatMap(one => Object.keys(one.case.stdin))), 'constructor', '__proto__', 'toString']

  it('never throws, whatever the type of a value', () => {
    for (const value of odd) {
      for (const key of keys) expect(claims({ [key]: value }, {})).toHaveLength(clients.length)
      expect(claims(Object.fromEntries(keys.map(key => [key, value])), {})).toHaveLength(clients.length)
    }
    expect(claims({}, {})).toHaveLength(clients.length)
    expect(identify(claims({ hook_event_name: 1 }, {}), undefined)).toHaveProperty('candidates')
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(identify(claims({ hook_event_name: name, session_id: 's' }, {}), undefined), name).toEqual({ candidates: [] })
  })

  it('is not slowed down by names and paths of megabytes', () => {
    const long = { transcript_path: '/a'.repeat(2 ** 21), hook_event_name: 'a_'.repeat(2 ** 21), tool_name: '@'.repeat(2 ** 21) }
    const spentMs = cpuTime()
    for (const event of ['PreToolUse', long.hook_event_name]) {
      claims({ ...long, hook_event_name: event, session_id: 's', client: 'opencode' }, {})
      claims({ ...long, hookEventName: event, sessionId: 's', event: long.hook_event_name, timestamp: long.transcript_path }, {})
    }
    // Splitting such a path once per client took half a minute.
    expect(spentMs()).toBeLessThan(1_000)
  })

  it('does not turn a payload into another client by losing one field', () => {
    const tables = fixtures.flatMap(one => Object.keys(one.case.stdin).map(key => ({ ...one, key })))
    // Every nth, so that all clients are among the two hundred and the run is the same each time.
    const step = Math.max(1, Math.floor(tables.length / 200))
    for (let i = 0; i < tables.length; i += step) {
      const row = tables[i]
      if (row === undefined) continue
      const { [row.key]: _, ...rest } = row.case.stdin
      const all = claims(rest, row.case.env ?? {})
      const strong = all.filter(one => one.claim === 'strong')
      const name = `${row.folder}/${row.file} without ${row.key}`
      expect(strong.length, name).toBeLessThan(2)
      if (strong[0] !== undefined) expect(strong[0].id, name).toBe(row.folder)
    }
  })
})
