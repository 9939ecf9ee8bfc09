import { describe, expect, it } from 'vitest'
import { isBare, isHookMode, parseHookArgs, readTimeout, salvageHookArgs, startedByClient } from './args.ts'

const words = (line: string): readonly string[] => (line === '' ? [] : line.split(' '))

describe('isHookMode', () => {
  it.each([
    ['', true],
    ['--client cursor', true],
    ['--fail-closed', true],
    ['--sorce gateway', true],
    ['-x', true],
    ['explain --last', false],
    ['init', false],
    ['--help', false],
    ['-h', false],
    ['--version', false],
    ['-V', false],
    ['-v', false],
    ['--debug init', false],
    ['--debug --help', false],
    ['--debug', true],
    ['--debug --client cursor', true],
  ])('`%s`: %s', (line, hook) => {
    expect(isHookMode(words(line))).toBe(hook)
  })
})

describe('isBare', () => {
  it.each([
    ['', true],
    ['--no-such', true],
    ['--debug', true],
    ['--client cursor', false],
    ['--no-such --event=stop', false],
    ['--fail-open', false],
  ])('`%s`: %s', (line, bare) => {
    expect(isBare(words(line))).toBe(bare)
  })
})

describe('startedByClient', () => {
  it.each<readonly [string, boolean]>([
    ['CLAUDE_PROJECT_DIR', true],
    ['PROXYAI_HOOK_EVENT', true],
    ['GROK_WORKSPACE_ROOT', true],
    ['CLAUDECODE', false],
    ['HOME', false],
  ])('%s: %s', (name, client) => {
    expect(startedByClient({ [name]: '/shop' })).toBe(client)
  })
})

describe('parseHookArgs', () => {
  it.each([
    ['', { hints: {}, bare: true }],
    ['--client cursor', { hints: { client: 'cursor' }, bare: false }],
    ['--client=cursor --event=preToolUse', { hints: { client: 'cursor', event: 'preToolUse' }, bare: false }],
    ['--event PreToolUse --source both', { hints: { event: 'PreToolUse' }, source: 'both', bare: false }],
    ['--timeout-ms 450', { hints: {}, timeoutMs: 450, bare: false }],
    ['--timeout-ms=600000', { hints: {}, timeoutMs: 600_000, bare: false }],
    ['--fail-closed', { hints: {}, fail: 'closed', bare: false }],
    ['--fail-open', { hints: {}, fail: 'open', bare: false }],
    ['--fail-closed --fail-open', { hints: {}, fail: 'closed', bare: false }],
    ['--fail-open --fail-closed', { hints: {}, fail: 'closed', bare: false }],
    ['--client --event', { hints: { client: '--event' }, bare: false }],
  ])('`%s`', (line, value) => {
    expect(parseHookArgs(words(line))).toEqual({ ok: true, value })
  })

  it.each([
    '--sorce gateway',
    '--source cloud',
    '--client',
    '--client=',
    '--fail-closed=no',
    '--timeout-ms 49',
    '--timeout-ms 600001',
    '--timeout-ms 1e3',
    '--timeout-ms -5',
    'cursor',
    '--client cursor extra',
    '-c cursor',
    '--',
  ])('`%s` is wrong', line => {
    expect(parseHookArgs(words(line))).toMatchObject({ ok: false, failure: { kind: 'usage' } })
  })

  it('names the option that it does not know, not the value it would lack', () => {
    expect(parseHookArgs(['--no-such'])).toMatchObject({ failure: { detail: 'unknown option --no-such' } })
    expect(parseHookArgs(['--client'])).toMatchObject({ failure: { detail: '--client needs a value' } })
  })
})

describe('salvageHookArgs', () => {
  it.each([
    ['--sorce gateway --client cursor --fail-closed', { hints: { client: 'cursor' }, fail: 'closed', bare: false }],
    ['--fail-open --fail-closed --oops', { hints: {}, fail: 'closed', bare: false }],
    ['--fail-open --oops', { hints: {}, fail: 'open', bare: false }],
    ['--event stop --oops', { hints: { event: 'stop' }, bare: false }],
    ['--oops --client', { hints: {}, bare: false }],
  ])('`%s`', (line, value) => {
    expect(salvageHookArgs(words(line))).toEqual(value)
  })

  it('finds a hint that is written with an equals sign', () => {
    // Without it a wrong flag beside `--client=cursor` is answered in the dialect of nobody. Due when src/hook/args.ts splits here too.
    expect(salvageHookArgs(words('--client=cursor --oops')).hints).toEqual({ client: 'cursor' })
  })
})

describe('readTimeout', () => {
  it.each([
    ['50', 50],
    ['600000', 600_000],
    ['0450', 450],
    ['49', undefined],
    ['600001', undefined],
    ['450.5', undefined],
    [' 450', undefined],
    ['0x1c2', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (text, value) => {
    expect(readTimeout(text)).toBe(value)
  })
})
