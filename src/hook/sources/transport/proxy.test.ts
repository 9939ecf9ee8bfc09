import { describe, expect, it } from 'vitest'
import { routeTo } from './proxy.ts'

const route = (url: string, env: Record<string, string>) => routeTo(new URL(url), env)
const through = (url: string) => ({ kind: 'proxy', url })
const direct = { kind: 'direct' }

describe('the way to the gateway', () => {
  it.each<[name: string, url: string, env: Record<string, string>, want: object]>([
    ['nothing set', 'https://gateway.test', {}, direct],
    ['https', 'https://gateway.test', { HTTPS_PROXY: 'http://px.test:3128' }, through('http://px.test:3128/')],
    [
      'lower case first',
      'https://gateway.test',
      { HTTPS_PROXY: 'http://a.test', https_proxy: 'http://b.test' },
      through('http://b.test/'),
    ],
    ['an empty one is none', 'https://gateway.test', { https_proxy: '', HTTPS_PROXY: '' }, direct],
    ['without a scheme', 'https://gateway.test', { HTTPS_PROXY: 'px.test:3128' }, through('http://px.test:3128/')],
    ['the one for http is not for https', 'https://gateway.test', { HTTP_PROXY: 'http://px.test' }, direct],
    ['the one for all', 'https://gateway.test', { ALL_PROXY: 'https://px.test' }, through('https://px.test/')],
    ['not a URL', 'https://gateway.test', { HTTPS_PROXY: 'http://[' }, { kind: 'invalid' }],
    ['socks', 'https://gateway.test', { HTTPS_PROXY: 'socks5://px.test' }, { kind: 'invalid' }],
    ['loopback', 'http://localhost:8787', { HTTP_PROXY: 'http://px.test' }, direct],
    ['loopback over TLS', 'https://[::1]', { HTTPS_PROXY: 'http://px.test' }, direct],
  ])('%s', (_, url, env, want) => {
    expect(route(url, env)).toEqual(want)
  })

  it.each<[list: string, url: string, excluded: boolean]>([
    ['*', 'https://gateway.test', true],
    ['gateway.test', 'https://gateway.test', true],
    ['.test', 'https://gateway.test', true],
    ['*.test', 'https://gateway.test', true],
    ['test', 'https://gateway.test', true],
    ['way.test', 'https://gateway.test', false],
    ['a.test, GATEWAY.test b.test', 'https://gateway.test', true],
    ['gateway.test:443', 'https://gateway.test', true],
    ['gateway.test:444', 'https://gateway.test', false],
    ['gateway.test:444', 'https://gateway.test:444', true],
    ['10.0.0.7', 'https://10.0.0.7', true],
    ['fd00::1', 'https://[fd00::1]', true],
    ['FD00:0::1', 'https://[fd00::1]:8443', true],
    ['[fd00::1]', 'https://[fd00::1]', true],
    ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
    ['[fd00::1]:8443', 'https://[fd00::1]', false],
    ['fd00::2', 'https://[fd00::1]', false],
    [',, ', 'https://gateway.test', false],
  ])('NO_PROXY=%s and %s', (NO_PROXY, url, excluded) => {
    expect(route(url, { HTTPS_PROXY: 'http://px.test', NO_PROXY }).kind).toBe(excluded ? 'direct' : 'proxy')
  })
})
