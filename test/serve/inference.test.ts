/** Anthropic's inference hooks: signed frames, judged as what they are. Frames are made by the documentation of 2026-08; none was recorded. */

import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { auditLines } from './audit-lines.ts'
import { demoPolicy, homeWith, type Running, runtimes, start } from './server.ts'

const key = Buffer.from('not-a-secret+but/a?test-of-signatures')
const path = '/hooks/anthropic-inference'

interface Signing {
  readonly secret?: Buffer
  readonly at?: number
  readonly over?: string
}

const signed = (body: string, { secret = key, at = Date.now(), over = body }: Signing = {}) => {
  const time = String(Math.floor(at / 1000))
  const mac = createHmac('sha256', secret).update(`req_1.${time}.${over}`).digest('base64')
  return { 'webhook-id': 'req_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${'A'.repeat(43)}= v1,${mac}` }
}

const text = (words: string) => ({ type: 'text', text: words })
const frame = (type: string, ...messages: readonly object[]) => ({
  type,
  request_id: 'req_1',
  actor: { type: 'user', id: 'user_1', email_address: 'alice@example.com' },
  source: { application: 'claude-code' },
  session_id: 'cloud-1',
  messages,
  metadata: {},
  unheard_of: true,
})
const prompt = (words: string) => frame('prompt', { role: 'user', content: [text(words)] })
const toolCall = (...content: readonly object[]) =>
  frame('tool_call', { role: 'user', content: [text('go on')] }, { role: 'assistant', content: [text('Now:'), ...content] })
const bash = (command: string) => ({ type: 'tool_use', id: 't', tool_name: 'Bash', input: { command } })

describe.each(runtimes)('inference hooks on the $name', exe => {
  const secretFile = join(folder({}), 'secret')
  writeFileSync(secretFile, `whsec_${key.toString('base64')}\nwhsec_${Buffer.from('the-one-before-that').toString('base64')}\n`, {
    mode: 0o600,
  })
  const env = homeWith({
    'policy.yaml': demoPolicy.replace('extends: none\n', ''),
    'config.yaml': `serve: { inference: { secretFile: ${secretFile} } }\n`,
    'serve-tokens.json': `{"tokens":[{"name":"a","sha256":"${'0'.repeat(64)}","scopes":["validate"]}]}`,
  })
  let server: Running
  beforeAll(async () => {
    const { chmodSync } = await import('node:fs')
    chmodSync(join(env.XDG_CONFIG_HOME, 'tfy-hook/serve-tokens.json'), 0o600)
    server = await start(exe, { env })
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })
  const said = async (body: object, how?: Signing) => {
    const raw = JSON.stringify(body)
    return server.post(path, raw, signed(raw, how))
  }

  it('allow and deny prompts, results of tools, attachments and calls', async () => {
    expect((await said(prompt('Summarize the report.'))).json).toEqual({ action: 'allow' })
    const denied = await said(prompt('pwned'))
    expect([denied.status, denied.json]).toEqual([
      200,
      {
        action: 'deny',
        deny_reason: expect.stringContaining('demo.pwned'),
        reference_id: expect.stringMatching(/^[A-Za-z0-9._:/-]{1,50}$/),
      },
    ])
    const user = (...content: readonly object[]) => frame('prompt', { role: 'user', content })
    for (const [body, action] of [
      [user({ type: 'attachment', file_name: 'a.txt', text: 'pwned' }), 'deny'],
      [user({ type: 'tool_result', tool_use_id: 't', tool_name: 'Bash', content: 'pwned', is_error: false }), 'deny'],
      [user({ type: 'of_tomorrow', note: 'pwned' }), 'deny'],
      [user({ type: 'of_tomorrow', note: 'fine' }), 'allow'],
      // What was said before has been judged before.
      [
        frame(
          'prompt',
          { role: 'user', content: 'pwned' },
          { role: 'assistant', content: [text('No.')] },
          { role: 'user', content: 'Then not.' },
        ),
        'allow',
      ],
      [toolCall(bash('ls -la')), 'allow'],
      [toolCall(bash('ls'), bash('rm -rf ~')), 'deny'],
      [toolCall({ type: 'tool_use', id: 't', tool_name: 'Bash', input: null }), 'deny'],
      [toolCall(), 'deny'],
      [toolCall(...Array.from({ length: 65 }, () => bash('ls'))), 'deny'],
    ] as const)
      expect([JSON.stringify(body), (await said(body)).json.action]).toEqual([JSON.stringify(body), action])
  })

  it('take nothing that is not signed, or was signed long ago, or for something else', async () => {
    const body = JSON.stringify(prompt('hello'))
    expect((await server.post(path, body)).status).toBe(401)
    const far = 301_000
    for (const how of [
      { secret: Buffer.from('another-secret-of-theirs') },
      { at: Date.now() - far },
      { at: Date.now() + far },
      { over: '{}' },
    ])
      expect((await said(prompt('hello'), how)).status).toBe(401)
    expect((await said(prompt('hello'), { secret: Buffer.from('the-one-before-that') })).status).toBe(200)
    expect((await server.post('/hooks/claude-code', body, signed(body))).status).toBe(401)
  })

  it('say what cannot be read in the same words, and who it was', async () => {
    const twice = '{"type":"prompt","type":"tool_call"}'
    expect((await server.post(path, twice, signed(twice))).json).toMatchObject({ action: 'deny' })
    // A frame whose messages have another name by then must not pass for an empty one.
    expect((await said(frame('prompt'))).json).toMatchObject({ action: 'deny' })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(auditLines(env).at(-1)).toMatchObject({ failure: 'payload-invalid' })
    expect(auditLines(env)[0]).toMatchObject({
      user: 'alice@example.com',
      caller: 'anthropic-inference',
      event: 'UserPromptSubmit',
    })
  })
})

it.each(runtimes)('are not there unless they are asked for, and not with a secret that others can read ($name)', async exe => {
  const plain = await start(exe, { env: homeWith({}) })
  expect((await plain.post(path, {})).status).toBe(404)
  await plain.stop()
  const secretFile = join(folder({}), 'secret')
  writeFileSync(secretFile, `whsec_${key.toString('base64')}`, { mode: 0o644 })
  await expect(
    start(exe, { env: homeWith({ 'config.yaml': `serve: { inference: { secretFile: ${secretFile} } }\n` }) }),
  ).rejects.toThrow('can be read by others')
})
