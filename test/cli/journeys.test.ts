/** The cold commands as a person uses them, through the executable. */

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { folder } from '../blackbox/call.ts'

const policy = `version: 1
extends: recommended
rules:
  - id: shop.no-cluster-deletes
    on: shell
    when: { program: [kubectl, helm], args: [delete] }
    decision: deny
    reason: Clusters are changed through the pipeline.
    instead: Open a pull request against infra/.
  - id: shop.pnpm
    on: session
    context: Use pnpm in this repository.
`

const tests = `tests:
  - { shell: "helm delete web", expect: deny, rules: [shop.no-cluster-deletes] }
  - { shell: "helm list", expect: allow }
`

interface Ground {
  readonly home: string
  readonly run: (args: readonly string[], input?: string) => Promise<{ code: number | undefined; out: string; err: string }>
  readonly put: (name: string, text: string) => void
}

const ground = (files: Readonly<Record<string, string>> = {}): Ground => {
  const home = folder({
    '.config/tfy-hook/policy.yaml': policy,
    '.config/tfy-hook/policy.test.yaml': tests,
    'shop/readme.md': '',
    ...files,
  })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.state'),
  }
  return {
    home,
    put: (name, text) => writeFileSync(join(home, name), text),
    run: async (args, input = '') => {
      const ran = await execa(resolve('dist/tfy-hook'), [...args], {
        input,
        env,
        extendEnv: false,
        reject: false,
        cwd: join(home, 'shop'),
      })
      return { code: ran.exitCode, out: ran.stdout, err: ran.stderr }
    },
  }
}

describe('explain', () => {
  it('shows each run once, whatever wraps or repeats it', async () => {
    const { out } = await ground().run(['explain', '--command', 'sudo ls; for i in 1 2 3; do npm test; done', '--json'])
    expect(JSON.parse(out).trace.runs).toEqual(['sudo ls', 'npm test'])
  })

  it('says deny with exit code 1 and the published fields', async () => {
    const { code, out } = await ground().run(['explain', '--client', 'claude-code', '--command', 'helm delete web', '--json'])
    const result = JSON.parse(out) as Record<string, unknown>
    expect(code).toBe(1)
    expect(result).toMatchObject({
      client: 'claude-code',
      event: 'PreToolUse',
      decision: 'deny',
      rules: expect.arrayContaining(['shop.no-cluster-deletes']),
      reason: 'Clusters are changed through the pipeline.',
      instead: 'Open a pull request against infra/.',
      source: 'offline',
      answer: { exitCode: 2 },
    })
    expect(result.ms).toBeTypeOf('number')
  })

  it('judges an event of nobody where no client is named or registered', async () => {
    const { code, out } = await ground().run(['explain', 'helm delete web', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({ client: null, decision: 'deny', answer: expect.objectContaining({ exitCode: 2 }) }),
    ])
  })

  it.each(['cursor', 'claude-code', 'proxyai'])('makes an event of %s', async client => {
    const { code, out } = await ground().run(['explain', '--client', client, '--command', 'helm list', '--json'])
    expect([code, (JSON.parse(out) as { client: string; decision: string }).client]).toEqual([0, client])
  })

  it('answers line by line and goes on after a line that is no payload', async () => {
    const payload = (command: string) =>
      JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command } })
    const { code, out } = await ground().run(
      ['explain', '--jsonl'],
      `${payload('helm list')}\nnonsense\n${payload('helm delete x')}\n`,
    )
    const lines = out.split('\n').map(line => JSON.parse(line) as { decision?: string; error?: string })
    expect(code).toBe(0)
    expect(lines.map(line => line.decision ?? (line.error === undefined ? 'nothing' : 'error'))).toEqual([
      'allow',
      'error',
      'deny',
    ])
  })

  it('shows the last call and decides it again under the policy of now', async () => {
    const here = ground()
    await here.run(
      [],
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: here.home,
        tool_name: 'Bash',
        tool_input: { command: 'helm delete web' },
      }),
    )
    here.put('.config/tfy-hook/policy.yaml', 'version: 1\nextends: none\n')
    const { code, out } = await here.run(['explain', '--last', '--json'])
    const { recorded, now } = JSON.parse(out) as { recorded: { decision: string }; now: { decision: string; trace: object } }
    expect([code, recorded.decision, now.decision]).toEqual([1, 'deny', 'allow'])
    expect(now.trace).toMatchObject({ preset: 'none', runs: [['helm', 'delete', 'web']], rules: [] })
  })

  it('cannot run without anything to explain', async () => {
    expect((await ground().run(['explain', '--last'])).code).toBe(2)
    expect((await ground().run(['explain', '--client', 'nobody', '--command', 'ls'])).code).toBe(2)
  })
})

describe('policy', () => {
  it('check: 0 for valid files, 1 with the place of the mistake, 2 for a missing file', async () => {
    const here = ground()
    expect((await here.run(['policy', 'check'])).code).toBe(0)
    here.put('broken.yaml', policy.replace('decision: deny', 'decision: dney'))
    const { code, out } = await here.run(['policy', 'check', '../broken.yaml'])
    expect(code).toBe(1)
    expect(out).toContain('broken.yaml:7:15: error: found "dney"')
    expect(out).toContain('did you mean deny')
    expect((await here.run(['policy', 'check', 'absent.yaml'])).code).toBe(2)
  })

  it('test: counts, names the rule that never matched, fails with 1, and 2 when there is nothing to test', async () => {
    const here = ground()
    const good = await here.run(['policy', 'test'])
    expect([good.code, good.out]).toEqual([0, expect.stringContaining('2 passed, 0 failed')])
    expect(good.out).toContain('rule shop.pnpm never matched')
    expect(good.out).not.toContain('pack git')
    const counted = (await here.run(['policy', 'test', '--coverage'])).out
    expect(counted).toMatch(/^ +1 {2}shop\.no-cluster-deletes\n(?:.*\n)* +0 {2}pack git$/m)
    here.put('next.yaml', 'version: 1\nextends: none\n')
    const draft = await here.run(['policy', 'test', '--instead-of', `${here.home}/.config/tfy-hook/policy.yaml`, '../next.yaml'])
    expect(draft).toMatchObject({ code: 1, out: expect.stringContaining('1 failed') })
    here.put('.config/tfy-hook/policy.test.yaml', `${tests}  - { shell: "helm list", expect: deny }\n`)
    expect(await here.run(['policy', 'test'])).toMatchObject({ code: 1, out: expect.stringContaining('wanted deny, got allow') })
    expect((await here.run(['policy', 'test', '--junit'])).out).toContain('<failure message=')
    here.put('.config/tfy-hook/policy.test.yaml', 'tests: []\n')
    expect((await here.run(['policy', 'test'])).code).toBe(2)
  })

  it('show: says where a rule comes from', async () => {
    const { code, out } = await ground().run(['policy', 'show', '--json'])
    const shown = JSON.parse(out) as { rules: { id: string; from: string }[]; preset: { value: string } }
    expect([code, shown.preset.value]).toEqual([0, 'recommended'])
    expect(shown.rules.find(rule => rule.id === 'shop.no-cluster-deletes')?.from).toContain('policy.yaml')
  })

  it('replay: lists the recorded calls that would change', async () => {
    const here = ground()
    for (const command of ['helm delete web', 'helm list']) {
      await here.run(
        [],
        JSON.stringify({
          hook_event_name: 'PreToolUse',
          session_id: 's',
          cwd: here.home,
          tool_name: 'Bash',
          tool_input: { command },
        }),
      )
    }
    expect(await here.run(['policy', 'replay'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 calls replayed, 0 would change'),
    })
    here.put('next.yaml', 'version: 1\nextends: none\n')
    const { code, out } = await here.run(['policy', 'replay', '../next.yaml', '--json'])
    const { calls, changes } = JSON.parse(out) as { calls: number; changes: { was: string; now: string }[] }
    expect([code, calls, changes]).toEqual([1, 2, [expect.objectContaining({ was: 'deny', now: 'allow' })]])

    // The last call is the one that would not change.
    const last = await here.run(['policy', 'replay', '../next.yaml', '--last', '1', '--json'])
    expect([last.code, JSON.parse(last.out)]).toEqual([0, { calls: 1, skipped: 0, changes: [] }])
    expect((await here.run(['policy', 'replay', '--last', '0'])).code).toBe(2)

    const inForce = `${here.home}/.config/tfy-hook/policy.yaml`
    const draft = await here.run(['policy', 'replay', '--instead-of', inForce, '../next.yaml'])
    expect(draft).toMatchObject({ code: 1, out: expect.stringContaining('2 calls replayed, 1 would change') })
    // What repairs a file is replayed before it is written.
    here.put('.config/tfy-hook/policy.yaml', 'version: 1\nrules: nothing\n')
    expect((await here.run(['policy', 'replay', '--instead-of', inForce, '../next.yaml'])).code).toBe(1)
    expect((await here.run(['policy', 'replay', '--instead-of', `${here.home}/next.yaml`, '../next.yaml'])).code).toBe(2)
    expect((await here.run(['policy', 'replay', '--instead-of', inForce])).code).toBe(2)
  })

  it('schema: a JSON Schema that knows the conditions', async () => {
    const { code, out } = await ground().run(['policy', 'schema'])
    expect(code).toBe(0)
    expect(JSON.stringify(JSON.parse(out))).toContain('"program"')
  })
})

describe('the rest', () => {
  it('help and version are 0, an unknown command is 2, an unknown flag in hook mode never 1', async () => {
    const here = ground()
    expect((await here.run(['--help'])).code).toBe(0)
    expect((await here.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
    expect((await here.run(['frobnicate'])).code).toBe(2)
    expect((await here.run(['--frobnicate', '--fail-closed'])).code).toBe(2)
  })
})
