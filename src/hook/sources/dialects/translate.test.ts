import { describe, expect, it } from 'vitest'
import { fixturesOf, hintsOf } from '../../../../test/clients/oracles/fixtures.ts'
import { accepts, answerOf, type Form } from '../../../../test/gateway/generations.ts'
import { load } from '../../../adapters/clients.gen.ts'
import type { Dialect } from '../../../core/config.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import type { JsonObject } from '../../../core/json.ts'
import { adapterOf, loadAll } from '../../recognise.ts'
import { readAnswer } from './answer.ts'
import { bodyFor } from './request.ts'

await loadAll()

const forms: readonly (readonly [Dialect, Form])[] = [
  ['native', 'raw'],
  ['claude', 'draft'],
  ['cursor-flat', 'flat'],
  ['unified', 'unified'],
]

/** Every recorded event that a gateway is asked about. Documents show some of Claude Code's payloads abridged. */
const asked = Object.keys(load).flatMap(client =>
  fixturesOf(client).flatMap(({ file, env, args, stdin, want }) => {
    const adapter = adapterOf(client)
    if (adapter === undefined || want.client !== client) return []
    if (client === 'claude-code' && !('cwd' in stdin && 'transcript_path' in stdin)) return []
    const event = adapter.normalise(stdin as JsonObject, env, hintsOf({ args }))
    return event.ok && event.value.guardrail !== null ? [{ client, file, event: event.value, payload: stdin as JsonObject }] : []
  }),
)

const kindOf = (dialect: Dialect, body: JsonObject): string => {
  const name = String(body.hook_event_name)
  if (dialect === 'unified') return String(body.category)
  if (/^(?:PostToolUse$|after|postToolUse$)/.test(name)) {
    const mcp = name === 'afterMCPExecution' || String(body.tool_name).startsWith('mcp__')
    return mcp ? 'mcp-post' : 'output'
  }
  return name === 'beforeMCPExecution' || String(body.tool_name).startsWith('mcp__') ? 'mcp-pre' : 'input'
}

describe.each(forms)('%s', (dialect, form) => {
  it('is tried with events of every client', () => {
    expect(new Set(asked.map(({ client }) => client)).size).toBe(Object.keys(load).length)
    expect(asked.length).toBeGreaterThan(600)
  })

  it.each(Object.keys(load))('%s: a strict gateway takes each event, and its deny is a deny', client => {
    for (const { file, event, payload } of asked.filter(each => each.client === client)) {
      const body = bodyFor(dialect, event, payload, true)
      expect(accepts(form, JSON.parse(body)), file).toBeUndefined()
      // A call stays a call, a result a result, and MCP stays MCP.
      const raw = form === 'raw' && client === 'claude-code'
      if (!raw) expect(kindOf(dialect, JSON.parse(body)), file).toBe(event.category)
      const denied = readAnswer(JSON.stringify(answerOf(form, `${body.slice(0, -1)},"x":"objection"}`)), event, dialect)
      expect(denied.ok && denied.value.ruling.decision, file).toBe('deny')
      const allowed = readAnswer(JSON.stringify(answerOf(form, body.replaceAll('objection', ''))), event, dialect)
      expect(allowed.ok && allowed.value.ruling.decision, file).toBe('allow')
    }
  })
})

const shell = (structuredInput: JsonObject, content: string, more: Partial<NormalizedHookEvent> = {}): NormalizedHookEvent => ({
  client: 'windsurf',
  category: 'input',
  originalEventName: 'pre_run_command',
  guardrail: 'llmInputGuardrails',
  subject: 'shell',
  content,
  structuredInput,
  toolName: 'run_command',
  toolType: 'shell',
  paths: [],
  urls: [],
  workspaceRoots: ['/srv/shop'],
  blocking: true,
  attended: true,
  metadata: {},
  ...more,
})

describe('a changed argument', () => {
  const changed = (event: NormalizedHookEvent, updatedInput: JsonObject, dialect: Dialect = 'native') => {
    const said = readAnswer(JSON.stringify({ hookSpecificOutput: { permissionDecision: 'allow', updatedInput } }), event, dialect)
    if (!said.ok) throw new Error(said.failure.kind)
    return { decision: said.value.ruling.decision, rewrite: said.value.rewrite }
  }
  const event = shell({ command_line: 'npm publish', cwd: '/srv/shop' }, 'npm publish')
  const rewritten = { of: 'input', input: { command_line: 'npm pack', cwd: '/srv/shop' }, changed: ['command_line'] }

  it('finds its way back to the name that the client has for it', () => {
    expect(changed(event, { command: 'npm pack' })).toEqual({ decision: 'allow', rewrite: rewritten })
    expect(changed(event, { command: 'npm pack' }, 'cursor-flat')).toEqual({ decision: 'allow', rewrite: rewritten })
  })

  it('is not undone by the copy under the other name', () => {
    expect(changed(event, { command: 'npm pack', command_line: 'npm publish', cwd: '/srv/shop' }).rewrite).toEqual(rewritten)
    expect(changed(event, { command: 'npm publish', command_line: 'npm pack' }).rewrite).toEqual(rewritten)
  })

  it('is a deny where the client has no name for it: the old call must not run', () => {
    expect(changed(shell({ argv: ['npm', 'publish'] }, 'npm publish'), { command: 'npm pack' })).toEqual({ decision: 'deny' })
    expect(changed(shell({ a: 'npm publish', b: 'npm publish' }, 'npm publish'), { command: 'npm pack' }).decision).toBe('deny')
    expect(changed(event, { timeout: 1 }).decision).toBe('deny')
  })

  it('that is none changes nothing', () => {
    expect(changed(event, { command: 'npm publish' })).toEqual({ decision: 'allow' })
    expect(changed(shell({ argv: ['npm', 'publish'] }, 'npm publish'), { command: 'npm publish' })).toEqual({ decision: 'allow' })
  })

  it('of an MCP tool may be one more, since its arguments were not renamed', () => {
    const mcp = shell({ path: 'a' }, '{}', { toolType: 'mcp', subject: 'mcp', category: 'mcp-pre', mcpServer: 's', mcpTool: 't' })
    expect(changed(mcp, { limit: 1 }).rewrite).toEqual({ of: 'input', input: { path: 'a', limit: 1 }, changed: ['limit'] })
  })
})

it('tells the text of a file that was read already', () => {
  const text = '/srv/shop/.env\nTOKEN=abc'
  const more = { toolType: 'file-read', subject: 'file-read', paths: ['/srv/shop/.env'] } as const
  const body = JSON.parse(bodyFor('native', shell({ file_path: '/srv/shop/.env' }, text, more), {}, true))
  expect(body.tool_input).toEqual({ file_path: '/srv/shop/.env', content: text })
  const path = JSON.parse(bodyFor('native', shell({ file_path: '/srv/shop/.env' }, '/srv/shop/.env', more), {}, true))
  expect(path.tool_input).toEqual({ file_path: '/srv/shop/.env' })
})

it('says who asks, and in whose words, unless the gateway is strict', () => {
  const event = shell({ command_line: 'ls' }, 'ls', { user: 'dev', host: 'lt-42' })
  const body = JSON.parse(bodyFor('native', event, {}))
  expect(body).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls', command_line: 'ls' },
  })
  expect(body.metadata.hook_event).toMatchObject({ user: 'dev', host: 'lt-42', subject: 'shell' })
  expect(JSON.parse(bodyFor('native', event, {}, true)).metadata).toBeUndefined()
})
