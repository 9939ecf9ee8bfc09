/** A refusal that a chat carries to a person: the message, the link back, and whom it lets permit what. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Page } from 'puppeteer-core'
import { afterEach, describe, expect, it } from 'vitest'
import { chromium, faultsOf, launch, shows } from '../dashboard/dashboard.ts'
import { freePort } from '../free-port.ts'
import { claudeCall, demoPolicy, homeWith, type Running, runtimes, start } from './server.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const open: { readonly stop: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop()
})

/** The stub of the documentation, as it stands there. */
const receiver = async (key = secret): Promise<{ readonly port: number; readonly said: () => string }> => {
  const child: ChildProcess = spawn('node', ['docs/operate/deploy/approval-receiver.mjs'], {
    env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: key, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  open.push({ stop: () => child.kill('SIGKILL') })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 10_000 }).toContain('listening on ')
  return { port: Number(/listening on (\d+)/.exec(said)?.[1]), said: () => said }
}

const policy = `${demoPolicy.replace('none', 'recommended')}  - id: demo.final
    on: any
    when: { text: final-word }
    decision: deny
    final: true
    reason: Never.
`

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const place = async (exe: (typeof runtimes)[number], heard: { readonly port: number }, more: object = {}) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const approvals = { url: `http://127.0.0.1:${heard.port}/`, secret, ...more }
  const env = homeWith({
    'policy.yaml': policy,
    'config.yaml': JSON.stringify({ serve: { url, approvals } }),
    'tenants/shop/policy.yaml': policy,
  })
  const token = async (...args: readonly string[]): Promise<string> =>
    (await execa(exe.command, [...exe.args, 'serve', 'token', 'add', ...args], { env, extendEnv: false })).stdout
  const tokens = {
    hook: await token('hook'),
    shop: await token('shop', '--tenant', 'shop'),
    ann: await token('ann', '--scope', 'approve'),
    both: await token('both', '--scope', 'validate', 'approve'),
  }
  const server = await start(exe, { env, args: ['--port', String(port)] })
  open.push(server)
  const call = (command: string, by = tokens.hook, more: object = {}) =>
    server.post('/hooks/claude-code', { ...claudeCall(command), ...more }, bearer(by))
  const enter = async (secretOf: string): Promise<Readonly<Record<string, string>>> => {
    const entered = await post(server, url)('enter', { token: secretOf })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    return { cookie, 'x-tfy-hook-key': String(entered.json.key) }
  }
  return { server, url, env, tokens, call, enter, post: post(server, url) }
}

const post =
  (server: Running, url: string) =>
  (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.post(`/dashboard/api/${path}`, body, { host: new URL(url).host, origin: url, ...headers })

/** Narrow and wide, light and dark. */
const looksRight = async (page: Page): Promise<void> => {
  for (const [width, theme] of [360, 1280].flatMap(one => ['light', 'dark'].map(value => [one, value] as const))) {
    await page.setViewport({ width, height: 800 })
    expect([width, theme, await faultsOf(page, theme)]).toEqual([width, theme, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

declare const document: { readonly documentElement: { readonly scrollWidth: number } }

const linkIn = (text: string): string => /#\/permit\/(\S+)/.exec(text)?.[1] ?? ''
const denied = '"permissionDecision":"deny"'

describe.each(runtimes)('a refusal at a server on the $name', exe => {
  it('is told to a webhook, and permitted once by a signed-in person who follows its link', async () => {
    const heard = await receiver()
    const { call, enter, post, server, env, tokens } = await place(exe, heard)
    expect((await call('echo pwned')).text).toContain(denied)
    await expect.poll(heard.said, { timeout: 10_000 }).toContain('#/permit/')
    const link = linkIn(heard.said())
    expect(heard.said()).toContain('claude-code was stopped by demo.pwned')
    // The link alone is nothing, nor with any other way in.
    const hook = bearer(tokens.hook)
    for (const headers of [{}, hook, bearer(tokens.ann), await enter(tokens.hook), await enter(tokens.both)])
      expect([(await post('link', { link }, headers)).status, (await post('permit', { link }, headers)).status]).toEqual([
        401, 401,
      ])
    const ann = await enter(tokens.ann)
    for (const more of [{ origin: 'http://evil.example' }, { origin: 'null' }, { host: 'evil.example' }])
      expect((await post('permit', { link }, { ...ann, ...more })).status).toBeGreaterThan(400)
    for (const path of [`/dashboard/api/permit?link=${link}`, `/dashboard/api/permit/${link}`, `/dashboard/permit/${link}`])
      expect((await server.ask(path, { headers: ann })).status).toBeGreaterThanOrEqual(400)
    // Who has a session and no link permits nothing, and reads nothing where the pages are off.
    for (const path of ['calls', 'approvals', 'insights'])
      expect((await server.ask(`/dashboard/api/${path}`, { headers: ann })).status).toBe(404)
    for (const wrong of ['', link.slice(0, -1), `x${link}`, {}, [link]])
      if (String(wrong) !== link) expect((await post('permit', { link: wrong }, ann)).status).toBe(409)
    expect((await call('echo pwned')).text).toContain(denied)
    // Looking is not permitting, however often.
    for (let i = 0; i < 2; i++)
      expect((await post('link', { link }, ann)).json).toMatchObject({ content: 'echo pwned', barrier: null })
    expect((await call('echo pwned')).text).toContain(denied)
    // Nor is asking for it without having shown it, or another call in its place.
    const { json: shown } = await post('link', { link }, ann)
    expect(shown).toMatchObject({ session: expect.stringMatching(/./), about: { client: 'claude-code' } })
    for (const wrong of [undefined, 'echo pwned', {}, { ...shown, content: 'echo' }, { ...shown, user: 'nobody' }])
      expect((await post('permit', { link, shown: wrong }, ann)).json).toMatchObject({
        error: expect.stringContaining('has not shown'),
      })
    expect((await call('echo pwned')).text).toContain(denied)
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('permit', { link, shown }, ann)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const calls = [await call('echo pwned other'), await call('echo pwned'), await call('echo pwned')]
    expect(calls.map(({ text }) => text.includes(denied))).toEqual([true, false, true])
    expect((await post('permit', { link }, ann)).status).toBe(409)
    await expect
      .poll(() => readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8'), { timeout: 5_000 })
      .toContain('"by":"ann (link)"')
    const [, mac = 'none'] = /\.([\w-]{43})$/.exec(link) ?? []
    for (const text of [server.stderr(), readFileSync(join(env.XDG_STATE_HOME, 'tfy-hook/audit.jsonl'), 'utf8')]) {
      expect(text).not.toContain(mac)
      expect(text).not.toContain(secret)
    }
  }, 60_000)

  it('is told once while its link is open, and never when nobody may permit it', async () => {
    const heard = await receiver()
    const { call, tokens } = await place(exe, heard)
    for (const text of ['echo final-word pwned', `echo pwned ${'x'.repeat(20_000)}`, 'rm ~/.claude/settings.json'])
      expect((await call(text)).text, text).toContain(denied)
    expect((await call('echo pwned nobody', tokens.hook, { session_id: null })).text).toContain(denied)
    expect((await call('echo pwned tenant', tokens.shop)).text).toContain(denied)
    for (let i = 0; i < 5; i++) await call('echo pwned again')
    await call('echo pwned last')
    await expect.poll(heard.said, { timeout: 10_000 }).toContain('pwned last')
    expect(heard.said().match(/was stopped by/g)).toHaveLength(2)
    expect(heard.said().match(/pwned again/g)).toHaveLength(1)
  }, 60_000)
})

const [exe] = runtimes

describe.skipIf(exe === undefined)('a webhook', () => {
  it('that does not take it delays no verdict and is given up, in a line of the log without the link', async () => {
    if (exe === undefined) return
    const heard = await receiver(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    const { call, server } = await place(exe, heard)
    expect((await call('echo pwned')).text).toContain(denied)
    // The stub answers 401, which passes when its secret is mended; what is not of Standard Webhooks at all never will.
    expect((await call('echo hello')).text).not.toContain(denied)
    expect(heard.said()).not.toContain('was stopped')
    const other = await place(exe, heard, { secret: 'whsec_c2hvcnQ=' })
    await other.call('echo pwned')
    expect(server.stderr() + other.server.stderr()).not.toContain('#/permit/')
  }, 60_000)

  it('is nothing without the address of the pages', async () => {
    if (exe === undefined) return
    const config = JSON.stringify({ serve: { approvals: { url: 'http://127.0.0.1:1/', secret } } })
    await expect(start(exe, { env: homeWith({ 'config.yaml': config }) })).rejects.toThrow('serve.url')
  }, 60_000)

  it.skipIf(chromium === undefined)(
    'leads a person to the call, who sees it and permits it',
    async () => {
      if (exe === undefined) return
      const heard = await receiver()
      const { call, url, tokens } = await place(exe, heard)
      await call('echo pwned b')
      await expect.poll(heard.said, { timeout: 10_000 }).toContain('#/permit/')
      const browser = await launch()
      open.push({ stop: () => browser.close() })
      const page = await browser.newPage()
      await page.goto(`${url}/dashboard/#/permit/${linkIn(heard.said())}`)
      await shows(page, 'A token of this server opens it')
      await looksRight(page)
      await page.type('input[name=token]', tokens.ann)
      await page.keyboard.press('Enter')
      await shows(page, 'echo pwned b')
      // Whose call it was, and in which session.
      for (const text of ['agent', 'folder', 'begun ']) await shows(page, text)
      await looksRight(page)
      await page.locator('section.panel button ::-p-text(permit once)').click()
      await page.locator('section.panel button ::-p-text(yes, permit this call once)').click()
      await shows(page, 'Permitted once, within ten minutes.')
      expect((await call('echo pwned b')).text).not.toContain(denied)
      await page.goto('about:blank')
      await page.goto(`${url}/dashboard/#/permit/${linkIn(heard.said())}`)
      await shows(page, 'This link was used')
    },
    60_000,
  )
})
