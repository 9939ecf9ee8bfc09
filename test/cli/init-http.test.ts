/** `init --transport http` and back, through the executable, and against a server that runs. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
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

const over = ['init', '--yes', '--client', 'claude-code', '--transport', 'http']

interface Handler {
  readonly type: string
  readonly url?: string
  readonly command?: string
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
    expect(SessionStart).toMatchObject({ type: 'command', command: expect.stringContaining('--event SessionStart') })
    for (const words of ['SessionStart as a command', 'tfy-hook serve', 'Set TFY_HOOK_TOKEN', 'fail: closed'])
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
    ['https://gateway.example', 'https://gateway.example/claude-code/hooks/validate'],
    ['https://gateway.example/api/llm/', 'https://gateway.example/api/llm/claude-code/hooks/validate'],
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
      await on.run([...over, '--url', `http://127.0.0.1:${server.port}`])
      const found = await doctor()
      const ids = found.filter(({ severity }) => severity === 'ok').map(({ id }) => id)
      for (const id of ['drill.allowed', 'drill.denied', 'registration.fails']) expect(ids).toContain(id)
      // The home of a test lies in a temporary folder, and so may the program.
      const rest = found.filter(({ severity, id }) => severity !== 'ok' && id !== 'program.fleeting')
      expect(rest.map(({ id, severity, what }) => [id, severity, what])).toEqual([
        ['registration.chosen', 'warn', expect.stringContaining('over HTTP; init would register commands')],
      ])
    } finally {
      await server.stop('SIGKILL')
    }
    const dead = (await doctor()).find(({ id }) => id === 'drill.allowed')
    expect(dead).toMatchObject({ severity: 'bad', fix: `tfy-hook serve --port ${server.port}` })
  })
})
