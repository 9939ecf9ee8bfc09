/** What clients say of their own sandbox, and what a policy makes of it. */

import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { hostWith, must, policyFrom, shellEvent } from '../../src/engine/policy/testing/fixtures.ts'
import { adapterOf, loadAll } from '../../src/hook/recognise.ts'
import { fixturesOf, hintsOf } from './oracles/fixtures.ts'

await loadAll()

const eventOf = (client: string, file: string, more: JsonObject, input?: JsonObject) => {
  const fixture = fixturesOf(client).find(found => found.file === `${file}.json`)
  const adapter = adapterOf(client)
  if (fixture === undefined || adapter === undefined) throw new Error(`${client} has no ${file}`)
  const own = fixture.stdin.tool_input as JsonObject
  const payload = { ...fixture.stdin, ...more, ...(input !== undefined && { tool_input: { ...own, ...input } }) } as JsonObject
  return must(adapter.normalise(payload, fixture.env, hintsOf(fixture)))
}

it.each([
  ['claude-code', 'pre-tool-use.bash', {}, { dangerouslyDisableSandbox: true }, 'leaving'],
  ['claude-code', 'pre-tool-use.bash', {}, { dangerouslyDisableSandbox: false }, undefined],
  ['claude-code', 'pre-tool-use.bash', {}, undefined, undefined],
  ['claude-code', 'pre-tool-use.read', {}, { dangerouslyDisableSandbox: true }, undefined],
  ['codex', 'pre-tool-use.bash', {}, { sandbox_permissions: 'require_escalated' }, 'leaving'],
  ['codex', 'pre-tool-use.bash', {}, { sandbox_permissions: 'use_default' }, undefined],
  ['codex', 'permission-request', {}, { with_escalated_permissions: true }, 'leaving'],
  ['cursor', 'before-shell-execution', { sandbox: true }, undefined, 'inside'],
  ['cursor', 'before-shell-execution', { sandbox: false }, undefined, 'outside'],
  ['cursor', 'before-shell-execution', { sandbox: null }, undefined, undefined],
] as const)('%s %s %j %j', (client, file, more, input, sandboxed) => {
  expect(eventOf(client, file, more, input).sandboxed).toBe(sandboxed)
})

it.each([
  ['true', ['inside']],
  ['false', ['outside', 'leaving']],
  ['leaving', ['leaving']],
  ['unknown', [undefined]],
  ['[true, unknown]', ['inside', undefined]],
] as const)('sandboxed: %s', async (written, holds) => {
  const policy = await policyFrom(
    `version: 1\nextends: none\nrules:\n  - { id: t.s, on: shell, when: { sandboxed: ${written} }, decision: deny, reason: S. }`,
  )
  for (const sandboxed of ['inside', 'outside', 'leaving', undefined] as const) {
    const event = shellEvent('npm test', sandboxed === undefined ? {} : { sandboxed })
    const { ruling } = must(await evaluate(event, [policy], hostWith()))
    expect([sandboxed, ruling.decision]).toEqual([
      sandboxed,
      (holds as readonly unknown[]).includes(sandboxed) ? 'deny' : 'allow',
    ])
  }
})

it('recommended asks a person when the agent wants out, and about nothing else', async () => {
  const told = async (parts: Parameters<typeof shellEvent>[1]) =>
    must(await evaluate(shellEvent('npm test', parts), [await policyFrom('version: 1')], hostWith()))
  expect(await told({ sandboxed: 'leaving' })).toMatchObject({
    ruling: { decision: 'ask', ruleId: 'execution.leave-sandbox' },
    certainty: 'proved-ordinary',
  })
  expect((await told({ sandboxed: 'leaving', attended: false })).ruling.decision).toBe('deny')
  for (const sandboxed of ['inside', 'outside'] as const) expect((await told({ sandboxed })).ruling.decision).toBe('allow')
})
