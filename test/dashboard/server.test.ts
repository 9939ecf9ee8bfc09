/** The server of the dashboard, asked as no page of ours would. */

import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPlain, type Plain, parsed } from '../clients/oracles/reading.ts'
import { type Asked, answerTo, type Replied, runtimes } from '../serve/server.ts'
import { callOf, type Dashboard, type Home, hasTerminal, homeFor, start, writePolicy } from './dashboard.ts'

const asking =
  ({ port }: Dashboard) =>
  (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Replied> =>
    answerTo(
      request({ agent: false, host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } }),
      body,
    )

const listIn = ({ text }: Replied): readonly Plain[] => {
  const list = parsed(text)
  return Array.isArray(list) ? list.filter(isPlain) : []
}

const planted = 'AKIAQ3EGRLZXKSYUVWBT'

describe.each(runtimes)('the dashboard on the $name', exe => {
  let home: Home
  let dashboard: Dashboard
  let ask: ReturnType<typeof asking>
  let own: Readonly<Record<string, string>> = {}
  const origin = (): string => `http://127.0.0.1:${dashboard.port}`
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = own) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: origin(), ...headers },
      body: JSON.stringify(body),
    })

  beforeAll(async () => {
    home = homeFor()
    writePolicy(home, `version: 1\nextends: recommended\n# key: ${planted}\n`)
    callOf(exe, home, 'git push --force origin main')
    callOf(exe, home, `export AWS_ACCESS_KEY_ID=${planted}; echo "<script>alert(1)</script>"`)
    dashboard = await start(exe, home, { attended: hasTerminal })
    ask = asking(dashboard)
  })
  afterAll(() => dashboard?.stop())

  it('gives its pages to whoever asks by a name of this machine, and with them nothing of the log', async () => {
    const page = await ask('/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<div id="app">')
    for (const { status, headers, text } of [page, await ask('/nothing'), await ask('/api/calls')]) {
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(text).not.toContain('git push')
      expect([200, 404, 401]).toContain(status)
    }
    for (const [, path] of page.text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const asset = await ask(`/${path}`)
      expect([path, asset.status]).toEqual([path, 200])
    }
  })

  it.each(['evil.example', 'evil.example:1', '127.0.0.1.nip.io', '0.0.0.0'])('is not there for the name %j', async host => {
    for (const path of ['/', '/api/session']) expect((await ask(path, { headers: { host } })).status).toBeGreaterThanOrEqual(400)
  })

  it('exchanges a link for a session, once', async () => {
    const { link } = dashboard
    expect((await post('/api/enter', { link }, { origin: 'http://evil.example' })).status).toBe(403)
    const entered = await post('/api/enter', { link }, {})
    expect(entered.status).toBe(200)
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
    expect(entered.text).not.toContain(/=([\w-]+);/.exec(cookie)?.[1])
    expect((await post('/api/enter', { link }, {})).status).toBe(403)
    own = { cookie: cookie.split(';')[0] ?? '', 'x-tfy-hook-key': String(entered.json.key) }
    expect((await ask('/api/session', { headers: own })).json).toMatchObject({ folder: home.project, attended: hasTerminal })
  })

  it('wants both secrets with every question', async () => {
    const paths = [
      'session',
      'calls',
      'live',
      'insights',
      'groups?by=session',
      'about?session=s-1',
      'export?format=csv',
      'approvals',
      'call/abcdefg',
      'policy',
      'policy/files',
      'policy/schema',
      'policy/suggest',
      'stats?session=s-1',
      'setup',
    ]
    for (const path of paths) {
      for (const headers of [{}, { cookie: own.cookie ?? '' }, { 'x-tfy-hook-key': own['x-tfy-hook-key'] ?? '' }])
        expect([path, (await ask(`/api/${path}`, { headers })).status]).toEqual([path, 401])
    }
  })

  it('takes nothing from another site, whatever it brings', async () => {
    const file = join(home.config, 'policy.yaml')
    const before = readFileSync(file, 'utf8')
    const draft = { file, text: 'version: 1\nextends: none\n', digest: '' }
    for (const headers of [
      { ...own, origin: 'http://evil.example' },
      { ...own, origin: 'null' },
      { ...own, origin: `http://127.0.0.1:${dashboard.port + 1}` },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { origin: origin(), cookie: own.cookie ?? '' },
    ])
      expect((await post('/api/policy/write', draft, headers)).status).toBeGreaterThanOrEqual(401)
    const bare = await ask('/api/policy/write', {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    })
    expect(bare.status).toBe(403)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('shows a call and never what was masked in it', async () => {
    const rows = listIn(await ask('/api/calls', { headers: own }))
    expect(rows.map(({ decision }) => decision)).toContain('deny')
    for (const path of [
      'calls',
      'insights?since=7d',
      'groups?by=session',
      'about?session=s-1',
      'calls?text=AWS',
      `call/${String(rows[0]?.id)}`,
      `call/${String(rows[1]?.id)}`,
      'policy/files',
      'policy',
      'policy/suggest',
      'stats?session=s-1',
      'setup',
    ]) {
      const { status, text, headers } = await ask(`/api/${path}`, { headers: own })
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toContain(planted)
      expect(headers['content-type']).toBe('application/json')
    }
  })

  it.each([
    ['calls?client=nobody-such', 422],
    ['calls?decision=perhaps', 422],
    ['calls?client=--json', 422],
    ['groups?by=colour', 422],
    ['call/..%2f..%2fetc%2fpasswd', 404],
    ['call/--help', 404],
    ['call/zzzzzzz', 404],
    ['nothing', 404],
  ])('answers %s with %i and a reason', async (path, status) => {
    const said = await ask(`/api/${path}`, { headers: own })
    expect([said.status, typeof said.json.error]).toEqual([status, 'string'])
  })

  it('reads no endless body, and no other form of one', async () => {
    const big = await post('/api/policy/check', { file: 'x', text: 'a'.repeat(1_200_000) })
    expect([big.status, big.json.error]).toEqual([413, expect.stringContaining('1048576 bytes')])
    const form = await ask('/api/policy/check', {
      method: 'POST',
      headers: { ...own, origin: origin(), 'content-type': 'text/plain' },
      body: '{"file":"x","text":"y"}',
    })
    expect(form.status).toBe(400)
  })

  it.runIf(hasTerminal)('permits what a page has shown, and nothing that it has not', async () => {
    const danger = 'git push --force origin main'
    const [refusal] = listIn(await ask('/api/approvals', { headers: own })).filter(({ content }) => content === danger)
    expect(refusal).toMatchObject({ user: expect.any(String), session: 's-1', about: { client: 'claude-code' } })
    const { id } = refusal ?? {}
    const wrong = [
      undefined,
      {},
      'all',
      { ...refusal, content: 'git push' },
      { ...refusal, input: { command: danger } },
      { ...refusal, session: 's-2' },
      { ...refusal, host: 'elsewhere' },
      { ...refusal, id: 'abcdefg' },
    ]
    for (const shown of wrong) {
      const said = await post('/api/approvals', { id, shown })
      expect([shown, said.status, said.json.error]).toEqual([shown, 409, expect.stringContaining('has not shown')])
    }
    expect(callOf(exe, home, danger)).toBe('deny')
    expect((await post('/api/approvals', { id, shown: refusal })).status).toBe(200)
    expect([callOf(exe, home, danger), callOf(exe, home, danger)]).toEqual(['', 'deny'])
  })

  it('gives the chosen calls as a file, and says why it cannot', async () => {
    const csv = await ask('/api/export?format=csv&decision=deny', { headers: own })
    expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.headers['content-disposition']).toBe('attachment; filename="calls.csv"')
    expect(csv.text).toContain('git push --force origin main')
    expect(csv.text).not.toContain('alert(1)')
    const lines = await ask('/api/export?format=jsonl', { headers: own })
    expect(
      lines.text
        .trim()
        .split('\n')
        .map(line => isPlain(parsed(line))),
    ).not.toContain(false)
    expect(lines.text).not.toContain(planted)
    expect((await ask('/api/export?decision=perhaps', { headers: own })).json).toMatchObject({ error: expect.any(String) })
  })

  it('checks and writes the policy files in force and no other', async () => {
    for (const file of ['/etc/passwd', join(home.project, 'README.md'), '../policy.yaml', '']) {
      expect((await post('/api/policy/check', { file, text: '' })).text).toContain('no policy file')
      expect((await post('/api/policy/write', { file, text: 'version: 1\n', digest: '' })).status).toBeGreaterThanOrEqual(400)
    }
    const user = listIn(await ask('/api/policy/files', { headers: own })).find(({ layer }) => layer === 'user')
    // It holds what looks like a credential, which a page never gets and so cannot write back.
    expect(user).toMatchObject({ editable: false })
    expect((await post('/api/policy/write', { file: user?.file, text: 'version: 1\n', digest: user?.digest })).status).toBe(409)
  })

  it('listens for a bounded number of pages', async () => {
    const open: ReturnType<typeof request>[] = []
    const statuses: number[] = []
    for (let i = 0; i < 18; i++) {
      const sent = request({
        agent: false,
        host: '127.0.0.1',
        port: dashboard.port,
        path: '/api/live',
        headers: { host: '127.0.0.1', ...own },
      })
      sent.on('error', () => undefined)
      open.push(sent)
      statuses.push(
        await new Promise<number>(resolve => {
          sent.on('response', response => resolve(response.statusCode ?? 0))
          sent.end()
        }),
      )
    }
    for (const sent of open) sent.destroy()
    expect(statuses.filter(status => status === 200)).toHaveLength(16)
    expect(statuses.at(-1)).toBe(503)
  })

  it('only shows when it was started without a terminal', async () => {
    const quiet = await start(exe, home, { attended: false })
    try {
      const asked = asking(quiet)
      const headers = { 'content-type': 'application/json', origin: `http://127.0.0.1:${quiet.port}` }
      const entered = await asked('/api/enter', { method: 'POST', headers, body: JSON.stringify({ link: quiet.link }) })
      const mine = {
        cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '',
        'x-tfy-hook-key': String(entered.json.key),
      }
      for (const path of ['/api/policy/write', '/api/approvals', '/api/allow']) {
        const refused = await asked(path, { method: 'POST', headers: { ...headers, ...mine }, body: '{"id":"abcdefg"}' })
        expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining('terminal')])
      }
    } finally {
      await quiet.stop()
    }
  })

  it('listens where the configuration of its person says, and not where a project does', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    const other = homeFor()
    mkdirSync(join(other.project, '.tfy-hook'))
    writeFileSync(join(other.project, '.tfy-hook/config.yaml'), 'dashboard: { port: 1 }\n')
    writeFileSync(join(other.config, 'config.yaml'), `dashboard: { port: ${port} }\n`)
    for (const [args, same] of [
      [[], true],
      [['--port', '0'], false],
    ] as const) {
      const said = await start(exe, other, { attended: false, args })
      await said.stop()
      expect(said.port === port).toBe(same)
    }
  })

  it('ends when nobody looks, and leaves no link behind', async () => {
    const idle = await start(exe, home, { attended: false, args: ['--idle-ms', '500'] })
    expect(await idle.ended).toBe(0)
    const folder = join(home.state, 'dashboard')
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  })
})
