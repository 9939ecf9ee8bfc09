import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import { evaluate, maxContent } from './evaluate.ts'
import { eventWith, hostWith, must, policyFrom, shellEvent } from './testing/fixtures.ts'

const key = 'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC03UPXEs'
const judge = async (event: NormalizedHookEvent, rules: string) =>
  must(await evaluate(event, [await policyFrom(`version: 1\nextends: none\nrules:\n${rules}`)], hostWith(), '2026-11-21'))

describe('redact', () => {
  const rule = '  - { id: t.redact, on: [prompt, output], when: { detects: [secret] }, decision: redact, reason: A credential. }'
  const pii = '  - { id: t.pii, on: output, when: { detects: pii }, decision: redact, reason: Personal. }'
  const output = (toolOutput: NormalizedHookEvent['toolOutput'], content = JSON.stringify(toolOutput)) =>
    eventWith({ subject: 'output', category: 'output', content, ...(toolOutput !== undefined && { toolOutput }) })

  it('masks every text of an output and keeps its shape', async () => {
    const verdict = await judge(
      output({ stdout: `a ${key} b`, lines: [`x ${key}`, 7, null, true], nested: { stderr: key } }),
      rule,
    )
    expect(verdict.ruling).toEqual({ decision: 'allow', grant: false })
    expect(verdict.rules).toEqual(['t.redact'])
    const masked = '[github-token removed]'
    expect(verdict.rewrite).toEqual({
      of: 'output',
      output: {
        stdout: `a ${masked} b`,
        lines: [`x ${masked}`, 7, null, true],
        nested: { stderr: masked },
      },
    })
  })

  it('masks an output that is a text', async () => {
    expect((await judge(output(`token ${key}`), rule)).rewrite).toEqual({ of: 'output', output: 'token [github-token removed]' })
  })

  it('masks the content where the client sends no output of its own', async () => {
    expect((await judge(output(undefined, `token ${key}`), rule)).rewrite).toEqual({
      of: 'output',
      output: 'token [github-token removed]',
    })
  })

  it('leaves an output alone that has nothing to hide', async () => {
    expect((await judge(output({ stdout: 'all is well' }), rule)).rewrite).toBeUndefined()
  })

  it('joins two redactions into one', async () => {
    const verdict = await judge(output({ a: key, b: 'ada@corp.io' }), `${rule}\n${pii}`)
    expect(verdict.rewrite).toEqual({ of: 'output', output: { a: '[github-token removed]', b: '[email removed]' } })
    expect(verdict.rules.toSorted()).toEqual(['t.pii', 't.redact'])
  })

  it('denies what cannot be redacted', async () => {
    expect((await judge(eventWith({ subject: 'prompt', content: key }), rule)).ruling).toMatchObject({
      decision: 'deny',
      ruleId: 't.redact',
    })
    const byText = '  - { id: t.text, on: output, when: { text: internal }, decision: redact, reason: Internal. }'
    expect((await judge(output('internal only'), byText)).ruling).toMatchObject({ decision: 'deny', ruleId: 't.text' })
  })

  it('keeps names of the prototype as plain keys', async () => {
    const verdict = await judge(output(JSON.parse(`{"__proto__": {"x": "${key}"}, "y": "z"}`)), rule)
    expect(JSON.stringify(verdict.rewrite)).toBe('{"of":"output","output":{"__proto__":{"x":"[github-token removed]"},"y":"z"}}')
  })
})

describe('rewrite', () => {
  const rule =
    '  - { id: t.ci, on: shell, when: { program: npm, args: [install] }, rewrite: { args: { replace: [install, ci] } }, reason: Lockfile. }'
  const rows: readonly [command: string, rewritten: string | undefined, decision: string][] = [
    ['npm install', 'npm ci', 'allow'],
    ['npm  install --no-audit', 'npm  ci --no-audit', 'allow'],
    ['npm ci', undefined, 'allow'],
    // Not exactly one plain command: nothing is guessed.
    ['cd web && npm install', undefined, 'deny'],
    ['npm "install"', undefined, 'deny'],
    ['npm install install', undefined, 'deny'],
    ['sudo npm install; ls', undefined, 'deny'],
  ]
  it.each(rows)('%s', async (command, rewritten, decision) => {
    const verdict = await judge(shellEvent(command), rule)
    expect(verdict.ruling.decision).toBe(decision)
    expect(verdict.rewrite).toEqual(
      rewritten === undefined ? undefined : { of: 'input', input: { command: rewritten }, changed: ['command'] },
    )
  })

  it('is told to the model, whether or not the rule has words for it', async () => {
    expect((await judge(shellEvent('npm install left-pad'), rule)).context).toContain('npm ci left-pad')
    expect((await judge(shellEvent('npm install'), `${rule.slice(0, -1)}, context: Other. }`)).context).toBe('Other.')
  })

  it('keeps the rest of the input', async () => {
    const event = shellEvent('npm install', {
      structuredInput: { command: 'npm install', timeout: 9000, description: 'Install' },
    })
    expect((await judge(event, rule)).rewrite).toMatchObject({
      input: { command: 'npm ci', timeout: 9000, description: 'Install' },
    })
  })

  it('denies when two rules want different things', async () => {
    const other =
      '  - { id: t.add, on: shell, when: { program: npm }, rewrite: { args: { replace: [install, add] } }, reason: Add. }'
    expect((await judge(shellEvent('npm install'), `${rule}\n${other}`)).ruling.decision).toBe('deny')
  })

  it('judges what it wrote', async () => {
    const other = '  - { id: t.no-ci, on: shell, when: { program: npm, args: [ci] }, decision: deny, reason: No ci here. }'
    const verdict = await judge(shellEvent('npm install'), `${rule}\n${other}`)
    expect(verdict.ruling).toMatchObject({ decision: 'deny', ruleId: 't.no-ci' })
    expect(verdict.rules).toEqual(['t.no-ci', 't.ci'])
  })

  it('does not soften another rule', async () => {
    const other = '  - { id: t.no, on: shell, when: { program: npm }, decision: deny, reason: No. }'
    expect((await judge(shellEvent('npm install'), `${rule}\n${other}`)).ruling).toMatchObject({
      decision: 'deny',
      ruleId: 't.no',
    })
  })
})

describe('texts', () => {
  it('context and message are joined, once each, beside any decision', async () => {
    const verdict = await judge(
      eventWith({ subject: 'session', content: '' }),
      ['one', 'two', 'one'].map((text, i) => `  - { id: t.r${i}, on: session, context: use ${text}, message: hi }`).join('\n'),
    )
    expect(verdict).toMatchObject({
      ruling: { decision: 'allow', grant: false },
      context: 'use one\nuse two',
      message: 'hi',
      rules: ['t.r0', 't.r1', 't.r2'],
    })
  })

  it('instead stands beside the reason of the strictest rule', async () => {
    const verdict = await judge(
      shellEvent('ls'),
      '  - { id: t.ask, on: shell, decision: ask, reason: Look., instead: Wait. }\n  - { id: t.deny, on: shell, decision: deny, reason: Stop., instead: Go away. }',
    )
    expect(verdict.ruling).toMatchObject({ decision: 'deny', ruleId: 't.deny', reason: 'Stop.', instead: 'Go away.' })
    expect(verdict.rules).toEqual(['t.deny', 't.ask'])
  })

  it('defer lies between ask and deny', async () => {
    const rules = (first: string, second: string) =>
      `  - { id: t.a, on: shell, decision: ${first}, reason: A. }\n  - { id: t.b, on: shell, decision: ${second}, reason: B. }`
    expect((await judge(shellEvent('ls'), rules('ask', 'defer'))).ruling.decision).toBe('defer')
    expect((await judge(shellEvent('ls'), rules('deny', 'defer'))).ruling.decision).toBe('deny')
  })
})

describe('bounds', () => {
  it('content over the bound is a failure, not a guess', async () => {
    const policy = await policyFrom(
      'extends: none\nrules: [{ id: t.x, on: prompt, when: { text: pwned }, decision: deny, reason: No. }]',
    )
    const long = 'x'.repeat(maxContent + 1)
    expect(await evaluate(eventWith({ subject: 'prompt', content: long }), [policy], hostWith())).toMatchObject({
      ok: false,
      failure: { kind: 'engine-limit' },
    })
    // Nobody asks about its content.
    expect(await evaluate(eventWith({ subject: 'stop', content: long }), [policy], hostWith())).toMatchObject({ ok: true })
  })

  it('one MiB and 10,000 rules cost a few passes over the text, not one for each rule', async () => {
    const content = 'lorem ipsum dolor sit amet consectetur adipiscing elit '.repeat(19_000)
    const costOf = async (size: number): Promise<number> => {
      const rules = Array.from({ length: size }, (_, i) => ({
        id: `t.r${i}`,
        on: ['prompt'] as const,
        when: { text: [`forbidden phrase ${i} of many`] },
        decision: 'deny' as const,
        reason: 'No.',
        layer: 'user' as const,
      }))
      const policy = { ...(await policyFrom('extends: none')), rules }
      await evaluate(eventWith({ subject: 'prompt', content: 'warm' }), [policy], hostWith())
      const spentMs = cpuTime()
      const verdict = must(
        await evaluate(eventWith({ subject: 'prompt', content: `${content}forbidden phrase 77 of many` }), [policy], hostWith()),
      )
      expect(verdict.rules).toEqual(['t.r77'])
      return spentMs()
    }
    // A pass for each rule would be a hundred times as much.
    const few = await costOf(100)
    expect(await costOf(10_000)).toBeLessThan(40 * few)
  })

  it('a host that throws is a failure', async () => {
    const host = {
      ...hostWith(),
      realpath: () => {
        throw new Error('disk on fire')
      },
    }
    const policy = await policyFrom(
      'extends: none\nrules: [{ id: t.x, on: file-read, when: { reads: x }, decision: deny, reason: No. }]',
    )
    expect(await evaluate(eventWith({ subject: 'file-read', paths: ['x'] }), [policy], host)).toMatchObject({
      ok: false,
      failure: { kind: 'internal' },
    })
  })
})

it('speaks of the greater loss when a deletion takes the guard along', async () => {
  const host = hostWith()
  const guarded = [`${host.home}/.config/tfy-hook`]
  const verdict = must(await evaluate(shellEvent('rm -rf ~'), [], { ...host, guarded }, '2026-11-21'))
  expect(verdict.ruling).toMatchObject({ decision: 'deny', ruleId: 'filesystem.delete-home' })
  expect(verdict.rules).toEqual(['filesystem.delete-home', 'self.tamper'])
})
