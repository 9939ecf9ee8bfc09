/** The way out of a cage with a list of hosts: what is on the list gets through, and no spelling of anything else. */

import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostProxy, isInner, proxyFor } from '../../src/hook/contain/proxy.ts'

const closing: (() => void)[] = []
let proxy: HostProxy
let port = 0
let web = 0
let open = 0
const names: Readonly<Record<string, readonly string[]>> = {
  'good.example': ['127.0.0.1'],
  'rebound.example': ['127.0.0.1', '10.0.0.1'],
  'private.example': ['10.0.0.1'],
}

const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  const target = createServer(socket => socket.end('reached'))
  const site = createHttp((asked, answer) =>
    answer.end(`${asked.headers.host} ${asked.url} ${asked.headers['proxy-authorization'] ?? 'none'}`),
  )
  for (const server of [target, site]) await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  ;[port, web] = [portOf(target), portOf(site)]
  proxy = proxyFor(
    [
      `good.example:${port}`,
      `good.example:${web}`,
      `*.wild.example`,
      `rebound.example:${port}`,
      `private.example:${port}`,
      `127.0.0.1:${port}`,
    ],
    {
      addressesOf: host =>
        Object.hasOwn(names, host) ? Promise.resolve(names[host] ?? []) : Promise.reject(new Error('ENOTFOUND')),
      // The servers of this test are on loopback.
      isInner: address => address !== '127.0.0.1',
    },
  )
  await new Promise<void>(done => proxy.server.listen(0, '127.0.0.1', () => done()))
  open = portOf(proxy.server)
  closing.push(
    () => target.close(),
    () => site.close(),
    () => proxy.close(),
  )
})
afterAll(() => {
  for (const close of closing) close()
})

const said = (text: string): Promise<string> =>
  new Promise(resolve => {
    let got = ''
    const socket = connect(open, '127.0.0.1', () => socket.write(text))
    socket.on('data', bytes => (got += String(bytes)))
    socket.on('close', () => resolve(got))
    socket.on('error', () => resolve(got))
    setTimeout(() => void socket.destroy(), 1_500)
  })
const tunnel = (to: string, more = ''): Promise<string> => said(`CONNECT ${to} HTTP/1.1\r\nHost: good.example\r\n${more}\r\n`)

it('opens what is on the list', async () => {
  expect(await tunnel(`good.example:${port}`)).toMatch(/^HTTP\/1\.1 200 .*reached$/s)
  expect(await tunnel(`GOOD.example:${port}`)).toMatch(/reached$/)
  expect(await tunnel(`good.example.:${port}`)).toMatch(/reached$/)
})

it('asks for a page by the host that was permitted, and hands on no word that was for the proxy', async () => {
  const page = await said(
    `GET http://good.example:${web}/a?b HTTP/1.1\r\nHost: evil.example\r\nProxy-Authorization: secret\r\nConnection: close\r\n\r\n`,
  )
  expect(page).toContain(`good.example:${web} /a?b none`)
})

const others: readonly (readonly [name: string, to: () => string])[] = [
  ['another host', () => `evil.example:${port}`],
  ['another port', () => 'good.example:22'],
  ['no port', () => 'good.example'],
  ['a name that ends like it', () => `evilgood.example:${port}`],
  ['a name that begins like it', () => `good.example.evil.example:${port}`],
  ['a user in front', () => `good.example@evil.example:${port}`],
  ['a user behind', () => `evil.example@good.example:${port}`],
  ['a path in front', () => `evil.example/good.example:${port}`],
  ['two ports', () => `evil.example:${port}:good.example:${port}`],
  ['a name with an end of text in it', () => `evil.example%00good.example:${port}`],
  ['one address that is not public among several', () => `rebound.example:${port}`],
  ['a private address behind a name', () => `private.example:${port}`],
  ['loopback as a number', () => `2130706434:${port}`],
  ['loopback in IPv6', () => `[::1]:${port}`],
  ['IPv4 within IPv6', () => `[::ffff:10.0.0.1]:${port}`],
  ['the metadata of a cloud', () => '169.254.169.254:80'],
  ['a wild card of the whole', () => `wild.example:443`],
]

it.each(others)('refuses %s', async (_, to) => {
  expect(await tunnel(to())).toMatch(/^(?:HTTP\/1\.1 (?:403|400)|$)/)
})

it('refuses what is asked for within a page', async () => {
  for (const url of [
    `http://evil.example:${web}/`,
    `http://good.example:${web}@evil.example/`,
    `https://good.example:${web}/`,
    '/relative',
    `ftp://good.example:${web}/`,
  ])
    expect(await said(`GET ${url} HTTP/1.1\r\nHost: good.example:${web}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 (?:400|403)/,
    )
})

it('hands no second request on with the first', async () => {
  const both = await said(
    `GET http://good.example:${web}/one HTTP/1.1\r\nHost: x\r\n\r\nGET http://evil.example:${web}/two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  expect(both).toContain('/one')
  expect(both).not.toContain('/two none')
})

it('knows what is not public', () => {
  for (const inner of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    'no address',
  ])
    expect([inner, isInner(inner)]).toEqual([inner, true])
  for (const outer of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect([outer, isInner(outer)]).toEqual([outer, false])
})
