import { describe, expect, it } from 'vitest'
import { configurationKeys } from '../../engine/policy/language/schema.ts'
import { parseConfig } from './parse.ts'
import { configSchema } from './schema.ts'

const whole = `
source: gateway-then-offline
gateway:
  url: https://gateway.corp.example/api/llm
  auth: x-tfy-api-key
  headers: { x-team: payments }
  guardrails: [prod/pii, prod/secrets]
  endpoint: { path: /hooks/validate, dialect: unified }
  clients: { cursor: { path: /cursor/hooks/validate, dialect: cursor-flat } }
  caFile: /etc/ssl/corp.pem
  clientCertFile: /etc/ssl/own.pem
  clientKeyFile: /etc/ssl/own.key
  socket: /run/gateway.sock
  compress: true
  breaker: false
  credentialHelper: [/usr/local/bin/vault, read, hook key]
fail: closed
timeoutMs: 1500
audit: off
analytics: off
`

describe('what is read', () => {
  it.each(['/run/secret', 'C:\\keys\\secret', 'C:/keys/secret', '\\\\server\\keys\\secret'])('the file %s', async path => {
    const text = `serve: { inference: { secretFile: '${path}' } }\nstate: { url: 'redis://r', passwordFile: '${path}', caFile: '${path}' }\n`
    expect((await parseConfig(text, 'config.yaml')).ok).toBe(true)
    expect((await parseConfig(text.replace(path, 'keys/secret'), 'config.yaml')).ok).toBe(false)
  })

  it('a whole configuration', async () => {
    expect(await parseConfig(whole, 'config.yaml')).toEqual({
      ok: true,
      value: {
        file: 'config.yaml',
        source: 'gateway-then-offline',
        gateway: {
          url: 'https://gateway.corp.example/api/llm',
          auth: 'x-tfy-api-key',
          headers: { 'x-team': 'payments' },
          guardrails: ['prod/pii', 'prod/secrets'],
          endpoint: { path: '/hooks/validate', dialect: 'unified' },
          clients: { cursor: { path: '/cursor/hooks/validate', dialect: 'cursor-flat' } },
          caFile: '/etc/ssl/corp.pem',
          clientCertFile: '/etc/ssl/own.pem',
          clientKeyFile: '/etc/ssl/own.key',
          socket: '/run/gateway.sock',
          compress: true,
          breaker: false,
          credentialHelper: ['/usr/local/bin/vault', 'read', 'hook key'],
        },
        fail: 'closed',
        timeoutMs: 1500,
        audit: false,
        analytics: false,
      },
    })
  })

  it.each([
    ['', {}],
    ['# nothing yet\n', {}],
    ['{"audit": true}', { audit: true }],
    ['audit: on', { audit: true }],
    ['audit: { maxMiB: 0.5, keepFiles: 3 }', { audit: true, auditLimits: { maxBytes: 524_288, keepFiles: 3 } }],
    ['audit: { keepDays: 90 }', { audit: true, auditLimits: { keepDays: 90 } }],
    ['audit: {}', { audit: true, auditLimits: {} }],
    ['analytics: true', { analytics: true }],
    ['timeoutMs: 50', { timeoutMs: 50 }],
    [
      'export: [{ type: otlp, url: "http://127.0.0.1:4318" }, { type: syslog, url: "tls://siem.example:6514" }]',
      {
        export: [
          { type: 'otlp', url: 'http://127.0.0.1:4318' },
          { type: 'syslog', url: 'tls://siem.example:6514' },
        ],
      },
    ],
    [
      'export: [{ type: webhook, url: "https://a.example/x", secret: { env: S }, headers: { a: { file: /k } }, events: refusals }]',
      {
        export: [
          {
            type: 'webhook',
            url: 'https://a.example/x',
            secret: { env: 'S' },
            headers: { a: { file: '/k' } },
            events: 'refusals',
          },
        ],
      },
    ],
    [
      'bundle: { url: "oci://registry.example/team/shop:stable", keys: [RWQ3], every: 30m, group: canary }',
      { bundle: { url: 'oci://registry.example/team/shop:stable', keys: ['RWQ3'], every: '30m', group: 'canary' } },
    ],
    ['dashboard: { port: 4321 }', { dashboard: { port: 4321 } }],
    [
      'bundle: { url: /mnt/share/shop.bundle, keys: ["untrusted comment: x\\nRWQ3"] }',
      { bundle: { url: '/mnt/share/shop.bundle', keys: ['untrusted comment: x\nRWQ3'] } },
    ],
  ])('%j', async (text, value) => {
    expect(await parseConfig(text, 'c.yaml')).toEqual({ ok: true, value: { file: 'c.yaml', ...value } })
  })
})

describe('what is not', () => {
  const rows: readonly [text: string, detail: string][] = [
    [
      'audit: { keepFile: 3 }',
      'line 1, column 10: found the unknown key "keepFile", expected one of maxMiB, keepFiles, keepDays; did you mean keepFiles',
    ],
    [
      'sorce: offline',
      'line 1, column 1: found the unknown key "sorce", expected one of version, source, gateway, fail, timeoutMs, audit, analytics, identity, door, state, export, serve, dashboard, approvals, bundle; did you mean source',
    ],
    ['dashboard: { prot: 4321 }', 'line 1, column 14: found the unknown key "prot", expected port; did you mean port'],
    [
      'export: [{ type: otpl }]',
      'line 1, column 18: found "otpl", expected one of otlp, webhook, syslog, file; did you mean otlp',
    ],
    [
      'export: [{ type: otlp, url: "https://a.example", header: {} }]',
      'line 1, column 50: found the unknown key "header", expected one of type, url, protocol, headers, tls, events, identity, secret, path; did you mean headers',
    ],
    // Built of two parts: a scanner that reads this file must not find a credential in it.
    ...['https://dev:' + 'hunter2-long@a.example', 'http://127.0.0.1@a.example', 'http://127.0.0.1.a.example'].map(
      (url): [string, string] => [
        `export: [{ type: otlp, url: "${url}" }]`,
        `line 1, column 29: found "${url.replace('dev:hunter2-long', 'dev:[url-password removed]')}", expected https://, for syslog tls://; http:// and tcp:// on loopback only; a file by its absolute path`,
      ],
    ),
    ['fail: close', 'line 1, column 7: found "close", expected one of open, closed; did you mean closed'],
    ['timeoutMs: 49', 'line 1, column 12: found 49, expected at least 50'],
    ['timeoutMs: 600001', 'line 1, column 12: found 600001, expected at most 600000'],
    ['timeoutMs: 99.5', 'line 1, column 12: found 99.5, expected a whole number'],
    ['timeoutMs: "900"', 'line 1, column 12: found "900", expected a number of milliseconds'],
    [
      'gateway: { url: "https://g.example", guardrails: [pii] }',
      'line 1, column 51: found "pii", expected a selector of the gateway, <group>/<config>, in a list or in one for each event or guardrail type',
    ],
    ['gateway: { url: "https://g.example", guardrails: { PreToolUse: pii } }', 'line 1, column 64: found "pii", expected a list'],
    ['gateway: { auth: bearer }', 'line 1, column 10: found no "url", expected a text'],
    ['gateway: { url: ftp://x }', 'line 1, column 17: found "ftp://x", expected an address such as https://gateway.example.com'],
    [
      'gateway: { url: https://x, endpoint: { path: hooks } }',
      'line 1, column 46: found "hooks", expected a path that starts with /',
    ],
    [
      'gateway:\n  url: https://x\n  clients: { cursor: { dialct: claude } }',
      'line 3, column 24: found the unknown key "dialct", expected one of path, dialect, strict; did you mean dialect',
    ],
    ['gateway: { url: https://x, socket: run/gw }', 'line 1, column 36: found "run/gw", expected a path that starts with /'],
    [
      'gateway: { url: https://x, credentialHelper: [vault, read] }',
      'line 1, column 47: found "vault", expected the absolute path of a program',
    ],
    ['gateway: { url: https://x, credentialHelper: [] }', 'line 1, column 46: found an empty list, expected at least one entry'],
    ['gateway: { url: https://x, clientKeyFile: /k }', 'line 1, column 43: found no clientCertFile, expected both'],
    ['bundle: { url: https://x/y, keys: [] }', 'line 1, column 35: found an empty list, expected at least one entry'],
    [
      'bundle: { url: https://x/y, keys: [secret] }',
      'line 1, column 36: found "secret", expected a public key of ed25519, as minisign or PEM writes it',
    ],
    [
      'bundle: { url: ftp://x/y, keys: [RWQ3] }',
      'line 1, column 16: found "ftp://x/y", expected https://…, oci://registry/name:tag or the absolute path of a file',
    ],
    [
      'bundle: { url: shop.bundle, keys: [RWQ3] }',
      'line 1, column 16: found "shop.bundle", expected https://…, oci://registry/name:tag or the absolute path of a file',
    ],
    [
      'bundle: { url: https://x/y, keys: [RWQ3], every: 0m }',
      'line 1, column 50: found "0m", expected a time such as 30m, 1h or 1d',
    ],
    ['state: http://x', 'line 1, column 8: found "http://x", expected an address such as redis://127.0.0.1:6379'],
    [
      'gateway: { url: https://x.example, guardrails: { llm_input_guardrails: [a/b] } }',
      'line 1, column 50: found the unknown guardrail type "llm_input_guardrails"; did you mean llmInputGuardrails',
    ],
    [
      'gateway: { url: https://x.example, guardrails: prod/pii }',
      'line 1, column 48: found "prod/pii", expected a list, such as [prod/pii, prod/secrets]',
    ],
    ['- a', 'line 1, column 1: found a list, expected a mapping, such as version: 1'],
    ['fail: open\nfail: closed', 'line 2, column 1: found a key that is there already, expected each key once'],
  ]
  it.each(rows)('%j', async (text, detail) => {
    expect(await parseConfig(text, 'c.yaml')).toEqual({ ok: false, failure: { kind: 'config-invalid', file: 'c.yaml', detail } })
  })
})

it('the checker of policies knows every key that belongs here', () => {
  expect(['version', ...configurationKeys.split(' ')].sort()).toEqual(Object.keys(configSchema.shape).sort())
})
