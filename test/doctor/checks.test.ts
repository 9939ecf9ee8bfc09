/** Each check on its own: what it finds, and that it is silent about what is in order. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClientAdapter } from '../../src/core/adapter.ts'
import type { ConfigFile } from '../../src/core/config.ts'
import { type Config, resolve } from '../../src/hook/config.ts'
import { loadClient } from '../../src/hook/recognise.ts'
import { writeBreaker } from '../../src/hook/sources/breaker.ts'
import { breakerFor } from '../../src/hook/sources/breaker-file.ts'
import { save } from '../../src/hook/sources/machine/private-file.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { environment, settingsEnvironment } from '../../src/setup/doctor/environment.ts'
import type { Finding } from '../../src/setup/doctor/finding.ts'
import {
  audit,
  breaker,
  configuration,
  credentials,
  gateway,
  hiddenKey,
  policies,
} from '../../src/setup/doctor/machine-findings.ts'
import { programFindings } from '../../src/setup/doctor/program.ts'
import { complete, limits, once, type Place, presence, type Subject } from '../../src/setup/doctor/registration-findings.ts'
import { registeredIn } from '../../src/setup/doctor/registrations.ts'
import { folder } from '../blackbox/call.ts'

const adapter = async (id: string): Promise<ClientAdapter> => {
  const found = await loadClient(id)
  if (found === undefined) throw new Error(`no adapter for ${id}`)
  return found
}

const told = (findings: readonly Finding[]): readonly string[] => findings.map(({ id, severity }) => `${severity} ${id}`)

const config = (file: Partial<ConfigFile> = {}, env = {}, dir = '/nowhere'): Config =>
  resolve(
    [{ file: `${dir}/config.yaml`, ...file }],
    { hints: {}, bare: false },
    env,
    { home: dir, managed: [], user: [dir], redirected: [], state: `${dir}/state`, bundle: `${dir}/state/bundle` },
    { broken: undefined, salvaged: undefined, guarded: () => false },
  )

const command = '/opt/tfy-hook --client cursor --event preToolUse --fail-closed'
const hooks = (entry: object, more: object = {}) =>
  JSON.stringify({ version: 1, hooks: { preToolUse: [{ command, ...entry }], ...more } })

const place = (file: string, text: string, more: Partial<Place> = {}): Place => ({
  file,
  scope: 'user',
  text,
  registered: registeredIn(file, text, 'linux'),
  ...more,
})

const groups = (
  events: readonly string[],
  { matcher = '*', timeout = 15 }: { matcher?: string; timeout?: number } = {},
): string =>
  JSON.stringify({
    hooks: Object.fromEntries(
      events.map(event => [
        event,
        [{ matcher, hooks: [{ type: 'command', command: `/opt/tfy-hook --event ${event}`, timeout }] }],
      ]),
    ),
  })

const user = '/home/dev/.claude/settings.json'
const project = '/home/dev/shop/.claude/settings.json'

const subject = async (id: string, places: readonly Place[], more: Partial<Subject> = {}): Promise<Subject> => ({
  adapter: await adapter(id),
  practice: practices[id],
  places,
  binary: undefined,
  folder: undefined,
  ...more,
})

const never = { asked: false, called: false } as const

describe('presence', () => {
  it.each([
    ['registered', [place(user, groups(['PreToolUse', 'Stop']))], {}, false, ['ok registration']],
    ['a program and no registration', [], { binary: '/usr/bin/claude' }, false, ['warn registration.missing']],
    ['only a folder', [], { folder: '/home/dev/.claude' }, false, ['ok registration.none']],
    ['nothing at all', [], {}, false, []],
    ['asked for by name', [], {}, true, ['bad registration.missing']],
    [
      'settings without us',
      [place(user, '{"model":"opus"}')],
      { binary: '/usr/bin/claude' },
      false,
      ['warn registration.missing'],
    ],
  ])('%s', async (_, places, more, asked, wanted) => {
    expect(told(presence(await subject('claude-code', places, more), { asked, called: false }))).toEqual(wanted)
  })
  it('knows who reads the file of another', async () => {
    const borrowed = [place(user, groups(['PreToolUse']), { owner: 'claude-code', scope: undefined })]
    expect(told(presence(await subject('cursor', borrowed, { binary: '/usr/bin/cursor' }), never))).toEqual([
      'ok registration.borrowed',
    ])
    expect(told(presence(await subject('vscode', borrowed, { binary: '/usr/bin/code' }), never))).toEqual([
      'warn registration.missing',
    ])
  })
})

describe('once', () => {
  const one = place(user, groups(['PreToolUse']))
  it.each([
    ['one file', [one], []],
    ['user and project', [one, place(project, groups(['PreToolUse']), { scope: 'project' })], ['warn registration.twice']],
    ['other events in the project', [one, place(project, groups(['Stop']), { scope: 'project' })], []],
    [
      'two entries in one file',
      [place(user, JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: '/a/tfy-hook' }, { command: '/b/tfy-hook' }] }] } }))],
      ['warn registration.twice'],
    ],
  ])('%s', async (_, places, wanted) => {
    expect(told(once(await subject('claude-code', places)))).toEqual(wanted)
  })
  it('says what the file of another adds', async () => {
    const own = place('/home/dev/.cursor/hooks.json', hooks({}))
    const other = place(user, groups(['PreToolUse']), { owner: 'claude-code', scope: undefined })
    expect(told(once(await subject('cursor', [own, other])))).toEqual(['ok registration.borrowed'])
  })
})

describe('complete', () => {
  it.each([
    ['the event before a tool', groups(['PreToolUse', 'Stop']), []],
    ['no matcher', groups(['PreToolUse']).replace('"matcher":"*",', ''), []],
    ['only the end', groups(['Stop']), ['bad registration.blind']],
    ['some tools', groups(['PreToolUse'], { matcher: 'Bash|Write' }), ['warn registration.matcher']],
  ])('%s', async (_, text, wanted) => {
    expect(told(complete(await subject('claude-code', [place(user, text)])))).toEqual(wanted)
  })
})

describe('limits', () => {
  it.each([
    ['longer than ours', 15, []],
    ['as long as ours', 10, ['warn registration.limit']],
    ['shorter', 2, ['warn registration.limit']],
  ])('%s', async (_, timeout, wanted) => {
    const places = [place(user, groups(['PreToolUse'], { timeout }))]
    expect(told(limits(await subject('claude-code', places), 10_000))).toEqual(wanted)
  })
  it('says nothing of events that block nothing', async () => {
    const places = [place(user, groups(['SessionEnd'], { timeout: 1 }))]
    expect(limits(await subject('claude-code', places), 10_000)).toEqual([])
  })
})

describe('programs', () => {
  const dir = folder({ 'tfy-hook': '#!/bin/sh\n', 'not-run': '' })
  chmodSync(join(dir, 'tfy-hook'), 0o755)
  const of = (executable: string, ...args: string[]) => told(programFindings('cursor', { executable, args }, 'hooks.json'))
  it('finds what is there', () => {
    expect(of(join(dir, 'tfy-hook'), '--client', 'cursor')).toEqual([])
    expect(of(join(dir, 'tfy-hook'), join(dir, 'not-run'), '--client')).toEqual([])
  })
  it('says what is not', () => {
    expect(of(join(dir, 'gone'))).toEqual(['bad program.missing'])
    expect(of(join(dir, 'tfy-hook'), join(dir, 'gone.mjs'), '--client')).toEqual(['bad program.missing'])
    expect(of(dir)).toEqual(['bad program.missing'])
    expect(of(join(dir, 'not-run'))).toEqual(['bad program.missing'])
    expect(of('tfy-hook', '--client')).toEqual(['bad program.missing'])
    expect(of('node', '--client')).toEqual(['warn program.relative'])
    expect(of('./tfy-hook')).toEqual(['warn program.relative'])
  })
})

describe('environment', () => {
  const fileSays: Partial<ConfigFile> = {
    source: 'both',
    fail: 'closed',
    timeoutMs: 5_000,
    audit: true,
    gateway: { url: 'https://gateway.example' },
  }
  it.each([
    ['nothing', {}, {}, ['ok environment']],
    ['ordinary variables', { PATH: '/bin', NODE_ENV: 'test', NODE_TLS_REJECT_UNAUTHORIZED: '1' }, {}, ['ok environment']],
    [
      'the runtime',
      { BUN_OPTIONS: '--preload ./x.ts', BUN_BE_BUN: '1', BUN_BYTECODE_ORDER_OUT: '/srv/order' },
      {},
      ['warn environment.BUN_BYTECODE_ORDER_OUT', 'warn environment.BUN_OPTIONS', 'warn environment.BUN_BE_BUN'],
    ],
    ['an empty one', { NODE_OPTIONS: '' }, {}, ['ok environment']],
    ['unchecked certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, {}, ['warn environment.NODE_TLS_REJECT_UNAUTHORIZED']],
    ['open', { TFY_HOOK_FAIL: 'open' }, {}, ['warn environment.TFY_HOOK_FAIL']],
    ['closed', { TFY_HOOK_FAIL: 'closed' }, {}, ['ok environment']],
    ['no log', { TFY_HOOK_LOG: 'off' }, {}, ['warn environment.TFY_HOOK_LOG']],
    ['another gateway', { TFY_GATEWAY_URL: 'https://elsewhere.example' }, fileSays, ['warn environment.TFY_GATEWAY_URL']],
    ['the only gateway', { TFY_GATEWAY_URL: 'https://elsewhere.example' }, {}, ['ok environment']],
    ['another source', { TFY_HOOK_SOURCE: 'gateway' }, fileSays, ['warn environment.TFY_HOOK_SOURCE']],
    ['a short budget', { TFY_HOOK_TIMEOUT_MS: '60' }, fileSays, ['warn environment.TFY_HOOK_TIMEOUT_MS']],
  ])('%s', (_, env, file, wanted) => {
    expect(told(environment(env, config(file, env)))).toEqual(wanted)
  })
  it('says that a file overrules it', () => {
    const env = { TFY_HOOK_FAIL: 'open' }
    expect(environment(env, config(fileSays, env))[0]?.what).toContain('overruled')
    expect(environment(env, config({}, env))[0]?.what).not.toContain('overruled')
  })
  it('looks at what a settings file sets', () => {
    expect(told(settingsEnvironment('claude-code', user, { NODE_OPTIONS: '-r x', EDITOR: 'vi' }))).toEqual([
      'bad environment.NODE_OPTIONS',
    ])
  })
  it.each([
    ['BUN_OPTIONS', '--preload=./x.ts'],
    ['BUN_BE_BUN', '1'],
    ['BUN_INSPECT', 'ws://127.0.0.1:9/x'],
    ['BUN_INSPECT_CONNECT_TO', 'tcp://gateway.example:1'],
    ['BUN_BYTECODE_ORDER_OUT', '/home/dev/.bashrc'],
    ['BUN_BYTECODE_DIGEST_OUT', '/home/dev/.bashrc'],
    ['BUN_JSC_anything', '1'],
    ['BUN_JSC_anything', ''],
    ['BUN_JSC_watchdog', '1'],
    ['JSC_SIGNAL_FOR_GC', '0'],
    ['SIMDUTF_FORCE_IMPLEMENTATION', ''],
    ['MIMALLOC_DISALLOW_OS_ALLOC', '1'],
    ['OPENSSL_CONF', './openssl.cnf'],
    ['NODE_COMPILE_CACHE', './cache'],
    ['NODE_V8_COVERAGE', './.git/hooks'],
    ['LD_TRACE_LOADED_OBJECTS', ''],
    ['LD_PRELOAD', './x.so'],
    ['DYLD_INSERT_LIBRARIES', './x.dylib'],
    ['BASH_ENV', './x.sh'],
    ['ENV', './x.sh'],
    ['ZDOTDIR', '.'],
    ['HOME', '/srv/shop'],
    ['SHELL', '/srv/shop/bin/bash'],
  ])('%s in a settings file is bad, and the file and the key are named', (name, value) => {
    const [found, ...more] = settingsEnvironment('claude-code', user, { [name]: value, EDITOR: 'vi' })
    expect([found?.severity, found?.what, more]).toEqual(['bad', `${user} sets ${name} for every hook.`, []])
  })
  it.each([
    ['BUN_OPTIONS', ''],
    ['BUN_BYTECODE_ORDER_OUT', ''],
    ['BUN_JSC_functionOverrides', ''],
    ['BUN_JSC_watchdog', '0'],
    ['SHELL', '/bin/bash'],
    ['SHELL', '/opt/homebrew/bin/zsh'],
    ['NODE_ENV', 'test'],
    ['BUN_INSTALL', '/home/dev/.bun'],
    ['ENVIRONMENT', 'staging'],
    ['HOMEBREW_PREFIX', '/opt/homebrew'],
  ])('%s=%s is not', (name, value) => {
    expect(settingsEnvironment('claude-code', user, { [name]: value })).toEqual([])
  })
})

describe('what is ours', () => {
  it('policies', () => {
    const report = (severity: 'error' | 'warning') => ({
      file: 'p',
      layer: 'user',
      problems: [{ severity, line: 3, message: 'm' }],
    })
    expect(told(policies([]))).toEqual(['ok policy'])
    expect(told(policies([{ file: 'p', layer: 'user', problems: [] }]))).toEqual(['ok policy'])
    expect(told(policies([report('error'), report('warning')]))).toEqual(['bad policy.invalid', 'warn policy.warning'])
  })

  it('configuration', () => {
    expect(told(configuration(config()))).toEqual(['ok config'])
    expect(told(configuration(config({ source: 'gateway' })))).toEqual(['ok config', 'bad gateway.unconfigured'])
    const broken = { kind: 'config-invalid', file: 'c', detail: 'line 2' } as const
    expect(told(configuration({ ...config(), broken }))).toEqual(['bad config.invalid'])
  })

  it('files that others may write', () => {
    const dir = folder({ 'policy.yaml': '', 'config.yaml': '' })
    chmodSync(join(dir, 'config.yaml'), 0o644)
    chmodSync(join(dir, 'policy.yaml'), 0o664)
    expect(told(configuration(config({}, {}, dir)))).toEqual(['ok config', 'warn file.writable'])
  })

  it('credentials', () => {
    const dir = folder({ credentials: 'key' })
    const found = () => told(credentials(config({}, {}, dir)))
    chmodSync(join(dir, 'credentials'), 0o640)
    expect(found()).toEqual(['bad credentials.readable'])
    chmodSync(join(dir, 'credentials'), 0o600)
    expect(found()).toEqual(['ok credentials'])
    const env = { TFY_GATEWAY_URL: 'https://gateway.example' }
    expect(told(credentials(config({}, env, dir)))).toEqual(['ok credentials', 'warn credentials.unused'])
    expect(told(credentials(config()))).toEqual([])
    const odd = folder({})
    mkdirSync(join(odd, 'credentials'))
    expect(told(credentials(config({}, {}, odd)))).toEqual(['bad credentials.unusable'])
  })

  it('a key that a client hides', () => {
    const file = { gateway: { url: 'https://gateway.example' } }
    const env = { TFY_API_KEY: 'key' }
    const of = (given: Config) => told(hiddenKey('gemini-cli', 'Gemini CLI', given))
    expect(of(config(file, env))).toEqual(['warn credentials.hidden'])
    expect(of(config(file, env, folder({ credentials: 'key' })))).toEqual([])
    expect(of(config(file))).toEqual([])
    expect(of(config({}, env))).toEqual([])
  })

  it('the gateway', () => {
    const [good, slow, gone] = [
      { client: 'cursor', ok: true, ms: 80 },
      { client: 'goose', ok: true, ms: 2_000 },
      { client: 'codex', ok: false, problem: 'gone' },
    ] as const
    expect(told(gateway('https://g', [good], true))).toEqual(['ok gateway'])
    expect(told(gateway('https://g', [good, slow], true))).toEqual(['warn gateway.slow'])
    expect(told(gateway('https://g', [gone], true))).toEqual(['bad gateway.fails'])
    expect(told(gateway('https://g', [gone], false))).toEqual(['warn gateway.fails'])
    expect(gateway('https://g', [good, gone, { ...gone, client: 'goose' }], true)).toMatchObject([
      { what: 'The gateway https://g gives codex, goose no verdict: gone.' },
    ])
  })

  it('the breaker', () => {
    const dir = folder({})
    const way = { url: 'https://gateway.example' }
    const of = (more: object = {}) => told(breaker(config({ gateway: { ...way, ...more } }, {}, dir), {}))
    expect(told(breaker(config(), {}))).toEqual([])
    expect(of()).toEqual(['ok breaker'])
    const at = breakerFor(way, {}, `${dir}/state`)
    const now = Date.now()
    if (at !== undefined) save(`${at.dir}/${at.name}`, writeBreaker({ at: now, pauses: 2, until: now + 9_000 }, at.origin))
    expect(of()).toEqual(['warn breaker.open'])
    expect(of({ breaker: false })).toEqual(['ok breaker'])
  })

  it('the audit log', () => {
    const dir = folder({})
    const at = (state: string) => told(audit({ audit: true, places: { state } }))
    expect(at(join(dir, 'not/yet/there'))).toEqual(['ok audit'])
    writeFileSync(join(dir, 'audit.jsonl'), '')
    expect(at(dir)).toEqual(['ok audit'])
    writeFileSync(join(dir, 'file'), '')
    expect(at(join(dir, 'file/state'))).toEqual(['bad audit.unwritable'])
    mkdirSync(join(dir, 'odd/audit.jsonl'), { recursive: true })
    expect(at(join(dir, 'odd'))).toEqual(['bad audit.unwritable'])
    expect(told(audit({ audit: false, places: { state: dir } }))).toEqual(['warn audit.off'])
    expect(audit({ audit: true, places: { state: dir } }, () => 4_096)).toMatchObject([
      { severity: 'bad', what: expect.stringContaining('its disk is full'), fix: expect.stringContaining('Make room') },
    ])
  })
})
