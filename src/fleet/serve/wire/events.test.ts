import { describe, expect, it } from 'vitest'
import { shellEvent, shellPayload } from '../../../../test/gateway/call.ts'
import type { NormalizedHookEvent } from '../../../core/event.ts'
import { type JsonObject, readObject } from '../../../core/json.ts'
import { bodyFor } from '../../../hook/sources/dialects/request.ts'
import { cursorPayload, eventIn } from './events.ts'

const posted = (dialect: 'unified' | 'cursor-flat', event: NormalizedHookEvent): JsonObject => {
  const read = readObject(bodyFor(dialect, event, shellPayload))
  if (typeof read === 'string') throw new Error(read)
  return read
}

const full: NormalizedHookEvent = {
  ...shellEvent,
  sessionId: 'session-1',
  user: 'dev@example.com',
  cwd: '/srv/shop',
  permissionMode: 'plan',
  agentType: 'explore',
  mcpServer: 'billing',
  mcpTool: 'refund',
  paths: ['/srv/shop/a'],
  urls: ['https://example.com'],
  later: ['mcpServer'],
  unread: 'the command',
  attended: false,
  metadata: { loop_count: 2 },
}

describe('what our own client posts', () => {
  it.each(['unified', 'cursor-flat'] as const)('is the event it had: %s', dialect => {
    expect(eventIn(posted(dialect, full))).toEqual({ ok: true, value: full })
    expect(eventIn(posted(dialect, shellEvent))).toEqual({ ok: true, value: shellEvent })
  })

  it('brings the output in its shape', () => {
    const toolOutput = { stdout: 'a', parts: [1] }
    const event = { ...shellEvent, category: 'output', subject: 'output', toolOutput } as const
    expect(eventIn(posted('unified', event))).toEqual({ ok: true, value: event })
  })
})

describe('a caller that sends the RFC’s fields alone', () => {
  const base = { category: 'input', originalEventName: 'x', content: 'rm -rf build' }
  it.each<[string, JsonObject, Partial<NormalizedHookEvent>]>([
    ['a command', { ...base, toolType: 'shell' }, { subject: 'shell', client: 'generic', attended: true, blocking: true }],
    ['a prompt', base, { subject: 'prompt' }],
    ['an MCP call', { ...base, category: 'mcp-pre' }, { subject: 'mcp' }],
    [
      'a write',
      { ...base, toolType: 'file-write', structuredInput: { file_path: '/a' } },
      { subject: 'file-write', paths: ['/a'] },
    ],
    ['a write without a path', { ...base, toolType: 'file-write' }, { unread: 'the path' }],
    ['a command without words', { ...base, content: ' ', toolType: 'shell' }, { unread: 'the command' }],
    ['a tool of no type', { ...base, toolName: 'Bash' }, { subject: 'tool', unread: 'the type of the tool' }],
    ['a result', { ...base, category: 'output', toolType: 'shell' }, { subject: 'output' }],
    ['a stop', { ...base, category: 'lifecycle', originalEventName: 'agentStop' }, { subject: 'stop' }],
  ])('%s', (_name, body, want) => {
    const read = eventIn(body)
    expect(read.ok && read.value).toMatchObject(want)
  })

  it.each<[string, JsonObject]>([
    ['client', { ...base, client: '../x' }],
    ['originalEventName', { category: 'input', content: 'a' }],
    ['content', { category: 'input', originalEventName: 'x', content: 7 }],
    ['category', { ...base, category: 'both' }],
    ['toolType', { ...base, toolType: 'gun' }],
    ['structuredInput', { ...base, structuredInput: 'a' }],
    ['paths', { ...base, paths: [1] }],
    ['attended', { ...base, attended: 'no' }],
    ['toolOutput', { ...base, toolOutput: 7 }],
  ])('is a failure where its %s cannot be read', (detail, body) => {
    expect(eventIn(body)).toEqual({ ok: false, failure: { kind: 'payload-invalid', client: 'caller', detail } })
  })
})

describe('the flat body', () => {
  it.each([
    ['beforeSubmitPrompt', { prompt: 'hello' }],
    ['beforeReadFile', { content: 'hello' }],
    ['afterShellExecution', { output: 'hello' }],
    ['beforeMCPExecution', { tool_input: 'hello', tool_name: 'refund', mcp_server_name: 'billing' }],
    ['afterFileEdit', { edits: [{ new_string: 'hello' }] }],
    ['afterAgentResponse', { text: 'hello' }],
  ])('of %s becomes the client’s own', (name, want) => {
    const metadata = { server: 'billing', tool_name: 'refund' }
    expect(cursorPayload({ hook_event_name: name, text: 'hello', metadata })).toMatchObject(want)
  })

  it('never covers what the client said itself', () => {
    expect(cursorPayload({ hook_event_name: 'beforeSubmitPrompt', text: 'a', prompt: 'b' })).toMatchObject({ prompt: 'b' })
  })
})
