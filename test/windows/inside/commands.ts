/** What people type. */

import { deepEqual, equal, match } from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import type { Checks } from './calls.ts'
import { bash, cwd, home, put, roaming, start, state, text, tfy } from './ground.ts'

/** All but Droid, which takes no path with blanks on Windows. */
const everyone =
  'amp antigravity auggie claude-code cline codex copilot-cli cursor devin gemini-cli goose grok junie kilo-code kimi-code kiro letta-code openclaw opencode pi proxyai qwen-code vscode windsurf'.split(
    ' ',
  )

const files = (folder: string): readonly string[] =>
  existsSync(folder)
    ? (readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry =>
        entry.isFile() ? [`${entry.parentPath}\\${entry.name}`] : [],
      ) as string[])
    : []

/** Files that are not our own notes. */
const settings = (): readonly string[] => files(home).filter(file => !file.startsWith(state))

/** Every command line in a file of settings. */
const commandsIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        typeof inner === 'string' && /command|powershell|windows/i.test(name) && inner.includes('tfy-hook')
          ? [inner]
          : commandsIn(inner),
      )

export const commands: Checks = {
  'init registers every client, twice without a change, and uninstall takes it out': async () => {
    put(`${home}\\.claude\\settings.json`, '{\r\n  "model": "sonnet"\r\n}\r\n')
    const before = text(`${home}\\.claude\\settings.json`)
    const asked = everyone.flatMap(client => ['--client', client])
    // A project's file has the name alone, for whoever finds it on the PATH.
    put(`${home}\\bin\\tfy-hook.cmd`, '@exit /b 0\r\n')
    const env = { PATH: `${home}\\bin;${process.env.PATH}` }
    const first = await tfy(['init', '--yes', ...asked], { env })
    equal(first.code, 0, first.stdout.slice(0, 400) + first.stderr)
    const then = Object.fromEntries(settings().map(file => [file, text(file)]))
    equal((await tfy(['init', '--yes', ...asked], { env })).code, 0)
    deepEqual(Object.fromEntries(settings().map(file => [file, text(file)])), then)
    match(text(`${home}\\.claude\\settings.json`), /\r\n/)
    equal((await tfy(['uninstall', '--yes'])).code, 0)
    equal(text(`${home}\\.claude\\settings.json`), before)
    const left = settings().filter(file => /tfy-hook\.mjs/.test(text(file)))
    deepEqual(left, [])
  },
  'a client that cannot be given our path is not registered, and that is said': async () => {
    const ran = await tfy(['init', '--yes', '--client', 'droid'])
    equal(ran.code, 1)
    match(ran.stdout + ran.stderr, /blanks/)
  },
  'cmd runs what is registered, with blanks and & in every path': async () => {
    equal((await tfy(['init', '--yes', '--client', 'devin'])).code, 0)
    const lines = commandsIn(JSON.parse(text(`${roaming}\\devin\\config.json`)))
    const line = lines.find(each => each.includes('PreToolUse')) ?? ''
    const cmd = (input: string) => start('cmd', ['/d', '/s', '/c', `"${line}"`], { input, verbatim: true })
    const [no, yes] = await Promise.all([cmd(bash('git push --force origin main')), cmd(bash('git status'))])
    match(no.stdout + no.stderr, /git\.push-force/, line)
    equal(yes.code, 0)
  },
  'doctor starts what is registered, and status says that it has yet to call': async () => {
    await tfy(['init', '--yes', '--client', 'devin', '--client', 'opencode'])
    const [doctor, status] = await Promise.all([
      tfy(['doctor', '--json', '--client', 'devin', '--client', 'opencode']),
      tfy(['status']),
    ])
    const { findings } = JSON.parse(doctor.stdout) as { readonly findings: readonly { readonly severity: string }[] }
    deepEqual(
      findings.filter(({ severity }) => severity === 'bad'),
      [],
    )
    match(status.stdout, /OpenCode +cannot be known +user +never called/)
  },
  'explain, policy and audit work on paths of Windows': async () => {
    await tfy(['init', '--yes', '--client', 'claude-code'])
    put(`${cwd}\\p.yaml`, '\ufeffversion: 1\r\nextends: none\r\nrules: []\r\n')
    equal((await tfy([], { input: bash('git push --force') })).code, 2)
    const rows: readonly (readonly [words: readonly string[], code: number, says: RegExp])[] = [
      [['policy', 'check'], 0, /valid/],
      [['policy', 'check', 'p.yaml'], 0, /valid/],
      [['policy', 'check', `${cwd}\\p.yaml`], 0, /valid/],
      [['policy', 'test'], 0, / 0 failed/],
      [['policy', 'show'], 0, /own\.no-global-installs/],
      [['explain', '--write', `${home}\\.claude\\settings.json`], 1, /self\.tamper/],
      [['explain', '--read', `${cwd}\\src\\a.ts`], 0, /allow/],
      [['explain', '--last'], 1, /git\.push-force/],
      [['audit', 'tail'], 0, /git\.push-force/],
      [['audit', 'stats'], 0, /deny +1/],
    ]
    for (const [words, code, says] of rows) {
      const ran = await tfy(words)
      match(ran.stdout, says, words.join(' '))
      equal(ran.code, code, words.join(' '))
    }
  },
  'managed files for Windows name places of Windows': async () => {
    const out = `${cwd}\\managed`
    const ran = await tfy([
      'init',
      '--scope',
      'managed',
      '--for',
      'windows',
      '--out',
      out,
      '--client',
      'claude-code',
      '--program',
      'C:\\Program Files\\tfy-hook\\tfy-hook.exe',
    ])
    equal(ran.code, 0, ran.stderr)
    const all = files(out)
    equal(
      all.some(file => /managed-settings/.test(file)),
      true,
      all.join('\n'),
    )
  },
}
