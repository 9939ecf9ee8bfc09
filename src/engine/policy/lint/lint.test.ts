import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { LayerName } from '../rules/types.ts'
import { policyFrom } from '../testing/fixtures.ts'
import { lintPolicy } from './lint.ts'

interface Case {
  readonly name: string
  readonly policy: string
  readonly layer?: LayerName
  /** What the managed file says. */
  readonly managed?: string
}

const folder = new URL('../../../../fixtures/policies/lint/', import.meta.url).pathname
const { broken, fine } = load(readFileSync(`${folder}policies.yaml`, 'utf8')) as {
  readonly broken: readonly Case[]
  readonly fine: readonly Case[]
}

const lint = async ({ policy, layer = 'user', managed }: Case) => {
  const above = managed === undefined ? [] : [await policyFrom(`version: 1\n${managed}`, 'managed')]
  return (await lintPolicy(policy, 'policy.yaml', layer, { today: '2026-11-21', above })).problems
}

describe('policies that are wrong', () => {
  it('each is told, in a sentence that fits a line or two', async () => {
    let table = ''
    for (const row of broken) {
      const problems = await lint(row)
      table += `${row.name}\n`
      for (const { line, column, severity, message } of problems) table += `  ${line}:${column}: ${severity}: ${message}\n`
      expect([row.name, problems.length]).not.toEqual([row.name, 0])
      for (const { message } of problems) expect(message.length, message).toBeLessThanOrEqual(200)
    }
    expect(broken.length).toBeGreaterThanOrEqual(60)
    await expect(table).toMatchFileSnapshot(`${folder}messages.txt`)
  })
})

describe('policies that are right', () => {
  it.each(fine)('$name', async row => {
    expect(await lint(row)).toEqual([])
  })
})
