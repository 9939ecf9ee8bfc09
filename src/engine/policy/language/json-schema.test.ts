import { expect, it } from 'vitest'
import { keysOfTests } from '../testing/test-schema.ts'
import { caseKeys, described } from './descriptions.gen.ts'
import type { Shape } from './json-schema.ts'
import { policyJsonSchema } from './schema.ts'

const schema = policyJsonSchema() as Shape

it('an editor can explain every key', () => {
  const silent: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && 'properties' in value)
      for (const [key, property] of Object.entries((value as Shape).properties ?? {}))
        if (property.description === undefined) silent.push(`${path}.${key}`)
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`)
  }
  visit(schema, '')
  expect(silent).toEqual([])
})

it('every part has a name, and every reference leads to one', () => {
  const text = JSON.stringify(schema)
  expect(text).not.toContain('__schema')
  const names = Object.keys(schema.$defs ?? {})
  for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) expect(names).toContain(name)
})

it('no meaning is told of a key that is none', () => {
  const text = JSON.stringify(schema)
  for (const part of Object.values(described)) for (const key of Object.keys(part)) expect(text).toContain(`"${key}"`)
})

it('the reference has every key of a case', () => {
  expect(Object.keys(caseKeys).sort()).toEqual([...keysOfTests(['tests', 0])].sort())
})
