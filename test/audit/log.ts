/** Logs for the tests: written by the product's own appender, then treated as the world treats files. */

import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { JsonObject } from '../../src/core/json.ts'
import { appendAudit, type Limits } from '../../src/hook/audit/append.ts'
import { type Hash, sealed, type View, viewOf } from '../../src/hook/audit/chain.ts'
import { auditFile } from '../../src/hook/audit/files.ts'
import { folder } from '../blackbox/call.ts'

export const hash: Hash = data => createHash('sha256').update(data).digest('hex')

export const record = (n: number, more: JsonObject = {}): JsonObject => ({
  v: 1,
  time: new Date(Date.UTC(2026, 10, 20, 8, 0, n)).toISOString(),
  client: 'claude-code',
  event: 'PreToolUse',
  tool: 'Bash',
  decision: 'allow',
  rules: [],
  ms: 2 + n / 10,
  session: `session-${n % 3}`,
  text: 'x'.repeat((n * 37) % 90),
  ...more,
})

export const fill = async (state: string, count: number, limits?: Limits, from = 0): Promise<void> => {
  for (let n = from; n < from + count; n++) await appendAudit(state, record(n), hash, limits)
}

export const logWith = async (count: number, limits?: Limits): Promise<string> => {
  const state = folder({})
  await fill(state, count, limits)
  return state
}

/** A writer between its look at the file and its line. */
export interface Writer {
  readonly text: string
  readonly view: View
}

export const look = (state: string, n: number): Writer => {
  const fd = openSync(auditFile(state), 'r')
  const view = viewOf(fd, statSync(auditFile(state)).size, hash)
  closeSync(fd)
  return { text: JSON.stringify(record(n)), view }
}

export const write = (state: string, { text, view }: Writer, file = auditFile(state)): void =>
  appendFileSync(file, `${view.torn ? '\n' : ''}${sealed(text, view, hash)}\n`)

export const linesIn = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

export const edit = (file: string, change: (lines: string[]) => readonly string[]): void =>
  writeFileSync(
    file,
    change(linesIn(file))
      .map(line => `${line}\n`)
      .join(''),
  )
