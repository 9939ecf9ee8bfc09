/**
 * `npm run demo`: builds, then sends one recorded payload per client through the binary twice: as recorded, and with its command
 * replaced by one that the built-in preset denies. Nothing it runs touches your own configuration. A client's id asks for that one only;
 * `--built` takes the binary as it is.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { at, say } from './project/project.ts'

const binary = at(process.platform === 'win32' ? 'dist/tfy-hook.exe' : 'dist/tfy-hook')

const words = process.argv.slice(2)
if (!words.includes('--built')) {
  const built = spawnSync(process.execPath, [at('scripts/build.ts')], { stdio: 'inherit' })
  if (built.status !== 0) process.exit(built.status ?? 1)
}

interface Fixture {
  readonly captured: string
  readonly env?: Record<string, string>
  readonly stdin: { tool_input?: { command?: string }; command?: string }
}

const cases = [
  ['cursor', 'before-shell-execution.json'],
  ['claude-code', 'pre-tool-use.bash.json'],
  ['proxyai', 'before-tool-use.bash.json'],
] as const

const wanted = cases.filter(([client]) => words.includes(client))

const dangerous = 'cd /tmp && rm -rf ~'

const home = mkdtempSync(join(tmpdir(), 'tfy-demo-'))
const env = { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home }

const withCommand = (stdin: Fixture['stdin'], command: string): Fixture['stdin'] =>
  stdin.tool_input === undefined ? { ...stdin, command } : { ...stdin, tool_input: { ...stdin.tool_input, command } }

const colourful = isatty(2) && !process.env.NO_COLOR
const paint = (code: number, text: string): string => (colourful ? `\u001b[${code}m${text}\u001b[0m` : text)
const show = (label: string, value: string): void => say(`  ${paint(2, label.padEnd(9))} ${value}`)

try {
  for (const [client, file] of wanted.length === 0 ? cases : wanted) {
    const fixture = JSON.parse(readFileSync(at(`fixtures/clients/${client}/${file}`), 'utf8')) as Fixture
    const recorded = fixture.stdin.tool_input?.command ?? fixture.stdin.command ?? ''
    for (const command of [recorded, dangerous]) {
      const input = JSON.stringify(withCommand(fixture.stdin, command))
      const startedAt = performance.now()
      const ran = spawnSync(binary, [], { input, encoding: 'utf8', env: { ...env, ...fixture.env } })
      const ms = performance.now() - startedAt
      const audit = JSON.parse(readFileSync(auditFile(), 'utf8').trimEnd().split('\n').at(-1) ?? '{}') as Record<string, unknown>
      say(
        `\n${paint(1, client)}  (${command === recorded ? (fixture.captured === 'no' ? 'written from the contract, not recorded' : fixture.captured) : 'the same payload, another command'})`,
      )
      show('command', command)
      show('event', String(audit.event))
      show(
        'verdict',
        `${paint(audit.decision === 'allow' ? 32 : 31, String(audit.decision))}${Array.isArray(audit.rules) && audit.rules.length > 0 ? `  ${audit.rules.join(', ')}` : ''}`,
      )
      show('exit code', String(ran.status))
      show('stdout', ran.stdout.trim() || '(empty: no objection)')
      show('stderr', ran.stderr.trim() || '(empty)')
      show('latency', `${ms.toFixed(1)} ms, process start to end`)
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}

function auditFile(): string {
  if (process.platform === 'win32') return join(home, 'AppData', 'Local', 'tfy-hook', 'audit.jsonl')
  return join(
    home,
    ...(process.platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'state']),
    'tfy-hook',
    'audit.jsonl',
  )
}
