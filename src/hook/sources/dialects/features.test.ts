/** Everything a gateway can say, in every dialect, flat and nested, in either spelling: one meaning. */

import { describe, expect, it } from 'vitest'
import { shellEvent } from '../../../../test/gateway/call.ts'
import { type Dialect, dialects } from '../../../core/config.ts'
import type { JsonObject, JsonValue } from '../../../core/json.ts'
import type { Verdict } from '../../../core/verdict.ts'
import { readAnswer } from './answer.ts'

interface Feature {
  readonly name: string
  readonly answer: JsonObject
  readonly after?: boolean
  readonly want: Partial<Verdict>
}

const input = { command: 'npm publish --dry-run' }
const rewritten = { of: 'input', input: { ...shellEvent.structuredInput, ...input }, changed: ['command'] } as const
const output = [{ type: 'text', text: '[removed]' }]
const checks = [{ id: 'pii', verdict: true, executionTime: 12, data: { found: 0 } }]
const nested = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
const objects = (decision: 'ask' | 'defer' | 'deny') => ({
  ruling: { decision, ruleId: 'gateway.policy', reason: 'Why not' },
})

const features: readonly Feature[] = [
  ...(['deny', 'ask', 'defer'] as const).flatMap(decision => [
    { name: `${decision}, flat`, answer: { permission: decision, userMessage: 'Why not' }, want: objects(decision) },
    { name: `${decision}, as decision`, answer: { decision, reason: 'Why not' }, want: objects(decision) },
    {
      name: `${decision}, nested`,
      answer: nested({ permissionDecision: decision, permissionDecisionReason: 'Why not' }),
      want: objects(decision),
    },
  ]),
  { name: 'updatedInput, flat', answer: { permission: 'allow', updatedInput: input }, want: { rewrite: rewritten } },
  {
    name: 'updatedInput, nested',
    answer: nested({ permissionDecision: 'allow', updatedInput: input }),
    want: { rewrite: rewritten },
  },
  {
    name: 'updatedInput beside an ask',
    answer: { permission: 'ask', userMessage: 'Why not', updatedInput: input },
    want: { ...objects('ask'), rewrite: rewritten },
  },
  ...['updatedToolOutput', 'updatedMCPToolOutput', 'updatedOutput'].flatMap(key => [
    {
      name: `${key}, flat`,
      answer: { continue: true, [key]: output },
      after: true,
      want: { rewrite: { of: 'output', output } as const },
    },
    {
      name: `${key}, nested`,
      answer: { continue: true, ...nested({ [key]: output }) },
      after: true,
      want: { rewrite: { of: 'output', output } as const },
    },
  ]),
  { name: 'additionalContext, flat', answer: { continue: true, additionalContext: 'Use pnpm.' }, want: { context: 'Use pnpm.' } },
  {
    name: 'additionalContext, nested',
    answer: { continue: true, ...nested({ additionalContext: 'Use pnpm.' }) },
    want: { context: 'Use pnpm.' },
  },
  { name: 'systemMessage', answer: { continue: true, systemMessage: 'Mind the gap' }, want: { message: 'Mind the gap' } },
  {
    name: 'guardrailChecks',
    answer: { permission: 'allow', guardrailChecks: checks },
    want: { checks: [{ id: 'pii', verdict: true, execution_time: 12, data: { found: 0 } }] },
  },
  {
    name: 'guardrailChecks that object',
    answer: { permission: 'allow', guardrailChecks: [{ id: 'pii', verdict: false }] },
    want: { ruling: { decision: 'deny', ruleId: 'gateway.pii', reason: "the gateway's guardrail pii objects" } },
  },
]

const snake = (key: string): string => key.replace('MCP', 'Mcp').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Keys of the answer itself; a tool's own fields keep their names. */
const snaked = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(snaked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [snake(key), snaked(item)]))
}

describe.each(dialects.map(dialect => [dialect] as const))('%s', (dialect: Dialect) => {
  it.each(
    features.flatMap(feature => [
      [feature.name, feature.answer, feature] as const,
      [`${feature.name}, in snake case`, snaked(feature.answer) as JsonObject, feature] as const,
    ]),
  )('%s', (_, answer, { after, want }) => {
    const event = after ? { ...shellEvent, category: 'output' as const, subject: 'output' as const } : shellEvent
    expect(readAnswer(JSON.stringify(answer), event, dialect)).toMatchObject({ ok: true, value: want })
  })
})
