/** What the end of the log says about who called, and whether that was the client itself. */

import { mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { appendAudit } from '../../src/hook/audit/append.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import { callsSeen, type Means } from '../../src/hook/audit/seen.ts'
import { folder } from '../blackbox/call.ts'
import { fill, hash, logWith, record } from './log.ts'

const means: Means = { marks: client => client !== 'cursor', isTool: (_client, event) => event === 'PreToolUse' }
const second = (n: number): number => Date.parse('2026-11-20T08:00:00.000Z') + n * 1_000

/** In the order of the hook's own lines: what is known of the call stands behind the client. */
const line = (n: number, more: JsonObject = {}): JsonObject => {
  const { v, time, id, version, client, ...rest } = record(n, more)
  return Object.fromEntries(
    Object.entries({ v, time, id, version, client, vouched: true, ...rest, ...more }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  ) as JsonObject
}

const logOf = async (...lines: readonly JsonObject[]): Promise<string> => {
  const state = await logWith(0)
  for (const one of lines) await appendAudit(state, one, hash)
  return state
}

it('takes the last call that the client itself made, and none that was piped by hand', async () => {
  const state = await logOf(
    line(1, { session: 'a' }),
    line(2, { session: 'b', vouched: null }),
    line(3, { client: 'cursor', vouched: null }),
  )
  const { byClient, complete } = callsSeen(state, means)
  expect(complete).toBe(true)
  expect(byClient.get('claude-code')).toMatchObject({
    last: { time: '2026-11-20T08:00:01.000Z', event: 'PreToolUse', decision: 'allow' },
  })
  expect(byClient.get('claude-code')?.sessions).toHaveLength(1)
  // Nothing marks its calls, so each counts.
  expect(byClient.get('cursor')?.last.time).toBe('2026-11-20T08:00:03.000Z')
})

it('knows when a session began, and when it asked before a tool last', async () => {
  const state = await logOf(
    line(1, { session: 'a', event: 'SessionStart', vouched: null }),
    line(2, { session: 'a' }),
    line(3, { session: 'quiet', event: 'SessionStart' }),
    line(4, { session: 'a', event: 'PostToolUse', replay: { workspaceRoots: ['/srv/shop'], cwd: '/srv/shop/sub' } }),
  )
  expect(callsSeen(state, means).byClient.get('claude-code')?.sessions).toEqual([
    { first: second(1), last: second(4), tool: second(2), used: false, roots: ['/srv/shop'], who: {} },
    { first: second(3), last: second(3), tool: undefined, used: false, roots: expect.anything(), who: {} },
  ])
})

it('is not misled by a reason or an argument that looks like a line', async () => {
  const lie = '{"v":1,"time":"2026-11-20T09:00:00.000Z","client":"codex","vouched":true,"session":"x"'
  const state = await logOf(line(1, { vouched: null, decision: 'deny', reason: lie, session: 'a', replay: { content: lie } }))
  expect(callsSeen(state, means).byClient.size).toBe(0)
})

it('reads across rotated files, no further than it may, and says so', async () => {
  const state = await logWith(0)
  const limits = { maxBytes: 3_000, keepFiles: 20 }
  for (let n = 0; n < 20; n++) await appendAudit(state, line(n, { session: `s${n}` }), hash, limits)
  expect(callsSeen(state, means).byClient.get('claude-code')?.sessions).toHaveLength(20)
  const bounded = callsSeen(state, means, 4_000)
  expect(bounded.complete).toBe(false)
  expect(bounded.byClient.get('claude-code')?.sessions.length).toBeLessThan(15)
  await fill(state, 1, limits, 21)
})

it('never throws', () => {
  const state = folder({})
  mkdirSync(auditFile(state))
  expect(callsSeen(state, means)).toMatchObject({ complete: false })
  expect(callsSeen('/nowhere', means)).toMatchObject({ complete: true })
})
