import { describe, expect, it } from 'vitest'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { Failure } from '../../core/failure.ts'
import { type Decision, noObjection, type SourceName, type Verdict } from '../../core/verdict.ts'
import { type Changed, choose, type Sourced } from './choose.ts'

const event: NormalizedHookEvent = {
  client: 'cursor',
  category: 'input',
  originalEventName: 'preToolUse',
  guardrail: 'llmInputGuardrails',
  subject: 'shell',
  content: 'npm publish',
  structuredInput: { command: 'npm publish' },
  paths: [],
  urls: [],
  workspaceRoots: [],
  blocking: true,
  attended: true,
  metadata: {},
}

const verdictOf = (decision: Decision, source: SourceName): Verdict => ({
  ...noObjection(source),
  ruling: decision === 'allow' ? { decision, grant: false } : { decision, ruleId: `${source}.rule`, reason: 'Because.' },
  rules: decision === 'allow' ? [] : [`${source}.rule`],
})
const gone: Failure = { kind: 'gateway-unreachable', detail: 'refused' }
const broken: Failure = { kind: 'policy-invalid', file: 'policy.yaml', detail: 'line 3' }

/** What one source does: rule, fail, fail with a verdict of what was in force, or never be asked. */
type Does = Decision | 'fails' | 'fails, deny known' | '-'

const outcome = (does: Does, source: 'gateway' | 'offline'): Sourced => {
  const failure = source === 'gateway' ? gone : broken
  if (does === 'fails') return { ok: false, failure }
  if (does === 'fails, deny known') return { ok: false, failure, known: verdictOf('deny', source) }
  if (does === '-') throw new Error(`${source} was asked`)
  return { ok: true, value: verdictOf(does, source) }
}

const unchanged: Changed = () => undefined

const chosen = async (source: SourceName, gateway: Does, offline: Does, guarded = true) => {
  const asked: string[] = []
  const from = (name: 'gateway' | 'offline', does: Does) => async () => {
    asked.push(name)
    return outcome(does, name)
  }
  const one = guarded ? event : { ...event, guardrail: null }
  const result = await choose(
    source,
    { gateway: from('gateway', gateway), offline: from('offline', offline) },
    one,
    {},
    unchanged,
  )
  return { result, asked }
}

const told = (result: Sourced): string =>
  result.ok
    ? `${result.value.ruling.decision}${result.value.fallback === undefined ? '' : ` after ${result.value.fallback}`}`
    : `${result.failure.kind}${result.known === undefined ? '' : `, ${result.known.ruling.decision} known`}`

describe('choose', () => {
  it.each<[SourceName, Does, Does, string]>([
    ['offline', '-', 'allow', 'allow'],
    ['offline', '-', 'deny', 'deny'],
    ['offline', '-', 'fails', 'policy-invalid'],
    ['offline', '-', 'fails, deny known', 'policy-invalid, deny known'],
    ['gateway', 'allow', '-', 'allow'],
    ['gateway', 'deny', '-', 'deny'],
    ['gateway', 'fails', '-', 'gateway-unreachable'],
    ['gateway-then-offline', 'allow', '-', 'allow'],
    ['gateway-then-offline', 'deny', '-', 'deny'],
    ['gateway-then-offline', 'fails', 'allow', 'allow after gateway-unreachable'],
    ['gateway-then-offline', 'fails', 'deny', 'deny after gateway-unreachable'],
    ['gateway-then-offline', 'fails', 'fails', 'policy-invalid'],
    ['gateway-then-offline', 'fails', 'fails, deny known', 'policy-invalid, deny known'],
    ['both', 'allow', 'allow', 'allow'],
    ['both', 'deny', 'allow', 'deny'],
    ['both', 'allow', 'deny', 'deny'],
    ['both', 'ask', 'allow', 'ask'],
    ['both', 'ask', 'defer', 'defer'],
    ['both', 'fails', 'allow', 'gateway-unreachable, allow known'],
    ['both', 'fails', 'ask', 'gateway-unreachable, ask known'],
    ['both', 'fails', 'deny', 'deny'],
    ['both', 'allow', 'fails', 'policy-invalid, allow known'],
    ['both', 'deny', 'fails', 'policy-invalid, deny known'],
    ['both', 'allow', 'fails, deny known', 'policy-invalid, deny known'],
    ['both', 'fails', 'fails, deny known', 'policy-invalid, deny known'],
    ['both', 'fails', 'fails', 'policy-invalid'],
  ])('%s: the gateway %s, the engine %s: %s', async (source, gateway, offline, want) => {
    const { result } = await chosen(source, gateway, offline)
    expect(told(result)).toBe(want)
    if (result.ok && source !== 'gateway') expect([source, 'gateway', 'offline']).toContain(result.value.source)
  })

  it.each<[SourceName, Does, string]>([
    ['offline', 'deny', 'deny'],
    ['gateway', '-', 'allow'],
    ['gateway-then-offline', 'deny', 'deny'],
    ['both', 'deny', 'deny'],
    ['both', 'fails', 'policy-invalid'],
  ])('%s: an event without a guardrail never waits for the network (the engine %s: %s)', async (source, offline, want) => {
    const { result, asked } = await chosen(source, '-', offline, false)
    expect(told(result)).toBe(want)
    expect(asked).not.toContain('gateway')
  })

  it('asks both at the same time', async () => {
    expect((await chosen('both', 'allow', 'allow')).asked).toEqual(['gateway', 'offline'])
  })

  it('does not wait for a gateway after a deny of the engine', async () => {
    const never = new Promise<Sourced>(() => {})
    const result = await choose(
      'both',
      { gateway: () => never, offline: async () => outcome('deny', 'offline') },
      event,
      {},
      unchanged,
    )
    expect(told(result)).toBe('deny')
  })

  it('keeps what both said', async () => {
    const { result } = await chosen('both', 'ask', 'ask')
    expect(result).toMatchObject({ ok: true, value: { source: 'both', rules: ['offline.rule', 'gateway.rule'] } })
  })
})

describe('a change that the gateway makes to the call', () => {
  const input = { command: 'npm run other' }
  const changing = (decision: Decision): Sourced => ({
    ok: true,
    value: { ...verdictOf(decision, 'gateway'), rewrite: { of: 'input', input, changed: ['command'] } },
  })
  const changed: Changed = rewrite =>
    rewrite.of === 'input'
      ? { event: { ...event, content: String(rewrite.input.command), structuredInput: rewrite.input }, payload: rewrite.input }
      : { event: { ...event, content: String(rewrite.output) }, payload: {} }
  const withEngine = (
    says: (content: string) => Sourced,
    how: Changed,
    source: SourceName = 'both',
    theirs = changing('allow'),
  ) => choose(source, { gateway: async () => theirs, offline: async ({ content }) => says(content) }, event, {}, how)
  const onChange = (does: Does) => (content: string) => outcome(content === input.command ? does : 'allow', 'offline')

  it.each<[Does, string]>([
    ['allow', 'allow'],
    ['ask', 'ask'],
    ['deny', 'deny'],
    ['fails', 'policy-invalid, allow known'],
    ['fails, deny known', 'policy-invalid, deny known'],
  ])('is judged by the engine too: %s', async (does, want) => {
    const result = await withEngine(onChange(does), changed)
    expect(told(result)).toBe(want)
    if (result.ok) expect(result.value.rewrite).toEqual({ of: 'input', input, changed: ['command'] })
  })

  it('is asked about when it cannot be read as a call', async () => {
    expect(told(await withEngine(onChange('allow'), unchanged))).toBe('ask')
  })

  it("is the gateway's alone where only the gateway is asked", async () => {
    expect(told(await withEngine(onChange('deny'), changed, 'gateway'))).toBe('allow')
  })

  it('is not looked at beside a deny', async () => {
    expect(told(await withEngine(onChange('fails'), changed, 'both', changing('deny')))).toBe('deny')
  })

  it('is what the engine changes in turn, not what it would have made of the original', async () => {
    const masks = (word: string, content: string): Sourced => ({
      ok: true,
      value: { ...verdictOf('allow', 'offline'), rewrite: { of: 'output', output: content.replace(word, '[removed]') } },
    })
    const theirs: Sourced = {
      ok: true,
      value: { ...verdictOf('allow', 'gateway'), rewrite: { of: 'output', output: 'key K1, mail [theirs]' } },
    }
    const result = await withEngine(content => masks('K1', content), changed, 'both', theirs)
    expect(result).toMatchObject({ ok: true, value: { rewrite: { output: 'key [removed], mail [theirs]' } } })
  })
})
