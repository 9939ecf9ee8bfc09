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

/** Written by somebody who had read the pages alone; the file holds each policy and, behind `->`, what is said of it. */
it('policies of strangers: each is told what to write', async () => {
  const file = `${folder}strangers.txt`
  const [, ...blocks] = readFileSync(file, 'utf8').split(/^=== /m)
  let table = ''
  for (const block of blocks) {
    const [name = '', ...lines] = block.split('\n').filter(line => !line.startsWith('-> '))
    const text = lines.join('\n')
    const problems = await lint({ name, policy: text.startsWith('"') ? String(JSON.parse(text)) : text })
    expect([name, problems.length]).not.toEqual([name, 0])
    table += `=== ${name}\n${text}`
    for (const { line, column, severity, message } of problems) table += `-> ${line}:${column}: ${severity}: ${message}\n`
  }
  expect(blocks.length).toBeGreaterThanOrEqual(100)
  await expect(table).toMatchFileSnapshot(file)
})

describe('policies that are right', () => {
  it.each(fine)('$name', async row => {
    expect(await lint(row)).toEqual([])
  })
})
