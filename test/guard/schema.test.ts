/** What Claude Code does with a settings file, against what it was seen to do: a value of a wrong type for each of its keys. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { JsonValue } from '../../src/core/json.ts'
import { misfit, schemas } from '../../src/setup/guard/schema.ts'

interface Row {
  readonly value: JsonValue
  readonly drops: boolean
}

const rows = readFileSync('fixtures/liveness/claude-settings.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Row)

it('agrees with every one that was tried', () => {
  const schema = schemas['claude-code'] ?? true
  const wrong = rows.filter(({ value, drops }) => (misfit(schema, value) !== undefined) !== drops)
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(1_000)
  expect(rows.filter(({ drops }) => !drops).length).toBeGreaterThan(300)
})

it('says where', () => {
  const schema = schemas['claude-code'] ?? true
  expect(misfit(schema, { permissions: { allow: 'Bash' } })).toBe('permissions.allow')
  expect(misfit(schema, { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } })).toContain('hooks.PreToolUse.0')
  expect(misfit(schema, { model: 'x', hooks: { PreToolUse: [] } })).toBeUndefined()
})
