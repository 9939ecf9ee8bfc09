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
    ['http:evil.com', 'evil.com'],
    ['http:\\\\evil.com\\x', 'evil.com'],
    ['HTTP:///Evil.COM/x', 'evil.com'],
    ['//evil.com/x', 'evil.com'],
    ['http://ex\tam\nple.com/', 'example.com'],
    ['http://169.254.169.254./', '169.254.169.254'],
    ['http://2852039166.', '169.254.169.254'],
    ['http://169.254.43518.', '169.254.169.254'],
    ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', '169.254.169.254'],
    ['http://[::a9fe:a9fe]/', '169.254.169.254'],
    ['http://[64:ff9b::a9fe:a9fe]/', '169.254.169.254'],
    ['http://[64:FF9B::169.254.169.254]:80/x', '169.254.169.254'],
    ['http://[::ffff:0:169.254.169.254]/', '169.254.169.254'],
    ['http://[FD00:EC2:0::254]/', 'fd00:ec2::254'],
    ['http://[::1]/', '::1'],
    ['http://１６９.254.169.254/', '169.254.169.254'],
    ['http://①⑥⑨.254.169.254/', '169.254.169.254'],
    ['http://169。254。169。254/', '169.254.169.254'],
    ['http://%31%36%39.254.169.254/', '169.254.169.254'],
    ['http://%65vil.com/', 'evil.com'],
    ['http://bücher.de/', 'xn--bcher-kva.de'],
    ['http://ℯvil.com/', 'evil.com'],
    ['http://good.com?@evil.com/', 'good.com'],
    ['http://u:p@h@evil.com/', 'evil.com'],
    ['ssh://git@Evil.com:22/x', 'evil.com'],
    ['redis://:pw@0xA9FEA9FE:6379/0', '169.254.169.254'],
    ['git+https://evil.com/x', 'evil.com'],
    ['http://evil.com:99999/', 'evil.com'],
    ['http://evil.com:port/', 'evil.com'],
    ['http://evil.com\0/x', 'evil.com'],
    ['http: not an address', undefined],
    ['just text', undefined],
    ['', undefined],
  ]
  it.each(rows)('%s is %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})

// Each reading is one that the URL standard, curl 7.88 or an older program was seen to have.
describe('what is read in several ways', () => {
  const rows: readonly [url: string, hosts: readonly string[]][] = [
    ['http://good.com\\@evil.com/', ['good.com', 'evil.com']],
    ['http://good.com?@evil.com/', ['good.com', 'evil.com']],
    ['http://good.com#@evil.com/', ['good.com', 'evil.com']],
    ['http://good.com/?@evil.com/', ['good.com']],
    ['http://{good.com,evil.com}/x', ['good.com', 'evil.com']],
    ['http://{169.254.169.254}/', ['169.254.169.254']],
    ['http://169.254.169.[254-254]/', ['169.254.169.254']],
    ['http://[::1]/x', ['::1']],
    ['http://{x,169}.{y,254}.169.254/', ['x.y.169.254', 'x.254.169.254', '169.y.169.254', '169.254.169.254']],
    ['http://169.254.169.[252-254]/', ['169.254.169.252', '169.254.169.253', '169.254.169.254']],
    ['http://{a,b}.example/{c,d}[1-99999]', ['a.example', 'b.example']],
    ['{http,https}://x.example/', ['x.example']],
  ]
  it.each(rows)('%s: %j', (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts)
  })
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
    ['169.254.0.0/16', '64:ff9b::a9fe:a9fe', true],
    ['169.254.0.0/16', '[::FFFF:A9FE:A9FE]', true],
    ['bücher.de', 'xn--bcher-kva.de', true],
    ['ex?mple.com', 'example.com', true],
    ['ex[ab]mple.com', 'exbmple.com', true],
    ['fd00::/8', 'fd00:ec2::254', true],
  ]
  it.each(rows)('%s against %s is %s', (pattern, host, matches) => {
    expect(hostMatches(pattern, host)).toBe(matches)
  })
})
