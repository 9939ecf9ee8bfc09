/** A trial from its first call to its end: seen, ranked, enforced. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEntry } from '../../src/hook/audit/entry.ts'
import { rowsOf } from '../../src/hook/audit/history/groups.ts'
import { trialsOf } from '../../src/hook/audit/history/trials.ts'
import { call, folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'
import { hash, record } from './log.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const ground = (policy: string) => {
  const home = folder({})
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    CLAUDECODE: '1',
    AI_AGENT: 'claude-code_2-1-329_harness',
    TZ: 'UTC',
  }
  const file = join(home, 'config/tfy-hook/policy.yaml')
  mkdirSync(join(home, 'config/tfy-hook'), { recursive: true })
  writeFileSync(file, policy)
  const ask = (command: string, session = 's1') => call(binary, { args: [], stdin: payload(command, session), env })
  const run = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await call(binary, { args, stdin: '', env })
    return { code: exitCode, out: stdout, err: stderr }
  }
  return { env, file, ask, run, text: () => readFileSync(file, 'utf8') }
}

const payload = (command: string, session: string): string =>
  JSON.stringify({
    session_id: session,
    transcript_path: '/home/dev/shop/session.jsonl',
    cwd: '/home/dev/shop',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'A step' },
    tool_use_id: 'toolu_9',
  })

const entry = (n: number, more: object) => {
  const read = readEntry(new TextEncoder().encode(JSON.stringify({ ...record(n), ...more })), true, hash)
  if (read.kind !== 'entry') throw new Error('no entry')
  return read.entry
}

describe('the ranking', () => {
  it('says what each rule would have stopped, for whom and where', () => {
    const replay = { workspaceRoots: ['/w/shop'], content: 'git push -f' }
    const found = trialsOf([
      rowsOf([
        entry(1, { audited: ['a.held'] }),
        entry(2, { audited: ['a.held', 'b.stops'], would: 'ask', user: 'ann', replay }),
        entry(3, { audited: ['b.stops'], would: 'deny', user: 'dev', client: 'cursor', replay }),
        entry(4, { audited: ['b.stops'], decision: 'deny', user: 'dev', replay: { cwd: '/w/other', content: 'x' } }),
        entry(5, { rules: ['b.stops'], decision: 'deny' }),
      ]),
    ])
    expect(found).toMatchObject({
      calls: 4,
      stopped: 2,
      byWould: [
        { name: 'ask', count: 1 },
        { name: 'deny', count: 1 },
      ],
    })
    expect(found.rules).toEqual([
      {
        rule: 'b.stops',
        calls: 3,
        would: [
          { name: 'ask', count: 1 },
          { name: 'deny', count: 1 },
        ],
        users: [
          { name: 'dev', count: 2 },
          { name: 'ann', count: 1 },
        ],
        clients: [
          { name: 'claude-code', count: 2 },
          { name: 'cursor', count: 1 },
        ],
        projects: [
          { name: '/w/shop', count: 2 },
          { name: '/w/other', count: 1 },
        ],
        sessions: 3,
        last: '2026-11-20T08:00:04.000Z',
        example: { id: expect.stringMatching(/^[0-9a-f]{10}$/), what: 'Bash git push -f' },
      },
      expect.objectContaining({ rule: 'a.held', calls: 2, would: [{ name: 'ask', count: 1 }] }),
    ])
  })

  it('counts ten thousand rules in bounded memory', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => entry(n % 60, { audited: [`p.r${n}`], would: 'deny' }))
    const { rules, stopped } = trialsOf([rowsOf(many)])
    expect(stopped).toBe(10_000)
    expect(rules.length).toBeLessThan(600)
    expect(rules[0]).toMatchObject({ rule: '(others)' })
  })
})

const own = `version: 1
extends: recommended  # as it comes
rules:
  - id: shop.no-deploys
    on: shell
    when: { program: deploy }
    decision: deny
    reason: Deploys go through the pipeline.
    strategy: "audit" # until Friday
  - { id: shop.no-release, on: shell, when: { program: release }, decision: ask, reason: Look., strategy: audit }
`

it('ends for one rule, and no other word of the file changes', async () => {
  const { ask, run, text } = ground(own)
  await ask('deploy now')
  await ask('deploy now', 's2')
  await ask('release')
  const { out } = await run('audit', 'stats', '--trial')
  expect(out).toMatch(/^3 calls would not have gone on as they did \(would deny 2, would ask 1\)\n/)
  expect(out).toMatch(
    /shop\.no-deploys {2}would deny 2\n {5}user \S+ 2; project \/home\/dev\/shop 2; client claude-code 2; 2 sessions\n/,
  )
  expect(out).toContain('enforce: tfy-hook policy enforce shop.no-deploys  (strategy in ')
  const ranking = JSON.parse((await run('audit', 'stats', '--trial', '--json')).out)
  expect(ranking.rules.map((rule: { now: string }) => rule.now)).toEqual(['on trial', 'on trial'])

  expect((await run('policy', 'enforce', 'shop.no-deploys', '--dry-run')).out).toContain('Nothing was written.')
  expect(text()).toBe(own)
  expect(await run('policy', 'enforce', 'shop.no-deploys')).toMatchObject({ code: 0, err: '' })
  expect(text()).toBe(own.replace('"audit"', '"enforce"'))
  expect((await ask('deploy now')).exitCode).toBe(2)
  expect((await ask('release')).exitCode).toBe(0)
  expect((await run('audit', 'stats', '--trial')).out).toContain('     enforced\n')
  expect((await run('policy', 'enforce', 'shop.no-deploys')).out).toBe('Nothing of that is on trial.\n')
})

it.each([
  ['the preset', 'version: 1\nextends: observe # first\n', 'version: 1\nextends: recommended # first\n'],
  ['the settings', 'version: 1\nsettings: { strategy: audit }\n', 'version: 1\nsettings: { strategy: enforce }\n'],
])('ends for all rules where %s says so, and not for one', async (_what, before, after) => {
  const { ask, run, text } = ground(before)
  expect((await ask('git push -f origin main')).exitCode).toBe(0)
  expect((await run('audit', 'stats', '--trial')).out).toContain('enforce: tfy-hook policy enforce --all')
  expect(await run('policy', 'enforce', 'git.push-force')).toMatchObject({
    code: 2,
    err: expect.stringContaining('enforce --all'),
  })
  expect(text()).toBe(before)
  expect(JSON.parse((await run('policy', 'enforce', '--all', '--json')).out).enforced).toContain('git.push-force')
  expect(text()).toBe(after)
  expect((await ask('git push -f origin main')).exitCode).toBe(2)
})

it.each<[string, readonly string[], string]>([
  ['a rule that nobody knows', ['shop.no-deplyos'], 'Did you mean shop.no-deploys?'],
  ['nothing', [], 'Say which rules'],
  ['a rule and all', ['shop.no-deploys', '--all'], 'Say which rules'],
])('cannot run with %s', async (_what, args, why) => {
  const { run, text } = ground(own)
  expect(await run('policy', 'enforce', ...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) })
  expect(text()).toBe(own)
})

it('changes no word that stands for others as well', async () => {
  const shared = own
    .replace('strategy: "audit" # until Friday', 'strategy: &how audit')
    .replace('strategy: audit }', 'strategy: *how }')
  const { run, text } = ground(shared)
  for (const id of ['shop.no-deploys', 'shop.no-release'])
    expect(await run('policy', 'enforce', id)).toMatchObject({ code: 2, err: expect.stringContaining('by hand') })
  expect(text()).toBe(shared)
})
