/** The pages for the people of one tenant: their own calls, and of everybody else's not a word or a name. */

import { request } from 'node:http'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupings } from '../../src/hook/audit/history/groupings.ts'
import { partFor } from '../blackbox/executables.ts'
import { chromium, launch, shows } from '../dashboard/dashboard.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { claudeCall, homeWith, type Replied, type Running, runtimes, start } from './server.ts'

/** Names that no other tenant has, wherever a name may stand. */
const names = { own: 'ownzq', shop: 'shopzq', bank: 'bankzq' } as const
type Whose = keyof typeof names
const all = Object.keys(names) as readonly Whose[]

const policyOf = (whose: Whose): string => `version: 1
extends: none
rules:
  - id: ${names[whose]}.rule
    on: any
    when: { text: pwned }
    decision: deny
    reason: Reason of ${names[whose]}.
  - id: every.trial
    on: any
    strategy: audit
    when: { text: pwned }
    decision: deny
    reason: On trial.
`

const soon: typeof until = (met, withinMs = 15_000) => until(met, withinMs)

describe.each(runtimes)('the pages of one tenant at a server on the $name', exe => {
  const tokens = new Map<string, string>()
  const sessions = new Map<Whose, Readonly<Record<string, string>>>()
  const ids = new Map<Whose, string>()
  let server: Running
  let url = ''

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Replied> =>
    server.post(`/dashboard/api/${path}`, body, { host: new URL(url).host, origin: url, ...headers })
  const ask = (whose: Whose, path: string, headers = sessions.get(whose) ?? {}): Promise<Replied> =>
    server.ask(`/dashboard/api/${path}`, { headers: { host: new URL(url).host, ...headers } })
  const enter = async (token: string) => {
    const { status, headers, json } = await post('enter', { token })
    const cookie = String(headers['set-cookie'])
    return { status, cookie, own: { cookie: cookie.split(';')[0] ?? '', 'x-tfy-hook-key': String(json.key) } }
  }
  const call = (whose: Whose, command: string): Promise<Replied> =>
    server.post(
      '/hooks/claude-code',
      {
        ...claudeCall(`${command} ${names[whose]}-text`, `/home/${names[whose]}-folder`),
        session_id: `${names[whose]}-session`,
        tool_name: 'Bash',
      },
      { authorization: `Bearer ${tokens.get(`${names[whose]}-hook`)}` },
    )
  /** What this one must not be told of. */
  const others = (whose: Whose): readonly string[] => all.filter(one => one !== whose).map(one => names[one])

  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const env = homeWith({
      'policy.yaml': policyOf('own'),
      'config.yaml': JSON.stringify({
        serve: { url, dashboard: true, approvals: { url: 'http://127.0.0.1:1/', secret: 'whsec_c2hvcnQ=' } },
      }),
      'tenants/shop/policy.yaml': policyOf('shop'),
      'tenants/bank/policy.yaml': policyOf('bank'),
    })
    const token = async (name: string, ...args: readonly string[]): Promise<void> => {
      const made = await execa(exe.command, [...exe.args, 'serve', 'token', 'add', name, ...args], { env, extendEnv: false })
      tokens.set(name, made.stdout)
    }
    for (const whose of all) {
      const of = whose === 'own' ? [] : ['--tenant', whose]
      await token(`${names[whose]}-hook`, ...of)
      await token(`${names[whose]}-ann`, '--scope', 'approve', ...of)
    }
    server = await start(exe, { env, args: ['--port', String(port)] })
    for (const whose of all) {
      const { status, own } = await enter(tokens.get(`${names[whose]}-ann`) ?? '')
      expect(status).toBe(200)
      sessions.set(whose, own)
      for (const command of ['echo pwned', 'ls', 'echo pwned', `echo '"tenant":"shop","tenant":"bank"'`])
        await call(whose, command)
    }
    for (const whose of all) {
      const listed = async () =>
        (await ask(whose, 'calls?lines=500')).text.match(new RegExp(`${names[whose]}-text`, 'g'))?.length === 4
      expect(await soon(listed)).toBe(true)
      const [id = ''] =
        /"id":"(\w{7})"/.exec((await ask(whose, `calls?decision=deny&session=${names[whose]}-session`)).text)?.slice(1) ?? []
      ids.set(whose, id)
    }
    expect(new Set(ids.values()).size).toBe(3)
  }, 120_000)
  afterAll(() => server?.stop())

  it('show its own calls, counted, and permit nothing', async () => {
    for (const whose of ['shop', 'bank'] as const) {
      const name = names[whose]
      expect((await ask(whose, 'session')).json).toMatchObject({ server: { name: `${name}-ann`, reads: true, tenant: whose } })
      expect((await ask(whose, 'insights')).json).toMatchObject({ stats: { calls: 4 }, days: [{ calls: 4 }] })
      expect((await ask(whose, 'stats?decision=deny')).json).toMatchObject({ calls: 2 })
      expect((await ask(whose, 'groups?by=session')).text).toContain(`"name":"${name}-session","calls":4`)
      expect((await ask(whose, `call/${ids.get(whose)}`)).json).toMatchObject({
        recorded: { tenant: whose, rules: [`${name}.rule`] },
      })
      expect((await ask(whose, `call/${ids.get(whose)}`)).json).not.toHaveProperty('now')
      const approvals = JSON.parse((await ask(whose, 'approvals')).text) as readonly { readonly id: string }[]
      expect(approvals).toHaveLength(2)
      for (const path of ['policy', 'policy/', 'policy/suggest', 'link', 'permit', 'setup', 'call', 'live/x'])
        expect([path, (await ask(whose, path)).status]).toEqual([path, 404])
      for (const path of ['approvals', 'link', 'permit', 'allow', 'policy/write'])
        expect([path, (await post(path, { id: ids.get(whose), link: 'x' }, sessions.get(whose))).status]).toEqual([path, 404])
    }
    // Where a rule is on trial, and in which file, is the server's to know.
    expect((await ask('shop', 'stats?trial=true')).text).not.toContain('policy.yaml')
    const admin = await ask('own', 'insights')
    expect(admin.json).toMatchObject({ stats: { calls: 12 } })
    expect((await ask('own', `call/${ids.get('shop')}`)).json).toMatchObject({ recorded: { tenant: 'shop' } })
  }, 120_000)

  it.each(['shop', 'bank'] as const)(
    'never say a word of the others to %s, whatever is asked',
    async whose => {
      const asked: string[] = [
        'session',
        'calls',
        'calls?lines=500',
        'stats',
        'insights',
        'insights?since=7d',
        'approvals',
        'policy',
      ]
      for (const by of [...groupings, 'tenant']) asked.push(`groups?by=${by}`)
      asked.push('export?format=csv', 'export?format=jsonl')
      for (const other of all.filter(one => one !== whose)) {
        const name = names[other]
        for (const id of [ids.get(other) ?? '', (ids.get(other) ?? '').slice(0, 6), name])
          asked.push(`call/${id}`, `calls?id=${id}`)
        // Nearly a name, so that the whole of it might be offered.
        for (const [filter, value] of [
          ['rule', `${name}.rul`],
          ['rule', name],
          ['session', `${name}-sessio`],
          ['session', `${name}-session`],
          ['user', name.slice(0, -1)],
          ['project', `/home/${name}-folde`],
          ['project', `/home/${name}-folder`],
          ['project', '/home'],
          ['client', 'claude-cod'],
          ['event', 'PreToolUs'],
          ['decision', 'den'],
          ['since', 'x'],
        ])
          asked.push(`calls?${filter}=${value}`, `stats?${filter}=${value}`)
        asked.push(`about?session=${name}-session`, `export?format=csv&text=${name}`, `calls?text=${name}`)
        for (const more of [
          `tenant=${other}`,
          'tenant=',
          `client=claude-code&tenant=${other}`,
          `session=x%20--tenant%3D${other}`,
          `user=x,--tenant=${other}`,
        ])
          asked.push(
            `calls?${more}`,
            `export?${more}`,
            `about?session=${name}-session&${more}`,
            `stats?${more}`,
            `groups?by=session&${more}`,
            `insights?${more}`,
            `insights?since=--tenant=${other}`,
          )
      }
      const paths = partFor(exe, [...new Set(asked)])
      const look = async (path: string): Promise<void> => {
        const { text, headers, json } = await ask(whose, path)
        // What was asked may be said again, and nothing that was not.
        const said = text + JSON.stringify(headers)
        for (const name of others(whose)) {
          const foreign = said.match(new RegExp(`${name}[\\w.-]*`, 'g'))?.filter(one => !decodeURIComponent(path).includes(one))
          expect([path, name, foreign ?? []]).toEqual([path, name, []])
        }
        for (const other of all.filter(one => one !== whose)) {
          const id = ids.get(other) ?? '-'
          expect([path, said.replaceAll(path.split('/')[1] ?? '-', '').includes(id)]).toEqual([path, false])
        }
        if (/^(?:calls|stats)\?/.test(path) && others(whose).some(name => path.includes(name)))
          expect([path, text === '[]' || json.calls === 0 || json.error !== undefined]).toEqual([path, true])
      }
      for (let at = 0; at < paths.length; at += 3) await Promise.all(paths.slice(at, at + 3).map(look))
    },
    240_000,
  )

  it('hear of its own calls as they come, and of no others', async () => {
    const heard = new Map<Whose, string>()
    const streams = all.map(whose => {
      const stream = request(
        {
          host: '127.0.0.1',
          port: server.port,
          path: '/dashboard/api/live',
          headers: { host: new URL(url).host, ...sessions.get(whose) },
        },
        response =>
          response.setEncoding('utf8').on('data', (chunk: string) => heard.set(whose, (heard.get(whose) ?? '') + chunk)),
      )
      stream.on('error', () => {}).end()
      return stream
    })
    expect(await soon(() => all.every(whose => heard.get(whose)?.includes('event: beat')))).toBe(true)
    for (let i = 0; i < 3; i++) for (const whose of all) await call(whose, `echo live ${i}`)
    expect(await soon(() => all.every(whose => heard.get(whose)?.includes(`echo live 2 ${names[whose]}-text`)))).toBe(true)
    for (const whose of ['shop', 'bank'] as const) for (const name of others(whose)) expect(heard.get(whose)).not.toContain(name)
    for (const name of Object.values(names)) expect(heard.get('own')).toContain(name)
    for (const stream of streams) stream.destroy()
  }, 60_000)

  it('are nobody else’s: neither by another prefix of the cookie, nor when they were signed in to often', async () => {
    const shop = sessions.get('shop') ?? {}
    const { cookie = '' } = shop
    expect(cookie).toMatch(/^tfy-hook-serve=shop~[\w-]{43}$/)
    const secret = cookie.slice(cookie.indexOf('~') + 1)
    for (const other of ['', 'bank~', 'nowhere~', 'shop~shop~', '~'])
      expect([other, (await ask('shop', 'calls', { ...shop, cookie: `tfy-hook-serve=${other}${secret}` })).status]).toEqual([
        other,
        401,
      ])
    for (let i = 0; i < 17; i++) expect((await enter(tokens.get('bankzq-ann') ?? '')).status).toBe(200)
    for (const whose of ['own', 'shop'] as const) expect((await ask(whose, 'session')).status).toBe(200)
    expect((await ask('bank', 'session')).status).toBe(401)
    sessions.set('bank', (await enter(tokens.get('bankzq-ann') ?? '')).own)
    expect((await post('leave', {}, sessions.get('bank'))).status).toBe(200)
    expect((await ask('bank', 'session')).status).toBe(401)
    expect((await ask('shop', 'session')).status).toBe(200)
  }, 60_000)

  it.skipIf(chromium === undefined)(
    'show a person what he may see, and no page that he may not',
    async () => {
      const browser = await launch()
      try {
        const page = await browser.newPage()
        const faults: string[] = []
        page.on('pageerror', error => faults.push(String(error)))
        await page.goto(`${url}/dashboard/#/live`)
        await shows(page, 'A token of this server opens it')
        await page.type('input[name=token]', tokens.get('shopzq-ann') ?? '')
        await page.keyboard.press('Enter')
        await shows(page, 'echo pwned shopzq-text')
        const nav = await page.$eval('nav', one => (one as unknown as { readonly innerText: string }).innerText)
        expect([nav.includes('Insights'), nav.includes('Policy'), nav.includes('Setup')]).toEqual([true, false, false])
        for (const [hash, text] of [
          [`call/${ids.get('shop')}`, 'Reason of shopzq.'],
          ['approvals', 'Permit it with your token'],
          ['insights', 'shopzq.rule'],
          ['sessions', 'shopzq-session'],
          ['policy', 'There is no such page'],
        ] as const) {
          await page.goto('about:blank')
          await page.goto(`${url}/dashboard/#/${hash}`)
          await shows(page, text)
          const shown = await page.content()
          for (const name of others('shop')) expect([hash, shown.includes(name)]).toEqual([hash, false])
        }
        expect(faults).toEqual([])
      } finally {
        await browser.close()
      }
    },
    60_000,
  )
})
