/** What leaves this machine of a verdict, and what does not. */

import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../src/core/event.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { namingFor, verdictOf as told } from '../../src/fleet/export/verdict.ts'
import { readEntry } from '../../src/hook/audit/entry.ts'
import { auditRecord } from '../../src/hook/audit/record.ts'
import { hash } from '../audit/log.ts'

const entryOf = (record: JsonObject) => {
  const read = readEntry(new TextEncoder().encode(JSON.stringify(record)), true, hash)
  if (read.kind !== 'entry') throw new Error(read.kind)
  return read.entry
}

const event = (more: Partial<NormalizedHookEvent>): NormalizedHookEvent => ({
  client: 'claude-code',
  category: 'input',
  originalEventName: 'PreToolUse',
  guardrail: 'mcpToolPreInvokeGuardrails',
  blocking: true,
  attended: true,
  subject: 'shell',
  content: 'ls /home/dev/shop',
  structuredInput: {},
  toolName: 'Bash',
  paths: [],
  urls: [],
  sessionId: 'session-7',
  conversationId: 'conversation-7',
  cwd: '/home/dev/shop',
  workspaceRoots: [],
  metadata: {},
  ...more,
})

const recordOf = (more: Partial<NormalizedHookEvent>): JsonObject => {
  const ruling = { decision: 'deny', reason: 'It reads /home/dev/.ssh/id_ed25519.' } as const
  const verdict = { ruling, rules: ['secrets.read'], certainty: 'proved-dangerous', source: 'offline', checks: [] } as never
  return auditRecord({
    id: 'k3y9f2a',
    time: '2026-11-22T10:00:00.000Z',
    version: '1',
    client: 'claude-code',
    event: event(more),
    verdict,
    said: verdict,
    heard: true,
    failure: undefined,
    exitCode: 2,
    ms: 4,
    digest: 'd',
    ignored: [],
  })
}

const verdictOf = (entry: Parameters<typeof told>[0], identity: 'off' | 'hash' | 'full', key?: string) =>
  told(entry, namingFor({ type: 'file', identity }, key, hash))

const short = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

describe('a verdict', () => {
  it('says what was decided, by what, about which command', () => {
    expect(verdictOf(entryOf(recordOf({})), 'full')).toEqual({
      v: 1,
      id: 'k3y9f2a',
      time: '2026-11-22T10:00:00.000Z',
      version: '1',
      client: 'claude-code',
      event: 'PreToolUse',
      tool: 'Bash',
      subject: 'shell',
      decision: 'deny',
      rules: ['secrets.read'],
      reason: 'It reads /home/dev/.ssh/id_ed25519.',
      certainty: 'proved-dangerous',
      source: 'offline',
      ms: 4,
      command: 'ls /home/dev/shop',
      cwd: '/home/dev/shop',
      session: 'session-7',
      conversation: 'conversation-7',
    })
  })

  it('names nobody as a hash, nor by a home directory', () => {
    const found = verdictOf(entryOf({ ...recordOf({}), user: 'dev@shop.example', host: 'laptop-7', userFrom: 'payload' }), 'hash')
    expect(found).toMatchObject({
      session: short('session-7'),
      user: short('dev@shop.example'),
      host: short('laptop-7'),
      userFrom: 'payload',
      command: 'ls ~/shop',
      cwd: '~/shop',
      reason: 'It reads ~/.ssh/id_ed25519.',
    })
  })

  it('says nothing of anybody with identity off', () => {
    const found = JSON.stringify(
      verdictOf(entryOf({ ...recordOf({}), user: 'dev@shop.example', host: 'laptop-7', account: 'dev' }), 'off'),
    )
    for (const word of ['session-7', 'conversation-7', 'shop.example', 'laptop', '/home/dev', 'account'])
      expect(found).not.toContain(word)
  })

  it('makes hashes with the key of the configuration, where there is one', () => {
    const expected = createHmac('sha256', 'pepper').update('session-7').digest('hex')
    expect(verdictOf(entryOf(recordOf({})), 'hash', 'pepper').session).toBe(`hmac-sha256:${expected}`)
  })

  it('tells what a rule on trial would have done', () => {
    const found = verdictOf(entryOf({ ...recordOf({}), decision: 'allow', audited: ['demo.watched'], would: 'deny' }), 'full')
    expect(found).toMatchObject({ decision: 'allow', audited: ['demo.watched'] })
  })

  it('names the bundle that was in force', () => {
    const bundle = { name: 'shop', version: '7', digest: 'b1' }
    const found = verdictOf(entryOf({ ...recordOf({}), bundle }), 'off')
    expect(found).toMatchObject({ bundle: 'shop 7', bundleDigest: 'b1' })
    expect(verdictOf(entryOf(recordOf({})), 'off')).not.toHaveProperty('bundle')
  })

  it('makes no hash of a hash', () => {
    expect(verdictOf(entryOf({ ...recordOf({}), user: short('dev') }), 'hash').user).toBe(short('dev'))
  })

  it.each<[string, Partial<NormalizedHookEvent>]>([
    ['a prompt', { subject: 'prompt', originalEventName: 'UserPromptSubmit', content: 'SPOKEN' }],
    ['the result of a tool', { subject: 'output', content: 'SPOKEN', toolOutput: 'SPOKEN' }],
    [
      'the content of a file',
      { subject: 'file-write', content: 'SPOKEN', structuredInput: { content: 'SPOKEN' }, paths: ['/tmp/a'] },
    ],
    ['the arguments of an MCP tool', { subject: 'mcp', content: 'SPOKEN', structuredInput: { q: 'SPOKEN' }, mcpServer: 'db' }],
    ['the query of an address', { subject: 'web', content: 'x', urls: ['https://a.example/b?token=SPOKEN#SPOKEN'] }],
  ])('leaves out %s', (_, more) => {
    expect(JSON.stringify(verdictOf(entryOf(recordOf(more)), 'full'))).not.toContain('SPOKEN')
  })

  it('masks what a line of an earlier version shows', () => {
    // Built at run time: a scanner that reads this file must not find a credential in it.
    const key = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('')
    const old = {
      ...recordOf({}),
      reason: `It sends ${key}.`,
      replay: { subject: 'shell', content: `deploy --key ${key} --password hunter2-long` },
    }
    const found = JSON.stringify(verdictOf(entryOf(old), 'full'))
    expect(found).toContain('deploy --key')
    expect(found).not.toContain(key)
  })

  it('is short', () => {
    const long = verdictOf(
      entryOf(recordOf({ content: 'x'.repeat(10_000), paths: Array.from({ length: 90 }, (_, i) => `/tmp/${i}`) })),
      'full',
    )
    expect(long.command?.length).toBeLessThan(1_100)
    expect(long.paths?.length).toBe(20)
  })
})
