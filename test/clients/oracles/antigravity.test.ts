/** The oracle against the notes on 1.2.3, and how the adapter tells events that have no name. */

import { describe, expect, it } from 'vitest'
import antigravity from '../../../src/adapters/clients/antigravity.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import { read } from './antigravity.ts'
import { blocked, nothing, ran, rows, say } from './rows.ts'

describe('Antigravity 1.2.3, from notes', () => {
  const call = { tool: 'run_command', input: { CommandLine: 'npm install', Cwd: '/home/dev/shop' } }
  rows(read, [
    ['silence', 'PreToolUse', nothing(), { ...ran, legal: true }],
    ['an empty object', 'PreToolUse', say({}), { ...blocked, legal: false }],
    ['an empty decision', 'PreToolUse', say({ decision: '' }), { ...blocked, legal: false }],
    ['text', 'PreToolUse', say('log'), { ...blocked, legal: false }],
    ['exit 1', 'PreToolUse', nothing(1), { ...blocked, legal: false }],
    ['an unknown key', 'PreToolUse', say({ decision: 'ask', hookSpecificOutput: {} }), { ...blocked, legal: false }],
    ['ask', 'PreToolUse', say({ decision: 'ask' }), { ...ran, legal: true }],
    ['allow', 'PreToolUse', say({ decision: 'allow' }), { ...ran, skipsPrompt: true }],
    ['deny', 'PreToolUse', say({ decision: 'deny', reason: 'why' }), { ...blocked, legal: true, modelTold: 'why' }],
    ['force_ask', 'PreToolUse', say({ decision: 'force_ask', reason: 'why' }), { ...blocked, asks: true, personTold: 'why' }],
    [
      'overwrite is merged',
      'PreToolUse',
      say({ decision: 'ask', overwrite: { CommandLine: 'npm ci' } }),
      { ...ran, rewritten: { of: 'input', value: { CommandLine: 'npm ci', Cwd: '/home/dev/shop' } } },
      call,
    ],
    ['silence after a tool', 'PostToolUse', nothing(), { ...ran, legal: true }],
    ['a decision after a tool', 'PostToolUse', say({ decision: 'deny', reason: 'why' }), { ...ran, legal: false }],
    [
      'a step',
      'PreInvocation',
      say({ injectSteps: [{ ephemeralMessage: 'use pnpm' }] }),
      { ...ran, legal: true, context: 'use pnpm' },
    ],
    ['a decision before the model', 'PreInvocation', say({ decision: 'deny' }), { ...ran, legal: false }],
    ['the end', 'PostInvocation', say({ terminationBehavior: 'terminate' }), blocked],
    ['a held stop', 'Stop', say({ decision: 'continue', reason: 'why' }), { ...ran, keepsWorking: true, modelTold: 'why' }],
    ['a stop with another word', 'Stop', say({ decision: 'deny', reason: 'why' }), ran],
  ])
})

describe('the adapter', () => {
  const frame = { conversationId: 'c-1', workspacePaths: ['/home/dev/shop'] }
  const call = { toolCall: { name: 'run_command', args: { CommandLine: 'ls' } }, stepIdx: 4 }
  const nameOf = (payload: JsonObject, event?: string): string | undefined => {
    const made = antigravity.normalise({ ...frame, ...payload }, {}, event === undefined ? {} : { event })
    return made.ok ? made.value.originalEventName : undefined
  }

  it.each<readonly [name: string, payload: JsonObject, hint: string | undefined, want: string | undefined]>([
    ['a call', call, undefined, 'PreToolUse'],
    ['a call with an error', { ...call, error: '' }, undefined, 'PostToolUse'],
    ['a call that ran without one', call, 'PostToolUse', 'PostToolUse'],
    ['a call under the name of a stop', call, 'Stop', 'PreToolUse'],
    ['a call under the name of a start', call, 'SessionStart', 'PreToolUse'],
    ['a call under a name of tomorrow', call, 'PreToolUseNext', undefined],
    ['a step without its call', { stepIdx: 4 }, 'PreToolUse', 'PreToolUse'],
    ['before the model', { invocationNum: 1, initialNumSteps: 3 }, undefined, 'PreInvocation'],
    ['after the model, said by the registration', { invocationNum: 1 }, 'PostInvocation', 'PostInvocation'],
    ['after the model', { invocationNum: 1, modelOutput: 'Done.' }, undefined, 'PostInvocation'],
    ['a stop', { executionNum: 1, fullyIdle: true }, undefined, 'Stop'],
    ['nothing else', {}, undefined, 'SessionStart'],
  ])('tells %s', (_, payload, hint, want) => {
    expect(nameOf(payload, hint)).toBe(want)
  })

  it('does not judge a call that it cannot read', () => {
    for (const toolCall of [
      7,
      {},
      { name: 'view_file' },
      { name: 'run_command', args: '{"CommandLine":' },
      { name: 'run_command', args: {} },
    ]) {
      const made = antigravity.normalise({ ...frame, toolCall: toolCall as JsonObject, stepIdx: 4 }, {}, {})
      expect(made.ok && made.value.unread, JSON.stringify(toolCall)).toBeTruthy()
    }
  })

  it('finds its time limit in a named set', () => {
    const handler = { type: 'command', command: '/opt/tfy-hook --client antigravity --event PreToolUse', timeout: 15 }
    const text = JSON.stringify({ guard: { PreToolUse: [{ matcher: '*', hooks: [handler] }], SessionStart: [handler] } })
    expect(antigravity.registration.timeouts(text, 'PreToolUse').filter(Boolean)).toEqual([15_000])
    expect(antigravity.registration.timeouts(text, 'SessionStart')).toEqual([15_000])
  })
})
