/** `explain` against the hook that `init` has registered: for every way to fail, the same decision, rules and answer. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../../src/commands/explain/payload.ts'
import { practices } from '../../src/doctor/client-calls.ts'
import { folder } from './call.ts'

const exe = resolve('dist/tfy-hook')
const clients = ['claude-code', 'cursor', 'codex', 'gemini-cli', 'qwen-code', 'droid', 'copilot-cli', 'opencode'] as const

interface Ground {
  readonly env: Readonly<Record<string, string>>
  readonly root: string
  readonly home: string
}

const ground = (): Ground => {
  const home = folder({})
  return { home, root: folder({}), env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' } }
}

const run = ({ env, root }: Ground, args: readonly string[], input = '') =>
  execa(exe, args, {
    cwd: root,
    env: { ...env },
    extendEnv: false,
    reject: false,
    input,
    stripFinalNewline: false,
    timeout: 20_000,
  })

const put = ({ home }: Ground, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, '.config/tfy-hook', name), text)
}

type Change = (text: string, payload: Record<string, unknown>) => string

/** What breaks, by what is written to the disk and by what comes in. */
const ways: readonly (readonly [name: string, files: Readonly<Record<string, string>>, change: Change | undefined])[] = [
  ['nothing', {}, undefined],
  ['config-invalid', { 'config.yaml': 'sorce: gateway\n' }, undefined],
  ['policy-invalid', { 'policy.yaml': 'version: 1\nrules: {{\n' }, undefined],
  ['gateway-unconfigured', { 'config.yaml': 'source: gateway\n' }, undefined],
  ['gateway-unreachable', { 'config.yaml': 'source: gateway\ngateway: { url: "http://127.0.0.1:9" }\n' }, undefined],
  ['a fallback', { 'config.yaml': 'source: gateway-then-offline\ngateway: { url: "http://127.0.0.1:9" }\n' }, undefined],
  ['both', { 'config.yaml': 'source: both\ngateway: { url: "http://127.0.0.1:9" }\n' }, undefined],
  ['an empty payload', {}, () => '{}'],
  ['no JSON', {}, () => 'nonsense'],
  ['half a payload', {}, text => text.slice(0, text.length >> 1)],
  ['a key twice', {}, text => `${text.slice(0, -1)},"cwd":"/elsewhere","cwd":"/"}`],
  ['257 brackets', {}, text => `${text.slice(0, -1)},"x":${'['.repeat(257)}${']'.repeat(257)}}`],
  ['text behind', {}, text => `${text} more`],
  ['a raw NUL', {}, text => text.replace('git', 'gi\0t')],
  [
    'arguments that cannot be read',
    {},
    (_, payload) => JSON.stringify({ ...payload, tool_input: '{"half":', toolArgs: '{"half":' }),
  ],
  ['nobody', {}, () => '{"of":"nobody"}'],
]

const masked = (text: string): string =>
  text.replace(/explain (?:--last|[0-9a-z]{7})/g, 'explain <id>').replace(/\d+ ms|another \d+ s/g, '<time>')

describe.each(clients)('%s', client => {
  const practice = practices[client]
  const event = practice?.events[0] ?? ''

  describe.each(['--fail-closed', '--fail-open'] as const)('registered with %s', flag => {
    let here: Ground
    beforeAll(async () => {
      here = ground()
      const done = await run(here, ['init', '--client', client, '--yes', flag, '--scope', 'user'])
      expect(done.exitCode, done.stderr).toBe(0)
    })

    it.each(ways)(
      '%s',
      async (_, files, change) => {
        const fine = { 'config.yaml': 'audit: true\n', 'policy.yaml': 'version: 1\nextends: recommended\n' }
        put(here, { ...fine, ...files })
        for (const command of ['git status', 'git push --force origin main']) {
          const payload = { ...compose(client, { kind: 'command', text: command }, here.root) }
          const text = (change ?? (whole => whole))(JSON.stringify(payload), payload)
          const env = { ...here.env, ...practice?.env?.(here.root) } as Record<string, string>
          const asHook = await run({ ...here, env }, ['--client', client, '--event', event, flag], text)
          const log = join(here.home, '.local/state/tfy-hook/audit.jsonl')
          const line = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) : undefined
          const recorded = JSON.parse(line ?? '{}') as { decision?: string; told?: string; rules?: unknown; id?: string }
          const said = await run({ ...here, env }, ['explain', '--client', client, '--json'], text)
          const result = JSON.parse(said.stdout) as {
            decision: string
            rules: unknown
            answer: { exitCode: number; stdout: string; stderr: string }
          }
          const told = recorded.told === undefined || recorded.told === 'nothing' ? recorded.decision : recorded.told
          expect([result.decision, result.rules], text).toEqual([told, recorded.rules])
          expect([result.answer.exitCode, masked(result.answer.stdout), masked(result.answer.stderr)], text).toEqual([
            asHook.exitCode,
            masked(asHook.stdout),
            masked(asHook.stderr),
          ])
          // What the hook says names its own line.
          if (told !== 'allow') {
            expect(`${asHook.stdout}${asHook.stderr}`).toContain(`explain ${recorded.id}`)
            const why = await run(here, ['explain', recorded.id ?? '', '--json'])
            expect(JSON.parse(why.stdout)).toMatchObject({ recorded: { id: recorded.id } })
          }
        }
      },
      30_000,
    )
  })
})

describe('without --client', () => {
  it('takes the client that is registered, its flags included', async () => {
    const here = ground()
    expect((await run(here, ['init', '--client', 'codex', '--yes', '--scope', 'user'])).exitCode).toBe(0)
    put(here, { 'config.yaml': 'source: gateway\ngateway: { url: "http://127.0.0.1:9" }\n' })
    const { exitCode, stdout } = await run(here, ['explain', 'ls', '--json'])
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({
        client: 'codex',
        decision: 'deny',
        settled: 'closed',
        registered: expect.stringContaining('.codex'),
      }),
    ])
  })

  it('prefers the last refusal to what came after it, and says how old it is', async () => {
    const here = ground()
    const call = (payload: object) => run(here, ['--client', 'claude-code'], JSON.stringify({ session_id: 's', ...payload }))
    await call({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push --force origin main' } })
    await call({ hook_event_name: 'Stop', stop_hook_active: false })
    const { stdout } = await run(here, ['explain', '--last'])
    expect(stdout).toMatch(/^event +PreToolUse$/m)
    expect(stdout).toMatch(/^time +.*ago|just now/m)
  })
})
