import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { policyFrom } from '../testing/fixtures.ts'
import { diagnosePolicy, parsePolicy } from './load.ts'
import { policyJsonSchema } from './schema.ts'

const folder = (name: string): string => new URL(`../../../../fixtures/policies/${name}/`, import.meta.url).pathname
const filesIn = (name: string): readonly string[] => readdirSync(folder(name)).filter(file => file.endsWith('.yaml'))
const read = (name: string, file: string): string => readFileSync(folder(name) + file, 'utf8')

describe('broken policies', () => {
  it.each(filesIn('broken'))('%s says where, what and what instead', async file => {
    const { policy, problems } = await diagnosePolicy(read('broken', file), file, 'user')
    expect(policy).toBeUndefined()
    expect(problems.length).toBeGreaterThan(0)
    const lines = problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}\n`).join('')
    await expect(lines).toMatchFileSnapshot(`${folder('broken')}${file.replace('.yaml', '.txt')}`)
  })

  it.each(filesIn('broken'))('%s is a failure with one line', async file => {
    const result = await parsePolicy(read('broken', file), file, 'managed')
    expect(result).toMatchObject({ ok: false, failure: { kind: 'policy-invalid', file } })
    if (!result.ok && result.failure.kind === 'policy-invalid')
      expect(result.failure.detail).toMatch(/^line \d+, column \d+: [^\n]+$/)
  })

  it('an endless file, endless nesting and noise are failures too', async () => {
    for (const text of ['# '.padEnd(2_000_000, 'x'), `a: ${'['.repeat(100_000)}`, '\u0000\u0001', '\ufeff{', '%YAML 3.0\n---\nx'])
      expect((await parsePolicy(text, 'noise.yaml', 'user')).ok).toBe(false)
  })

  it('names of the prototype are unknown keys', async () => {
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect((await parsePolicy(`version: 1\npacks: { ${key}: on }\n`, 'p.yaml', 'user')).ok).toBe(false)
  })
})

describe('valid policies', () => {
  it.each(filesIn('valid'))('%s has a normal form', async file => {
    const { policy, problems } = await diagnosePolicy(read('valid', file), file, 'user')
    expect(problems).toEqual([])
    await expect(`${JSON.stringify(policy, null, 2)}\n`).toMatchFileSnapshot(
      `${folder('valid')}${file.replace('.yaml', '.json')}`,
    )
    // Plain JSON, so that it can be cached.
    expect(JSON.parse(JSON.stringify(policy))).toEqual(policy)
  })

  it('a missing reason is a warning', async () => {
    const text = 'rules: [{ id: t.rule, on: shell, when: { program: ls }, decision: deny }]'
    const { policy, problems } = await diagnosePolicy(text, 'p.yaml', 'user')
    expect(policy?.rules).toHaveLength(1)
    expect(problems.map(({ severity, found }) => `${severity}: ${found}`)).toEqual(['warning: no reason for t.rule'])
  })
})

describe('project policies', () => {
  it('may tighten', async () => {
    const { policy, problems } = await diagnosePolicy(read('project', 'tightens.yaml'), 'p.yaml', 'project')
    expect(problems).toEqual([])
    expect(policy?.refused).toEqual([])
    expect(policy?.rules.map(rule => rule.id)).toEqual(['app.deny', 'app.context', 'app.redact'])
    expect(policy).toMatchObject({ extends: 'strict', packs: { cloud: true }, settings: { 'could-not-tell': 'deny' } })
  })

  it('lose what loosens, with a warning each', async () => {
    const { policy, problems } = await diagnosePolicy(read('project', 'loosens.yaml'), 'p.yaml', 'project')
    expect(policy?.rules.map(rule => rule.id)).toEqual(['app.deny'])
    expect(policy?.exceptions).toEqual([])
    expect(policy?.settings).toEqual({})
    expect(policy?.packs).toEqual({ cloud: true })
    expect(policy?.extends).toBeUndefined()
    expect(problems.every(problem => problem.severity === 'warning')).toBe(true)
    expect(problems.map(problem => problem.found)).toEqual(
      policy?.refused.toSorted((a, b) => order(problems, a) - order(problems, b)),
    )
    expect(problems).toHaveLength(11)
  })

  const order = (problems: readonly { found: string }[], what: string): number =>
    problems.findIndex(({ found }) => found === what)

  it('the same text is whole in a user file', async () => {
    const policy = await policyFrom(read('project', 'loosens.yaml'))
    expect([policy.rules.length, policy.exceptions.length, policy.refused.length]).toEqual([6, 1, 0])
  })
})

describe('the JSON Schema', () => {
  it('describes every top-level key and every condition', () => {
    const text = JSON.stringify(policyJsonSchema())
    for (const key of [
      'version',
      'extends',
      'settings',
      'packs',
      'rules',
      'exceptions',
      'could-not-tell',
      'program',
      'detects',
      'outside',
      'expires',
      'timeoutMs',
    ])
      expect(text).toContain(`"${key}"`)
    expect(policyJsonSchema()).toMatchObject({ type: 'object', additionalProperties: false })
  })
})
