import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from './parse.ts'
import { ssoToken, tokenFiles } from './sso-token.ts'

const home = mkdtempSync(join(tmpdir(), 'tfy-sso-'))
const file = join(home, '.tf', 'access-token')
const user = [`${home}/.config/tfy-hook`]
afterAll(() => rmSync(home, { recursive: true }))
beforeEach(() => {
  rmSync(dirname(file), { recursive: true, force: true })
  mkdirSync(dirname(file))
})

const now = Date.parse('2026-11-22T12:00:00Z')
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: unknown): string => `${part({ alg: 'none' })}.${part(claims)}.c2lnbmVkLXNlY3JldA`
const put = (text: string, mode = 0o600): void => {
  writeFileSync(file, text)
  chmodSync(file, mode)
}
const problem = (detail: string) => ({
  ok: false,
  failure: { kind: 'gateway-unconfigured', detail: `TrueFoundry’s token in ~/.tf/access-token ${detail}` },
})

describe('the token of TrueFoundry’s tool', () => {
  it.each([
    ['one that ends later', jwt({ exp: now / 1_000 + 60 })],
    ['one that does not say when it ends', jwt({ sub: 'ann' })],
    ['one that is no JWT', 'tfy-opaque-4711'],
    ['one whose claims nobody can read', 'a.b.c'],
  ])('is sent: %s', (_, token) => {
    put(`${token}\n`)
    expect(ssoToken(user, now)).toEqual({ ok: true, value: token })
  })

  it('is read again each time', () => {
    put('first')
    expect(ssoToken(user, now)).toMatchObject({ value: 'first' })
    put('second')
    expect(ssoToken(user, now)).toMatchObject({ value: 'second' })
  })

  it.each([0, -60])('is not sent once it has ended: %d s', seconds => {
    put(jwt({ exp: now / 1_000 + seconds }))
    const ended = new Date(now + seconds * 1_000).toISOString()
    expect(ssoToken(user, now)).toEqual(problem(`expired at ${ended}; sign in with that tool`))
  })

  it.each([0o640, 0o604, 0o620, 0o666])('is not read from a file with mode %o', mode => {
    put('secret-4711', mode)
    expect(ssoToken(user, now)).toEqual(problem('can be read by others; chmod 600 it'))
  })

  it.each([
    ['empty', ' \n', 'is empty'],
    ['two words', 'secret-4711 more', 'holds more than one word'],
    ['a character that no header carries', 'secret-4711\u0000', 'holds more than one word'],
    ['too much', 'x'.repeat(16_385), 'is larger than 16384 bytes'],
  ])('that cannot be one is a failure that shows nothing: %s', (_, text, detail) => {
    put(text)
    expect(ssoToken(user, now)).toEqual(problem(detail))
  })

  it('is not followed through a link', () => {
    writeFileSync(join(home, 'elsewhere'), 'secret-4711', { mode: 0o600 })
    symlinkSync(join(home, 'elsewhere'), file)
    expect(ssoToken(user, now)).toEqual(problem('is a link'))
  })

  it('is no folder', () => {
    mkdirSync(file)
    expect(ssoToken(user, now)).toEqual(problem('is not a file'))
  })

  it('is not somebody else’s', () => {
    put('secret-4711')
    const { getuid } = process
    process.getuid = () => 4_711
    try {
      expect(ssoToken(user, now)).toEqual(problem('belongs to another account'))
    } finally {
      process.getuid = getuid as () => number
    }
  })

  it('may be missing', () => {
    expect(ssoToken(user, now)).toEqual(problem('is not there; sign in with that tool'))
  })

  it('is looked for beside what is this account’s alone', () => {
    expect(
      tokenFiles(['/home/ann/.config/tfy-hook', '/elsewhere/config/tfy-hook', 'C:\\Users\\ann\\AppData\\Roaming\\tfy-hook']),
    ).toEqual(['/home/ann/.tf/access-token', 'C:\\Users\\ann/.tf/access-token'])
  })

  it('is asked for by the configuration, and by nothing beside a helper', async () => {
    const gateway = (more: string) => parseConfig(`gateway: { url: 'https://g.example', credential: tfy${more} }`, 'config.yaml')
    expect(await gateway('')).toMatchObject({ ok: true, value: { gateway: { credential: 'tfy' } } })
    expect(await gateway(', credentialHelper: [/bin/echo]')).toMatchObject({ ok: false, failure: { kind: 'config-invalid' } })
  })
})
