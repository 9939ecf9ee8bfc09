/** `doctor` and `status` through the executable: a home of its own, real registrations, real shells. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { practices } from '../../src/setup/doctor/client-calls.ts'
import { folder } from '../blackbox/call.ts'
import { homeWith, runtimes, start } from '../serve/server.ts'

interface Found {
  readonly id: string
  readonly severity: string
  readonly client?: string
  readonly what: string
  readonly why?: string
  readonly fix?: string
}

interface Ground {
  readonly home: string
  readonly run: (
    args: readonly string[],
    more?: { env?: Record<string, string>; input?: string; cwd?: string },
  ) => Promise<{ code: number | undefined; out: string }>
  readonly put: (name: string, text: string, mode?: number) => void
  readonly edit: (name: string, change: (text: string) => string) => void
  readonly doctor: (
    args?: readonly string[],
    env?: Record<string, string>,
  ) => Promise<{ code: number | undefined; findings: readonly Found[] }>
}

const ground = (files: Readonly<Record<string, string>> = {}): Ground => {
  const home = folder({ 'shop/readme.md': '', 'tmp/readme.md': '', ...files })
  const env = {
    PATH: `${home}/onpath:${process.env.PATH ?? ''}`,
    HOME: home,
    SHELL: '/bin/bash',
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.state'),
    // Otherwise everything here lies in a temporary folder, which is worth a warning.
    TMPDIR: join(home, 'tmp'),
  }
  const run: Ground['run'] = async (args, { env: more = {}, input = '', cwd = 'shop' } = {}) => {
    const program = resolve('dist/tfy-hook')
    const ran = await execa(program, [...args], {
      input,
      env: { ...env, ...more },
      extendEnv: false,
      reject: false,
      cwd: join(home, cwd),
    })
    return { code: ran.exitCode, out: ran.stdout }
  }
  const put: Ground['put'] = (name, text, mode = 0o644) => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    chmodSync(join(home, name), mode)
  }
  // What a project's registration names; no link, which would be registered for the account in the place of what it leads to.
  put('onpath/tfy-hook', `#!/bin/sh\nexec '${resolve('dist/tfy-hook')}' "$@"\n`, 0o755)
  return {
    home,
    run,
    put,
    edit: (name, change) => put(name, change(readFileSync(join(home, name), 'utf8'))),
    doctor: async (args = [], more = {}) => {
      const { code, out } = await run(['doctor', '--json', ...args], { env: more })
      return { code, findings: (JSON.parse(out) as { findings: Found[] }).findings }
    },
  }
}

const bads = (findings: readonly Found[]): readonly string[] =>
  findings.filter(({ severity }) => severity === 'bad').map(({ id, client }) => (client === undefined ? id : `${client} ${id}`))

const notOk = (findings: readonly Found[]): readonly Found[] => findings.filter(({ severity }) => severity !== 'ok')

const withId = (findings: readonly Found[], id: string): readonly Found[] => findings.filter(found => found.id === id)

/** The quicker one where it is built. */
const registeredProgram = new RegExp(`${resolve('dist/tfy-hook').replace(/\W/g, String.raw`\$&`)}(?:-door)?`, 'g')

const claude = '.claude/settings.json'
const cursor = '.cursor/hooks.json'

const registered = async (clients: readonly string[], flags: readonly string[] = []): Promise<Ground> => {
  const here = ground()
  const { code } = await here.run(['init', '--yes', ...flags, '--client', ...clients])
  expect(code).toBe(0)
  return here
}

/** `tfy-hook serve` with one token. */
const serving = async () => {
  const env = homeWith({ 'policy.yaml': 'version: 1\nextends: recommended\n' })
  const added = await execa(resolve('dist/tfy-hook'), ['serve', 'token', 'add', 'doctor'], { env, extendEnv: false })
  const [exe] = runtimes
  if (exe === undefined) throw new Error('nothing to serve with')
  return { server: await start(exe, { env }), key: /\S{20,}/.exec(added.stdout)?.[0] ?? '' }
}

const overHttp = (port: number): string => {
  const headers = { 'x-tfy-hook': '1', authorization: 'Bearer $TFY_KEY' }
  const handler = { type: 'http', url: `http://127.0.0.1:${port}/hooks/claude-code`, headers, allowedEnvVars: ['TFY_KEY'] }
  return JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [handler] }] } })
}

describe('doctor', () => {
  it('says that nothing is guarded, and what fixes it', async () => {
    const { code, findings } = await ground().doctor()
    expect(code).toBe(1)
    expect(bads(findings)).toEqual(['registration.nowhere'])
    expect(withId(findings, 'registration.nowhere')[0]?.fix).toBe('tfy-hook init')
  })

  it.each([
    ['1.0.9', 'warn', 'does not run our hooks; that takes 1.0.60 or newer'],
    ['2.1.329', 'ok', 'was verified on'],
  ])('says of Claude Code %s whether it has hooks at all, before it is registered', async (version, severity, words) => {
    const here = ground()
    here.put('bin/claude', `#!/bin/sh\necho '${version} (Claude Code)'\n`, 0o755)
    const { findings } = await here.doctor(['--no-drill'], { PATH: `${here.home}/bin:/usr/bin:/bin` })
    expect(withId(findings, 'client.version')).toMatchObject([{ severity, what: expect.stringContaining(words) }])
  })

  describe('with every client registered', () => {
    let findings: readonly Found[] = []
    let code: number | undefined
    let here: Ground
    beforeAll(async () => {
      here = ground()
      await here.run(['init', '--yes', '--client', ...Object.keys(practices)])
      for (const scope of ['project']) await here.run(['init', '--yes', '--scope', scope, '--client', 'proxyai'])
      ;({ findings, code } = await here.doctor())
    }, 120_000)

    it('finds nothing to fix, but for clients that wait for a person', () => {
      expect(notOk(findings).map(({ client, id, severity }) => [client, id, severity])).toEqual([
        ['codex', 'heartbeat', 'warn'],
        // Its hooks wait for the trust of the folder, in every scope.
        ['gemini-cli', 'registration.unknown', 'warn'],
        ['openclaw', 'heartbeat', 'warn'],
      ])
      expect(code).toBe(1)
    })

    it.each(Object.keys(practices))(
      '%s: an ordinary command goes on, a denied one and one without a gateway are stopped',
      client => {
        const drills = findings.filter(found => found.client === client && found.id.startsWith('drill.'))
        const said = (id: string) => withId(drills, id).map(({ what }) => what)
        expect(said('drill.allowed')).toEqual([expect.stringContaining('goes on')])
        expect(said('drill.denied')).toEqual([expect.stringMatching(/git push --force.* is stopped/)])
        expect(said('drill.gateway-gone')).toEqual([expect.stringContaining('stopped: this registration fails closed')])
      },
    )

    it('leaves no line in the audit log, and nothing in the temporary folder', () => {
      expect(existsSync(join(here.home, '.state/tfy-hook/audit.jsonl'))).toBe(false)
      expect(readdirSync(join(here.home, 'tmp'))).toEqual(['readme.md'])
      expect(findings.length).toBeGreaterThan(80)
    })
  })

  it('knows an open registration, and that init would close it', async () => {
    const here = await registered(['claude-code'], ['--fail-open'])
    const { code, findings } = await here.doctor(['--client', 'claude-code'])
    expect([code, notOk(findings).map(({ id }) => id)]).toEqual([1, ['registration.chosen']])
    const shared = ground()
    await shared.run(['init', '--yes', '--scope', 'project', '--fail-open', '--client', 'claude-code'])
    const found = withId((await shared.doctor(['--client', 'claude-code'])).findings, 'registration.chosen')
    expect(found.map(({ severity }) => severity)).toEqual(['warn'])
    expect(notOk(findings)[0]?.what).toContain('with --fail-open; init would register the closed form')
    expect(withId(findings, 'drill.gateway-gone')[0]?.what).toContain('fails open')
  })

  it('says what happens without the program', async () => {
    const here = ground()
    here.put('tools/tfy-hook', '#!/bin/sh\nexit 0\n', 0o755)
    await here.run(['init', '--yes', '--client', 'claude-code', 'cursor'])
    for (const file of [claude, cursor])
      here.edit(file, text => text.replaceAll(registeredProgram, join(here.home, 'tools/gone/tfy-hook')))
    const { code, findings } = await here.doctor()
    expect(code).toBe(1)
    expect(bads(findings)).toEqual(
      expect.arrayContaining([
        'claude-code program.missing',
        'claude-code drill.allowed',
        'claude-code drill.denied',
        'cursor program.missing',
        'cursor drill.denied',
      ]),
    )
    const whys = withId(findings, 'drill.allowed').map(({ client, what, why }) => [client, what.includes('127'), why])
    expect(whys).toEqual([
      ['claude-code', true, 'Claude Code stops every action.'],
      ['cursor', true, 'Cursor stops every action.'],
    ])
  })

  it('sees through a program that allows everything', async () => {
    const here = ground()
    here.put('tools/tfy-hook', '#!/bin/sh\ncat > /dev/null\necho \'{"permission":"allow"}\'\n', 0o755)
    await here.run(['init', '--yes', '--client', 'claude-code', 'cursor'])
    for (const file of [claude, cursor])
      here.edit(file, text => text.replaceAll(registeredProgram, join(here.home, 'tools/tfy-hook')))
    const { findings } = await here.doctor()
    expect(bads(findings)).toEqual(['claude-code drill.denied', 'cursor drill.denied', 'cursor drill.denied-in-text'])
  })

  it('runs a login shell where the client does, and survives what it prints', async () => {
    const here = await registered(['codex', 'cursor'])
    here.put('.bash_profile', 'echo "Welcome back. You have {3} new messages."\nexport TFY_MARK=1\n')
    const { findings } = await here.doctor(['--client', 'codex', 'cursor'])
    expect(withId(findings, 'drill.denied').map(({ client, severity }) => [client, severity])).toEqual([
      ['codex', 'ok'],
      ['cursor', 'ok'],
    ])
    // Codex takes nothing but JSON on stdout: a refusal comes by exit code, but no rewrite would.
    expect(notOk(findings).map(({ client, id, severity }) => [client, id, severity])).toEqual([
      ['codex', 'drill.allowed', 'warn'],
      ['codex', 'heartbeat', 'warn'],
    ])
  })

  it.skipIf(!existsSync('/usr/bin/fish'))('knows a shell that has no here-documents', async () => {
    const here = await registered(['cursor'])
    const { findings } = await here.doctor(['--client', 'cursor'], { SHELL: '/usr/bin/fish' })
    expect(notOk(findings).map(({ id, severity, fix }) => [id, severity, fix])).toEqual([
      ['drill.denied-in-text', 'warn', 'Start Cursor with SHELL=/bin/bash or /bin/zsh'],
    ])
  })

  it('finds a profile that ends the shell before the hook', async () => {
    const here = await registered(['codex', 'claude-code'])
    here.put('.bash_profile', 'exit 0\n')
    const { findings } = await here.doctor(['--client', 'codex', 'claude-code'])
    expect(bads(findings)).toEqual(['codex drill.denied'])
  })

  it.each([
    ['an entry that is gone', 'registration.stale', (text: string) => text.replace('"Stop"', '"PreCompact"'), 'lacks Stop'],
    ['a pipe', 'registration.wrapped', (text: string) => text.replaceAll(registeredProgram, 'cat | $&'), 'does more than start'],
    ['a matcher', 'registration.matcher', (text: string) => text.replaceAll('"*"', '"Bash"'), 'for Bash only'],
    ['a short limit', 'registration.limit', (text: string) => text.replace(/"timeout": \d+/g, '"timeout": 2'), '2000 ms'],
    [
      'a variable',
      'environment.TFY_HOOK_LOG',
      (text: string) => text.replace('{', '{ "env": { "TFY_HOOK_LOG": "off" },'),
      'sets TFY_HOOK_LOG',
    ],
    [
      'no event before a tool',
      'registration.blind',
      (text: string) => text.replace('"PreToolUse"', '"PreToolUsed"'),
      'does not register PreToolUse',
    ],
    ['a comment', 'registration.refused', (text: string) => `// ours\n${text}`, 'drops'],
    ['half a file', 'registration.unreadable', (text: string) => text.slice(0, -20), 'cannot be read'],
  ])('finds %s', async (_, id, change, words) => {
    const here = await registered(['claude-code'])
    here.edit(claude, change)
    const { code, findings } = await here.doctor()
    expect(code).toBe(1)
    const [found] = withId(findings, id)
    expect(found?.what).toContain(words)
    expect(found?.why).toBeTruthy()
    expect(found?.fix).toBeTruthy()
  })

  it('says for each entry whether it fails closed', async () => {
    const here = await registered(['claude-code'])
    const fails = async () => {
      const found = withId((await here.doctor(['--no-drill'])).findings, 'registration.fails')
      return found.map(({ severity, what }) => [severity, what.replace(/^\S+settings.json/, 'FILE')])
    }
    const own = ['ok', 'A failure of tfy-hook itself stops the action.']
    const gone = 'When the hook cannot be started, crashes or is late,'
    expect(await fails()).toEqual([own])
    const version = async (is: string) => {
      here.put('bin/claude', `#!/bin/sh\necho '${is} (Claude Code)'\n`, 0o755)
      const { findings } = await here.doctor(['--no-drill'], { PATH: `${here.home}/bin:/usr/bin:/bin` })
      const [, said] = withId(findings, 'registration.fails')
      return [said?.severity, said?.what]
    }
    expect(await version('2.1.329')).toEqual(['ok', `${gone} Claude Code stops the action.`])
    expect(await version('2.1.197')).toEqual(['warn', expect.stringContaining(`${gone} this version goes on: Claude Code stops`)])
    rmSync(join(here.home, 'bin/claude'))
    const others = await registered(['codex', 'opencode', 'copilot-cli'])
    const { findings } = await others.doctor(['--no-drill'])
    const says = (client: string) => findings.filter(one => one.client === client).map(({ what }) => what)
    expect(says('codex')).toContain(`${gone} Codex CLI goes on. It has no closed form.`)
    expect(says('opencode')).toContain(`${gone} our bridge in OpenCode stops the action.`)
    expect(says('copilot-cli')).toContain(
      'When the hook cannot be started or crashes, Copilot CLI stops the action; when it is late, Copilot CLI goes on.',
    )
    const whole = readFileSync(join(here.home, claude), 'utf8')
    here.edit(claude, text => text.replace(/,\s*"onFailure": "block"/, ''))
    expect(await fails()).toEqual([
      ['warn', "FILE registers UserPromptSubmit without the client's own switch for hooks that fail."],
    ])
    here.put(claude, whole.replace('--event PreToolUse --fail-closed', '--event PreToolUse --fail-open'))
    expect(await fails()).toEqual([['warn', 'FILE fails open for PreToolUse only.']])
    here.put(claude, whole.replaceAll('--fail-closed', '--fail-open'))
    expect(await fails()).toEqual([['ok', 'It fails open: what cannot be checked goes on, with a warning.']])
  })

  describe('a project’s settings that put other code into the hook', () => {
    const hostile = async (name: string, value: string): Promise<Ground> => {
      const here = await registered(['claude-code'])
      here.put('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(here.home, 'ran'))}, '')\n`)
      here.put('shop/.claude/settings.json', JSON.stringify({ env: { [name]: value.replace('HERE', here.home) } }))
      return here
    }

    it('are told, with file and key, and the registered command does without them', async () => {
      const here = await hostile('BUN_OPTIONS', '--preload=HERE/evil.cjs')
      const { code, findings } = await here.doctor()
      expect([code, bads(findings)]).toEqual([1, []])
      const what = expect.stringContaining(`${here.home}/shop/.claude/settings.json sets BUN_OPTIONS`)
      expect(withId(findings, 'environment.BUN_OPTIONS')).toMatchObject([{ severity: 'warn', what }])
      const { hooks } = JSON.parse(readFileSync(join(here.home, claude), 'utf8'))
      const { command } = hooks.PreToolUse[0].hooks[0]
      const input = JSON.stringify({
        ...practices['claude-code']?.payload('git push --force origin main', join(here.home, 'shop')),
      })
      const call = async (text: string) =>
        execa('/bin/sh', ['-c', text], {
          input,
          env: { PATH: '/usr/bin:/bin', HOME: here.home, BUN_OPTIONS: `--preload=${here.home}/evil.cjs` },
          extendEnv: false,
          reject: false,
        })
      expect([(await call(command)).exitCode, existsSync(join(here.home, 'ran'))]).toEqual([2, false])
      // No variable puts code into the door.
      await call(command.replace('BUN_OPTIONS=', '').replace('tfy-hook-door', 'tfy-hook'))
      expect(existsSync(join(here.home, 'ran'))).toBe(true)
    })

    it('keep the drill from saying that all is well, where the command cannot do without them', async () => {
      const here = await hostile('ZDOTDIR', 'HERE')
      const { findings } = await here.doctor()
      expect(bads(findings)).toEqual(['claude-code environment.ZDOTDIR', 'claude-code drill.denied'])
      expect(withId(findings, 'drill.denied')[0]?.what).toContain('where ZDOTDIR is not set')
      expect(existsSync(join(here.home, 'ran'))).toBe(false)
    })

    it('are of no matter where the client withholds them', async () => {
      const here = await hostile('BASH_ENV', 'HERE/evil.cjs')
      expect(bads((await here.doctor()).findings)).toEqual([])
    })

    it('nor where an older registration has no prefix', async () => {
      const here = await hostile('BUN_OPTIONS', '--preload=HERE/evil.cjs')
      here.edit(claude, text => text.replaceAll(/(?:BUN_\w+=0? )+/g, '').replaceAll('tfy-hook-door', 'tfy-hook'))
      const { findings } = await here.doctor()
      expect(bads(findings)).toEqual(['claude-code environment.BUN_OPTIONS', 'claude-code drill.denied'])
      expect(notOk(findings).map(({ id }) => id)).toContain('registration.stale')
    })
  })

  it('finds a setting that switches all hooks off', async () => {
    const here = await registered(['claude-code'])
    here.put('shop/.claude/settings.local.json', '{ "disableAllHooks": true }')
    expect(bads((await here.doctor()).findings)).toEqual(['claude-code registration.off'])
  })

  it('finds a registration in two scopes', async () => {
    const here = await registered(['claude-code'])
    await here.run(['init', '--yes', '--scope', 'project', '--client', 'claude-code'])
    const { findings } = await here.doctor()
    expect(withId(findings, 'registration.twice').map(({ fix }) => fix)).toEqual([
      'tfy-hook uninstall --client claude-code --scope project',
    ])
  })

  it('takes a registration for one project for what somebody chose, and its way out ends', async () => {
    const here = ground()
    here.put('.claude.json', JSON.stringify({ projects: { [join(here.home, 'shop')]: { hasTrustDialogAccepted: true } } }))
    await here.run(['init', '--yes', '--scope', 'project', '--client', 'claude-code'])
    // By name it is made to be committed, and nothing is wrong with it.
    const named = await here.doctor(['--client', 'claude-code'])
    expect([named.code, notOk(named.findings)]).toEqual([0, []])
    here.edit('shop/.claude/settings.json', text => text.replaceAll('tfy-hook --client', `${resolve('dist/tfy-hook')} --client`))
    const { code, findings } = await here.doctor(['--client', 'claude-code'])
    expect(code).toBe(1)
    expect(withId(findings, 'registration.elsewhere').map(({ severity }) => severity)).toEqual(['warn'])
    const [way] = withId(findings, 'registration.elsewhere')
    for (const step of way?.fix?.split(' && ') ?? []) {
      const [, ...words] = step.split(' ')
      expect((await here.run([...words, '--yes'])).code).toBe(0)
    }
    const after = await here.doctor(['--client', 'claude-code'])
    expect([after.code, notOk(after.findings)]).toEqual([0, []])
  })

  it('says that a broken policy leaves every call without a verdict', async () => {
    const here = await registered(['claude-code'])
    here.put('.config/tfy-hook/policy.yaml', 'version: 1\nrules: oops\n')
    const { code, findings } = await here.doctor()
    expect(code).toBe(1)
    expect(bads(findings)).toEqual(['policy.invalid', 'claude-code drill.allowed', 'claude-code drill.denied'])
    // The same in one word, and by its exit code.
    const shown = await here.run(['status'])
    expect([shown.code, shown.out]).toEqual([1, expect.stringMatching(/policy\.yaml \(\w+\): line \d+/)])
    expect(withId(findings, 'drill.allowed')[0]?.what).toContain('policy-invalid')
  })

  it('plays a gateway that is gone, whatever stands in the configuration', async () => {
    const here = await registered(['claude-code'])
    here.put('.config/tfy-hook/config.yaml', 'source: gateway-then-offline\ngateway:\n  url: http://127.0.0.1:9/api\n')
    const { findings } = await here.doctor()
    expect(bads(findings)).toEqual(['gateway.fails'])
    expect(withId(findings, 'drill.gateway-gone')[0]?.what).toContain('judged by the embedded engine')
    here.put('.config/tfy-hook/config.yaml', 'source: both\ngateway:\n  url: http://127.0.0.1:9/api\n')
    expect(withId((await here.doctor()).findings, 'drill.gateway-gone')[0]?.what).toContain('With the gateway gone')
  })

  it('asks a gateway in earnest, with the key and with another', async () => {
    const { server, key } = await serving()
    try {
      const here = await registered(['claude-code'])
      here.put('.config/tfy-hook/config.yaml', `source: both\ngateway:\n  url: http://127.0.0.1:${server.port}\n`)
      here.put('.config/tfy-hook/credentials', `${key}\n`, 0o600)
      const good = await here.doctor()
      expect([good.code, notOk(good.findings)]).toEqual([0, []])
      expect(withId(good.findings, 'gateway')[0]?.what).toMatch(/takes the key and gives a verdict in \d+ ms/)
      here.put('.config/tfy-hook/credentials', 'another\n', 0o600)
      const { findings } = await here.doctor()
      expect(withId(findings, 'gateway.fails')[0]?.what).toContain('does not take the key')
      expect(withId(findings, 'drill.allowed')[0]).toMatchObject({
        severity: 'bad',
        what: expect.stringContaining('gateway-status'),
      })
    } finally {
      await server.stop('SIGKILL')
    }
  })

  it('asks a registration over HTTP as the client does', async () => {
    const { server, key } = await serving()
    const here = ground()
    here.put(claude, overHttp(server.port))
    const said = async (env: Record<string, string> = {}) =>
      (await here.doctor(['--client', 'claude-code'], env)).findings
        .filter(({ id }) => id.startsWith('drill.'))
        .map(({ id, severity, what }) => [id, severity, what])
    try {
      expect(await said({ TFY_KEY: key })).toEqual([
        ['drill.allowed', 'ok', expect.stringContaining('over HTTP')],
        ['drill.denied', 'ok', expect.stringContaining('over HTTP')],
      ])
      expect(await said()).toEqual([
        ['drill.allowed', 'bad', expect.stringContaining('HTTP status 401')],
        ['drill.denied', 'bad', expect.stringContaining('let through')],
      ])
    } finally {
      await server.stop('SIGKILL')
    }
    expect((await said({ TFY_KEY: key }))[0]?.[2]).toContain('could not be reached')
    const { findings } = await here.doctor(['--client', 'claude-code'], { TFY_KEY: key })
    // To register again would only ask twice.
    expect(withId(findings, 'drill.allowed')[0]?.fix).toBe(`tfy-hook serve --port ${server.port}`)
    // What a project names is sent nothing.
    here.put('shop/.claude/settings.json', overHttp(server.port))
    rmSync(join(here.home, claude))
    expect((await said({ TFY_KEY: key })).map(([id]) => id)).toEqual(['drill.untrusted'])
  })

  describe('a registration over HTTP, written by hand as docs/operate/serve.md has it', () => {
    const other = { type: 'http', url: 'http://127.0.0.1:4000/hooks/claude-code-log' }
    const byHand = (more: object = {}, path = '/hooks/claude-code'): string => {
      const handler = { type: 'http', url: `http://127.0.0.1:9${path}`, onFailure: 'block', timeout: 10 }
      return `${JSON.stringify({ model: 'large', hooks: { PreToolUse: [{ matcher: '*', hooks: [handler, other] }], ...more } }, null, 4)}\n`
    }

    it.each(['/hooks/claude-code', '/hooks/validate', '/claude-code/hooks/validate', '/cursor/hooks/validate'])(
      'is known to status and doctor, and uninstall takes nothing else out: %s',
      async path => {
        const here = ground()
        here.put(claude, byHand({}, path))
        const status = await here.run(['status', '--json', '--client', 'claude-code'])
        expect(JSON.parse(status.out).clients[0]).toMatchObject({ registered: true, files: [join(here.home, claude)] })
        const { findings } = await here.doctor(['--client', 'claude-code'])
        expect(withId(findings, 'registration')[0]?.what).toContain(`over HTTP at http://127.0.0.1:9${path}.`)
        expect(withId(findings, 'drill.allowed')[0]).toMatchObject({ severity: 'bad', fix: 'tfy-hook serve --port 9' })
        expect((await here.run(['uninstall', '--yes'])).code).toBe(0)
        const left = JSON.parse(readFileSync(join(here.home, claude), 'utf8'))
        expect(left).toEqual({ model: 'large', hooks: { PreToolUse: [{ matcher: '*', hooks: [other] }] } })
        const before = readFileSync(join(here.home, claude), 'utf8')
        expect((await here.run(['uninstall', '--yes'])).out).toContain('Nothing of tfy-hook is registered here')
        expect(readFileSync(join(here.home, claude), 'utf8')).toBe(before)
      },
    )

    it('is checked for what the client would not do with it', async () => {
      const here = ground()
      const one = { hooks: [{ type: 'http', url: 'http://127.0.0.1:9/hooks/claude-code' }] }
      here.put(claude, byHand({ SessionStart: [one], UserPromptSubmit: [one] }))
      here.put(
        'shop/.claude/settings.json',
        JSON.stringify({ allowedHttpHookUrls: ['https://*.example/*', 'http://127.0.0.1:8787/*'] }),
      )
      const { findings } = await here.doctor(['--client', 'claude-code', '--no-drill'])
      const said = notOk(findings).map(({ id, severity, what }) => [id, severity, what.replaceAll(here.home, '~')])
      expect(said.sort()).toEqual([
        ['registration.fails', 'warn', expect.stringContaining('registers UserPromptSubmit over HTTP without onFailure')],
        ['registration.idle', 'warn', expect.stringContaining('registers SessionStart over HTTP')],
        ['registration.off', 'bad', expect.stringContaining('~/shop/.claude/settings.json lists allowedHttpHookUrls')],
        ['registration.server', 'bad', expect.stringContaining('and Claude Code goes on')],
        ['registration.stale', 'warn', expect.stringContaining('it lacks PostToolUse, Stop')],
      ])
    })
  })

  it('finds a key that others can read, and a variable of the runtime', async () => {
    const here = await registered(['claude-code'])
    here.put('.config/tfy-hook/credentials', 'key\n', 0o644)
    const { findings } = await here.doctor([], { NODE_OPTIONS: '--no-warnings' })
    expect(notOk(findings).map(({ id }) => id)).toEqual(['environment.NODE_OPTIONS', 'credentials.readable'])
    expect(withId(findings, 'credentials.readable')[0]?.fix).toContain('chmod 600')
  })

  it('runs nothing with --no-drill', async () => {
    const here = await registered(['claude-code'])
    here.put('tools/tfy-hook', `#!/bin/sh\ntouch '${here.home}/was-run'\n`, 0o755)
    here.edit(claude, text => text.replaceAll(registeredProgram, join(here.home, 'tools/tfy-hook')))
    await here.run(['doctor', '--no-drill'])
    expect(existsSync(join(here.home, 'was-run'))).toBe(false)
    await here.run(['doctor'])
    expect(existsSync(join(here.home, 'was-run'))).toBe(true)
  })

  it('does not run what a project has put beside us', async () => {
    const here = await registered(['claude-code'], ['--scope', 'project'])
    const settings = 'shop/.claude/settings.json'
    expect(withId((await here.doctor()).findings, 'drill.denied')[0]?.severity).toBe('ok')
    here.edit(settings, text => text.replaceAll('tfy-hook --client', `touch '${here.home}/was-run'; $&`))
    const { findings } = await here.doctor()
    expect(existsSync(join(here.home, 'was-run'))).toBe(false)
    expect(withId(findings, 'drill.untrusted')[0]?.what).toContain('more than one plain command')
    expect(withId(findings, 'drill.denied')).toEqual([])
  })

  it('could not run: 2', async () => {
    expect((await ground().run(['doctor', '--client', 'nobody'])).code).toBe(2)
    expect((await ground().run(['doctor', '--frobnicate'])).code).toBe(2)
  })

  it('is plain text without a terminal, with a reason and a remedy for what is not in order', async () => {
    const { out, code } = await ground().run(['doctor'])
    expect(code).toBe(1)
    expect(out).not.toContain('\u001b')
    expect(out).toMatch(
      / {2}bad {3}tfy-hook is registered at no client here\.\n {8}why {3}Nothing is guarded\.\n {8}fix {3}tfy-hook init\n/,
    )
    expect(out).toMatch(/1 bad, \d+ in order\.\n?$/)
  })
})

describe('status', () => {
  const call = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/',
    tool_name: 'Bash',
    tool_input: { command: 'git push --force' },
  })

  it('knows when a client last called, and that a drill was no call', async () => {
    const here = await registered(['claude-code', 'cursor'])
    await here.doctor()
    const seen = async () =>
      JSON.parse((await here.run(['status', '--json'])).out) as { clients: { client: string; seen?: { decision: string } }[] }
    expect((await seen()).clients.map(({ client, seen: last }) => [client, last])).toEqual([
      ['claude-code', undefined],
      ['cursor', undefined],
    ])
    const hook = ['--client', 'claude-code', '--event', 'PreToolUse']
    // Piped by hand.
    await here.run(hook, { input: call })
    expect((await seen()).clients[0]?.seen).toBeUndefined()
    await here.run(hook, { input: call, env: { CLAUDE_CODE_SESSION_ID: 's' } })
    const { code: found, findings } = await here.doctor()
    expect(found).toBe(0)
    expect(withId(findings, 'heartbeat').map(({ what }) => what)).toEqual([
      expect.stringMatching(/It last called .* \(PreToolUse, deny\)/),
    ])
    expect(withId(findings, 'registration.unseen')).toMatchObject([
      { client: 'cursor', severity: 'ok', what: expect.stringMatching(/never called yet\. Start Cursor anew/) },
    ])
    expect((await seen()).clients.find(({ client }) => client === 'claude-code')?.seen).toMatchObject({ decision: 'deny' })
    // Nobody but the client's own call can prove that it starts what waits for a person.
    const waiting = await registered(['codex'])
    expect(withId((await waiting.doctor()).findings, 'heartbeat')).toMatchObject([
      { severity: 'warn', fix: expect.stringContaining('/hooks') },
    ])
    const { out, code } = await here.run(['status'])
    expect(code).toBe(0)
    expect(out).toMatch(/Claude Code {2}guarded {10}user {2}\S.*: PreToolUse, deny\n/)
    expect(out).toMatch(/Cursor {7}cannot be known {2}user {2}never called\n {4}Registered, and it has never called yet\.\n/)
    expect(out).not.toContain('\u001b')
  })

  it('believes no call from before the last change of what decides, and no call of another project', async () => {
    const here = await registered(['claude-code'])
    const input = (cwd: string) => JSON.stringify({ ...JSON.parse(call), cwd: join(here.home, cwd) })
    const answer = async () => {
      const { code, out } = await here.run(['status', '--client', 'claude-code', '--json'])
      const { guard } = JSON.parse(out).clients[0]
      return [code, guard.answer, guard.reasons[0]?.because.replaceAll(here.home, '~')]
    }
    const calls = async (cwd: string, env: Record<string, string> = { CLAUDE_CODE_SESSION_ID: 's' }) =>
      here.run(['--client', 'claude-code', '--event', 'PreToolUse'], { input: input(cwd), env })
    expect(await answer()).toEqual([0, 'cannot be known', 'Registered, and it has never called yet'])
    await calls('other')
    expect(await answer()).toEqual([0, 'guarded', undefined])
    // A value of a wrong type, for which the client may drop the whole file.
    here.edit(claude, text => text.replace('{', '{ "outputStyle": "terse",'))
    const changed = 'Registered, and not seen since ~/.claude/settings.json changed'
    expect(await answer()).toEqual([0, 'cannot be known', changed])
    await calls('shop', {})
    expect(await answer()).toEqual([0, 'cannot be known', changed])
    await calls('shop')
    expect(await answer()).toEqual([0, 'guarded', undefined])
    here.put('shop/.claude/settings.local.json', '{}')
    await calls('other')
    expect(await answer()).toEqual([
      0,
      'cannot be known',
      expect.stringMatching(/^Registered, and not seen in ~\/shop since ~\/shop\/\.claude\/settings\.local\.json changed/),
    ])
    await calls('shop')
    expect(await answer()).toEqual([0, 'guarded', undefined])
  })

  it('counts both files of Droid as one registration', async () => {
    const here = ground({ '.factory/hooks.json': '{ "PreToolUse": [{ "hooks": [{ "type": "command", "command": "lint" }] }] }' })
    await here.run(['init', '--yes', '--client', 'droid'])
    const { findings } = await here.doctor(['--client', 'droid'])
    expect(bads(findings)).toEqual([])
    expect((await here.run(['status'])).out).toMatch(/Factory Droid {2}cannot be known {2}user {2}never called/)
  })

  it('takes the registration of a user who stands in the home directory for the user’s', async () => {
    const here = await registered(['claude-code', 'cursor'])
    const { out } = await here.run(['status', '--json'], { cwd: '.' })
    const { clients } = JSON.parse(out) as { clients: { scopes: string[] }[] }
    expect(clients.map(({ scopes }) => scopes)).toEqual([['user'], ['user']])
  })

  it('tells of a HOME that is not the account’s and counts only where it is stricter', async () => {
    const here = ground({ '.config/tfy-hook/config.yaml': 'version: 1\n' })
    const { out } = await here.run(['status'], { cwd: '.' })
    expect(out).toMatch(/Ignored {3}~\/\.config\/tfy-hook, but for what is stricter/)
    const { out: said } = await here.run(['doctor', '--no-drill'], { cwd: '.' })
    expect(said).toContain('counts only where it is stricter: HOME or XDG_CONFIG_HOME leads there')
    expect((await here.run(['status'])).out).not.toContain('Ignored')
  })

  it('says nothing of VS Code where only Copilot is, which reads the same file', async () => {
    const here = ground()
    here.put('bin/copilot', '#!/bin/sh\necho 1.0.102\n', 0o755)
    const env = { PATH: `${here.home}/bin:/usr/bin:/bin` }
    await here.run(['init', '--yes', '--client', 'copilot-cli'], { env })
    expect((await here.run(['status'], { env })).out).not.toContain('VS Code')
    expect((await here.run(['doctor'], { env })).out).not.toContain('VS Code')
  })

  it('is 1 while nobody is registered, and tells a broken file', async () => {
    const here = ground({ '.claude/settings.json': '{ "hooks": ' })
    const { code, out } = await here.run(['status'])
    expect(code).toBe(1)
    expect(out).toMatch(/Claude Code {2}not guarded.*\n {4}\S*settings\.json cannot be read: a value is missing/)
    rmSync(join(here.home, '.claude'), { recursive: true })
    expect((await here.run(['status'])).out).toContain('No coding agent was found here.')
  })
})
