/** What must not be reached or hidden, however it is spelt. */

import { equal, match } from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Checks } from './calls.ts'
import { bash, cwd, environment, expected, home, own, program, put, roaming, state, tfy } from './ground.ts'

const policy = (id: string): string =>
  `version: 1\nextends: none\nrules:\n  - id: ${id}\n    on: shell\n    when: { program: [cargo] }\n    decision: deny\n    reason: Not here.\n`

const targets: readonly string[] = [
  `${home}\\.claude\\settings.json`,
  `${own}\\policy.yaml`,
  `${state}\\session\\x`,
  'C:\\ProgramData\\tfy-hook\\policy.yaml',
  'C:\\Program Files\\ClaudeCode\\managed-settings.json',
]

const spellings = (path: string): readonly string[] => {
  const below = path.slice(3)
  const slashes = path.replaceAll('\\', '/')
  return [
    path,
    slashes,
    path.toUpperCase(),
    `\\\\?\\${path}`,
    `\\\\.\\${path}`,
    `\\??\\${path}`,
    `\\\\?\\GLOBALROOT\\??\\${path}`,
    `\\\\localhost\\C$\\${below}`,
    `\\\\?\\UNC\\127.0.0.1\\c$\\${below}`,
    `//localhost/c$/${slashes.slice(3)}`,
    `/c/${slashes.slice(3)}`,
    `/cygdrive/c/${slashes.slice(3)}`,
    `/mnt/c/${slashes.slice(3)}`,
    `\\${below}`,
    `${path}.`,
    `${path} . .`,
    `${path}::$DATA`,
    `${path}:stream`,
    path.replace(/\\([^\\]+)$/, '.\\$1'),
    path.replace(/\\([^\\]+)$/, '::$INDEX_ALLOCATION\\$1'),
    `${cwd}\\..\\..\\..\\..\\${below}`,
    `${cwd}\\NUL\\..\\..\\..\\..\\..\\${below}`,
    `C:..\\..\\..\\..\\${below}`,
    `file:///${slashes}`,
    path.replaceAll('\\', '\\\\'),
  ]
}

export const places: Checks = {
  'our files and the registrations are guarded in every spelling': () =>
    expected(
      'deny',
      [...targets.flatMap(spellings), program].map(path => ['Write', path] as const),
    ),
  'a junction, a short name and a long path lead where they lead': async () => {
    for (const dir of [`${home}\\.claude`, `${own}`, `${state}`]) mkdirSync(dir, { recursive: true })
    put(`${home}\\.claude\\settings.json`, '{}')
    try {
      symlinkSync(`${home}\\.claude`, `${cwd}\\docs`, 'junction')
    } catch (error) {
      // Wine 8 has none.
      if (!String(error).includes('ENOTSUP')) throw error
      return 'there are no junctions here'
    }
    symlinkSync(roaming, `${home}\\Application Data`, 'junction')
    const deep = `${cwd}\\${'d'.repeat(100)}\\${'e'.repeat(100)}\\${'f'.repeat(100)}`
    mkdirSync(deep, { recursive: true })
    symlinkSync(own, `${deep}\\g`, 'junction')
    equal(existsSync(`${deep}\\g`), true)
    await expected('deny', [
      ['Write', `${cwd}\\docs\\settings.json`],
      ['Write', `${cwd}\\docs\\SETTIN~1.JSO`],
      ['Write', 'docs\\settings.json'],
      ['Write', `${home}\\Application Data\\tfy-hook\\policy.yaml`],
      ['Write', `${deep}\\g\\policy.yaml`],
      ['Bash', 'echo x > docs/settings.json'],
      ['Bash', 'rm -rf docs/'],
      ['PowerShell', 'Set-Content docs\\settings.json x'],
      ['PowerShell', 'cmd /c "echo x> docs\\settings.json"'],
    ])
    await expected('allow', [
      ['Write', `${deep}\\a.txt`],
      ['Write', `${cwd}\\src\\a~1.txt`],
      ['Bash', 'echo x > out.txt'],
    ])
  },
  'names of devices are no files, and nothing waits for them': () =>
    expected('allow', [
      ['Write', `${cwd}\\NUL`],
      ['Bash', 'echo x > NUL'],
      ['Bash', 'echo x > /dev/null'],
      ['PowerShell', 'cmd /c "dir > NUL"'],
      ['PowerShell', 'Get-Content CON'],
      ['PowerShell', 'Get-Content COM1'],
      ['PowerShell', 'Get-Content \\\\.\\pipe\\no-such-pipe'],
    ]),
  'shells do not get at them by variables, drives and programs of Windows': () =>
    expected('deny', [
      ['Bash', 'echo x > "$APPDATA/tfy-hook/policy.yaml"'],
      ['Bash', 'rm -rf "$LOCALAPPDATA\\\\tfy-hook"'],
      ['Bash', 'cp evil.json "$(cygpath "$USERPROFILE")/.claude/settings.json"'],
      ['Bash', 'cmd //c mklink //J x "%USERPROFILE%\\.claude" && cp evil.json x/settings.json'],
      ['PowerShell', '$p = $HOME + "\\.cla" + "ude\\settings.json"; Set-Content $p x'],
      ['PowerShell', 'New-PSDrive X FileSystem $HOME\\.claude; sc X:\\settings.json x'],
      ['PowerShell', 'cmd /c "subst X: %USERPROFILE%\\.claude & copy evil X:\\settings.json"'],
      ['PowerShell', 'robocopy evil $env:USERPROFILE\\.claude settings.json'],
      ['PowerShell', 'icacls $env:APPDATA\\tfy-hook\\policy.yaml /deny "Everyone:(R)"'],
      ['PowerShell', 'reg add HKCU\\Environment /v APPDATA /d C:\\evil /f'],
    ]),
  'the environment hides no policy of the machine': async () => {
    put('C:\\ProgramData\\tfy-hook\\policy.yaml', policy('machine.no'))
    for (const env of [
      { ProgramData: cwd },
      { PROGRAMDATA: cwd },
      { USERPROFILE: cwd, APPDATA: cwd, LOCALAPPDATA: cwd },
    ] as const)
      match((await tfy([], { input: bash('cargo build'), env })).stderr, /machine\.no/)
  },
  'the environment hides no policy of the account': async () => {
    const real = `${userInfo().homedir}\\AppData\\Roaming\\tfy-hook\\policy.yaml`
    if (existsSync(real)) return
    put(real, policy('account.no'))
    try {
      match((await tfy([], { input: bash('cargo build') })).stderr, /account\.no/)
    } finally {
      rmSync(real)
    }
  },
  'a project cannot be the folder of the account': async () => {
    put(
      `${cwd}\\evil\\tfy-hook\\config.yaml`,
      'version: 1\nsource: gateway\ngateway: { url: "http://127.0.0.1:9" }\nfail: open\n',
    )
    for (const APPDATA of [`${cwd}\\evil`, `${cwd.toUpperCase()}\\EVIL`, `${cwd.replaceAll('\\', '/')}/evil`])
      equal((await tfy(['--client', 'claude-code'], { input: bash('git push --force'), env: { APPDATA } })).code, 2, APPDATA)
  },
  'variables are read in any case': async () => {
    put(`${own}\\policy.yaml`, policy('own.no'))
    const other = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.toLowerCase(), value]))
    match((await tfy([], { input: bash('cargo build'), environment: other })).stderr, /own\.no/)
    const env = { tfy_hook_fail: 'closed' }
    equal((await tfy(['--client', 'claude-code', '--fail-open'], { input: '{', environment: other, env })).code, 2)
  },
}
