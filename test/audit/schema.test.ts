/** Every line and every body that any client's events make has the published shape, and no key that the shape does not name. */

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { callers } from '../../scripts/outcomes/callers.ts'
import { publishedSchema, shapes } from '../../src/cli/commands/audit/schema.ts'
import { type IdentitySetting, identityForms } from '../../src/core/config.ts'
import { payloadIn } from '../../src/core/payload/payload.ts'
import type { SourceName } from '../../src/core/verdict.ts'
import { evaluate } from '../../src/engine/policy/evaluate.ts'
import { hostWith, policyFrom } from '../../src/engine/policy/testing/fixtures.ts'
import { sealed } from '../../src/hook/audit/chain.ts'
import { auditRecord } from '../../src/hook/audit/record.ts'
import { type Call, type Decided, decide } from '../../src/hook/decide.ts'
import { askerOf } from '../../src/hook/identity.ts'
import type { Ask } from '../../src/hook/sources/choose.ts'
import { bodyFor } from '../../src/hook/sources/dialects/request.ts'
import { hash } from './log.ts'

const schemaOf = (name: keyof typeof shapes) =>
  JSON.parse(readFileSync(new URL(`../../docs/operate/schemas/${name}.v1.json`, import.meta.url), 'utf8'))

/** The published shape leaves room for keys of later versions; what is written today is named in it. */
const closed = (schema: unknown, name = ''): unknown => {
  if (Array.isArray(schema)) return schema.map(item => closed(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value, key)]))
  return 'properties' in schema && name !== 'metadata' && name !== 'properties'
    ? { ...inner, additionalProperties: false }
    : inner
}

const checking = (name: keyof typeof shapes) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const validate = ajv.compile(closed(schemaOf(name)) as object)
  return (value: unknown): string[] => {
    validate(value)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

const lineFaults = checking('audit-line')
const bodyFaults = checking('hook-event')

const policies = await Promise.all(
  ['extends: strict', 'extends: observe', 'rules: [{ id: t.all, on: any, decision: deny, reason: No. }]'].map(text =>
    policyFrom(text),
  ),
)
const offline =
  (at: number): Ask =>
  async event => {
    const [policy] = [policies[at]]
    return evaluate(event, policy === undefined ? [] : [policy], hostWith())
  }
const gateway: Ask = async () => ({
  ok: false,
  failure: { kind: 'gateway-timeout', afterMs: 9 },
  breaker: 'half-open',
})

const lineOf = (decided: Decided): unknown => {
  const about = {
    time: new Date(0).toISOString(),
    version: '0.1.0',
    exitCode: decided.answer.exitCode,
    ms: 1.25,
    digest: hash('x'),
  }
  const record = auditRecord({ ...decided, ...about, ignored: ['fail'] })
  return JSON.parse(sealed(JSON.stringify(record), { from: 0, to: 0, of: hash(''), torn: false, last: undefined }, hash))
}

const sources: readonly SourceName[] = ['offline', 'both', 'gateway-then-offline', 'gateway']
const key = 'sixteen or more letters'

describe('the published shapes', () => {
  it.each(Object.keys(shapes) as (keyof typeof shapes)[])('%s is what the program prints', name => {
    expect(schemaOf(name)).toEqual(JSON.parse(JSON.stringify(publishedSchema(name))))
  })

  it.each([...new Set(callers.map(({ adapter }) => adapter.id))])('hold all that %s makes', async id => {
    const own = callers.filter(({ adapter }) => adapter.id === id)
    for (const [n, { payload, env, hints }] of own.entries()) {
      const setting: IdentitySetting = { form: identityForms[n % 3] ?? 'full', ...(n % 2 === 0 && { key }) }
      const asker = await askerOf({ user: 'dev', userFrom: 'account', host: 'h', hostFrom: 'system', caller: 'fleet' }, setting)
      const source = sources[n % 4] ?? 'offline'
      const call: Call = {
        ...asker,
        id: '4b8dd529dc',
        env,
        hints,
        source,
        sources: { offline: offline(n % policies.length), gateway },
        failMode: async () => (n % 2 === 0 ? 'open' : 'closed'),
      }
      for (const text of [JSON.stringify(payload), JSON.stringify(payload).slice(0, -3), '[]']) {
        const decided = await decide(payloadIn(text), call)
        expect(lineFaults(lineOf(decided)), text).toEqual([])
        if (decided.event !== undefined)
          expect(bodyFaults(JSON.parse(bodyFor('unified', decided.event, payload))), text).toEqual([])
      }
    }
  })

  it.each<[string, object]>([
    ['a decision that there is not', { decision: 'maybe' }],
    ['a name without its source', { userFrom: 'rumour' }],
    ['another version', { v: 2 }],
    ['a key that nobody has described', { surprise: 1 }],
  ])('refuse %s', async (_what, change) => {
    const call: Call = {
      env: {},
      hints: {},
      source: 'offline',
      sources: { offline: offline(0), gateway },
      failMode: async () => 'open',
    }
    const line = lineOf(await decide(payloadIn('{}'), call)) as object
    expect(lineFaults(line)).toEqual([])
    expect(lineFaults({ ...line, ...change })).not.toEqual([])
  })
})
