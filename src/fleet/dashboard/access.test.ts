import { expect, it } from 'vitest'
import { accessFor, cookieIn, isOurHost, isOurOrigin } from './access.ts'

it('takes a link once, and no other', async () => {
  const access = accessFor()
  const link = access.link()
  const session = await access.enter(link)
  expect(session).toBeDefined()
  expect(await access.enter(link)).toBeUndefined()
  expect(await access.enter('')).toBeUndefined()
  expect(await access.enter(link.slice(0, -1))).toBeUndefined()
})

it('takes no link after ten minutes', async () => {
  let now = 0
  const access = accessFor(() => now)
  const [early, late] = [access.link(), access.link()]
  now = 10 * 60_000
  expect(await access.enter(early)).toBeDefined()
  now += 1
  expect(await access.enter(late)).toBeUndefined()
})

it('wants the cookie and the key of one session together', async () => {
  const access = accessFor()
  const one = (await access.enter(access.link())) ?? { cookie: '', key: '' }
  const two = (await access.enter(access.link())) ?? { cookie: '', key: '' }
  expect(await access.holds(one.cookie, one.key)).toBe(true)
  expect(await access.holds(one.cookie, two.key)).toBe(false)
  expect(await access.holds(one.cookie, '')).toBe(false)
  expect(await access.holds('', one.key)).toBe(false)
})

it('keeps some links and sessions and no more: the oldest goes', async () => {
  const access = accessFor()
  const links = Array.from({ length: 9 }, () => access.link())
  expect(await access.enter(links[0] ?? '')).toBeUndefined()
  expect(await access.enter(links[1] ?? '')).toBeDefined()
  const sessions = await Promise.all(Array.from({ length: 17 }, () => access.enter(access.link())))
  const held = await Promise.all(sessions.map(entered => access.holds(entered?.cookie ?? '', entered?.key ?? '')))
  expect(held).toEqual([false, ...Array(16).fill(true)])
})

const request = (headers: Readonly<Record<string, string>>, method = 'GET'): Request =>
  ({ method, headers: new Headers(headers) }) as Request

it.each([
  ['127.0.0.1:4321', true],
  ['localhost:8080', true],
  ['[::1]:4321', true],
  ['127.0.0.1', true],
  ['evil.example:4321', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['evil.example@127.0.0.1', false],
  ['0.0.0.0:4321', false],
  ['', false],
])('says of the name %j whether it is ours: %j', (host, ours) => {
  expect(isOurHost(request({ host }))).toBe(ours)
})

it.each([
  ['GET', {}, true],
  ['POST', {}, false],
  ['POST', { origin: 'http://127.0.0.1:4321' }, true],
  ['POST', { origin: 'http://127.0.0.1:4322' }, false],
  ['POST', { origin: 'https://127.0.0.1:4321' }, false],
  ['POST', { origin: 'null' }, false],
  ['POST', { origin: 'http://evil.example' }, false],
  ['GET', { origin: 'http://evil.example' }, false],
  ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['GET', { 'sec-fetch-site': 'same-site' }, false],
  ['GET', { 'sec-fetch-site': 'none' }, true],
])('lets %s from %j in: %j', (method, headers, lets) => {
  expect(isOurOrigin(request({ host: '127.0.0.1:4321', ...headers }, method))).toBe(lets)
})

it('finds its own cookie among others', () => {
  expect(cookieIn(request({ cookie: 'a=1; tfy=two; tfy-b=3' }), 'tfy')).toBe('two')
  expect(cookieIn(request({ cookie: 'xtfy=two' }), 'tfy')).toBe('')
  expect(cookieIn(request({}), 'tfy')).toBe('')
})
