/** A folder nobody reads, against every program and tool that may read it: written from the promise and not from the rule. */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { eventOf } from '../../src/engine/policy/testing/case.ts'
import { must, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import type { TestCase } from '../../src/engine/policy/testing/test-schema.ts'
import { hostFor } from '../../src/hook/sources/offline.ts'

type Row = string | Omit<TestCase, 'expect'>
const rows = load(readFileSync(new URL('../../fixtures/policies/sealed-folder.yaml', import.meta.url), 'utf8')) as {
  readonly stops: readonly Row[]
  readonly leaves: readonly Row[]
}
const top = realpathSync(mkdtempSync(join(tmpdir(), 'tfy-hook-sealed-')))
for (const file of ['secrets/a', 'secrets/a.json', 'secrets/env', '.env', 'src/a.ts', 'README.md']) {
  mkdirSync(join(top, file, '..'), { recursive: true })
  writeFileSync(join(top, file), 'key=1\n')
}
afterAll(() => rmSync(top, { recursive: true, force: true }))
const nowhere = join(top, 'none')
const host = hostFor(
  { home: '/home/ada', state: nowhere, managed: [], user: [], redirected: [], bundle: nowhere } as unknown as Parameters<
    typeof hostFor
  >[0],
  {},
)

const decide = async (row: Row, sealed: string): Promise<string> => {
  const test = { expect: 'allow', ...(typeof row === 'string' ? { shell: row } : row) } as TestCase
  const rules = [
    {
      id: 't.sealed',
      on: 'any',
      when: { any: [{ reads: sealed }, { deletes: sealed }] },
      decision: 'deny',
      reason: 'Sealed.',
    },
  ]
  const policy = await policyFrom(JSON.stringify({ version: 1, extends: 'none', settings: { 'could-not-tell': 'ask' }, rules }))
  return must(await evaluate(eventOf(test, { cwd: top, workspaceRoots: [top] }), [policy], host, '2026-11-23')).ruling.decision
}
const named = (list: readonly Row[]) => list.map(row => [JSON.stringify(row), row] as const)
/** The same of one file. */
const ofFile = (list: readonly Row[]): readonly Row[] =>
  list
    .filter(row => /secrets\/a(?![.\w])/.test(JSON.stringify(row)))
    .map(row => JSON.parse(JSON.stringify(row).replaceAll('secrets/a', '.env')) as Row)

describe('a folder nobody reads', () => {
  it('has as much work that is left alone', () => {
    expect(rows.stops.length).toBeGreaterThanOrEqual(80)
    expect(rows.leaves.length).toBeGreaterThanOrEqual(60)
  })
  it.each(named(rows.stops))('stops %s', async (_, row) => expect(await decide(row, 'secrets/**')).not.toBe('allow'))
  it.each(named(rows.leaves))('leaves %s alone', async (_, row) => expect(await decide(row, 'secrets/**')).toBe('allow'))
  it.each(named(ofFile(rows.stops)))('a file: stops %s', async (_, row) => expect(await decide(row, '.env')).not.toBe('allow'))
})
