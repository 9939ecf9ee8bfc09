/** Who is measured, on which payload, in which home. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { at, run, say } from '../project/project.ts'
import type { Subject } from './spawn.ts'

const userPolicy = `version: 1
extends: recommended
rules:
  - id: shop.no-cluster-deletes
    on: shell
    when: { program: [kubectl, helm], args: [delete] }
    decision: deny
    reason: Clusters are changed through the pipeline.
  - id: shop.word
    on: any
    when: { text: pwned }
    decision: deny
    reason: The word is not allowed here.
`

const projectPolicy = `version: 1
rules:
  - id: repo.no-releases
    on: shell
    when: { program: npm, args: [publish] }
    decision: deny
    reason: Releases are made by the pipeline.
`

export interface Place {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
}

/** A home with a user policy and a project with its own, in a fresh folder. */
export const place = (): Place => {
  const home = mkdtempSync(join(tmpdir(), 'tfy-hook-bench-'))
  const project = join(home, 'shop')
  mkdirSync(join(home, '.config/tfy-hook'), { recursive: true })
  mkdirSync(join(project, '.tfy-hook'), { recursive: true })
  mkdirSync(join(project, '.git'))
  writeFileSync(join(home, '.config/tfy-hook/policy.yaml'), userPolicy)
  writeFileSync(join(project, '.tfy-hook/policy.yaml'), projectPolicy)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    AI_AGENT: 'claude-code_2-1-329_harness',
    CLAUDECODE: '1',
  }
  return { home, project, env }
}

const session = '9151530e-4622-422c-bbaf-618bb3799a82'

/** A shell command of a working day, as Claude Code reports it: its transcripts lie in a folder of its own, by which it is known. */
export const payload = (cwd: string, command: string, transcripts = `${dirname(cwd)}/.claude/projects/-shop`): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      session_id: session,
      transcript_path: `${transcripts}/${session}.jsonl`,
      cwd,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command, description: 'Run the tests' },
      tool_use_id: 'toolu_01A09q90qw90lq917835lq9',
    }),
  )

const hookFlags = ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed']

/** The same home, with the gateway as the source: with a policy beside it, a flag alone would ask both. */
const withGateway = (home: string, url: string): Readonly<Record<string, string>> => {
  const config = join(home, 'gateway')
  mkdirSync(join(config, 'tfy-hook'), { recursive: true })
  writeFileSync(join(config, 'tfy-hook/config.yaml'), `source: gateway\ngateway:\n  url: ${url}\n`)
  return { XDG_CONFIG_HOME: config, HOME: join(home, 'gateway-home') }
}

/** A file as it lies on a disk that it was installed to: what a compiler has written, and what has lain in memory for long, is read slower. */
const installed = (home: string, file: string): string => {
  const copy = join(home, 'bin', basename(file))
  mkdirSync(dirname(copy), { recursive: true })
  if (existsSync(file)) copyFileSync(file, copy)
  return copy
}

/** What we are measured against, compiled by the product's flags. */
export interface Measures {
  readonly empty: string
  readonly yardstick: string
}

export const subjects = ({ home, project, env }: Place, port: number, { empty, yardstick }: Measures): readonly Subject[] => {
  const url = `http://127.0.0.1:${port}`
  const command = 'git status --short && npm test 2>&1 | tail -20'
  const base = { stdin: payload(project, command), cwd: project }
  const unmarked = { ...base, stdin: payload(project, command, project) }
  const gateway = { ...env, TFY_GATEWAY_URL: url, TFY_API_KEY: 'tfy-bench-key-not-a-real-one' }
  const post = [
    '-s',
    '-X',
    'POST',
    '-H',
    'Content-Type: application/json',
    '--data-binary',
    '@-',
    `${url}/claude-code/hooks/validate`,
  ]
  const bundle = ['node', at('dist/node/tfy-hook.mjs')]
  const program = installed(home, at('dist/tfy-hook'))

  const list: Subject[] = [
    { name: 'curl', cmd: ['curl', ...post], env, ...base },
    { name: 'empty', cmd: [installed(home, empty)], env, ...base },
    { name: 'yardstick', cmd: [installed(home, yardstick)], env, ...base },
    { name: 'offline', cmd: [program, ...hookFlags, '--source', 'offline'], env, ...base },
    { name: 'no mark, offline', cmd: [program, ...hookFlags, '--source', 'offline'], env, ...unmarked },
    { name: 'gateway', cmd: [program, ...hookFlags], env: { ...gateway, ...withGateway(home, url) }, ...base },
    { name: 'bridge', cmd: [at('scripts/bench/bridge.sh')], env: gateway, ...base },
    { name: 'node offline', cmd: [...bundle, ...hookFlags, '--source', 'offline'], env, ...base },
    { name: 'pkg offline', cmd: [installed(home, at('dist/tfy-hook-node')), ...hookFlags, '--source', 'offline'], env, ...base },
  ]
  return list.filter(({ name, cmd }) => {
    const lacking =
      name === 'bridge' && run('jq', ['--version']).code !== 0
        ? 'jq'
        : run('test', ['-e', cmd[0] ?? '']).code !== 0 && cmd[0]?.startsWith('/')
          ? cmd[0]
          : undefined
    if (lacking !== undefined) say(`SKIPPED ${name}: ${lacking} is missing`)
    return lacking === undefined
  })
}
