/** An address behind the door is as the standard has it, or it is handed over. */

import { expect, it, vi } from 'vitest'
import { hostName } from './host.ts'

const handedOver = new Error('handed over')

const { PlainUrl } = await (() => {
  vi.resetModules()
  vi.stubGlobal(hostName, {
    handOver: () => {
      throw handedOver
    },
  })
  return import('./url.ts')
})()

const read = ({ protocol, username, password, hostname, port, pathname, search, origin, href }: URL) => ({
  protocol,
  username,
  password,
  hostname,
  port,
  pathname,
  search,
  origin,
  // No request sends a fragment, or says that there is no query.
  href: href.replace(/#.*$/, '').replace(/\?$/, ''),
})

const plain = [
  'https://gateway.example',
  'https://gateway.example/',
  'https://Gateway.Example:443/api/?org=a#top',
  'http://gateway.example:8080/api/v1',
  'http://127.0.0.1:80',
  'https://me@gateway.example/x',
  'HTTPS://gateway.example/a%20b?x=%2F&y',
  'ws://gateway.example:81/?',
]

const others = [
  'https://me:secret@gateway.example',
  'https://[::1]:8080/',
  'https://gateway.example/a b',
  'https://gateway.example/../x',
  'https://127.1/',
  'https://münchen.example/',
  'file:///etc/passwd',
  'https://gateway.example:99999',
]

it.each(plain)('%s', text => expect(read(new PlainUrl(text) as unknown as URL)).toEqual(read(new URL(text))))

it.each(others)('%s is handed over', text => expect(() => new PlainUrl(text)).toThrow(handedOver))

it.each([
  ['https://gateway.example/api?org=a', '/hooks/validate', undefined],
  ['https://gateway.example/', '/v2/check', 'team=b'],
  ['https://gateway.example/', '/v2/check', '?team=b'],
])('%s with another path', (base, pathname, search) => {
  const [own, real] = [new PlainUrl(new PlainUrl(base)) as unknown as URL, new URL(base)]
  for (const url of [own, real]) {
    url.pathname = pathname
    if (search !== undefined) url.search = search
    url.hash = ''
  }
  expect(own.href).toBe(real.href)
})

it.each(['/a b', '/a?b', '/ä', '/#'])('the path %s is handed over', pathname => {
  const url = new PlainUrl('https://gateway.example') as unknown as URL
  url.pathname = pathname
  expect(() => url.href).toThrow(handedOver)
})
