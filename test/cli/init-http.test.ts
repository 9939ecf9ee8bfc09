/** `init --transport http` and back, through the executable, and against a server that runs. */

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { type Generation, standIn } from '../gateway/generations.ts'
import { asked, body } from '../gateway/servers.ts'
import { homeWith, runtimes, start } from '../serve/server.ts'

const program = resolve('dist/tfy-hook')
const claude = '.claude/settings.json'
const theirs = '{\n    "model": "large"\n}\n'

const machine = (text: string = theirs, version?: string) => {
  const home = folder({ 'shop/readme.md': '', [claude]: text, '.cursor/argv.json': '{}' })
  const put = (name: string, said: string, mode = 0o644): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), said)
    chmodSync(join(home, name), mode)
  }
  if (version !== undefined) put('bin/claude', `#!/bin/sh\necho "${version} (Claude Code)"\n`, 0o755)
  return {
    home,
    put,
    text: () => readFileSync(join(home, claude), 'utf8'),
    run: async (args: readonly string[], env: Record<string, string> = {}) => {
      const ran = await execa(program, [...args], {
        env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, ...env },
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
        cwd: join(home, 'shop'),
      })
      return { code: ran.exitCode, out: ran.stdout, err: ran.stderr }
    },
  }
}

const over = ['init', '--yes', '--client', 'claude-code', '--transport', 'http', '--untested']
const tried = over.slice(0, -1)

interface Handler {
  readonly type: string
  readonly url?: string
  readonly command?: string
  readonly args?: readonly string[]
}
const handlersIn = (text: string): Readonly<Record<string, Handler>> =>
  Object.fromEntries(
    Object.entries((JSON.parse(text) as { hooks: Record<string, [{ hooks: [Handler] }]> }).hooks).map(([event, [group]]) => [
      event,
      group.hooks[0],
    ]),
  )

describe('init --transport http', () => {
  it('registers the address, closed, and a command where the client has no HTTP hooks', async () => {
    const on = machine(theirs, '2.1.329')
    const { code, out } = await on.run([...over, '--token-env', 'TFY_HOOK_TOKEN'])
    expect(code).toBe(0)
    const { PreToolUse, SessionStart, PostToolUse } = handlersIn(on.text())
    expect(PreToolUse).toEqual({
      type: 'http',
      url: 'http://127.0.0.1:8787/hooks/claude-code',
      headers: { 'x-tfy-hook': '1', Authorization: 'Bearer $TFY_HOOK_TOKEN' },
      allowedEnvVars: ['TFY_HOOK_TOKEN'],
      statusMessage: 'Asking tfy-hook',
      timeout: 15,
      onFailure: 'block',
    })
    expect(PostToolUse).toMatchObject({ type: 'http' })
    expect(SessionStart?.type).toBe('command')
    expect([SessionStart?.command, ...(SessionStart?.args ?? [])].join(' ')).toContain('--event SessionStart')
    for (const words of [
      'SessionStart as a command',
      'tfy-hook serve',
      'Set TFY_HOOK_TOKEN',
      'fail: closed',
      'was not tried (--untested)',
    ])
      expect(out).toContain(words)
  })

  it.each([
    ['other settings', theirs],
    ['no list', '{}\n'],
    ['lists that bar it', '{\n  "allowedHttpHookUrls": ["https://a.example/*"],\n  "httpHookAllowedEnvVars": []\n}\n'],
    ['an empty list', '{ "allowedHttpHookUrls": [] }\n'],
    ['somebody’s hooks over HTTP', '{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://127.0.0.1:4000/events"}]}]}}'],
  ])('adds itself to lists that are there, and uninstall leaves every byte: %s', async (_, text) => {
    const on = machine(text)
    await on.run([...over, '--token-env', 'TOKEN'])
    const written = on.text()
    if (text.includes('allowedHttpHookUrls'))
      expect(JSON.parse(written).allowedHttpHookUrls).toContain('http://127.0.0.1:8787/hooks/claude-code')
    else expect(written).not.toContain('allowedHttpHookUrls')
    if (text.includes('httpHookAllowedEnvVars')) expect(JSON.parse(written).httpHookAllowedEnvVars).toEqual(['TOKEN'])
    expect((await on.run([...over, '--token-env', 'TOKEN'])).out).toContain('unchanged')
    expect(on.text()).toBe(written)
    expect((await on.run(['uninstall', '--yes'])).code).toBe(0)
    expect(on.text()).toBe(text)
  })

  it('takes its address out of a list that somebody has changed since, and keeps the list', async () => {
    const on = machine('{ "allowedHttpHookUrls": [] }\n')
    await on.run(over)
    on.put(claude, on.text().replace('{', '{ "model": "small",'))
    await on.run(['uninstall', '--yes'])
    expect(JSON.parse(on.text())).toEqual({ model: 'small', allowedHttpHookUrls: [] })
  })

  it('goes over to commands and back, one of each kind at a time', async () => {
    const on = machine(theirs, '2.1.329')
    await on.run(over)
    const http = on.text()
    const { out } = await on.run(['init', '--yes', '--client', 'claude-code'])
    expect(out).toContain(
      'commands take its place. To keep it: tfy-hook init --transport http --url http://127.0.0.1:8787/hooks/claude-code',
    )
    expect(on.text()).not.toContain('"http"')
    await on.run(over)
    expect(on.text()).toBe(http)
  })

  it.each([
    [['--url', 'http://gateway.example'], 'plain HTTP beyond this machine'],
    [['--url', 'https://192.168.1.5'], 'private address'],
    [['--url', 'https://me:secret@gateway.example'], 'name or password'],
    [['--url', 'gateway.example'], 'no http or https address'],
    [['--url', 'http://127.0.0.1:8787/elsewhere'], 'no server of ours answers there'],
    [['--token-env', 'sk-live-0123456789'], 'the name of a variable'],
  ])('refuses %j', async (flags, words) => {
    const on = machine()
    const { code, err } = await on.run([...over, ...flags])
    expect([code, err, on.text()]).toEqual([2, expect.stringContaining(words), theirs])
    expect(err).not.toMatch(/secret|0123456789/)
  })

  it.each([
    ['https://gateway.example', 'https://gateway.example/hooks/claude-code'],
    ['https://gateway.example/api/llm/', 'https://gateway.example/api/llm/hooks/claude-code'],
    ['http://localhost:9000', 'http://localhost:9000/hooks/claude-code'],
    ['http://127.0.0.1:8787/hooks/validate', 'http://127.0.0.1:8787/hooks/validate'],
  ])('%s is %s', async (url, whole) => {
    const on = machine()
    expect((await on.run([...over, '--url', url])).code).toBe(0)
    expect(handlersIn(on.text()).PreToolUse?.url).toBe(whole)
    await on.run(['uninstall', '--yes'])
    expect(on.text()).toBe(theirs)
  })

  it('refuses a client that would fail open, unless that is asked for', async () => {
    const on = machine(theirs, '2.1.200')
    const { code, out } = await on.run(over)
    expect([code, out, on.text()]).toEqual([1, expect.stringContaining('2.1.295 can fail closed'), theirs])
    expect((await on.run([...over, '--fail-open'])).code).toBe(0)
    expect(on.text()).not.toContain('onFailure')
    for (const [client, words] of [
      ['qwen-code', 'no switch against that'],
      ['cursor', 'it has no HTTP hooks'],
    ] as const) {
      const refused = await on.run(['init', '--yes', '--client', client, '--transport', 'http'])
      expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(words)])
    }
  })

  it('is drilled against the server, and doctor says no more than what init would change', async () => {
    const env = homeWith({ 'policy.yaml': 'version: 1\nextends: recommended\n' })
    const [exe] = runtimes
    if (exe === undefined) throw new Error('nothing to serve with')
    const server = await start(exe, { env })
    const on = machine('{}\n', '2.1.329')
    const doctor = async (): Promise<readonly { id: string; severity: string; what: string; fix?: string }[]> => {
      const { out } = await on.run(['doctor', '--json', '--client', 'claude-code'])
      return JSON.parse(out).findings
    }
    try {
      expect((await on.run([...tried, '--url', `http://127.0.0.1:${server.port}`])).code).toBe(0)
      const found = await doctor()
      const ids = found.filter(({ severity }) => severity === 'ok').map(({ id }) => id)
      for (const id of ['drill.allowed', 'drill.denied', 'registration.fails']) expect(ids).toContain(id)
      // The home of a test lies in a temporary folder, and so may the program.
      const rest = found.filter(({ severity, id }) => severity !== 'ok' && id !== 'program.fleeting')
      expect(rest.map(({ id, severity, what }) => [id, severity, what])).toEqual([])
      expect(found.find(({ id }) => id === 'registration.current')?.what).toContain('init --transport http --url')
    } finally {
      await server.stop('SIGKILL')
    }
    const dead = (await doctor()).find(({ id }) => id === 'drill.allowed')
    expect(dead).toMatchObject({ severity: 'bad', fix: `tfy-hook serve --port ${server.port}` })
  })
})

describe('an address that nobody has tried', () => {
  const token = ['--token-env', 'TOKEN']
  const at = async (generation: Generation, below: string, use: (port: number, told: () => number) => Promise<void>) => {
    const gateway = await standIn(generation, { below, key: 'right' })
    try {
      await use(gateway.port, () => gateway.told.length)
    } finally {
      await gateway.close()
    }
  }

  it.each([[], ['--dry-run']])('gets no token from an agent: %j', (...more) =>
    at('public 2026', '', async (port, told) => {
      const on = machine()
      const url = ['--url', `http://127.0.0.1:${port}`]
      const { code, err } = await on.run([...tried, ...token, ...url, ...more], { TOKEN: 'right', CLAUDECODE: '1' })
      expect([code, told(), on.text()]).toEqual([2, 0, theirs])
      expect(err).toContain('sends TOKEN to')
    }),
  )

  it.each<[Generation, string, string, string]>([
    ['public 2026', '', '', '/hooks/claude-code'],
    ['public 2026', '/api/llm', '', '/api/llm/hooks/claude-code'],
    ['public 2026', '', '/api/llm', '/hooks/claude-code'],
    ['both', '/api/llm', '/api/llm', '/api/llm/hooks/claude-code'],
  ])('%s below "%s", asked at "%s": the endpoint that answers is registered and allowed', (generation, below, base, path) =>
    at(generation, below, async port => {
      const on = machine('{ "allowedHttpHookUrls": [] }\n')
      const url = `http://127.0.0.1:${port}`
      const { code, err } = await on.run([...tried, ...token, '--url', `${url}${base}`], { TOKEN: 'right' })
      expect([code, err]).toEqual([0, ''])
      expect(handlersIn(on.text()).PreToolUse?.url).toBe(`${url}${path}`)
      expect(JSON.parse(on.text()).allowedHttpHookUrls).toEqual([`${url}${path}`])
      const words = ['init', '--scope', 'managed', '--for', 'linux', '--client', 'claude-code', '--transport', 'http', '--json']
      const managed = await on.run([...words, ...token, '--url', `${url}${base}`], { TOKEN: 'right' })
      const { files } = JSON.parse(managed.out) as { files: readonly { name: string; text: string }[] }
      const settings = JSON.parse(files.find(({ name }) => name.endsWith('50-tfy-hook.json'))?.text ?? '{}')
      expect(settings.allowedHttpHookUrls).toEqual([`${url}${path}`])
      expect(settings.hooks.PreToolUse[0].hooks[0].url).toBe(`${url}${path}`)
    }),
  )

  it.each<[string, Generation, string, Record<string, string>, readonly (string | RegExp)[]]>([
    [
      'a whole path that is not there',
      'public 2026',
      '/claude-code/hooks/validate',
      { TOKEN: 'right' },
      [/validate answered with HTTP status 404/, /hooks\/claude-code answers/],
    ],
    [
      'no endpoint for Claude Code',
      'Cursor only',
      '',
      { TOKEN: 'right' },
      [
        /\d\/hooks\/claude-code answered with HTTP status 404/,
        /api\/llm\/claude-code\/hooks\/validate answered with HTTP status 404/,
      ],
    ],
    [
      'an endpoint that refuses what the client sends beside the draft',
      'draft of 2026-04',
      '',
      { TOKEN: 'right' },
      [/\d\/hooks\/claude-code answered with HTTP status 404/, /claude-code\/hooks\/validate answered with HTTP status 422/],
    ],
    ['a wrong token', 'public 2026', '', { TOKEN: 'wrong' }, [/status 401\. To write/]],
    ['a token that is not here', 'public 2026', '', {}, [/status 401 \(TOKEN is not set here\)/]],
  ])('is not registered: %s', (_, generation, path, env, words) =>
    at(generation, '', async (port, told) => {
      const on = machine()
      const url = ['--url', `http://127.0.0.1:${port}${path}`]
      const out = join(on.home, 'out')
      const managed = ['init', '--scope', 'managed', '--client', 'claude-code', '--transport', 'http', '--out', out]
      for (const command of [tried, managed]) {
        const before = told()
        const { code, err } = await on.run([...command, ...token, ...url], env)
        expect([code, on.text(), existsSync(out)]).toEqual([2, theirs, false])
        for (const word of ['was tried, and nothing was written', '--untested', ...words]) expect(err).toMatch(word)
        if (env.TOKEN !== 'right') expect(told() - before).toBe(1)
        expect(err).not.toMatch(/right|wrong/)
      }
      const all = await on.run([...managed, '--untested', ...token, ...url], env)
      expect([all.code, all.err, existsSync(out)]).toEqual([0, expect.stringContaining('was not tried (--untested)'), true])
    }),
  )

  it('is not registered for an event that it refuses: that stays a command, and doctor finds nothing stale', async () => {
    const names = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit']
    const some = await asked((text, response) => {
      // The doctor's drill sends none as well.
      const { hook_event_name: name } = JSON.parse(text === '' ? '{}' : text)
      response.writeHead(names.includes(name) ? 200 : 400).end('{}')
    })()
    const on = machine(theirs, '2.1.329')
    try {
      const { code, out } = await on.run([...tried, '--url', `http://127.0.0.1:${some.port}`])
      expect([code, out]).toEqual([0, expect.stringMatching(/Stop, .*as a command, too: this address does not take it/)])
      const handlers = Object.entries(handlersIn(on.text()))
      expect(
        handlers
          .filter(([, { type }]) => type === 'http')
          .map(([name]) => name)
          .sort(),
      ).toEqual(names.sort())
      expect(handlers.length).toBe(10)
      const doctor = JSON.parse((await on.run(['doctor', '--json', '--no-drill', '--client', 'claude-code'])).out)
      expect(doctor.findings.filter(({ id }: { id: string }) => id === 'registration.stale')).toEqual([])
      const again = await on.run([...tried, '--url', `http://127.0.0.1:${some.port}`])
      expect(again.out).toContain('unchanged')
    } finally {
      await some.close()
    }
  })

  it('is not registered where nobody is, or a page answers', async () => {
    const on = machine()
    const nobody = await on.run([...tried, '--url', 'http://127.0.0.1:9'])
    expect([nobody.code, nobody.err.match(/could not be reached/g)?.length, on.text()]).toEqual([2, 1, theirs])
    for (const text of ['<html>Sign in</html>', '{"error":"sign in"}']) {
      const page = await body(text)()
      const { code, err } = await on.run([...tried, '--url', `http://127.0.0.1:${page.port}`])
      await page.close()
      expect([code, err, on.text()]).toEqual([2, expect.stringContaining('gives no answer that Claude Code reads'), theirs])
    }
  })
})
