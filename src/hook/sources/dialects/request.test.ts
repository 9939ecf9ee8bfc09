import { describe, expect, it } from 'vitest'
import { call, shellEvent, shellPayload } from '../../../../test/gateway/call.ts'
import type { GatewayConfig } from '../../../core/config.ts'
import type { Identity } from '../../../core/event.ts'
import { addressFor } from './endpoint.ts'
import { bodyFor, headersFor } from './request.ts'

const base = 'https://gateway.test'

describe('the address', () => {
  it.each<[client: string, config: GatewayConfig, href: string, dialect: string]>([
    ['cursor', { url: base }, '/cursor/hooks/validate', 'cursor-flat'],
    ['claude-code', { url: `${base}/` }, '/hooks/claude-code', 'native'],
    ['claude-code', { url: base, endpoint: { dialect: 'claude' } }, '/claude-code/hooks/validate', 'claude'],
    ['proxyai', { url: base }, '/hooks/validate', 'unified'],
    ['cursor', { url: `${base}/api/llm` }, '/api/llm/cursor/hooks/validate', 'cursor-flat'],
    ['codex', { url: `${base}/api/llm//` }, '/api/llm/hooks/validate', 'unified'],
    ['claude-code', { url: base, endpoint: { dialect: 'native' } }, '/hooks/claude-code', 'native'],
    ['proxyai', { url: base, endpoint: { path: 'guard?team=7' } }, '/guard?team=7', 'unified'],
    ['cursor', { url: base, endpoint: { path: '/all' }, clients: { cursor: { path: '/own' } } }, '/own', 'cursor-flat'],
    [
      'cursor',
      { url: base, endpoint: { path: '/all' }, clients: { cursor: { dialect: 'unified' } } },
      '/hooks/validate',
      'unified',
    ],
    ['codex', { url: base, endpoint: { path: '/all' }, clients: { cursor: { path: '/own' } } }, '/all', 'unified'],
    ['constructor', { url: base, clients: {} }, '/hooks/validate', 'unified'],
    ['cursor', { url: `${base}/cursor/hooks/validate` }, '/cursor/hooks/validate', 'cursor-flat'],
    ['cursor', { url: base, endpoint: { path: 'https://evil.test/x' } }, '/https://evil.test/x', 'cursor-flat'],
  ])('%s with %j', (client, config, path, dialect) => {
    const address = addressFor(client, config)
    expect(address.ok && [address.value.url.href, address.value.dialect]).toEqual([base + path, dialect])
  })

  it.each([
    ['', 'no gateway URL is set'],
    ['gateway.test', 'the gateway URL is not a URL'],
    ['file:///etc/passwd', 'the gateway URL is neither https nor http'],
    ['https://user:word@gateway.test', 'the gateway URL carries credentials'],
    ['http://gateway.test', 'plain http is accepted on loopback only; use https'],
    ['http://127.0.0.1.evil.test', 'plain http is accepted on loopback only; use https'],
    ['http://[fd00::1]:8787', 'plain http is accepted on loopback only; use https'],
    ['http://0.0.0.0:8787', 'plain http is accepted on loopback only; use https'],
  ])('refuses %j', (url, detail) => {
    expect(addressFor('cursor', { url })).toEqual({ ok: false, failure: { kind: 'gateway-unconfigured', detail } })
  })

  it('takes plain http to any host through a socket', () => {
    expect(addressFor('cursor', { url: 'http://gateway.test/api/llm', socket: '/run/gw.sock' })).toMatchObject({ ok: true })
  })

  it.each(['http://127.0.0.1:1', 'http://127.9.9.9', 'http://localhost', 'http://[::1]:8787', 'http://gw.localhost'])(
    'takes %s',
    url => {
      expect(addressFor('cursor', { url }).ok).toBe(true)
    },
  )
})

const claudes = { ...shellEvent, client: 'claude-code', originalEventName: 'PreToolUse' }

/** What the RFC's bodies have no place for. */
const around = { subject: 'shell', paths: [], urls: [], workspaceRoots: ['/srv/shop'], blocking: true, attended: true }

describe('the body', () => {
  it('is the flat one of the RFC', () => {
    const event = { ...shellEvent, mcpServer: 'billing', mcpTool: 'refund' }
    expect(JSON.parse(bodyFor('cursor-flat', event, shellPayload))).toEqual({
      hook_event_name: 'beforeShellExecution',
      text: 'npm publish',
      conversation_id: 'conversation-7',
      generation_id: 'generation-3',
      workspace_roots: ['/srv/shop'],
      metadata: {
        server: 'billing',
        tool_name: 'refund',
        hook_event: {
          ...around,
          client: 'cursor',
          category: 'input',
          originalEventName: 'beforeShellExecution',
          guardrail: 'llmInputGuardrails',
          structuredInput: { command: 'npm publish', cwd: '/srv/shop' },
          toolName: 'Shell',
          toolType: 'shell',
          mcpServer: 'billing',
          mcpTool: 'refund',
          metadata: {},
        },
      },
    })
  })

  it('is the normalised event', () => {
    expect(JSON.parse(bodyFor('unified', shellEvent, shellPayload))).toEqual({
      client: 'cursor',
      category: 'input',
      originalEventName: 'beforeShellExecution',
      hook_event_name: 'beforeShellExecution',
      guardrail: 'llmInputGuardrails',
      content: 'npm publish',
      structuredInput: { command: 'npm publish', cwd: '/srv/shop' },
      toolName: 'Shell',
      toolType: 'shell',
      conversationId: 'conversation-7',
      metadata: { hook_event: around },
    })
  })

  it.each(['cursor-flat', 'unified', 'claude', 'native'] as const)('has nothing of ours for a strict gateway, in %s', dialect => {
    expect(bodyFor(dialect, { ...shellEvent, user: 'dev@example.com' }, shellPayload, true)).not.toContain('hook_event":')
  })

  it.each(['claude', 'native'] as const)("is Claude Code's own payload for %s", dialect => {
    expect(JSON.parse(bodyFor(dialect, claudes, shellPayload))).toEqual(shellPayload)
  })

  it.each([
    ['PermissionRequest', 'PreToolUse'],
    ['PostToolUse', 'PostToolUse'],
  ])("tells the draft's endpoint of Claude Code's %s under a name that it has", (originalEventName, name) => {
    const category = name === 'PostToolUse' ? 'output' : 'input'
    const event = { ...claudes, originalEventName, category } as const
    const payload = { ...shellPayload, hook_event_name: originalEventName, tool_name: 'Bash', effort: {}, prompt_id: 'p' }
    const body = JSON.parse(bodyFor('claude', event, payload, true))
    expect(body).toMatchObject({ hook_event_name: name, tool_name: 'Bash' })
    expect(Object.keys(body)).not.toContain('prompt_id')
    expect(JSON.parse(bodyFor('native', event, payload, true))).toEqual(payload)
  })

  it.each(['cursor-flat', 'unified', 'claude', 'native'] as const)('says who asks in %s', dialect => {
    const who: Identity = { user: 'dev@example.com', userFrom: 'payload', account: 'dev', host: 'build-7', hostFrom: 'system' }
    const own = dialect === 'claude' || dialect === 'native'
    const event = { ...shellEvent, ...(own && claudes), ...who }
    const body = JSON.parse(bodyFor(dialect, event, { ...shellPayload, metadata: { own: 1 } }))
    expect(body.metadata.hook_event).toMatchObject(who)
    if (own) expect(body).toEqual({ ...shellPayload, metadata: { own: 1, hook_event: who } })
  })
})

describe('the headers', () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const headers = (
    config: Partial<GatewayConfig>,
    rest: Parameters<typeof call>[1] = {},
    about: Parameters<typeof headersFor>[1] = { originalEventName: 'PreToolUse', guardrail: 'llmInputGuardrails' },
  ) => headersFor(call({ url: base, ...config }, { apiKey: 'secret-9', ...rest }), about)

  it.each([
    ['PreToolUse', 'llmInputGuardrails', 'prod/own,prod/more'],
    ['UserPromptSubmit', 'llmInputGuardrails', 'prod/input'],
    ['PostToolUse', 'llmOutputGuardrails', undefined],
    ['Stop', null, undefined],
    ['constructor', null, undefined],
  ] as const)('nominate for %s of %s: %s', (originalEventName, guardrail, value) => {
    const guardrails = { PreToolUse: ['prod/own', 'prod/more'], llmInputGuardrails: ['prod/input'], llmOutputGuardrails: [] }
    const made = headers({ guardrails }, {}, { originalEventName, guardrail })
    expect(made.ok && made.value['x-tfy-hook-guardrails']).toBe(value)
  })

  it('carry the key, the guardrails, the trace and the version', () => {
    expect(
      headers({ guardrails: ['acme/pii', 'acme/secrets'], headers: { 'X-Tenant': 'shop' } }, { env: { TRACEPARENT: trace } }),
    ).toEqual({
      ok: true,
      value: {
        authorization: 'Bearer secret-9',
        'x-tenant': 'shop',
        'x-tfy-hook-guardrails': 'acme/pii,acme/secrets',
        'x-tfy-hook-contains': '1',
        traceparent: trace,
        'user-agent': 'tfy-hook/9.8.7',
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
      },
    })
  })

  it('carry the key as the configuration says, and only there', () => {
    const result = headers({ auth: 'x-tfy-api-key' })
    expect(result.ok && result.value).toMatchObject({ 'x-tfy-api-key': 'secret-9' })
    expect(result.ok && result.value).not.toHaveProperty('authorization')
  })

  it('may bring the credential themselves', () => {
    expect(headers({ headers: { Authorization: 'Basic eA==' } }, { apiKey: undefined })).toMatchObject({
      value: { authorization: 'Basic eA==' },
    })
  })

  it('trim the line end that a key file has', () => {
    expect(headers({}, { apiKey: 'secret-9\n' })).toMatchObject({ value: { authorization: 'Bearer secret-9' } })
  })

  it.each(['', 'x', '00-0-0-01', trace.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)), `${trace}\r\nx: y`])(
    'begin a trace instead of %j',
    TRACEPARENT => {
      const [one, two] = [0, 1].map(() => headers({}, { env: { TRACEPARENT, TRACESTATE: 'a=1' } }))
      const ids = [one, two].map(result => (result?.ok ? (result.value.traceparent ?? '') : ''))
      for (const id of ids) expect(id).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/)
      expect(ids[0]).not.toBe(ids[1])
      expect(one?.ok && one.value).not.toHaveProperty('tracestate')
    },
  )

  it.each(['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'a=1 , b=2', '1a@acme=x y', `k=${'v'.repeat(256)}`])(
    'pass on the state %j',
    TRACESTATE => {
      expect(headers({}, { env: { TRACEPARENT: trace, TRACESTATE } })).toMatchObject({
        value: { traceparent: trace, tracestate: TRACESTATE },
      })
    },
  )

  it.each([
    '',
    'a',
    'A=1',
    'a=1,a=2',
    'a=b=c',
    'a=1\r\nx: y',
    'a=\u00e4',
    `k=${'v'.repeat(257)}`,
    Array.from({ length: 33 }, (_, i) => `k${i}=v`).join(','),
  ])('leave out the state %j', TRACESTATE => {
    const result = headers({}, { env: { TRACEPARENT: trace, TRACESTATE } })
    expect(result.ok && result.value).toMatchObject({ traceparent: trace })
    expect(result.ok && result.value).not.toHaveProperty('tracestate')
  })

  it.each<[name: string, config: Partial<GatewayConfig>, apiKey: string | undefined]>([
    ['no key', {}, undefined],
    ['a blank key', {}, ' \n'],
    ['a key of two lines', {}, 'secret-9\r\nx: y'],
    ['a header of two lines', { headers: { a: 'secret-9\nb: c' } }, 'secret-9'],
    ['a header name with a space', { headers: { 'a b': 'c' } }, 'secret-9'],
    ['a header that names an encoding', { headers: { 'Content-Encoding': 'br' } }, 'secret-9'],
    ['a framing header', { headers: { 'Content-Length': '0' } }, 'secret-9'],
    ['a guardrail of two lines', { guardrails: ['a\r\nb: c'] }, 'secret-9'],
  ])('are refused with %s, and show nothing of it', (_, config, apiKey) => {
    const result = headers(config, { apiKey })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'gateway-unconfigured' } })
    expect(JSON.stringify(result)).not.toContain('secret-9')
  })
})
