/** A custom guardrail of TrueFoundry's gateway. Bodies are made by its public contract (2026-11); none was recorded. */

import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLines } from './audit-lines.ts'
import { demoPolicy, homeWith, type Running, runtimes, start } from './server.ts'

const path = '/guardrails/validate'
const bearer = 'guardrail-bearer-of-a-test-0001'
const key = 'AKIAQ3EGRLV7NK5TQ2PD'

const context = {
  user: { subjectId: 'u-1', subjectType: 'user', subjectSlug: 'alice@example.com' },
  metadata: { request_id: 'req-1' },
}
const input = (...messages: readonly object[]) => ({
  requestBody: { model: 'openai-main/gpt-4o-mini', messages },
  context,
  config: {},
})
const user = (content: unknown) => ({ role: 'user', content })
const output = (message: object, config: object = {}) => ({
  ...input(user('hello')),
  responseBody: {
    id: 'chatcmpl-1',
    choices: [{ message: { role: 'assistant', content: '', ...message }, finish_reason: 'stop' }],
    usage: { total_tokens: 3 },
    model: 'gpt-4o-mini',
  },
  config,
})
const calls = (...list: readonly (readonly [name: string, args: unknown])[]) =>
  output({ tool_calls: list.map(([name, args], n) => ({ id: `c${n}`, type: 'function', function: { name, arguments: args } })) })
const tool = (requestBody: object, more: object = {}) => ({ requestBody, context, ...more })

const mutate = { operation: 'mutate' }

/** Every documented shape, in both directions, and what is said to it. */
const shapes: readonly (readonly [title: string, body: object, verdict: boolean])[] = [
  ['a request', input({ role: 'system', content: 'Be brief.' }, user('Summarize the report.')), true],
  ['a refused request', input(user('pwned')), false],
  [
    'a request in parts',
    input(
      user([
        { type: 'text', text: 'so' },
        { type: 'text', text: 'pwned' },
      ]),
    ),
    false,
  ],
  ['what a tool said', input(user('go'), { role: 'assistant', content: null }, { role: 'tool', content: 'pwned' }), false],
  ['earlier words of the person', input(user('pwned'), { role: 'assistant', content: 'No.' }, user('Then not.')), false],
  ['earlier words of the model', input(user('go'), { role: 'assistant', content: 'pwned is a word' }, user('Fine.')), true],
  ['a request without messages', { requestBody: { model: 'm', input: 'pwned' }, context }, false],
  ['an answer', output({ content: 'It is done.' }), true],
  ['a refused answer', output({ content: 'pwned' }), false],
  ['a call', calls(['run_command', '{"command":"ls -la"}']), true],
  ['a refused call', calls(['read_page', '{"url":"https://example.com"}'], ['run_command', '{"command":"rm -rf ~"}']), false],
  ['a call that cannot be read', calls(['run_command', '{"command":']), false],
  ['more calls than are judged', calls(...Array.from({ length: 64 }, () => ['ls', '{}'] as const)), false],
  ['a tool of a server', tool({ tool_name: 'create_issue', mcp_server_name: 'github', arguments: { title: 'Fix' } }), true],
  ['a refused tool', tool({ name: 'run_command', arguments: { command: 'rm -rf ~' } }), false],
  ['a call of MCP', tool({ method: 'tools/call', params: { name: 'fetch', arguments: { note: 'pwned' } } }), false],
  ['its result', tool({ name: 'fetch', arguments: {} }, { responseBody: { content: [{ type: 'text', text: 'fine' }] } }), true],
  [
    'a refused result',
    tool({ name: 'fetch', arguments: {} }, { responseBody: { content: [{ type: 'text', text: 'pwned' }] } }),
    false,
  ],
  ['nothing to judge', { requestBody: {}, context }, false],
  ['no request', { context }, false],
]

describe.each(runtimes)('a guardrail of a gateway on the $name', exe => {
  const env = homeWith({
    'policy.yaml': demoPolicy.replace('extends: none\n', ''),
    'config.yaml': 'fail: closed\n',
    'serve-tokens.json': JSON.stringify({
      tokens: [{ name: 'gateway', sha256: createHash('sha256').update(bearer).digest('hex'), scopes: ['validate'] }],
    }),
  })
  let server: Running
  beforeAll(async () => {
    chmodSync(join(env.XDG_CONFIG_HOME, 'tfy-hook/serve-tokens.json'), 0o600)
    server = await start(exe, { env })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })
  const post = (body: unknown) => server.post(path, body, { authorization: `Bearer ${bearer}` })

  it.each(shapes)('%s', async (_, body, verdict) => {
    const { status, json } = await post(body)
    expect([status, json.verdict]).toEqual([200, verdict])
    expect(typeof json.message).toBe(verdict ? 'undefined' : 'string')
  })

  it('masks what a guardrail may change, and refuses what it may not', async () => {
    const secret = { content: `the key is ${key}` }
    expect((await post(output(secret))).json).toMatchObject({ verdict: false })
    const { json } = await post(output(secret, mutate))
    expect(json).toMatchObject({ verdict: true, transformed: true, result: { id: 'chatcmpl-1', usage: { total_tokens: 3 } } })
    expect(JSON.stringify(json)).not.toContain(key)
    const asked = {
      ...input(user('go'), { role: 'assistant', content: null }, { role: 'tool', tool_call_id: 'c0', content: key }),
      config: mutate,
    }
    const masked = (await post(asked)).json as { result: { messages: { tool_call_id?: string; content: string }[] } }
    expect(masked.result.messages.map(({ tool_call_id: id }) => id)).toEqual([undefined, undefined, 'c0'])
    expect(masked.result.messages[0]?.content).toBe('go')
    expect(JSON.stringify(masked)).not.toContain(key)
  })

  it('asks for the token, and notes whom the gateway names', async () => {
    expect((await server.post(path, input(user('hello')))).status).toBe(401)
    expect((await server.post(path, input(user('hello')), { authorization: 'Bearer another' })).status).toBe(401)
    await post(input(user('hello')))
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(auditLines(env).at(-1)).toMatchObject({ user: 'alice@example.com', caller: 'gateway', event: 'llm_input' })
  })

  it('gives a verdict on 500 bodies of any shape', async () => {
    const word = fc.constantFrom(
      'requestBody',
      'responseBody',
      'messages',
      'content',
      'role',
      'choices',
      'message',
      'tool_calls',
      'function',
      'name',
      'arguments',
      'params',
      'context',
      'user',
      'config',
      'input',
    )
    const value = fc.letrec(tie => ({
      node: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<unknown>(null, true, 0, -1.5, '', 'tool', 'user', 'assistant', '{}', '{"a":', 'x', []),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(word, tie('node'), { maxKeys: 5 }),
      ),
    })).node
    const bodies = fc.sample(
      fc.oneof(
        value,
        fc.record({ requestBody: value, responseBody: value, context: value, config: value }, { requiredKeys: [] }),
      ),
      { numRuns: 490, seed: 26 },
    )
    const raw = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"requestBody":{}',
      '{"a":1,"a":2}',
      '\u0000',
      '{"requestBody":{"messages":[{"role":"user","content":"\ud800"}]}}',
      '1e999',
    ]
    const answers: unknown[] = []
    for (const body of [...bodies.map(body => JSON.stringify(body)), ...raw]) {
      const { status, json } = await server.ask(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body,
      })
      answers.push(status === 200 && typeof json.verdict === 'boolean' ? 'verdict' : `${status} ${body.slice(0, 60)}`)
    }
    expect([answers.length, answers.filter(answer => answer !== 'verdict')]).toEqual([500, []])
  }, 60_000)
})

it('says that it has not judged what it lets through', async () => {
  const [exe] = runtimes
  if (exe === undefined) return
  const server = await start(exe, { env: homeWith({}) })
  const { status, json } = await server.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
  expect([status, json]).toEqual([200, { verdict: true, message: expect.stringContaining('NOT CHECKED') }])
  expect((await server.post(path, input(user('hello')))).json).toEqual({ verdict: true })
  expect(await server.stop()).toBe(0)
})
