import { describe, expect, it } from 'vitest'
import { refusal, type ServeOptions, staysHere, whereOf } from './options.ts'
import { hashOf, makeToken, presentedIn, tokenFor } from './tokens.ts'

describe('where to listen', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['localhost', 'localhost', true],
    ['::1', '::1', true],
    ['[::1]', '::1', true],
    ['127.9.9.9', '127.9.9.9', true],
    ['0.0.0.0', '0.0.0.0', false],
    ['::', '::', false],
    ['hooks.example', 'hooks.example', false],
    ['127.0.0.1.example', '127.0.0.1.example', false],
    ['[::ffff:127.0.0.1]', '::ffff:127.0.0.1', false],
  ])('%s is %s, of this machine alone: %s', (text, host, here) => {
    const where = whereOf(text, '8787')
    expect(where).toEqual({ kind: 'tcp', host, port: 8787 })
    expect(where !== undefined && staysHere(where)).toBe(here)
  })

  it.each([
    ['', '1'],
    ['a b', '1'],
    ['x:y', '1'],
    ['127.0.0.1:80', ''],
    ['127.0.0.1', '70000'],
    ['127.0.0.1', '-1'],
    ['127.0.0.1', 'x'],
  ])('%j and %j are nowhere', (host, port) => {
    expect(whereOf(host, port)).toBeUndefined()
  })

  it.each([
    [{}, 1, true],
    [{ insecureHttp: true }, 0, true],
    [{ tls: { certFile: 'a', keyFile: 'b' } }, 0, true],
    [{ insecureHttp: true }, 1, false],
    [{ tls: { certFile: 'a', keyFile: 'b' } }, 1, false],
  ])('beyond this machine %j with %i tokens is refused: %s', (rest, tokens, refused) => {
    const options = { where: { kind: 'tcp', host: '0.0.0.0', port: 1 }, insecureHttp: false, tls: undefined, ...rest }
    expect(refusal(options as ServeOptions, tokens) !== undefined).toBe(refused)
  })
})

describe('a token', () => {
  const token = makeToken()
  const list = [
    { name: 'a', sha256: hashOf('other'), scopes: ['validate'] as const, created: '' },
    { name: 'b', sha256: hashOf(token), scopes: ['metrics'] as const, created: '' },
  ]
  it('is found by what it is, not by how it begins', () => {
    expect(tokenFor(token, list)?.name).toBe('b')
    expect(tokenFor(token.slice(0, -1), list)).toBeUndefined()
    expect(tokenFor('', list)).toBeUndefined()
  })

  it.each<[Record<string, string>, string | undefined]>([
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'bearer  abc' }, 'abc'],
    [{ 'x-tfy-api-key': 'abc' }, 'abc'],
    [{ authorization: 'Bearer abc', 'x-tfy-api-key': 'abc' }, 'abc'],
    [{ authorization: 'Bearer abc', 'x-tfy-api-key': 'abd' }, undefined],
    [{ authorization: 'Basic abc' }, undefined],
    [{ authorization: `Bearer ${'x'.repeat(600)}` }, undefined],
    [{ authorization: `Bearer ${'x'.repeat(600)}.y.z` }, `${'x'.repeat(600)}.y.z`],
    [{ authorization: `Bearer ${'x'.repeat(8_192)}.y.z` }, undefined],
    [{}, undefined],
  ])('in %j is %s', (headers, want) => {
    expect(presentedIn(new Headers(headers))).toBe(want)
  })
})
