/** `init` and `uninstall` as a person or a script uses them, through the executable, in a home of their own. */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const program = resolve('dist/tfy-hook')
const built = existsSync(`${program}-door`)
if (!built) console.warn('dist/tfy-hook-door is not built (npm run build:door): its registration is not tested')
const theirs = '{\n    "model": "large", "theme": "dark"\n}\n'

interface Ran {
  readonly code: number | undefined
  readonly out: string
  readonly err: string
}

interface Machine {
  readonly home: string
  readonly run: (
    args: readonly string[],
    how?: { readonly cwd?: string; readonly env?: Record<string, string> },
    by?: string,
  ) => Promise<Ran>
  readonly text: (name: string) => string
  readonly has: (name: string) => boolean
  readonly put: (name: string, text: string, mode?: number) => void
}

const machine = (files: Readonly<Record<string, string>> = {}): Machine => {
  const home = folder({ 'shop/readme.md': '', '.claude/settings.json': theirs, '.cursor/argv.json': '{}', ...files })
  const put = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
    chmodSync(join(home, name), mode)
  }
  return {
    home,
    put,
    text: name => readFileSync(join(home, name), 'utf8'),
    has: name => existsSync(join(home, name)),
    run: async (args, { cwd = 'shop', env = {} } = {}, by = program) => {
      const ran = await execa(by, [...args], {
        env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, ...env },
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
        cwd: join(home, cwd),
      })
      return { code: ran.exitCode, out: ran.stdout, err: ran.stderr }
    },
  }
}

const claude = '.claude/settings.json'
const cursor = '.cursor/hooks.json'
const account = ['config.yaml', 'policy.yaml', 'policy.test.yaml'].map(name => `.config/tfy-hook/${name}`)

interface Report {
  readonly remarks: readonly string[]
  readonly clients: readonly {
    readonly client: string
    readonly state: string
    readonly version: string | null
    readonly problem?: string
  }[]
}
const reportOf = ({ out }: Ran): Report => JSON.parse(out)
const statesIn = (ran: Ran): Record<string, string> =>
  Object.fromEntries(reportOf(ran).clients.map(({ client, state }) => [client, state]))

describe('init --observe', () => {
  it('starts a trial that stops nothing, whose tests pass, and that one command ends', async () => {
    const on = machine()
    const { code, out, err } = await on.run(['init', '--observe', '--yes', '--client', 'claude-code'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('an action stops where no verdict comes')
    expect(on.text('.config/tfy-hook/policy.yaml')).toContain('\nextends: observe\n')
    expect(await on.run(['policy', 'test'])).toMatchObject({ code: 0, out: expect.stringContaining('6 passed, 0 failed') })
    expect(on.text('.config/tfy-hook/policy.test.yaml')).toContain('audited: [git.push-force]')
    const said = JSON.parse((await on.run(['explain', '--json', '--command', 'git push -f origin main'])).out)
    expect(said).toMatchObject({ decision: 'allow', would: 'deny', audited: ['git.push-force'] })
    // Once more: it is on trial already.
    expect((await on.run(['init', '--observe', '--yes', '--client', 'claude-code'])).code).toBe(0)
    expect((await on.run(['policy', 'enforce', '--all'])).code).toBe(0)
    expect(JSON.parse((await on.run(['explain', '--json', '--command', 'git push -f origin main'])).out).decision).toBe('deny')
  })

  it.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['a policy that enforces', { '.config/tfy-hook/policy.yaml': 'version: 1\n' }, [], 'is in force and not on trial'],
    ['one that cannot be read', { '.config/tfy-hook/policy.yaml': 'version: 2\n' }, [], 'Nothing was written'],
  ])('does not start one beside %s', async (_what, files, more, why) => {
    const on = machine(files)
    const { code, err } = await on.run(['init', '--observe', '--yes', '--client', 'claude-code', ...more])
    expect([code, err]).toEqual([2, expect.stringContaining(why)])
    expect(on.text(claude)).toBe(theirs)
  })

  it('says that a gateway still refuses', async () => {
    const args = ['--source', 'both', '--gateway-url', 'http://127.0.0.1:9', '--no-gateway-test', '--fail-open']
    const report = reportOf(await machine().run(['init', '--observe', '--json', '--yes', '--client', 'claude-code', ...args]))
    expect(report.remarks).toEqual(['--observe holds for the embedded engine: what the gateway refuses is refused.'])
  })
})

describe('init', () => {
  it('asks nothing without a terminal, and writes nothing', async () => {
    const on = machine()
    for (const args of [['init'], ['init', '--json']]) {
      const { code, err } = await on.run(args)
      expect([code, err]).toEqual([2, expect.stringContaining('--yes')])
    }
    expect([on.text(claude), on.has(cursor), on.has('.config'), on.has('.local')]).toEqual([theirs, false, false, false])
  })

  it.skipIf(!built)(
    'registers the door, unless it is kept out; one that vanishes is found, and no longer registered',
    async () => {
      const on = machine({ 'bin/readme.md': '' })
      const tools = { whole: join(on.home, 'bin/tfy-hook'), door: join(on.home, 'bin/tfy-hook-door') }
      copyFileSync(program, tools.whole)
      copyFileSync(`${program}-door`, tools.door)
      const run = (args: readonly string[], env = {}) => on.run(args, { env }, tools.whole)
      const registers = async (env = {}): Promise<string> => {
        expect((await run(['init', '--yes', '--client', 'claude-code'], env)).code).toBe(0)
        return on.text(claude).includes(` ${tools.door} --client`)
          ? 'door'
          : on.text(claude).includes(` ${tools.whole} --client`)
            ? 'whole'
            : ''
      }
      expect(await registers({ TFY_HOOK_DOOR: 'off' })).toBe('whole')
      expect(await registers()).toBe('door')
      const state = on.has('.local/state/tfy-hook/sessions')
      expect(state).toBe(false)
      rmSync(tools.door)
      const { out } = await run(['doctor', '--client', 'claude-code'])
      expect(out).toMatch(/bad +~\/bin\/tfy-hook-door, which .* names, is not there/)
      expect(await registers()).toBe('whole')
      await run(['uninstall', '--yes'])
      expect(on.text(claude)).toBe(theirs)
    },
  )

  it('shows what it would write, with secrets masked', async () => {
    const on = machine()
    on.put(claude, '{\n  "env": { "KEY": "ghp_0123456789abcdefghijklmnopqrstuvwxyz" }\n}\n')
    const { code, out } = await on.run(['init', '--dry-run'])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^2 coding agents are here\. What this writes:\n {2}claude-code +changes +~\/\.claude\/settings\.json\n {2}cursor +creates +~\/\.cursor\/hooks\.json\n {2}this account +creates +~\/\.config\/tfy-hook\/config\.yaml\n(?: +creates +\S+\n){2}\n/,
    )
    expect(out).toContain(`${on.home}/${claude} (changed)`)
    expect(out).toMatch(/^\+ +"command": ".*tfy-hook(?:-door)? --client claude-code --event PreToolUse --fail-closed",$/m)
    expect(out).toContain('Nothing was written.')
    expect(out).not.toContain('ghp_')
    expect(out).not.toContain('\u001b')
    expect([on.has(cursor), on.has('.config'), on.has('.local')]).toEqual([false, false, false])
  })

  it('says so when the environment alone names the gateway', async () => {
    const on = machine()
    const env = { TFY_GATEWAY_URL: 'https://127.0.0.1:9' }
    const { code, out } = await on.run(['init', '--yes', '--no-gateway-test'], { env })
    expect([code, out]).toEqual([0, expect.stringContaining('TFY_GATEWAY_URL names the gateway for this account')])
  })

  it('asks no program of the repository which version it is, and registers no link in it', async () => {
    const on = machine({ '.claude/settings.json': '{}', 'shop/.git/HEAD': '', 'shop/part/readme.md': '' })
    on.put('shop/bin/claude', `#!/bin/sh\ntouch ${on.home}/pwned\necho 2.1.300\n`, 0o755)
    symlinkSync(program, join(on.home, 'shop/bin/tfy-hook'))
    const ran = await on.run(['init', '--yes', '--json'], {
      cwd: 'shop/part',
      env: { PATH: `${on.home}/shop/bin:/usr/bin:/bin` },
    })
    expect([ran.code, on.has('pwned'), on.text(claude).includes('/shop/')]).toEqual([0, false, false])
  })

  it('writes nowhere else than in the project, and shows no name that paints the screen', async () => {
    const on = machine({ 'elsewhere/readme.md': '' })
    const name = 'a\u001b[2J\n  ok    guarded'
    mkdirSync(join(on.home, name))
    symlinkSync(join(on.home, 'elsewhere'), join(on.home, name, '.claude'))
    const project = ['--client', 'claude-code', '--scope', 'project', '--yes']
    const refused = await on.run(['init', ...project], { cwd: name })
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('lies outside the project')])
    expect(on.has('elsewhere/settings.json')).toBe(false)
    const shown = await on.run(['init', '--client', 'cursor', '--scope', 'project', '--yes'], { cwd: name })
    const doctor = await on.run(['doctor', '--client', 'cursor', '--no-drill'], { cwd: name })
    for (const { out } of [refused, shown, doctor]) {
      expect(out).not.toContain('\u001b')
      expect(out).not.toMatch(/^ {2}ok {4}guarded/m)
    }
  })

  it('guards the clients that are here, once, and uninstall frees them to the byte', async () => {
    const on = machine()
    const first = await on.run(['init', '--yes', '--json'])
    expect([first.code, statesIn(first)]).toEqual([0, { 'claude-code': 'registered', cursor: 'registered' }])
    const written = [claude, cursor, ...account].map(on.text)

    const settings = JSON.parse(on.text(claude))
    const command: string = settings.hooks.PreToolUse[0].hooks[0].command
    const payload = {
      session_id: 's',
      cwd: on.home,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push -f origin main' },
    }
    const asked = await execa('/bin/sh', ['-c', command], {
      input: JSON.stringify(payload),
      reject: false,
      env: { HOME: on.home },
    })
    expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('[git.push-force]')])

    const again = await on.run(['init', '--yes', '--json'])
    expect([again.code, statesIn(again)]).toEqual([0, { 'claude-code': 'unchanged', cursor: 'unchanged' }])
    expect([claude, cursor, ...account].map(on.text)).toEqual(written)

    const { code } = await on.run(['uninstall', '--yes'])
    expect([code, on.text(claude), on.has(cursor)]).toEqual([0, theirs, false])
    expect(account.map(on.has)).toEqual([true, true, true])
    const nothing = await on.run(['uninstall', '--yes'])
    expect([nothing.code, nothing.out]).toEqual([0, expect.stringContaining('Nothing of tfy-hook is registered here.')])
  })

  it('gives a policy that is valid and whose tests pass, and keeps one that is there', async () => {
    const on = machine()
    await on.run(['init', '--yes'])
    const tested = await on.run(['policy', 'test'])
    expect([(await on.run(['policy', 'check'])).code, tested.code, tested.out]).toEqual([
      0,
      0,
      expect.stringContaining('0 failed'),
    ])

    const own = machine({ '.config/tfy-hook/policy.yaml': 'version: 1\n', '.config/tfy-hook/config.yaml': 'fail: closed\n' })
    const { code, out } = await own.run(['init', '--yes', '--source', 'both'])
    expect([code, out]).toEqual([0, expect.stringContaining('config.yaml stays as it is: source offline, fail closed.')])
    expect(out).toContain('--source and --gateway-url were not used')
    expect(own.text('.config/tfy-hook/policy.yaml')).toBe('version: 1\n')
    expect(own.has('.config/tfy-hook/policy.test.yaml')).toBe(false)
  })

  it('registers beside a configuration that is broken, and says so', async () => {
    const on = machine({ '.config/tfy-hook/config.yaml': 'source: nowhere\n' })
    const { code, out } = await on.run(['init', '--yes'])
    expect([code, out]).toEqual([0, expect.stringContaining('config.yaml is not valid: line 1, column 9')])
    expect([on.text(claude).includes('tfy-hook'), on.text('.config/tfy-hook/config.yaml')]).toEqual([true, 'source: nowhere\n'])
  })

  it('writes nothing where the text from before cannot be kept', async () => {
    const on = machine({ '.local/state/tfy-hook': 'a file where a folder should be' })
    const { code, err } = await on.run(['init', '--yes', '--client', 'claude-code'])
    expect([code, err, on.text(claude)]).toEqual([2, expect.stringContaining('Nothing was written'), theirs])
    expect(on.has('.config')).toBe(false)
  })

  it.each([
    ['a comment', '{\n  // mine\n  "model": "large"\n}\n', 'drops'],
    ['a switch', '{ "disableAllHooks": true }\n', 'sets "disableAllHooks": true'],
  ])('does not call registered what the client will not look at: %s', async (_, text, words) => {
    const on = machine({ [claude]: text })
    const asked = await on.run(['init', '--dry-run', '--client', 'claude-code'])
    expect([asked.code, asked.out]).toEqual([1, expect.stringMatching(/claude-code will not be guarded: .*settings\.json/)])
    expect(asked.out).toContain(words)
    const done = await on.run(['init', '--yes', '--json'])
    expect([done.code, statesIn(done)]).toEqual([1, { 'claude-code': 'not guarded', cursor: 'registered' }])
    const shown = await on.run(['status'])
    expect([shown.code, shown.out]).toEqual([1, expect.stringMatching(/Claude Code {2}not guarded +user/)])
    on.put(claude, on.text(claude).replace('// mine', '').replace('"disableAllHooks": true', '"disableAllHooks": false'))
    expect((await on.run(['status'])).code).toBe(0)
  })

  it('leaves a broken file alone, with the place, and goes on with the others', async () => {
    const on = machine()
    on.put(claude, '{\n  "model": "large",\n  "hooks": {\n')
    const ran = await on.run(['init', '--yes', '--json'])
    expect([ran.code, statesIn(ran)]).toEqual([1, { 'claude-code': 'left alone', cursor: 'registered' }])
    expect(reportOf(ran).clients[0]?.problem).toMatch(/settings\.json was left alone: a \} is missing \(line 4, column 1\)/)
    expect(on.text(claude)).toBe('{\n  "model": "large",\n  "hooks": {\n')
    const plain = await on.run(['init', '--yes'])
    expect([plain.code, plain.out]).toEqual([1, expect.stringMatching(/^left alone {2}claude-code/m)])
  })

  it('fails open on request only', async () => {
    const on = machine()
    await on.run(['init', '--yes', '--fail-open', '--client', 'cursor'])
    expect(on.text(cursor)).toContain('--fail-open')
    expect(on.text(cursor)).not.toContain('failClosed')
    expect(on.text(claude)).toBe(theirs)
    await on.run(['init', '--yes', '--client', 'cursor'])
    expect(on.text(cursor)).not.toContain('--fail-open')
    expect(on.text(cursor)).toContain('"failClosed": true')
  })

  it('asks a client for its version, but no program of the project, and no client for long', async () => {
    const on = machine()
    on.put('bin/claude', '#!/bin/sh\necho "2.1.329 (Claude Code)"\n', 0o755)
    on.put('bin/cursor', '#!/bin/sh\nexec sleep 60\n', 0o755)
    on.put('shop/tools/codex', '#!/bin/sh\n: > "$HOME/was-run"\n', 0o755)
    const ran = await on.run(['init', '--yes', '--json'], { env: { PATH: `${on.home}/shop/tools:${on.home}/bin:/usr/bin:/bin` } })
    expect(reportOf(ran).clients.map(({ client, version }) => [client, version])).toEqual([
      ['claude-code', '2.1.329'],
      ['cursor', null],
    ])
    expect(on.text(claude)).toContain('"onFailure": "block"')
    expect(on.has('was-run')).toBe(false)
  })

  it.each([
    ['no version', undefined, ['UserPromptExpansion, PostToolUseFailure, ElicitationResult', 'before 2.1.295'], 7],
    ['one that cannot fail closed', '2.1.200', ['before 2.1.295 (here: 2.1.200)', 'Update it to 2.1.321 or newer'], 10],
    ['one that drops the file for what it does not know', '1.0.60', ['before 2.1.295 (here: 1.0.60)'], 5],
    ['a new one', '2.1.329', [], 10],
  ])('registers the closed form, and says what is missing: %s', async (_, version, words, count) => {
    const on = machine()
    if (version !== undefined) on.put('bin/claude', `#!/bin/sh\necho "${version} (Claude Code)"\n`, 0o755)
    const ran = await on.run(['init', '--yes', '--client', 'claude-code'])
    const text = on.text(claude)
    expect([ran.code, text.match(/--event(?: |",\s+")\w+/g)?.length]).toEqual([0, count])
    for (const word of words) expect(ran.out).toContain(word)
    if (words.length === 0) expect(ran.out).not.toMatch(/2\.1\.295|is not known|Update it/)
    expect(text.match(/"onFailure": "block"/g)?.length).toBe(count > 7 ? 4 : 2)
  })

  it.each([
    ['a client that nobody knows', ['--client', 'nobody'], 'No client "nobody"'],
    ['a scope that nobody knows', ['--scope', 'galaxy'], 'Allowed choices are project, user, managed'],
    ['both fail modes', ['--fail-open', '--fail-closed'], 'exclude each other'],
    ['a gateway without address', ['--source', 'gateway'], '--gateway-url'],
  ])('does not run with %s', async (_, args, message) => {
    const on = machine()
    const { code, err } = await on.run(['init', '--yes', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect([on.text(claude), on.has('.config')]).toEqual([theirs, false])
  })

  it('registers a client that was named and not found, several ways of naming them', async () => {
    const on = machine()
    const ran = await on.run([
      'init',
      '--yes',
      '--json',
      '--client',
      'gemini-cli,codex',
      '--client',
      'proxyai',
      '--scope',
      'project',
    ])
    expect(Object.keys(statesIn(ran)).sort()).toEqual(['codex', 'gemini-cli', 'proxyai'])
    expect(on.has('shop/.proxyai/settings.json')).toBe(true)
    expect(on.text(claude)).toBe(theirs)
  })

  it('registers once for clients that read one file', async () => {
    const on = machine()
    const ran = await on.run(['init', '--yes', '--json', '--client', 'vscode', 'copilot-cli'])
    expect([ran.code, statesIn(ran)]).toEqual([0, { 'copilot-cli': 'registered', vscode: 'registered' }])
    const again = await on.run(['init', '--yes', '--json', '--client', 'vscode'])
    expect(statesIn(again)).toEqual({ vscode: 'unchanged' })
    await on.run(['uninstall', '--yes'])
    expect(on.has('.copilot')).toBe(false)
  })

  it('prints what an administrator deploys, and writes nothing', async () => {
    const on = machine()
    const { code, out } = await on.run(['init', '--scope', 'managed', '--client', 'claude-code', '--json'])
    const { files, clients } = JSON.parse(out) as {
      files: { file: string; text: string }[]
      clients: { notes: readonly string[] }[]
    }
    const found = files.find(({ file }) => file.endsWith('managed-settings.d/50-tfy-hook.json'))
    expect(code).toBe(0)
    expect(found?.text.match(/"onFailure": "block"/g)).toHaveLength(2)
    expect(JSON.parse(found?.text ?? '{}')).toMatchObject({
      pluginConfigs: { 'cc-plugin-sec-default@builtin': { options: { allowManagedModsOnly: true } } },
    })
    expect(clients[0]?.notes.join()).toContain('2.1.295 or newer')
    const { err } = await on.run(['init', '--scope', 'managed', '--client', 'claude-code'])
    expect(err).toContain('claude-code: 2.1.295 or newer; an older version goes on with the action')
    expect([on.text(claude), on.has('.config'), on.has('.local')]).toEqual([theirs, false, false])
  })

  describe('with a gateway', () => {
    let server: Server
    let url = ''
    beforeAll(async () => {
      server = createServer((request, response) => {
        request.resume().on('end', () => {
          response.writeHead(request.headers.authorization === 'Bearer right-key-0123456789' ? 200 : 401, {
            'content-type': 'application/json',
          })
          response.end('{}')
        })
      })
      await new Promise<void>(done => {
        server.listen(0, '127.0.0.1', () => done())
      })
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    afterAll(() => void server.close())

    it('tries it, and keeps the key to its owner', async () => {
      const on = machine()
      const { code, out } = await on.run(['init', '--yes', '--json', '--gateway-url', url], {
        env: { TFY_API_KEY: 'right-key-0123456789' },
      })
      expect([code, JSON.parse(out).gateway]).toEqual([
        0,
        {
          ok: true,
          ms: expect.any(Number),
          ways: ['claude-code', 'cursor'].map(client =>
            expect.objectContaining({ client, path: '/hooks/claude-code', strict: false }),
          ),
        },
      ])
      expect(out).not.toContain('right-key')
      expect(on.text('.config/tfy-hook/config.yaml')).toContain(`source: gateway-then-offline\n\ngateway:\n  url: "${url}"\n`)
      expect(on.text('.config/tfy-hook/credentials')).toBe('right-key-0123456789\n')
      expect(statSync(join(on.home, '.config/tfy-hook/credentials')).mode & 0o777).toBe(0o600)
      const { code: explained, out: said } = await on.run(['explain', '--command', 'ls', '--json'])
      expect([explained, JSON.parse(said).source]).toEqual([0, 'gateway'])
    })

    it('writes nothing where it does not take the key', async () => {
      const on = machine()
      const { code, err } = await on.run(['init', '--yes', '--gateway-url', url], {
        env: { TFY_API_KEY: 'wrong-key-0123456789' },
      })
      expect([code, err]).toEqual([2, expect.stringContaining('it does not take the key')])
      expect(err).not.toContain('wrong-key')
      expect([on.text(claude), on.has('.config')]).toEqual([theirs, false])
    })

    it('does without the try where that is asked for', async () => {
      const on = machine()
      const { code } = await on.run([
        'init',
        '--yes',
        '--source',
        'both',
        '--gateway-url',
        'https://gateway.invalid',
        '--no-gateway-test',
      ])
      expect([code, on.text('.config/tfy-hook/config.yaml')]).toEqual([0, expect.stringContaining('source: both')])
    })
  })
})

describe('uninstall', () => {
  it.each<[string, (on: Machine) => void]>([
    ['the policy', on => on.put('.config/tfy-hook/policy.yaml', 'version: [')],
    ['the configuration', on => on.put('.config/tfy-hook/config.yaml', ': : :')],
    [
      'the state',
      on => {
        rmSync(join(on.home, '.local/state/tfy-hook'), { recursive: true })
        on.put('.local/state/tfy-hook', 'a file where a folder should be')
      },
    ],
    ['the memory', on => rmSync(join(on.home, '.local'), { recursive: true })],
    ['a project policy', on => on.put('shop/.tfy-hook/policy.yaml', 'version: [')],
  ])('works when %s is broken', async (_, breakIt) => {
    const on = machine({ [claude]: '{\n  "model": "large"\n}\n' })
    await on.run(['init', '--yes'])
    breakIt(on)
    const { code } = await on.run(['uninstall', '--yes'])
    expect([code, on.text(claude)]).toEqual([0, '{\n  "model": "large"\n}\n'])
    expect(on.has(cursor)).toBe(on.has(cursor) && !on.text(cursor).includes('tfy-hook'))
  })

  it('takes out what a program registered that is gone, and what stands in other projects', async () => {
    const on = machine({ 'other/.proxyai/notes': '' })
    await on.run(['init', '--yes', '--scope', 'project', '--client', 'proxyai'], { cwd: 'other' })
    on.put(
      cursor,
      JSON.stringify({
        version: 1,
        hooks: { stop: [{ command: "'/gone away/bin/tfy-hook' --client cursor" }, { command: 'mine' }] },
      }),
    )
    const { code } = await on.run(['uninstall', '--yes'])
    expect([code, on.has('other/.proxyai/settings.json'), on.text(cursor)]).toEqual([
      0,
      false,
      '{"version":1,"hooks":{"stop":[{"command":"mine"}]}}',
    ])
  })

  it('takes out what somebody has registered by hand, where a client looks', async () => {
    const on = machine()
    const entry = { matcher: '*', hooks: [{ type: 'command', command: '/opt/tfy-hook --client claude-code --fail-closed' }] }
    on.put('shop/.claude/settings.local.json', JSON.stringify({ hooks: { PreToolUse: [entry] }, theme: 'dark' }))
    const { code } = await on.run(['uninstall', '--yes'])
    expect([code, on.text('shop/.claude/settings.local.json')]).toEqual([0, '{"theme":"dark"}'])
  })

  it('takes out no more than is asked for', async () => {
    const on = machine()
    await on.run(['init', '--yes'])
    await on.run(['uninstall', '--yes', '--client', 'cursor'])
    expect([on.has(cursor), on.text(claude).includes('tfy-hook')]).toEqual([false, true])
    await on.run(['uninstall', '--yes', '--scope', 'project'])
    expect(on.text(claude)).toContain('tfy-hook')
  })

  it('goes on where one file cannot be fixed, and says which', async () => {
    const on = machine()
    await on.run(['init', '--yes'])
    on.put(claude, '{ "hooks": tfy-hook')
    const { code, out } = await on.run(['uninstall', '--yes'])
    expect([code, out, on.has(cursor)]).toEqual([1, expect.stringContaining(`${claude} was left alone`), false])
  })
})
