import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { settle } from '../../core/settle.ts'
import { noObjection, type Verdict } from '../../core/verdict.ts'
import { type AuditInput, auditRecord, replayForm } from './record.ts'
import { isInPart, recordedEvent } from './recorded-event.ts'

/** Put together at run time, so that a scanner reading this file finds no credential. */
const key = ['AK', 'IAIOSFODNN7EXAMPLE'].join('')

const event: NormalizedHookEvent = {
  client: 'cursor',
  category: 'input',
  originalEventName: 'preToolUse',
  guardrail: 'llmInputGuardrails',
  subject: 'shell',
  content: `deploy --key ${key}`,
  structuredInput: { command: `deploy --key ${key}`, cwd: '/srv/shop' },
  toolName: 'Shell',
  toolType: 'shell',
  paths: [],
  urls: [],
  sessionId: 'session-7',
  conversationId: 'conversation-7',
  user: 'dev@example.com',
  workspaceRoots: ['/srv/shop'],
  blocking: true,
  attended: true,
  metadata: { model: 'lab' },
}

const deny: Verdict = {
  ...noObjection('offline'),
  ruling: { decision: 'deny', ruleId: 'secrets.in-command', reason: `The command holds ${key}\nin clear.` },
  rules: ['secrets.in-command'],
  certainty: 'proved-dangerous',
}

const late = { kind: 'deadline', afterMs: 9 } as const

const input: AuditInput = {
  time: '2026-11-21T03:00:00.000Z',
  version: '0.1.0',
  client: 'cursor',
  event,
  verdict: deny,
  said: deny,
  heard: true,
  failure: undefined,
  exitCode: 0,
  ms: 4.23456,
  digest: 'd1',
  ignored: [],
}

describe('auditRecord', () => {
  it('says what happened, and leaves out what did not', () => {
    expect(auditRecord(input)).toEqual({
      v: 1,
      time: '2026-11-21T03:00:00.000Z',
      version: '0.1.0',
      client: 'cursor',
      event: 'preToolUse',
      tool: 'Shell',
      decision: 'deny',
      rules: ['secrets.in-command'],
      reason: 'The command holds [aws-key removed] in clear.',
      certainty: 'proved-dangerous',
      source: 'offline',
      exitCode: 0,
      ms: 4.23,
      session: 'session-7',
      conversation: 'conversation-7',
      user: 'dev@example.com',
      digest: 'd1',
      replay: replayForm(event),
    })
  })

  it.each<[string, Partial<AuditInput>, object]>([
    [
      'what was told, where it differs',
      { verdict: { ...deny, ruling: { ...deny.ruling, decision: 'ask' } as Verdict['ruling'] } },
      { decision: 'ask', told: 'deny' },
    ],
    [
      'a failure and what it became',
      { verdict: settle(late, 'open', 'both'), failure: late },
      { decision: 'allow', settled: 'open', failure: 'deadline', cause: 'the budget of 9 ms ran out', source: 'both' },
    ],
    ['where the breaker stood', { breaker: 'open' }, { breaker: 'open' }],
    [
      'the fallback',
      { verdict: { ...noObjection('gateway-then-offline'), fallback: 'gateway-timeout' } },
      { fallback: 'gateway-timeout' },
    ],
    [
      'what is only watched',
      { verdict: { ...noObjection('offline'), audited: ['demo.watched'] } },
      { audited: ['demo.watched'] },
    ],
    [
      'that something was rewritten',
      { verdict: { ...noObjection('offline'), rewrite: { of: 'output', output: key } } },
      { rewrite: 'output' },
    ],
    [
      'the bundle that was in force',
      { verdict: { ...noObjection('offline'), bundle: { name: 'shop', version: '7', digest: 'b1' } } },
      { bundle: { name: 'shop', version: '7', digest: 'b1' } },
    ],
    ['what was not obeyed', { ignored: ['source', 'fail'] }, { ignored: ['source', 'fail'] }],
    [
      'the checks, without their data',
      { verdict: { ...noObjection('gateway'), checks: [{ id: 'pii', verdict: true, data: key, error: key }] } },
      { checks: [{ id: 'pii', verdict: true }] },
    ],
    ['a client without an event', { client: 'droid', event: undefined }, { client: 'droid', digest: 'd1' }],
  ])('says %s', (_, change, want) => {
    const record = auditRecord({ ...input, ...change })
    expect(record).toMatchObject(want)
    expect(JSON.stringify(record)).not.toContain(key)
  })

  it('is one line of JSON, whatever the content', () => {
    const text = JSON.stringify(auditRecord({ ...input, event: { ...event, content: 'a\nb\u2028\u0000\ud83d' } }))
    expect(text).not.toContain('\n')
    expect(JSON.parse(text).v).toBe(1)
  })
})

describe('replayForm', () => {
  it('leaves out who it was', () => {
    const who = { user: 'ada', account: 'ada', host: 'lt-42', caller: 'fleet', groups: ['staff'] }
    expect(replayForm({ ...event, ...who })).toEqual(replayForm(event))
  })

  it('keeps what rules see, masked, and nothing about the person', () => {
    const form = replayForm(event)
    expect(form).toMatchObject({
      subject: 'shell',
      content: 'deploy --key [aws-key removed]',
      toolName: 'Shell',
      workspaceRoots: ['/srv/shop'],
    })
    expect(form).not.toHaveProperty('user')
    expect(form).not.toHaveProperty('metadata')
    expect(form).not.toHaveProperty('toolOutput')
  })

  it('cuts what is long', () => {
    const form = replayForm({
      ...event,
      toolType: 'other',
      content: 'x'.repeat(50_000),
      structuredInput: { text: 'y'.repeat(50_000), list: Array(500).fill('z') },
    })
    expect(JSON.stringify(form).length).toBeLessThan(30_000)
    expect(form.content).toMatch(/ \[cut\]$/)
    expect(JSON.stringify(form.structuredInput)).toContain('"z","[cut]"]')
  })

  it.each<[argv: readonly string[], part: boolean]>([
    [['rm', '-rf', ...Array<string>(97).fill('x'), '/'], false],
    [['rm', '-rf', ...Array<string>(98).fill('x'), '/'], true],
    [['login', '--password', 'Tr0ub4dor99'], true],
  ])('says of a list of words whether it is whole', (argv, part) => {
    const replay = replayForm({ ...event, toolType: 'mcp', content: '', structuredInput: { argv } })
    const again = recordedEvent({ replay })
    expect(again !== undefined && isInPart(again)).toBe(part)
  })

  it('masks a secret in every depth of the input', () => {
    const form = replayForm({ ...event, toolType: 'mcp', content: '', structuredInput: { a: [{ b: { c: `token ${key}` } }] } })
    expect(JSON.stringify(form)).not.toContain(key)
    expect(JSON.stringify(form)).toContain('[aws-key removed]')
  })

  it('removes what its key says is secret', () => {
    const given = {
      password: 'SuperSecretPw99',
      nested: { api_key: 'zzz-PLAIN-apikey', apiKey: 'k1', pin: 'stays' },
      DB_PASS: 'a',
      pwd: 12345,
      credentials: { user: 'u1', list: ['l1', 2] },
      Cookie: 'c=1',
      token: true,
      secret: null,
      args: ['--password', 'Tr0ub4dor99', 'stays'],
      max_tokens: 4096,
      maxTokens: 1,
      tokens: 7,
      token_count: 9,
      tool_use_id: 'toolu_1',
      bypass: 'stays',
      passed: 'stays',
    }
    const removed = '[value removed]'
    expect(
      replayForm({ ...event, toolType: 'mcp', content: JSON.stringify(given), structuredInput: given }).structuredInput,
    ).toEqual({
      ...given,
      password: removed,
      nested: { api_key: removed, apiKey: removed, pin: 'stays' },
      DB_PASS: removed,
      pwd: removed,
      credentials: { user: removed, list: [removed, removed] },
      Cookie: removed,
      args: ['--password', removed, 'stays'],
    })
  })

  it.each([
    'curl -u bob:hunterHunter2',
    'curl -H "Authorization: Basic hunterHunter2"',
    'mysql -phunterHunter2',
    'login --password hunterHunter2',
    'DB_PASS=hunterHunter2 run',
    '{"password":"hunterHunter2","nested":{"api_key":"hunterHunter2"}}',
  ])('masks the content `%s`', content => {
    expect(JSON.stringify(replayForm({ ...event, content }))).not.toContain('hunterHunter2')
  })

  it('removes what a key hides from the text of all fields, too', () => {
    const structuredInput = { api_key: 'hunterHunter2', password: 482_913, pin: 'no' }
    const form = replayForm({ ...event, toolType: 'other', content: 'deployed\nhunterHunter2\n482913\nno', structuredInput })
    expect(form.content).toBe('deployed\n[value removed]\n[value removed]\nno')
  })

  it('masks a secret that the cut runs through', () => {
    // The text is cut first and masked then, so the front of a token is no token any more. Due when src/hook/audit/record.ts masks first.
    const token = ['ghp_', 'a1B2c3D4e5'.repeat(4)].join('')
    const content = `${'x'.repeat(4_096 - 31)} ${token}`
    expect(JSON.stringify(replayForm({ ...event, content }))).not.toContain(token.slice(0, 20))
  })

  it('keeps the content as far as it says, 16,384 characters', () => {
    // Every field of the event falls under the smaller limit meant for what lies deeper. Due when src/hook/audit/record.ts exempts the content.
    expect(replayForm({ ...event, content: 'x'.repeat(10_000) }).content).toBe('x'.repeat(10_000))
  })
})

it('says when the client has no ear for an objection', () => {
  expect(auditRecord({ ...input, heard: false }).told).toBe('nothing')
  expect(auditRecord(input).told).toBeUndefined()
})
