/** `status` and `doctor` say one thing, on machines made of kinds of registrations, of evidence and of gateways. */

import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'
import { claudeCall, homeWith, type Running, runtimes, start } from '../serve/server.ts'

const program = resolve('dist/tfy-hook')
const claude = '.claude/settings.json'

interface Finding {
  readonly id: string
  readonly severity: string
  readonly client?: string
  readonly what: string
}
interface Told {
  readonly clients: readonly { readonly client: string; readonly guard: { readonly answer: string } }[]
  readonly findings?: readonly Finding[]
}

let ours: Running
let other: Server
let dead = 0
beforeAll(async () => {
  const [exe] = runtimes
  if (exe === undefined) throw new Error('nothing to serve with')
  ours = await start(exe, { env: homeWith({ 'policy.yaml': 'version: 1\nextends: recommended\n' }) })
  // Something that took the port over: whatever it is asked, it answers.
  other = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'))
  await new Promise<void>(listening => other.listen(0, '127.0.0.1', listening))
  const gone = createServer()
  await new Promise<void>(listening => gone.listen(0, '127.0.0.1', listening))
  dead = (gone.address() as AddressInfo).port
  await new Promise(closed => gone.close(closed))
})
afterAll(async () => {
  other.close()
  await ours.stop()
})

const hooks = (text: string, change: (entry: Record<string, unknown>) => Record<string, unknown>): string => {
  const settings = JSON.parse(text) as { hooks: Record<string, { hooks: Record<string, unknown>[] }[]> }
  for (const group of settings.hooks.PreToolUse ?? []) group.hooks = group.hooks.map(change)
  return JSON.stringify(settings)
}

interface Kind {
  readonly init?: readonly string[]
  readonly port?: () => number
  readonly edit?: (text: string) => string
  readonly closed?: false
}
const put = (more: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...more })
const kinds: Readonly<Record<string, Kind>> = {
  'not registered': {},
  user: { init: [] },
  open: { init: ['--fail-open'] },
  project: { init: ['--scope', 'project'] },
  'switched off': { init: [], edit: put({ disableAllHooks: true }) },
  'a wrong type': { init: [], edit: put({ model: 5 }) },
  'for one tool': { init: [], edit: text => text.replace(/("PreToolUse": \[\s*\{)/, '$1 "matcher": "Read",') },
  'a narrow if': { init: [], edit: text => hooks(text, entry => ({ ...entry, if: 'Read(*)' })) },
  'no event before a tool': { init: [], edit: text => text.replace('"PreToolUse"', '"PreToolUsed"') },
  'a program that is gone': { init: [], edit: text => hooks(text, entry => ({ ...entry, command: '/nowhere/tfy-hook' })) },
  'a limit of a second': { init: [], edit: text => hooks(text, entry => ({ ...entry, timeout: 1 })) },
  'HOME for every hook': { init: [], edit: put({ env: { LD_PRELOAD: '/nowhere.so' } }) },
  'a server': { port: () => ours.port },
  'a server that is gone': { port: () => dead },
  'another server': { port: () => (other.address() as AddressInfo).port },
  'a server that is gone, open': { port: () => dead, edit: text => text.replaceAll(/,\s*"onFailure": "block"/g, '') },
}
const evidence = ['none', 'before', 'after'] as const
const gateways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  'that nobody named': { 'config.yaml': 'source: gateway\n' },
  'that is gone': { 'config.yaml': 'source: gateway\ngateway:\n  url: http://127.0.0.1:9/api\n' },
  'of a broken file': { 'config.yaml': 'source: [\n' },
  'beside a broken policy': { 'policy.yaml': 'version: 1\nrules: 5\n' },
  'with no log': { 'config.yaml': 'audit: off\n' },
}

const states = [
  ...Object.keys(kinds).flatMap(kind => evidence.map(seen => ({ kind, seen, gateway: 'none' }))),
  ...Object.keys(gateways)
    .slice(1)
    .flatMap(gateway => (['user', 'open'] as const).map(kind => ({ kind, seen: 'after' as const, gateway }))),
]

const machine = (gateway: string) => {
  const config = Object.fromEntries(
    Object.entries(gateways[gateway] ?? {}).map(([name, text]) => [`.config/tfy-hook/${name}`, text]),
  )
  const home = folder({
    'shop/readme.md': '',
    'bin/claude': '#!/bin/sh\necho "2.1.329 (Claude Code)"\n',
    [claude]: '{}',
    ...config,
  })
  chmodSync(join(home, 'bin/claude'), 0o755)
  const env = { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home, XDG_STATE_HOME: join(home, '.state'), TMPDIR: '/var/tmp' }
  const run = (args: readonly string[], input = '', more = {}) =>
    execa(program, [...args], { env: { ...env, ...more }, extendEnv: false, reject: false, input, cwd: join(home, 'shop') })
  return {
    home,
    run,
    /** A call that the client itself made. */
    call: () =>
      run(
        ['--client', 'claude-code', '--event', 'PreToolUse', '--fail-closed'],
        JSON.stringify({ ...claudeCall('ls', join(home, 'shop')), session_id: 'seen' }),
        { CLAUDE_CODE_SESSION_ID: 'seen', AI_AGENT: 'claude-code_2-1-329_harness' },
      ),
  }
}

const told = (answer: { readonly stdout: string; readonly exitCode?: number | undefined }) => ({
  code: answer.exitCode,
  ...(JSON.parse(answer.stdout) as Told),
})

describe.each(states)('$kind, called $seen, a gateway $gateway', ({ kind, seen, gateway }) => {
  it('is told alike', { timeout: 60_000 }, async () => {
    const { init, port, edit } = kinds[kind] ?? {}
    const on = machine(gateway)
    const way = port === undefined ? init : ['--transport', 'http', '--url', `http://127.0.0.1:${port()}`, '--untested']
    const file = join(on.home, init?.includes('project') ? 'shop' : '', claude)
    if (seen === 'before') await on.call()
    if (way !== undefined) await on.run(['init', '--yes', '--client', 'claude-code', ...way])
    if (edit !== undefined) writeFileSync(file, edit(readFileSync(file, 'utf8')))
    if (seen === 'after') await on.call()
    const status = told(await on.run(['status', '--json']))
    const doctor = told(await on.run(['doctor', '--json']))
    const plain = told(await on.run(['doctor', '--json', '--no-drill']))
    const answers = ({ clients }: Told) => clients.map(({ client, guard }) => ({ client, guard }))
    expect(answers(status)).toEqual(answers(doctor))
    expect(answers(plain)).toEqual(answers(doctor))
    const findings = doctor.findings ?? []
    const guarded = status.clients.filter(({ guard }) => guard.answer === 'guarded').map(({ client }) => client)
    const wrong = findings.filter(
      ({ severity, client }) => severity === 'bad' || (severity === 'warn' && guarded.includes(client ?? '')),
    )
    if (status.code === 0 && guarded.length > 0) expect(wrong).toEqual([])
    if (doctor.code === 0) expect(status.code).toBe(0)
    // Whoever lets what is denied go on is guarded in no answer.
    const through = findings.filter(({ id, what }) => id === 'drill.denied' && /goes on|let through/.test(what))
    for (const { client } of through) expect(guarded).not.toContain(client)
  })
})

it('has states of each answer', async () => {
  const answers = new Set<string>()
  for (const [kind, seen] of [
    ['user', 'after'],
    ['user', 'none'],
    ['switched off', 'after'],
  ] as const) {
    const on = machine('none')
    await on.run(['init', '--yes', '--client', 'claude-code'])
    const { edit } = kinds[kind] ?? {}
    if (edit !== undefined) writeFileSync(join(on.home, claude), edit(readFileSync(join(on.home, claude), 'utf8')))
    if (seen === 'after') await on.call()
    for (const { guard } of told(await on.run(['status', '--json'])).clients) answers.add(guard.answer)
  }
  expect([...answers].sort()).toEqual(['cannot be known', 'guarded', 'not guarded'])
})
