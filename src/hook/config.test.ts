import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import claude from '../adapters/clients/claude-code.ts'
import cursor from '../adapters/clients/cursor.ts'
import proxyai from '../adapters/clients/proxyai.ts'
import type { Env } from '../core/client.ts'
import type { ConfigFile } from '../core/config.ts'
import type { HookArgs } from './args.ts'
import { readCredential } from './config/credential.ts'
import { type Places, placesFor } from './config/places.ts'
import {
  type Config,
  defaultTimeoutMs,
  type Found,
  readConfig,
  readPolicies,
  registeredFailMode,
  registeredTimeoutMs,
  resolve,
} from './config.ts'

const home = '/home/dev'
const places: Places = placesFor('linux', { HOME: home })
const nothingFound: Found = { broken: undefined, salvaged: undefined, guarded: () => false }

interface Asked {
  readonly managed?: Omit<ConfigFile, 'file'>
  readonly user?: Omit<ConfigFile, 'file'>
  readonly flags?: Omit<HookArgs, 'hints' | 'bare'>
  readonly env?: Env
  readonly found?: Partial<Found>
}

const resolved = ({ managed, user, flags = {}, env = {}, found = {} }: Asked): Config =>
  resolve(
    [
      ...(managed === undefined ? [] : [{ file: '/etc/tfy-hook/config.yaml', ...managed }]),
      ...(user === undefined ? [] : [{ file: '/home/dev/.config/tfy-hook/config.yaml', ...user }]),
    ],
    { hints: {}, bare: false, ...flags },
    env,
    places,
    { ...nothingFound, ...found },
  )

const url = 'https://gateway.example.com'
const other = 'https://elsewhere.example.com'

const lines = { type: 'file', path: '/var/log/tfy-hook.jsonl' } as const

describe('resolve', () => {
  it('has a value for everything when nobody says anything', () => {
    expect(resolved({})).toEqual({
      places,
      source: 'offline',
      timeoutMs: defaultTimeoutMs,
      gateway: undefined,
      gatewayFrom: 'environment',
      apiKey: undefined,
      audit: true,
      auditLimits: {},
      analytics: true,
      identity: { form: 'full' },
      exports: [],
      bundle: undefined,
      approvals: {},
      door: true,
      fail: undefined,
      ignored: [],
      broken: undefined,
    })
  })

  it('takes the bundle from a managed file only', () => {
    const bundle = { url: 'https://policies.example.com/shop.bundle', keys: ['RWQ'] }
    expect(resolved({ managed: { bundle } })).toMatchObject({ bundle, ignored: [] })
    expect(resolved({ user: { bundle } })).toMatchObject({ bundle: undefined, approvals: {}, ignored: ['bundle'] })
    const mine = { ...bundle, keys: ['RWx'] }
    expect(resolved({ managed: { bundle }, user: { bundle: mine } })).toMatchObject({ bundle, ignored: ['bundle'] })
  })

  it.each<[what: string, asked: Asked, want: Pick<Config, 'identity' | 'ignored'>]>([
    ['a user hides himself', { user: { identity: { form: 'off' } } }, { identity: { form: 'off' }, ignored: [] }],
    [
      'nobody hides from what a managed file says',
      { managed: { identity: { form: 'full' } }, user: { identity: { form: 'off' } } },
      { identity: { form: 'full' }, ignored: ['identity'] },
    ],
    [
      'a managed file names user and host, and the user may hide them',
      {
        managed: { identity: { user: 'dev@example.com', host: 'lt-42' } },
        user: { identity: { form: 'hash', key: 'k'.repeat(16) } },
      },
      { identity: { form: 'hash', user: 'dev@example.com', host: 'lt-42', key: 'k'.repeat(16) }, ignored: [] },
    ],
    [
      'a user is nobody else',
      { user: { identity: { user: 'somebody@example.com' } } },
      { identity: { form: 'full' }, ignored: ['identity'] },
    ],
    [
      'the key goes with who asked for the hash',
      { managed: { identity: { form: 'hash', key: 'm'.repeat(16) } }, user: { identity: { form: 'hash', key: 'u'.repeat(16) } } },
      { identity: { form: 'hash', key: 'm'.repeat(16) }, ignored: [] },
    ],
    [
      'nothing is told where a file that cannot be read may have said so',
      { found: { broken: { kind: 'config-invalid', file: 'f', detail: 'd' } } },
      { identity: { form: 'off' }, ignored: [] },
    ],
    [
      'a managed file that can be read counts beside a broken one',
      { managed: { identity: { form: 'full' } }, found: { broken: { kind: 'config-invalid', file: 'f', detail: 'd' } } },
      { identity: { form: 'full' }, ignored: [] },
    ],
  ])('identity: %s', (_what, asked, want) => {
    expect(resolved(asked)).toMatchObject(want)
    expect(resolved(asked).identity).toEqual(want.identity)
  })

  it.each<[what: string, asked: Asked, want: Partial<Config>]>([
    [
      'the managed file goes before the user file',
      { managed: { source: 'both' }, user: { source: 'offline' } },
      { source: 'both', ignored: [] },
    ],
    [
      'the user file stands where the managed one is silent',
      { managed: { fail: 'closed' }, user: { source: 'gateway' } },
      { source: 'gateway', fail: 'closed' },
    ],

    ['a flag names the source', { flags: { source: 'gateway' } }, { source: 'gateway' }],
    ['a variable names the source', { env: { TFY_HOOK_SOURCE: 'both' } }, { source: 'both' }],
    ['a flag goes before a variable', { flags: { source: 'gateway' }, env: { TFY_HOOK_SOURCE: 'both' } }, { source: 'gateway' }],
    ['a source that nobody knows is not one', { env: { TFY_HOOK_SOURCE: 'cloud' } }, { source: 'offline', ignored: [] }],
    [
      'a variable cannot loosen the source of a file',
      { user: { source: 'both' }, env: { TFY_HOOK_SOURCE: 'offline' } },
      { source: 'both', ignored: ['source'] },
    ],
    [
      'a flag cannot change the source of a file',
      { user: { source: 'gateway' }, flags: { source: 'offline' } },
      { source: 'gateway', ignored: ['source'] },
    ],
    [
      'both is stricter than what a file says',
      { user: { source: 'gateway' }, env: { TFY_HOOK_SOURCE: 'both' } },
      { source: 'both', ignored: [] },
    ],
    [
      'the same source is no conflict',
      { user: { source: 'gateway' }, flags: { source: 'gateway' } },
      { source: 'gateway', ignored: [] },
    ],
    [
      'the gateway alone cannot push a policy aside',
      { flags: { source: 'gateway' }, found: { guarded: () => true } },
      { source: 'both', ignored: ['source'] },
    ],
    [
      'nor can the gateway with a fallback',
      { env: { TFY_HOOK_SOURCE: 'gateway-then-offline' }, found: { guarded: () => true } },
      { source: 'both', ignored: ['source'] },
    ],
    [
      'a file may ask for the gateway alone beside a policy',
      { user: { source: 'gateway' }, found: { guarded: () => true } },
      { source: 'gateway', ignored: [] },
    ],

    ['a file says how to fail', { user: { fail: 'open' } }, { fail: 'open' }],
    ['a flag can tighten it', { managed: { fail: 'open' }, flags: { fail: 'closed' } }, { fail: 'closed', ignored: [] }],
    [
      'a variable can tighten it',
      { managed: { fail: 'open' }, env: { TFY_HOOK_FAIL: 'closed' } },
      { fail: 'closed', ignored: [] },
    ],
    ['a variable can tighten a flag', { flags: { fail: 'open' }, env: { TFY_HOOK_FAIL: 'closed' } }, { fail: 'closed' }],
    ['a flag cannot loosen it', { user: { fail: 'closed' }, flags: { fail: 'open' } }, { fail: 'closed', ignored: ['fail'] }],
    [
      'a variable cannot loosen it',
      { user: { fail: 'closed' }, env: { TFY_HOOK_FAIL: 'open' } },
      { fail: 'closed', ignored: ['fail'] },
    ],
    ['the managed word is locked', { managed: { fail: 'closed' }, user: { fail: 'open' } }, { fail: 'closed' }],
    ['a flag alone', { flags: { fail: 'open' } }, { fail: 'open' }],
    ['a variable alone', { env: { TFY_HOOK_FAIL: 'open' } }, { fail: 'open' }],
    ['a word that is no mode', { env: { TFY_HOOK_FAIL: 'maybe' } }, { fail: undefined }],
    [
      'closed is believed even of a file that does not parse',
      { found: { salvaged: 'closed' }, flags: { fail: 'open' } },
      { fail: 'closed', ignored: ['fail'] },
    ],

    ['a variable names the gateway', { env: { TFY_GATEWAY_URL: url } }, { gateway: { url }, gatewayFrom: 'environment' }],
    [
      'a variable cannot lead to another gateway',
      { user: { gateway: { url } }, env: { TFY_GATEWAY_URL: other } },
      { gateway: { url }, gatewayFrom: 'file', ignored: ['gateway'] },
    ],
    [
      'the same gateway is no conflict',
      { user: { gateway: { url } }, env: { TFY_GATEWAY_URL: url } },
      { gateway: { url }, gatewayFrom: 'file', ignored: [] },
    ],
    ['an empty variable names nothing', { env: { TFY_GATEWAY_URL: '' } }, { gateway: undefined, ignored: [] }],

    ['a flag sets the time', { flags: { timeoutMs: 450 } }, { timeoutMs: 450 }],
    ['a variable sets the time', { env: { TFY_HOOK_TIMEOUT_MS: '450' } }, { timeoutMs: 450 }],
    ['a flag goes before a variable', { flags: { timeoutMs: 450 }, env: { TFY_HOOK_TIMEOUT_MS: '900' } }, { timeoutMs: 450 }],
    [
      'a file goes before both',
      { user: { timeoutMs: 2_000 }, flags: { timeoutMs: 450 } },
      { timeoutMs: 2_000, ignored: ['timeoutMs'] },
    ],
    ['a time that is none is not taken', { env: { TFY_HOOK_TIMEOUT_MS: '0' } }, { timeoutMs: defaultTimeoutMs, ignored: [] }],
    [
      'a variable cannot starve the gateway that a file asks for',
      { user: { source: 'gateway' }, env: { TFY_HOOK_TIMEOUT_MS: '50' } },
      { timeoutMs: defaultTimeoutMs, ignored: ['timeoutMs'] },
    ],

    ['a variable switches the log off', { env: { TFY_HOOK_LOG: 'off' } }, { audit: false, ignored: [] }],
    ['not when a file says on', { user: { audit: true }, env: { TFY_HOOK_LOG: 'off' } }, { audit: true, ignored: ['audit'] }],
    ['a file can switch it off', { user: { audit: false } }, { audit: false }],
    ['a variable switches analytics off', { env: { TFY_HOOK_ANALYTICS: 'off' } }, { analytics: false, ignored: [] }],
    ['also when a file says on', { managed: { analytics: true }, env: { TFY_HOOK_ANALYTICS: 'off' } }, { analytics: false }],
    ['no variable switches it on', { user: { analytics: false }, env: { TFY_HOOK_ANALYTICS: 'on' } }, { analytics: false }],
    ['a user off holds beside a managed on', { managed: { analytics: true }, user: { analytics: false } }, { analytics: false }],
    ['a managed off holds beside a user on', { managed: { analytics: false }, user: { analytics: true } }, { analytics: false }],
    ['a redirected off is heard', { managed: { analytics: true }, found: { quiet: true } }, { analytics: false }],
    [
      'nothing is sent for a broken file',
      { found: { broken: { kind: 'config-invalid', file: 'config.yaml', detail: 'it is broken' } } },
      { analytics: false },
    ],
    [
      'the file that switches the log on says how long it is kept',
      { user: { audit: true, auditLimits: { keepDays: 90 } } },
      { audit: true, auditLimits: { keepDays: 90 } },
    ],
    [
      'nobody below it does',
      { managed: { audit: true }, user: { audit: true, auditLimits: { keepDays: 1 } } },
      { auditLimits: {} },
    ],
    ['a managed on is stronger than a user off', { managed: { audit: true }, user: { audit: false } }, { audit: true }],

    [
      'what is exported is logged, whatever the environment or a weaker file says',
      { managed: { export: [lines] }, user: { audit: false, auditLimits: { keepFiles: 1 } }, env: { TFY_HOOK_LOG: 'off' } },
      { audit: true, auditLimits: {}, exports: [lines], ignored: ['audit'] },
    ],
    [
      'targets of both files are in force',
      { managed: { export: [lines] }, user: { export: [{ type: 'otlp', url: 'https://otel.example' }] } },
      { exports: [lines, { type: 'otlp', url: 'https://otel.example' }] },
    ],
    ['a file that asks for an export and for no log gets neither', { user: { export: [lines], audit: false } }, { audit: false }],

    ['the key comes from the environment', { env: { TFY_API_KEY: 'k-17' } }, { apiKey: 'k-17' }],
    ['an empty key is none', { env: { TFY_API_KEY: '' } }, { apiKey: undefined }],
    [
      'a broken file is passed on',
      { found: { broken: { kind: 'config-invalid', file: 'x', detail: 'y' } } },
      { broken: { kind: 'config-invalid', file: 'x', detail: 'y' } },
    ],
  ])('%s', (_, asked, want) => {
    expect(resolved(asked)).toMatchObject(want)
  })

  it('never ends laxer than the files, whatever flags and variables say', () => {
    const sources = ['gateway', 'offline', 'gateway-then-offline', 'both', undefined] as const
    for (const fileSource of sources)
      for (const fileFail of ['open', 'closed', undefined] as const)
        for (const flag of sources)
          for (const envFail of ['open', 'closed', undefined] as const) {
            const config = resolved({
              user: {
                ...(fileSource !== undefined && { source: fileSource }),
                ...(fileFail !== undefined && { fail: fileFail }),
              },
              flags: { fail: 'open', ...(flag !== undefined && { source: flag }) },
              env: { TFY_HOOK_FAIL: envFail },
            })
            const label = JSON.stringify({ fileSource, fileFail, flag, envFail, config })
            if (fileFail === 'closed' || envFail === 'closed') expect(config.fail, label).toBe('closed')
            if (fileSource !== undefined) expect([fileSource, 'both'], label).toContain(config.source)
          }
  })
})

describe('on disk', () => {
  let root = ''
  let here: Places
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tfy-config-'))
    here = {
      home: root,
      managed: [join(root, 'etc')],
      user: [join(root, 'config'), join(root, 'second')],
      redirected: [],
      state: join(root, 'state'),
      bundle: join(root, 'state/bundle'),
    }
    for (const dir of [...here.managed, ...here.user]) mkdirSync(dir)
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const write = (path: string, text: string): string => {
    const file = join(root, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  const read = (args: Partial<HookArgs> = {}, env: Env = {}) => readConfig({ hints: {}, bare: false, ...args }, env, here)

  it('reads the layers in order', async () => {
    write('etc/config.yaml', 'fail: closed\n')
    write('config/config.yaml', `fail: open\nsource: both\ngateway: { url: "${url}" }\n`)
    write('second/config.yaml', 'source: offline\ntimeoutMs: 700\n')
    expect(await read()).toMatchObject({ fail: 'closed', source: 'both', gateway: { url }, timeoutMs: 700, broken: undefined })
  })

  it('takes a broken file for a failure, and still believes that it fails closed', async () => {
    const file = write('config/config.yaml', 'fail: closed\nsorce: gateway\n')
    expect(await read({ fail: 'open' })).toMatchObject({ fail: 'closed', broken: { kind: 'config-invalid', file } })
  })

  it('takes a directory in the place of a file for a failure', async () => {
    mkdirSync(join(here.user[0] ?? '', 'config.yaml'))
    expect(await read()).toMatchObject({ broken: { kind: 'config-invalid', detail: 'it is not a file' } })
  })

  it('does not let the gateway push a policy aside', async () => {
    write('second/policy.yaml', 'version: 1\n')
    expect(await read({ source: 'gateway' })).toMatchObject({ source: 'both', ignored: ['source'] })
  })

  describe('the credential', () => {
    const config = async (from: 'file' | 'environment') => {
      if (from === 'file') write('config/config.yaml', `gateway: { url: "${url}" }\n`)
      return read({}, from === 'file' ? {} : { TFY_GATEWAY_URL: url })
    }

    it('comes from a file that only its owner reads', async () => {
      chmodSync(write('config/credentials', '  key-from-file\n'), 0o600)
      expect(await readCredential(await config('file'), 900)).toEqual({ ok: true, value: 'key-from-file' })
    })

    it('does not go to a gateway that only the environment names', async () => {
      chmodSync(write('config/credentials', 'key-from-file'), 0o600)
      expect(await readCredential(await config('environment'), 900)).toEqual({ ok: true, value: undefined })
    })

    it.each([0o640, 0o604, 0o660, 0o644])('is not read from a file with mode %o', async mode => {
      chmodSync(write('config/credentials', 'key-from-file'), mode)
      expect(await readCredential(await config('file'), 900)).toMatchObject({
        ok: false,
        failure: { kind: 'gateway-unconfigured' },
      })
    })

    it('of the environment goes first', async () => {
      write('config/credentials', 'key-from-file')
      expect(await readCredential({ ...(await config('file')), apiKey: 'key-of-env' }, 900)).toEqual({
        ok: true,
        value: 'key-of-env',
      })
    })

    it('of TrueFoundry’s tool is all there is, where a file asks for it', async () => {
      chmodSync(write('config/credentials', 'key-from-file'), 0o600)
      write('config/config.yaml', `gateway: { url: "${url}", credential: tfy }\n`)
      expect(await readCredential(await read({}), 900)).toMatchObject({ ok: false, failure: { kind: 'gateway-unconfigured' } })
    })

    it('may be missing', async () => {
      expect(await readCredential(await config('file'), 900)).toEqual({ ok: true, value: undefined })
    })
  })

  describe('the policies', () => {
    const rule = (id: string) =>
      `version: 1\nextends: none\nrules:\n  - { id: ${id}, on: any, when: { text: x }, decision: deny, reason: No. }\n`

    it('are found in every layer, the project by its roots and above the current directory', async () => {
      write('etc/policy.yaml', rule('a.managed'))
      write('second/policy.yaml', rule('b.user'))
      write('shop/.tfy-hook/policy.yaml', rule('c.root'))
      write('other/.tfy-hook/policy.yaml', rule('d.above'))
      const { files, failure } = await readPolicies(
        { places: here, bundle: undefined },
        [join(root, 'shop')],
        join(root, 'other/deep/down'),
      )
      expect(failure).toBeUndefined()
      expect(files.map(file => file.layer)).toEqual(['managed', 'user', 'project', 'project'])
    })

    it('of the other layers stay in force when one is broken', async () => {
      write('second/policy.yaml', rule('b.user'))
      const file = write('shop/.tfy-hook/policy.yaml', 'rules: [')
      const { files, failure } = await readPolicies({ places: here, bundle: undefined }, [join(root, 'shop')], undefined)
      expect(failure).toMatchObject({ kind: 'policy-invalid', file })
      expect(files.map(one => one.layer)).toEqual(['user'])
    })
  })

  describe('the registration', () => {
    const hooks = (entry: object) => JSON.stringify({ version: 1, hooks: { preToolUse: [entry] } })
    const mode = (event: string) => registeredFailMode(cursor, event, [join(root, 'shop')], {}, root)

    it.each([
      ['asks to fail closed', { command: '/opt/bin/tfy-hook --client cursor', failClosed: true }, 'closed'],
      ['does not ask', { command: '/opt/bin/tfy-hook --client cursor' }, 'open'],
      ['asks for another hook', { command: 'other-guard', failClosed: true }, 'open'],
      ['asks in another type', { command: 'tfy-hook', failClosed: 'true' }, 'open'],
    ])('%s', (_, entry, want) => {
      write('shop/.cursor/hooks.json', hooks(entry))
      expect(mode('preToolUse')).toBe(want)
    })

    it('speaks for its own event only', () => {
      write('.cursor/hooks.json', hooks({ command: 'tfy-hook', failClosed: true }))
      expect([mode('preToolUse'), mode('beforeReadFile'), mode('constructor')]).toEqual(['closed', 'open', 'open'])
    })

    it('says how long the hook may take, the shortest of our entries', () => {
      const ours = { command: 'tfy-hook --client claude-code', timeout: 5 }
      write(
        '.claude/settings.json',
        JSON.stringify({
          hooks: {
            PreToolUse: [
              {
                matcher: 'Bash',
                hooks: [
                  { type: 'command', ...ours },
                  { command: 'other-guard', timeout: 1 },
                ],
              },
              {
                matcher: 'Read',
                hooks: [
                  { ...ours, timeout: 2.5 },
                  { command: 'tfy-hook', timeout: '1' },
                ],
              },
            ],
            Stop: [{ hooks: [{ command: 'tfy-hook' }, { command: 'tfy-hook', timeout: 0 }] }],
          },
        }),
      )
      const limit = (event: string) => registeredTimeoutMs(claude, event, [join(root, 'shop')], {}, root)
      expect([limit('PreToolUse'), limit('Stop'), limit('PostToolUse')]).toEqual([2_500, undefined, undefined])
      // A Claude file counts for Cursor as well, under its own names.
      const names = ['preToolUse', 'stop', 'beforeSubmitPrompt']
      expect(names.map(event => registeredTimeoutMs(cursor, event, [], {}, root))).toEqual([2_500, undefined, undefined])
    })

    it('of a project sets the time only where nobody else has registered us', () => {
      const limit = () => registeredTimeoutMs(cursor, 'preToolUse', [join(root, 'shop')], {}, root)
      write('shop/.cursor/hooks.json', hooks({ command: 'tfy-hook', timeout: 0.01 }))
      expect(limit()).toBe(10)
      write('.cursor/hooks.json', hooks({ command: 'tfy-hook' }))
      expect(limit()).toBeUndefined()
      write('.cursor/hooks.json', hooks({ command: 'tfy-hook', timeout: 7 }))
      expect(limit()).toBe(7_000)
    })

    it('of ProxyAI is the project alone', () => {
      write('shop/.proxyai/settings.json', JSON.stringify({ hooks: { beforeToolUse: [{ command: 'tfy-hook', timeout: 3 }] } }))
      expect(registeredTimeoutMs(proxyai, 'beforeToolUse', [join(root, 'shop')], {}, root)).toBe(3_000)
    })

    it('says nothing when it cannot be read', () => {
      write('.cursor/hooks.json', '{"hooks":')
      expect(mode('preToolUse')).toBe('open')
    })

    it('leaves the rest to what the client documents', () => {
      const modes = ['beforeShellExecution', 'beforeReadFile', 'beforeToolUse'].map(event =>
        registeredFailMode(proxyai, event, [], {}, root),
      )
      expect(modes).toEqual(['closed', 'closed', 'open'])
    })
  })
})
