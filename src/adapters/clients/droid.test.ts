import { describe, expect, it } from 'vitest'
import { read } from '../../../test/clients/oracles/droid.ts'
import type { NormalizedHookEvent } from '../../core/event.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Verdict } from '../../core/verdict.ts'
import droid from './droid.ts'

const eventOf = (fields: JsonObject): NormalizedHookEvent => {
  const made = droid.normalise({ session_id: 's', cwd: '/home/dev/shop', permission_mode: 'off', ...fields }, {}, {})
  if (!made.ok) throw new Error(made.failure.kind)
  return made.value
}

const call = (tool_name: string, tool_input?: JsonObject) =>
  eventOf({ hook_event_name: 'PreToolUse', tool_name, ...(tool_input !== undefined && { tool_input }) })

const deny: Verdict = {
  ruling: { decision: 'deny', ruleId: 'git.push-main', reason: 'Pushing to main is not allowed.' },
  rules: ['git.push-main'],
  checks: [],
  source: 'offline',
}

describe('a denial whose exit code a shell has lost', () => {
  it.each([
    ['PreToolUse', { tool_name: 'Execute', tool_input: { command: 'ls' } }, { goesOn: false }],
    ['UserPromptSubmit', { prompt: 'push it' }, { goesOn: false }],
    ['Stop', { stop_hook_active: false }, { keepsWorking: true }],
  ] as const)('is heard at %s', (hook_event_name, fields, want) => {
    const event = eventOf({ hook_event_name, ...fields })
    expect(read(hook_event_name, { ...droid.render(deny, event), exitCode: 1 })).toMatchObject(want)
  })
})

describe('a tool of a server', () => {
  it.each([
    ['tracker___create_issue', 'tracker', 'create_issue'],
    ['my__tracker___create_issue', 'my__tracker', 'create_issue'],
    ['linear__create_issue', 'linear', 'create_issue'],
    ['mcp__tracker__create_issue', 'tracker', 'create_issue'],
  ])('%s', (name, mcpServer, mcpTool) => {
    expect(call(name, {})).toMatchObject({ toolType: 'mcp', category: 'mcp-pre', mcpServer, mcpTool })
  })

  it('is not what begins with underscores', () => {
    expect(call('__create', {})).toMatchObject({ toolType: 'other', category: 'input' })
  })
})

it('reads no empty call out of fields that are not there', () => {
  expect(call('Execute').unread).toBeDefined()
  expect(eventOf({ hook_event_name: 'PreToolUse', toolName: 'Execute', toolInput: {} }).unread).toBeDefined()
  expect(eventOf({ hook_event_name: 'UserPromptSubmit', text: 'push it' }).unread).toBe('the prompt')
  expect(call('Execute', { script: 'rm -rf /' })).toMatchObject({ content: 'rm -rf /' })
})

describe('somebody is there', () => {
  it.each([
    ['off', true],
    ['spec', true],
    // What `droid exec --skip-permissions-unsafe` says, as recorded.
    ['auto-low', false],
    ['auto-medium', false],
    ['auto-high', false],
  ])('%s: %s', (permission_mode, attended) => {
    const fields = { hook_event_name: 'PreToolUse', tool_name: 'Execute', tool_input: { command: 'ls' }, permission_mode }
    expect(eventOf(fields).attended).toBe(attended)
  })
})
