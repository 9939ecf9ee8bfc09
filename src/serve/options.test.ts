import { describe, expect, it } from 'vitest'
import { readListen, refusal, type ServeOptions, staysHere } from './options.ts'
import { hashOf, makeToken, presentedIn, tokenFor } from './tokens.ts'

describe('where to listen', () => {
  it.each([
    ['8787', '127.0.0.1', true],
    ['127.0.0.1:0', '127.0.0.1', true],
    ['localhost:8787', 'localhost', true],
    ['[::1]:8787', '::1', true],
    ['127.9.9.9:1', '127.9.9.9', true],
    ['0.0.0.0:8787', '0.0.0.0', false],
    ['[::]:8787', '::', false],
    ['hooks.example:443', 'hooks.example', false],
    ['127.0.0.1.example:80', '127.0.0.1.example', false],
    ['[::ffff:127.0.0.1]:80', '::ffff:127.0.0.1', false],
  ])('%s is %s, of this machine alone: %s', (text, host, here) => {
    const where = readListen(text)
    expect(where).toMatchObject({ host })
    expect(where !== undefined && staysHere(where)).toBe(here)
  })

  it.each(['', 'x', ':', '127.0.0.1', '127.0.0.1:70000', 'a b:1', '::1:80'])('%j is none', text => {
    expect(readListen(text)).toBeUndefined()
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
    [{}, undefined],
  ])('in %j is %s', (headers, want) => {
    expect(presentedIn(new Headers(headers))).toBe(want)
  })
})
