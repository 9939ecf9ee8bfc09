/** Who is measured, on which payload, in which home. */

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { hash } from '../../src/core/hash.ts'
import { note, sessionPlace } from '../../src/hook/sources/session-notes.ts'
import { doorFile } from '../door/build.ts'
import { at, run, say, stop } from '../project/project.ts'
import { call, denied, kinds, ordinary, payload } from './calls.ts'
import { peer } from './peer.ts'
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

/** What is not measured every time, since it takes some minutes. */
const more = ({ home, project, env }: Place, program: string, door: string): readonly Subject[] => {
  const offline = [...hookFlags, '--source', 'offline']
  const base = { stdin: payload(project, ordinary), cwd: project, env }
  const calls = Object.entries(kinds(project))
  const exit = (kind: string): number => (kind === 'denied' ? 2 : 0)
  const grown = [100, 1_000].flatMap(rules => {
    const place = withRules({ home, project, env }, rules)
    return [
      { name: `door, ${rules} rules`, cmd: [door, ...offline], ...base, env: place },
      { name: `offline, ${rules} rules`, cmd: [program, ...offline], ...base, env: place },
    ]
  })
  const other = peer()
  return [
    ...calls
      .filter(([kind]) => !held.includes(kind))
      .map(([kind, stdin]) => ({ ...base, name: `door, ${kind}`, cmd: [door, ...offline], stdin })),
    ...calls
      .filter(([kind]) => kind !== 'shell')
      .map(([kind, stdin]) => ({ ...base, name: `offline, ${kind}`, cmd: [program, ...offline], stdin, exit: exit(kind) })),
    ...grown,
    { ...base, name: 'offline, as built', cmd: [at('dist/tfy-hook'), ...offline] },
    { ...base, name: 'door, as built', cmd: [at(doorFile), ...offline] },
    ...(other === undefined
      ? []
      : [
          { ...base, name: `${other.name}, node`, cmd: ['node', ...other.args] },
          { ...base, name: `${other.name}, denied`, cmd: ['node', ...other.args], stdin: payload(project, denied) },
        ]),
  ]
}

/** Kinds of calls whose cost through the door is held by `scripts/budget.json`. */
export const held: readonly string[] = ['shell', 'denied', 'edit', 'read', 'mcp', '4 KB']

/** The same home with a longer policy; its rules look at words, as most do. */
const withRules = ({ home, env }: Place, rules: number): Readonly<Record<string, string>> => {
  const config = join(home, `rules-${rules}`)
  mkdirSync(join(config, 'tfy-hook'), { recursive: true })
  const one = (n: number): string =>
    `  - id: shop.rule-${n}\n    on: shell\n    when: { program: tool-${n}, args: [delete-${n}] }\n    decision: deny\n    reason: Not by hand.\n`
  const text = Array.from({ length: rules }, (_, n) => one(n)).join('')
  writeFileSync(join(config, 'tfy-hook/policy.yaml'), `version: 1\nextends: recommended\nrules:\n${text}`)
  return { ...env, XDG_CONFIG_HOME: config }
}

const refusals = 3_000

/** The same command in a session that was told no as often as that; and in one that has done nothing yet. */
const sessions = ({ project, env }: Place): Readonly<Record<'session, long' | 'session, new', Uint8Array>> => {
  const place = sessionPlace(`${env.XDG_STATE_HOME}/tfy-hook`, { client: 'claude-code', sessionId: 'long' })
  for (let n = 0; place !== undefined && n < refusals; n++)
    if (!note(place, [`refused:${hash(`${n}`)}`])) stop('the long session cannot be noted')
  const shell = (id: string): Uint8Array => call(project, 'Bash', { command: ordinary }, undefined, id)
  return { 'session, long': shell('long'), 'session, new': shell('new') }
}

export const subjects = (where: Place, port: number, { empty, yardstick }: Measures, all: boolean): readonly Subject[] => {
  const { home, project, env } = where
  const url = `http://127.0.0.1:${port}`
  const base = { stdin: payload(project, ordinary), cwd: project }
  const unmarked = { ...base, stdin: payload(project, ordinary, project) }
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
  const door = installed(home, at(doorFile))
  const offline = [...hookFlags, '--source', 'offline']

  const list: Subject[] = [
    { name: 'curl', cmd: ['curl', ...post], env, ...base },
    { name: 'empty', cmd: [installed(home, empty)], env, ...base },
    { name: 'yardstick', cmd: [installed(home, yardstick)], env, ...base },
    { name: 'offline', cmd: [program, ...offline], env, ...base },
    { name: 'no mark, offline', cmd: [program, ...offline], env, ...unmarked },
    { name: 'gateway', cmd: [program, ...hookFlags], env: { ...gateway, ...withGateway(home, url) }, ...base },
    { name: 'bridge', cmd: [at('scripts/bench/bridge.sh')], env: gateway, ...base },
    ...held.map(kind => ({
      ...base,
      name: `door, ${kind}`,
      cmd: [door, ...offline],
      env,
      stdin: kinds(project)[kind] ?? base.stdin,
      exit: kind === 'denied' ? 2 : 0,
    })),
    ...Object.entries(sessions(where)).map(([name, stdin]) => ({
      ...base,
      name: `door, ${name}`,
      cmd: [door, ...offline],
      env,
      stdin,
    })),
    ...(all ? more(where, program, door) : []),
    { name: 'node offline', cmd: [...bundle, ...offline], env, ...base },
    { name: 'pkg offline', cmd: [installed(home, at('dist/tfy-hook-node')), ...offline], env, ...base },
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
