import { describe, expect, it } from 'vitest'
import { hostMatches, hostOf, hostsOf } from './addresses.ts'

describe('the host of an address', () => {
  const rows: readonly [url: string, host: string | undefined][] = [
    ['https://Example.com:8443/x', 'example.com'],
    ['http://user:pw@10.0.0.1/x', '10.0.0.1'],
    ['http://2852039166/', '169.254.169.254'],
    ['http://0xA9FEA9FE/', '169.254.169.254'],
    ['http://0251.0376.0251.0376/', '169.254.169.254'],
    ['http://169.254.43518/', '169.254.169.254'],
    ['http://[::ffff:169.254.169.254]/', '169.254.169.254'],
    ['http://[fe80::1]/', 'fe80::1'],
    ['example.com/path', 'example.com'],
    ['https://good.com@evil.com/', 'evil.com'],
    ['just text', undefined],
    ['', undefined],
  ]
  it.each(rows)('%s is %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})

it('a backslash is read both ways', () => {
  expect(hostsOf('http://good.com\\@evil.com/')).toEqual(['evil.com', 'good.com'])
})

describe('host patterns', () => {
  const rows: readonly [pattern: string, host: string, matches: boolean][] = [
    ['example.com', 'EXAMPLE.com.', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['169.254.0.0/16', '169.254.169.254', true],
    ['169.254.0.0/16', '169.253.169.254', false],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['fe80::/10', 'fe80::1', true],
    ['fe80::/10', '2001:db8::1', false],
    ['fe80::/10', 'example.com', false],
    ['10.0.0.0/99', '10.0.0.1', false],
  ]
  it.each(rows)('%s against %s is %s', (pattern, host, matches) => {
    expect(hostMatches(pattern, host)).toBe(matches)
  })
})
