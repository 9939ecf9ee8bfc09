/** `init --scope managed`: made on a machine that is none of those it is for, and has none of the clients. */

import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { driftOf, manifestIn } from '../../src/setup/install/deployment.ts'
import { folder } from '../blackbox/call.ts'
import { powershellFaults } from '../distribution/powershell.ts'
import { type Generation, standIn } from '../gateway/generations.ts'

const program = resolve('dist/tfy-hook')

const machine = (more: Readonly<Record<string, string>> = {}) => {
  const home = folder({ 'work/readme.md': '' })
  const out = join(home, 'out')
  const run = async (...args: readonly string[]) => {
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: home,
      ProgramData: '/nowhere',
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/nowhere',
      ...more,
    }
    const at = { env, extendEnv: false, reject: false, stdin: 'ignore', cwd: join(home, 'work') } as const
    return execa(program, ['init', '--scope', 'managed', ...args], at)
  }
  const text = (name: string): string => readFileSync(join(out, name), 'utf8')
  return { home, out, run, text, has: (name: string) => existsSync(join(out, name)) }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Report {
  readonly files: readonly {
    readonly file: string
    readonly name: string
    readonly client: string | null
    readonly text: string
  }[]
  readonly clients: readonly {
    readonly client: string
    readonly since?: string
    readonly over: string
    readonly notes: readonly string[]
  }[]
  readonly unsupported: readonly { readonly client: string }[]
  readonly mdmToml?: string
}

const places = {
  linux: [
    '/usr/local/bin/tfy-hook',
    '/etc/claude-code/managed-settings.d/',
    '/etc/codex/requirements.toml',
    '/etc/tfy-hook/policy.yaml',
  ],
  macos: [
    '/usr/local/bin/tfy-hook',
    '/Library/Application Support/ClaudeCode/managed-settings.d/',
    '/etc/codex/requirements.toml',
    '/Library/Application Support/tfy-hook/policy.yaml',
  ],
  windows: [
    'C:\\Program Files\\tfy-hook\\tfy-hook.exe',
    'C:/Program Files/ClaudeCode/managed-settings.d/',
    'C:/ProgramData/OpenAI/Codex/requirements.toml',
    'C:/ProgramData/tfy-hook/policy.yaml',
  ],
} as const

describe.each(Object.entries(places))('for %s', (system, [executable, claude, codex, policy]) => {
  it('names what each client there reads, in the closed form, and how old a client may be', async () => {
    const { stdout, exitCode } = await machine().run('--for', system, '--json')
    const { files, clients, unsupported } = JSON.parse(stdout) as Report
    expect(exitCode).toBe(0)
    const said = files.map(({ file }) => file)
    expect(said).toEqual(expect.arrayContaining([`${claude}50-tfy-hook.json`, `${claude}51-tfy-hook.json`, codex, policy]))
    for (const { client, file, text } of files) {
      if (client === null || client === 'vscode') continue
      const value = file.endsWith('.toml') ? parse(text) : (JSON.parse(text) as unknown)
      const found = JSON.stringify(value)
      expect(found, file).toContain('--fail-closed')
      expect(found, file).toContain(JSON.stringify(executable).slice(1, -1))
      expect(found, file).not.toContain('nowhere')
    }
    for (const { notes } of clients) expect(notes.join()).toMatch(/or newer|not known from which version/)
    expect(clients.find(({ client }) => client === 'claude-code')?.since).toBe('2.1.295')
    // Blanks for which this client has no quotes there.
    expect(unsupported.map(({ client }) => client)).toEqual(system === 'windows' ? ['droid'] : [])
  })
})

describe('the folder', () => {
  it('holds every file, with sums, a list with digests and what takes them away', async () => {
    const on = machine()
    const { exitCode } = await on.run('--for', 'linux', '--out', on.out)
    expect(exitCode).toBe(0)
    const sums = on.text('SHA256SUMS').trim().split('\n')
    const named = sums.map(line => line.slice(66))
    const there = readdirSync(on.out, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(on.out.length + 1))
    expect(named.toSorted()).toEqual(there.filter(name => name !== 'SHA256SUMS').toSorted())
    for (const line of sums) expect(line.slice(0, 64)).toBe(sha256(on.text(line.slice(66))))
    const manifest = manifestIn(on.text('managed.json'))
    expect(manifest?.files.length).toBeGreaterThan(10)
    for (const { file, sha256: digest } of manifest?.files ?? []) expect(sha256(on.text(`root${file}`)), file).toBe(digest)
    for (const { file } of manifest?.files ?? []) expect(on.text('README.md')).toContain(`\`${file}\``)
  })

  it('starts with a trial where that is asked for, and with no other policy then', async () => {
    const on = machine()
    expect((await on.run('--for', 'linux', '--observe', '--out', on.out)).exitCode).toBe(0)
    const policy = 'root/etc/tfy-hook/policy.yaml'
    expect(on.text(policy)).toContain('\nextends: observe\n')
    expect((await on.run('--for', 'linux', '--observe', '--out', on.out)).exitCode).toBe(0)
    writeFileSync(join(on.out, policy), 'version: 1\nextends: strict\n')
    const before = on.text('managed.json')
    const wrong = await on.run('--for', 'linux', '--observe', '--out', on.out)
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('is not on trial')])
    expect(on.text('managed.json')).toBe(before)
  })

  it('keeps what an administrator has written, refuses what is wrong, and drops what is not made any more', async () => {
    const on = machine()
    await on.run('--for', 'linux', '--out', on.out)
    const policy = join(on.out, 'root/etc/tfy-hook/policy.yaml')
    writeFileSync(policy, 'version: 1\nextends: strict\n')
    const again = await on.run('--for', 'linux', '--client', 'codex', '--out', on.out)
    expect([again.exitCode, readFileSync(policy, 'utf8')]).toEqual([0, 'version: 1\nextends: strict\n'])
    expect(on.has('root/etc/claude-code/managed-settings.d/50-tfy-hook.json')).toBe(false)
    expect(manifestIn(on.text('managed.json'))?.files).toContainEqual({
      file: '/etc/tfy-hook/policy.yaml',
      sha256: sha256('version: 1\nextends: strict\n'),
    })
    writeFileSync(policy, 'version: 1\nextends: nothing-of-ours\n')
    const before = on.text('managed.json')
    const wrong = await on.run('--for', 'linux', '--out', on.out)
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('Nothing was written')])
    expect(on.text('managed.json')).toBe(before)
  })

  it('is not one that somebody else uses', async () => {
    const on = machine()
    mkdirSync(on.out)
    writeFileSync(join(on.out, 'mine.txt'), '')
    const { exitCode, stderr } = await on.run('--for', 'linux', '--out', on.out)
    expect([exitCode, stderr, readdirSync(on.out)]).toEqual([2, expect.stringContaining('is not empty'), ['mine.txt']])
  })

  it('is for one kind of machine', async () => {
    const on = machine()
    await on.run('--for', 'linux', '--out', on.out)
    const { exitCode, stderr } = await on.run('--for', 'macos', '--out', on.out)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('was made for linux')])
    expect(on.has('root/etc/tfy-hook/policy.yaml')).toBe(true)
  })

  it('is only spoken of in a rehearsal', async () => {
    const on = machine()
    const { exitCode, stdout } = await on.run('--for', 'linux', '--out', on.out, '--dry-run')
    expect([exitCode, stdout, existsSync(on.out)]).toEqual([0, expect.stringContaining('would write'), false])
  })

  it('is taken away again where nobody has touched it', async () => {
    const on = machine()
    await on.run('--for', 'linux', '--out', on.out)
    const root = join(on.home, 'root')
    const take = () => execa('sh', [join(on.out, 'uninstall.sh')], { env: { ROOT: root }, reject: false })
    cpSync(join(on.out, 'root'), root, { recursive: true })
    const gemini = join(root, 'etc/gemini-cli/settings.json')
    const ours = readFileSync(gemini, 'utf8')
    writeFileSync(gemini, ours.replace('{', '{ "theirs": true,'))
    const first = await take()
    expect([first.exitCode, first.stderr]).toEqual([1, expect.stringContaining(`left: ${gemini}`)])
    expect(existsSync(join(root, 'etc/tfy-hook/managed.json'))).toBe(true)
    writeFileSync(gemini, ours)
    const second = await take()
    expect([second.exitCode, second.stderr]).toEqual([0, ''])
    expect(readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())).toEqual([])
  })
})

it('is taken away on Windows by a script that parses, and names every file with its digest', async () => {
  const on = machine()
  await on.run('--for', 'windows', '--out', on.out)
  const script = on.text('uninstall.ps1')
  expect(await powershellFaults(script)).toEqual([])
  const files = manifestIn(on.text('managed.json'))?.files ?? []
  expect(files.length).toBeGreaterThan(8)
  for (const { file, sha256: digest } of files) expect(script).toContain(`\nTake '${file}' '${digest}'\n`)
  expect(script).toContain("if ($code -eq 0) { Remove-Item -LiteralPath 'C:/ProgramData/tfy-hook/managed.json' -Force")
})

describe('VS Code', () => {
  const make = async (system: string) => {
    const on = machine()
    const { exitCode } = await on.run('--for', system, '--client', 'vscode', '--out', on.out)
    expect(exitCode).toBe(0)
    expect(on.text('README.md')).toContain('- vscode (policies): 1.134 or newer.')
    return on
  }

  it('is sent to the hooks of Copilot, which come along, by a file on Linux', async () => {
    const on = await make('linux')
    expect(JSON.parse(on.text('root/etc/vscode/policy.json'))).toEqual({ ChatHooks: true, ChatEditorPreferCopilotHarness: true })
    expect(on.has('root/etc/github-copilot/policy.d/tfy-hook.json')).toBe(true)
    const listed = manifestIn(on.text('managed.json'))?.files.find(({ file }) => file === '/etc/vscode/policy.json')
    if (listed === undefined) throw new Error('it is not in the list')
    const drift = (values: object) => driftOf(listed, JSON.stringify(values))
    expect(drift({ UpdateMode: 'none', ChatEditorPreferCopilotHarness: true, ChatHooks: true })).toBeUndefined()
    expect(drift({ ChatHooks: true, ChatEditorPreferCopilotHarness: false })).toBe('changed')
    expect(drift({ ChatEditorPreferCopilotHarness: true })).toBe('changed')
  })

  it('by a configuration profile on macOS', async () => {
    const on = await make('macos')
    const text = on.text('vscode.mobileconfig')
    expect(text).toMatch(
      /<string>com\.microsoft\.VSCode<\/string>[\s\S]*<key>ChatHooks<\/key><true\/>[\s\S]*CopilotHarness<\/key><true\/>/,
    )
    expect(text.match(/<string>[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}<\/string>/g)).toHaveLength(2)
    expect(on.text('README.md')).toContain('`vscode.mobileconfig` is a configuration profile')
    expect(manifestIn(on.text('managed.json'))?.files.map(({ client }) => client)).not.toContain('vscode')
  })

  it('by values of the registry on Windows, which go where they are not made any more', async () => {
    const on = await make('windows')
    const lines = ['Windows Registry Editor Version 5.00', '', '[HKEY_LOCAL_MACHINE\\Software\\Policies\\Microsoft\\VSCode]']
    const values = ['"ChatHooks"=dword:00000001', '"ChatEditorPreferCopilotHarness"=dword:00000001', '']
    expect(on.text('vscode.reg')).toBe([...lines, ...values].join('\r\n'))
    expect(on.text('SHA256SUMS')).toContain(`${sha256(on.text('vscode.reg'))}  vscode.reg`)
    await on.run('--for', 'windows', '--client', 'codex', '--out', on.out)
    expect(on.has('vscode.reg')).toBe(false)
  })
})

describe('a flag', () => {
  it.each([
    [['--for', 'linux', '--program', 'tfy-hook'], 'no absolute path'],
    [['--for', 'windows', '--program', '/usr/bin/tfy-hook'], 'no absolute path'],
    [['--for', 'linux', '--program', '/opt/guard'], 'call it tfy-hook'],
    [['--for', 'linux', '--client', 'proxyai'], 'No settings that an administrator can deploy: proxyai'],
    [['--for', 'linux', '--source', 'gateway'], 'needs --gateway-url'],
  ])('is refused: %j', async (args, why) => {
    const { exitCode, stderr } = await machine().run(...args)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(why)])
  })

  it('of a deployment belongs to no other scope', async () => {
    const on = machine()
    const env = { PATH: '/usr/bin:/bin', HOME: on.home }
    const ran = await execa(program, ['init', '--yes', '--for', 'linux'], {
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    })
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('belong to --scope managed')])
  })

  it('names the gateway, whose token is TrueFoundry’s where the file is asked for it', async () => {
    const { stdout } = await machine().run(
      '--for',
      'linux',
      '--client',
      'codex',
      '--gateway-url',
      'https://tfy.example.com/api/llm',
      '--no-gateway-test',
      '--json',
    )
    const config = (JSON.parse(stdout) as Report).files.find(({ file }) => file.endsWith('config.yaml'))?.text
    expect(config).toMatch(/^source: gateway-then-offline\ngateway:\n {2}url: "https:\/\/tfy\.example\.com\/api\/llm"\n/m)
    expect(config).toMatch(/^fail: closed$/m)
    expect(config).toContain('# credential: tfy')
  })
})

it.each<[Generation, string | undefined, string | undefined]>([
  ['public 2026', '/hooks/claude-code, dialect: native, strict: true', undefined],
  ['Cursor only', '/cursor/hooks/validate, dialect: cursor-flat, strict: true', undefined],
  ['public 2026', undefined, 'wrong'],
])('asks a gateway of %s for each client, and writes what answers: %s', async (generation, way, key = 'right') => {
  const gateway = await standIn(generation, { key: 'right' })
  try {
    const url = `http://127.0.0.1:${gateway.port}`
    const at = ['--for', 'linux', '--client', 'codex', 'claude-code', '--source', 'gateway', '--gateway-url', url, '--json']
    const { exitCode, stdout, stderr } = await machine({ TFY_API_KEY: key }).run(...at)
    if (way === undefined) {
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/was tried, and nothing was written: .*401.*--no-gateway-test/)
      return
    }
    const config = (JSON.parse(stdout) as Report).files.find(({ file }) => file.endsWith('config.yaml'))?.text
    for (const client of ['codex', 'claude-code']) expect(config).toContain(`    ${client}: { path: ${way} }`)
  } finally {
    await gateway.close()
  }
})

describe('over HTTP', () => {
  const http = ['--transport', 'http', '--url', 'https://gateway.example.com/api/llm', '--token-env', 'TFY_API_KEY', '--untested']

  it('allows these addresses and variables alone, and registers commands with clients that have no such hooks', async () => {
    const { stdout } = await machine().run('--for', 'linux', '--client', 'claude-code', 'gemini-cli', ...http, '--json')
    const { files, clients } = JSON.parse(stdout) as Report
    const first = JSON.parse(files.find(({ name }) => name.endsWith('50-tfy-hook.json'))?.text ?? '{}')
    const url = 'https://gateway.example.com/api/llm/hooks/claude-code'
    expect(first).toMatchObject({ allowedHttpHookUrls: [url], httpHookAllowedEnvVars: ['TFY_API_KEY'] })
    expect(first.hooks.PreToolUse[0].hooks[0]).toMatchObject({
      type: 'http',
      url,
      allowedEnvVars: ['TFY_API_KEY'],
      statusMessage: 'Asking tfy-hook',
      onFailure: 'block',
    })
    expect(clients.map(({ client, over }) => `${client} ${over}`)).toEqual(['claude-code http', 'gemini-cli command'])
  })
})

describe('for the mdm.toml of TrueFoundry’s tool', () => {
  it('puts the settings of Claude Code into its table, and the rest into files', async () => {
    const on = machine()
    const http = [
      '--transport',
      'http',
      '--url',
      'https://gateway.example.com/api/llm',
      '--token-env',
      'TFY_API_KEY',
      '--untested',
    ]
    await on.run('--for', 'macos', '--format', 'mdm-toml', '--out', on.out, ...http)
    const given = parse(on.text('mdm.toml')) as { agents: { 'claude-code': { managed_settings: Record<string, unknown> } } }
    const settings = given.agents['claude-code'].managed_settings
    expect(Object.keys(settings).toSorted()).toEqual(['allowedHttpHookUrls', 'hooks', 'httpHookAllowedEnvVars', 'pluginConfigs'])
    const claude = 'root/Library/Application Support/ClaudeCode/managed-settings.d'
    expect([
      on.has(`${claude}/50-tfy-hook.json`),
      on.has(`${claude}/51-tfy-hook.json`),
      on.has('root/etc/codex/requirements.toml'),
    ]).toEqual([false, true, true])
    const listed = manifestIn(on.text('managed.json'))?.files.find(({ file }) =>
      file.endsWith('ClaudeCode/managed-settings.json'),
    )
    expect(listed?.entries).toMatch(/^[0-9a-f]{64}$/)
    // Made again as files, nothing of it is left.
    await on.run('--for', 'macos', '--out', on.out)
    expect([on.has('mdm.toml'), on.has(`${claude}/50-tfy-hook.json`)]).toEqual([false, true])
  })
})

it('leaves nothing in the home of whoever makes it', async () => {
  const on = machine()
  chmodSync(on.home, 0o755)
  await on.run('--for', 'linux', '--out', on.out)
  rmSync(on.out, { recursive: true })
  expect(readdirSync(on.home)).toEqual(['work'])
})
