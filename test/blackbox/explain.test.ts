/** `explain` against the hook that `init` has registered: for every way to fail, the same decision, rules and answer. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../../src/cli/commands/registration/payload.ts'
import { maxContent } from '../../src/engine/policy/evaluate.ts'
import { practices } from '../../src/setup/doctor/client-calls.ts'
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
  return {
    home,
    root: folder({}),
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', TFY_API_KEY: 'k' },
  }
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

/** What a gateway does that is there. */
const gateway = { status: 200, headers: {} as Readonly<Record<string, string>>, body: '<html>Log in</html>', silent: false }
const server = createServer((request, answer) => {
  request.resume()
  if (!gateway.silent) answer.writeHead(gateway.status, gateway.headers).end(gateway.body)
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const config = (source: string, more = '', at = url): Readonly<Record<string, string>> => ({
  'config.yaml': `audit: true\nsource: ${source}\ngateway: { url: "${at}"${more} }\n`,
})
const nowhere = 'http://127.0.0.1:9'
const alone = ', breaker: false'

interface Way {
  readonly name: string
  /** As the hook records it. */
  readonly failure?: string
  readonly files?: Readonly<Record<string, string>>
  readonly change?: Change
  readonly gateway?: Partial<typeof gateway>
  /** Calls of the hook before the one that is compared. */
  readonly calls?: number
  /** The registered flag. */
  readonly flag?: (flag: string) => string
}

/**
 * What breaks, by what is written to the disk, by what comes in, and by what the gateway does. Of the failures of docs/operate/failing.md these are
 * not here: `client-unknown`, `client-unsupported` (no client that is registered sends them: "nobody" stands for both), `deadline` (a matter of how
 * long the hook took to start, and `explain` starts a different program: it has the whole budget), `stdin-timeout` (`explain` waits for whoever
 * types), `internal` (a fault of ours; one that is known is fixed). What became of such a call, `explain <id>` reads from its audit line.
 */
const ways: readonly Way[] = [
  { name: 'nothing' },
  { name: 'config-invalid', failure: 'config-invalid', files: { 'config.yaml': 'sorce: gateway\n' } },
  { name: 'policy-invalid', failure: 'policy-invalid', files: { 'policy.yaml': 'version: 1\nrules: {{\n' } },
  { name: 'gateway-unconfigured', failure: 'gateway-unconfigured', files: { 'config.yaml': 'audit: true\nsource: gateway\n' } },
  { name: 'gateway-unreachable', failure: 'gateway-unreachable', files: config('gateway', alone, nowhere) },
  { name: 'gateway-timeout', failure: 'gateway-timeout', files: timed(config('gateway', alone)), gateway: { silent: true } },
  { name: 'gateway-status', failure: 'gateway-status', files: config('gateway', alone), gateway: { status: 401 } },
  { name: 'gateway-reply', failure: 'gateway-reply', files: config('gateway', alone) },
  {
    name: 'gateway-paused',
    failure: 'gateway-paused',
    files: config('gateway'),
    gateway: { status: 503, headers: { 'Retry-After': '120' } },
    calls: 3,
  },
  { name: 'a fallback', files: config('gateway-then-offline', alone, nowhere) },
  { name: 'both', files: config('both', alone, nowhere) },
  { name: 'usage', failure: 'usage', flag: flag => `${flag}-always` },
  {
    name: 'engine-limit',
    failure: 'engine-limit',
    change: text => text.replace(/git (?:status|push --force origin main)/, found => `${found} ${'x'.repeat(maxContent)}`),
  },
  { name: 'an empty payload', change: () => '{}' },
  { name: 'no JSON', failure: 'stdin-invalid', change: () => 'nonsense' },
  { name: 'half a payload', failure: 'stdin-invalid', change: text => text.slice(0, text.length >> 1) },
  { name: 'a key twice', failure: 'stdin-invalid', change: text => `${text.slice(0, -1)},"cwd":"/elsewhere","cwd":"/"}` },
  {
    name: '257 brackets',
    failure: 'stdin-invalid',
    change: text => `${text.slice(0, -1)},"x":${'['.repeat(257)}${']'.repeat(257)}}`,
  },
  { name: 'text behind', failure: 'stdin-invalid', change: text => `${text} more` },
  { name: 'a raw NUL', failure: 'stdin-invalid', change: text => text.replace('git', 'gi\0t') },
  {
    name: 'arguments that cannot be read',
    change: (_, payload) => JSON.stringify({ ...payload, tool_input: '{"half":', toolArgs: '{"half":' }),
  },
  { name: 'nobody', change: () => '{"of":"nobody"}' },
]

function timed(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { 'config.yaml': `${files['config.yaml']}timeoutMs: 700\n` }
}

const denied = 'git push --force origin main'

/** Those whose calls that are allowed are compared as well: one with commands in JSON, one with a payload of its own, one behind a bridge. */
const comparedWhole: ReadonlySet<string> = new Set(['claude-code', 'cursor', 'opencode'])

const masked = (text: string): string =>
  text.replace(/explain (?:--last|[0-9a-z]{7})/g, 'explain <id>').replace(/\d+ ms|another \d+ s/g, '<time>')

describe.each(clients)('%s', client => {
  const practice = practices[client]
  const event = practice?.events[0] ?? ''

  describe.each(['--fail-closed', '--fail-open'] as const)('registered with %s', flag => {
    let here: Ground
    let registered: ReadonlyMap<string, string>
    beforeAll(async () => {
      here = ground()
      const done = await run(here, ['init', '--client', client, '--yes', flag, '--scope', 'user', '--json'])
      expect(done.exitCode, done.stderr).toBe(0)
      const { clients: made } = JSON.parse(done.stdout) as { clients: readonly { files: readonly { file: string }[] }[] }
      const files = made.flatMap(one => one.files.map(({ file }) => file))
      registered = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
    })

    // Those that are not compared whole meet each way under one of the flags, in turn.
    const met = ways.filter(
      (_, at) => comparedWhole.has(client) || (at + clients.indexOf(client)) % 2 === (flag === '--fail-open' ? 1 : 0),
    )
    it.each(met)(
      '$name',
      async ({ name, failure, files, change, gateway: does, calls = 0, flag: spelled = kept => kept }) => {
        Object.assign(gateway, { status: 200, headers: {}, silent: false }, does)
        for (const [file, whole] of registered) writeFileSync(file, whole.replaceAll(flag, spelled(flag)))
        // A bridge puts the flags together itself.
        if (name === 'usage' && client === 'opencode') return
        const fine = { 'config.yaml': 'audit: true\n', 'policy.yaml': 'version: 1\nextends: recommended\n' }
        put(here, { ...fine, ...files })
        // Time is what this one costs. What is allowed is answered by silence, by each client alike.
        for (const command of name === 'gateway-timeout' || !comparedWhole.has(client) ? [denied] : ['git status', denied]) {
          const payload = { ...compose(client, { kind: 'command', text: command }, here.root) }
          const text = (change ?? (whole => whole))(JSON.stringify(payload), payload)
          const env = { ...here.env, ...practice?.env?.(here.root) } as Record<string, string>
          const hook = () => run({ ...here, env }, ['--client', client, '--event', event, spelled(flag)], text)
          for (let before = 0; before < calls; before++) await hook()
          // A refusal that comes again is told otherwise: both begin with the same memory of the session.
          const forget = () => rmSync(join(here.home, '.local/state/tfy-hook/sessions'), { recursive: true, force: true })
          forget()
          const asHook = await hook()
          forget()
          const log = join(here.home, '.local/state/tfy-hook/audit.jsonl')
          const line = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) : undefined
          const recorded = JSON.parse(line ?? '{}') as Record<'decision' | 'told' | 'id' | 'failure', string | undefined> & {
            rules?: unknown
          }
          if (failure !== undefined) expect(recorded.failure).toBe(failure)
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

  it.each([[], ['--json']])('shows nothing of the call that a terminal obeys, %j', async (...flags) => {
    const here = ground()
    const command = 'git push --force origin "a\u202eb\u009b31mc\u200bd\u001b[31m"'
    const payload = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } }
    await run(here, ['--client', 'claude-code'], JSON.stringify(payload))
    const { stdout } = await run(here, ['explain', '--last', ...flags])
    expect(stdout).toContain('git.push-force')
    expect(stdout).not.toMatch(/[\u001b\u009b\u200b\u202e]/)
  })
})

it('says of a failure the whole cause, and what to do, where the line that was shown was cut', async () => {
  const here = ground()
  await run(here, ['init', '--client', 'claude-code', '--yes', '--scope', 'user'])
  const rule = '  - { id: a.b, on: shell, when: { program: x }, decision: deny, reason: R., certanty: could-not-tell }'
  put(here, { 'policy.yaml': `version: 1\nrules:\n${rule}\n` })
  const payload = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
  for (const flags of [[], ['--fail-closed']]) {
    await run(here, ['--client', 'claude-code', ...flags], JSON.stringify(payload))
    const { stdout } = await run(here, ['explain', '--last'])
    expect(stdout).toMatch(/^cause +the policy \/.*\/policy\.yaml is not valid: line 3, .*certanty.*/m)
    expect(stdout).toMatch(/^fix +tfy-hook policy check$/m)
  }
})
