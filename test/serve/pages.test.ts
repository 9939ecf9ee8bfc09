/** The pages of the dashboard at a server: whom they open for, and that nothing is changed from there. */

import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Executable } from '../blackbox/executables.ts'
import { chromium, launch, shows } from '../dashboard/dashboard.ts'
import { freePort } from '../free-port.ts'
import { type Asked, claudeCall, demoPolicy, homeWith, type Running, runtimes, type ServerEnv, start } from './server.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Place {
  readonly server: Running
  readonly env: ServerEnv
  readonly url: string
  readonly token: (name: string, ...args: readonly string[]) => Promise<string>
  readonly remove: (name: string) => Promise<unknown>
}

const place = async (exe: Executable, serve: object = { dashboard: true }): Promise<Place> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = homeWith({
    'policy.yaml': demoPolicy,
    'config.yaml': JSON.stringify({ serve: { url, ...serve } }),
    'tenants/shop/policy.yaml': demoPolicy,
  })
  const run = (...args: readonly string[]) =>
    execa(exe.command, [...exe.args, 'serve', 'token', ...args], { env, extendEnv: false })
  const token = async (name: string, ...args: readonly string[]): Promise<string> => (await run('add', name, ...args)).stdout
  const hook = await token('hook')
  const server = await start(exe, { env, args: ['--port', String(port)] })
  const told = await server.post('/hooks/claude-code', claudeCall('echo pwned <b>'), bearer(hook))
  expect(told.text).toContain('deny')
  return { server, env, url, token, remove: name => run('remove', name) }
}

describe.each(runtimes)('the pages at a server on the $name', exe => {
  let at: Place
  let own: Readonly<Record<string, string>> = {}
  const person = { token: '' }
  const ask = (path: string, { headers = {}, ...asked }: Asked = {}) =>
    at.server.ask(`/dashboard/${path}`, { ...asked, headers: { host: new URL(at.url).host, ...headers } })
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: at.url, ...headers },
      body: JSON.stringify(body),
    })

  beforeAll(async () => {
    at = await place(exe)
    person.token = await at.token('ann', '--scope', 'approve')
  }, 60_000)
  afterAll(() => at?.server.stop())

  it('hold nothing without a session, and forbid what a page must not do', async () => {
    for (const path of ['', 'api/session', 'api/calls', 'api/nothing']) {
      const { headers, text, status } = await ask(path)
      expect([path, status]).toEqual([path, path === '' ? 200 : 401])
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(text).not.toContain('pwned')
    }
    const { status, headers } = await at.server.ask('/dashboard', { headers: { host: new URL(at.url).host } })
    expect([status, headers.location]).toEqual([308, '/dashboard/'])
    for (const [, path] of (await ask('')).text.matchAll(/(?:href|src)="([^"]+)"/g))
      expect([path, (await ask(path ?? '')).status]).toEqual([path, 200])
  })

  it('open for a token of a person, and for none that a hook carries', async () => {
    // What the file of tokens says counts within half a second.
    await expect.poll(async () => (await post('api/enter', { token: person.token })).status, { timeout: 5_000 }).toBe(200)
    const wrong = [
      '',
      'x',
      {},
      `${person.token}x`,
      await at.token('hook-2'),
      await at.token('both', '--scope', 'validate', 'approve'),
      await at.token('prometheus', '--scope', 'metrics'),
      await at.token('nowhere', '--scope', 'approve', '--tenant', 'nowhere'),
      await at.token('last', '--scope', 'approve'),
    ]
    const last = wrong.pop()
    await expect.poll(async () => (await post('api/enter', { token: last })).status, { timeout: 5_000 }).toBe(200)
    for (const token of wrong) {
      const said = await post('api/enter', { token })
      expect([token, said.status, said.headers['set-cookie']]).toEqual([token, 403, undefined])
    }
    const entered = await post('api/enter', { token: person.token })
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(/^tfy-hook-serve=[\w-]{43}; Path=\/dashboard\/; HttpOnly; SameSite=Strict$/)
    own = { cookie: cookie.split(';')[0] ?? '', 'x-tfy-hook-key': String(entered.json.key) }
    expect((await ask('api/session', { headers: own })).json).toMatchObject({ attended: false, server: { name: 'ann' } })
    expect(at.server.stderr()).toContain('"msg":"signed in","token":"ann"')
    expect(at.server.stderr()).not.toContain(person.token)
  }, 60_000)

  it('want the cookie and the key together, and no bearer in their place', async () => {
    for (const headers of [{ cookie: own.cookie ?? '' }, { 'x-tfy-hook-key': own['x-tfy-hook-key'] ?? '' }, bearer(person.token)])
      for (const path of ['session', 'calls', 'live', 'insights', 'groups?by=session', 'approvals', 'policy', 'stats'])
        expect([path, (await ask(`api/${path}`, { headers })).status]).toEqual([path, 401])
  })

  it.each(['evil.example', 'evil.example:8787', '127.0.0.1.nip.io', 'localhost'])('are not there for the name %j', async host => {
    for (const path of ['', 'api/session', 'api/calls']) expect((await ask(path, { headers: { ...own, host } })).status).toBe(421)
  })

  it('answer no other site, whatever it brings', async () => {
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: at.url.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' },
    ])
      expect([headers, (await ask('api/calls', { headers: { ...own, ...headers } })).status]).toEqual([headers, 403])
    const { token } = person
    expect((await post('api/enter', { token }, { origin: 'http://evil.example' })).status).toBe(403)
    const bare = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }
    expect((await ask('api/enter', bare)).status).toBe(403)
    // A link on another site may lead to the page, which holds nothing.
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await ask('', { headers: followed })).status).toBe(200)
    expect((await ask('', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' } })).status).toBe(403)
  })

  it('show the log, and have no way to change anything', async () => {
    await expect.poll(async () => (await ask('api/calls', { headers: own })).text, { timeout: 5_000 }).toContain('echo pwned <b>')
    const [refused] = (await ask('api/approvals', { headers: own })).text.match(/"id":"(\w+)"/)?.slice(1) ?? []
    for (const path of ['insights', 'groups?by=session', `call/${refused}`, 'policy', 'policy/suggest', 'stats'])
      expect([path, (await ask(`api/${path}`, { headers: own })).status]).toEqual([path, 200])
    expect((await ask('api/insights', { headers: own })).json).toMatchObject({
      stats: { calls: 1 },
      days: [{ calls: 1, last: expect.any(Number) }],
      asked: [],
    })
    for (const path of [
      'approvals',
      `approvals/${refused}`,
      'allow',
      'policy/write',
      'policy/check',
      'policy/rehearse',
      'setup/drill',
    ])
      expect([path, (await post(`api/${path}`, { id: refused, client: 'claude-code' }, own)).status]).toEqual([path, 404])
    for (const path of [`allow/${refused}`, 'policy/files', 'setup', 'setup/doctor', 'setup/registration?client=cursor'])
      expect([path, (await ask(`api/${path}`, { headers: own })).status]).toEqual([path, 404])
    // Its session opens nothing of the server itself either.
    expect((await at.server.post(`/approvals/${refused}`, {}, own)).status).toBe(401)
  }, 60_000)

  it('end with their token, and when a person leaves', async () => {
    const other = await post('api/enter', { token: person.token })
    const cookie = String(other.headers['set-cookie']).split(';')[0] ?? ''
    const theirs = { cookie, 'x-tfy-hook-key': String(other.json.key) }
    expect((await post('api/leave', {}, theirs)).status).toBe(200)
    expect((await ask('api/session', { headers: theirs })).status).toBe(401)
    expect((await ask('api/session', { headers: own })).status).toBe(200)
    await at.remove('ann')
    await expect.poll(async () => (await ask('api/session', { headers: own })).status, { timeout: 5_000 }).toBe(401)
    expect((await post('api/enter', { token: person.token })).status).toBe(403)
  }, 60_000)
})

const [exe] = runtimes

describe.skipIf(exe === undefined)('a server', () => {
  it('has no pages unless its configuration says so', async () => {
    if (exe === undefined) return
    const { server } = await place(exe, {})
    expect((await server.ask('/dashboard/')).status).toBe(404)
    await server.stop()
  }, 60_000)

  it('does not start with pages and no address of theirs', async () => {
    if (exe === undefined) return
    const env = homeWith({ 'config.yaml': 'serve: { dashboard: true }\n' })
    await expect(start(exe, { env })).rejects.toThrow('serve.url')
  }, 60_000)

  it.skipIf(chromium === undefined)(
    'is signed in to by a person in a browser, who sees and changes nothing',
    async () => {
      if (exe === undefined) return
      const { server, url, token } = await place(exe)
      const secret = await token('ann', '--scope', 'approve')
      const browser = await launch()
      try {
        const page = await browser.newPage()
        const faults: string[] = []
        page.on('pageerror', error => faults.push(String(error)))
        page.on('console', message => {
          if (message.type() === 'error') faults.push(message.text())
        })
        await page.goto(`${url}/dashboard/#/approvals`)
        await shows(page, 'A token of this server opens it')
        await page.type('input[name=token]', 'tfy-serve-nonsense')
        await page.keyboard.press('Enter')
        await shows(page, 'This token opens no page.')
        await page.$eval('input[name=token]', field => {
          ;(field as unknown as { value: string }).value = ''
        })
        await expect
          .poll(
            async () => {
              await page.$eval('input[name=token]', field => {
                ;(field as unknown as { value: string }).value = ''
              })
              await page.type('input[name=token]', secret)
              await page.keyboard.press('Enter')
              return page.waitForSelector('nav', { timeout: 1_000 }).then(
                () => true,
                () => false,
              )
            },
            { timeout: 10_000 },
          )
          .toBe(true)
        await shows(page, 'echo pwned <b>')
        await shows(page, 'This page only shows.')
        expect(await page.$$('section.panel .buttons button')).toEqual([])
        await page.locator('nav a ::-p-text(Policy)').click()
        await shows(page, 'In force here')
        expect(await page.$('.editor')).toBeNull()
        expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(secret)
        await page.locator('header button ::-p-text(sign out)').click()
        await shows(page, 'A token of this server opens it')
        expect(faults.filter(fault => !/status of (?:401|403)/.test(fault))).toEqual([])
      } finally {
        await browser.close()
        await server.stop()
      }
    },
    60_000,
  )
})

declare const localStorage: object
