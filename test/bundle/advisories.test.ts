/** Advisories that a bundle carries: signed as the rest, told by `doctor` and `init`, and of no meaning for a call. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { advisories } from '../../src/cli/commands/health/advisories.gen.ts'
import {
  advisoriesWith,
  advisoryFindings,
  advisoryNotes,
  bundledFindings,
  listed,
} from '../../src/cli/commands/health/advisories.ts'
import { build } from '../../src/cli/commands/policy/bundle.ts'
import { advisoriesHere } from '../../src/hook/bundle/advisories.ts'
import { policiesOf } from '../../src/hook/bundle/content.ts'
import { verifyBundle } from '../../src/hook/bundle/verify.ts'
import { bundleBy, pair, placesIn, policy, scratch, unsigned } from './make.ts'

const mine = pair()
const entry = (more = ''): string =>
  `  - { id: codex.late, client: codex, fixed: 0.200.0, what: may forget a hook, source: seen by the team${more} }\n`
const files = (text: string) => ({ 'policy.yaml': policy(), 'advisories.yaml': text })
const after = { created: '2027-01-01T00:00:00.000Z' }

/** As a machine has it whose bundle holds this. */
const here = (text: string, by = mine, more: object = after) => {
  const dir = scratch()
  mkdirSync(join(dir, 'state/bundle'), { recursive: true })
  writeFileSync(join(dir, 'state/bundle/active.json'), bundleBy(by, more, files(text)))
  return advisoriesHere({ url: 'https://policies.example.com/shop', keys: [mine.line] }, placesIn(dir))
}

const told = (bundled: ReturnType<typeof here>, version = [0, 169, 0]) =>
  advisoryFindings('codex', 'Codex', version, advisoriesWith(bundled)).map(({ severity, what }) => `${severity}: ${what}`)

describe('advisories of a bundle', () => {
  it('stand beside ours, and are told by doctor and init', () => {
    const bundled = here(`advisories:\n${entry()}`)
    expect(told(bundled)).toEqual([...told(undefined), 'warn: Codex 0.169.0 may forget a hook (seen by the team).'])
    expect(told(bundled, [0, 200, 0])).toEqual(told(undefined))
    expect(advisoryNotes('codex', [0, 169, 0], advisoriesWith(bundled))).toEqual([
      '0.169.0 may forget a hook. Update it to 0.200.0 or newer.',
    ])
    expect(bundledFindings(bundled)).toEqual([])
  })

  it('of one id the newer says what holds', () => {
    const [ours] = advisories.filter(({ id }) => id === 'codex.write-stdin')
    const text = `advisories:\n  - { ...\n`.replace(
      '...',
      `id: codex.write-stdin, client: codex, fixed: 0.180.0, what: asks nobody, source: their notes }`,
    )
    const of = (created: string) => advisoriesWith(here(text, mine, { created })).find(({ id }) => id === ours?.id)
    expect(of('2027-01-01T00:00:00.000Z')).toMatchObject({ fixed: '0.180.0' })
    expect(of('2026-11-01T00:00:00.000Z')).toEqual(ours)
    expect(listed).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it.each([
    ['a line that is none', `advisories:\n  - 7\n${entry()}`, /advisories\.yaml:2:5: found 7, expected a mapping/],
    ['an unknown key', `advisories:\n${entry(', since_: 1')}${entry()}`, /unknown key "since_".*did you mean since/],
    ['a version that is none', `advisories:\n${entry(', since: newest')}${entry()}`, /:2:\d+: found "newest"/],
    [
      'what a terminal obeys',
      `advisories:\n${entry().replace('may forget a hook', '"may \\u001b[2J"')}${entry()}`,
      /advisories\.yaml:2/,
    ],
  ])('passes over %s aloud, and over nothing else', (_, text, fault) => {
    const bundled = here(text)
    expect(bundledFindings(bundled)).toMatchObject([{ severity: 'warn', what: expect.stringMatching(fault) }])
    expect(told(bundled)).toHaveLength(told(undefined).length + 1)
  })

  it.each([
    ['no YAML', 'advisories: [', /not closed|flow/i],
    ['a policy', policy(), /unknown key|no "advisories"/],
    ['nothing', '', /expected a mapping/],
  ])('passes over a file that is %s aloud', (_, text, fault) => {
    const bundled = here(text)
    expect(
      bundledFindings(bundled)
        .map(({ what }) => what)
        .join('\n'),
    ).toMatch(fault)
    expect(told(bundled)).toEqual(told(undefined))
  })

  it('count only where the bundle is signed, and never stop its policies', async () => {
    expect(here(`advisories:\n${entry()}`, pair())).toBeUndefined()
    const read = verifyBundle(bundleBy(mine, after, files('advisories: [')), { keys: [mine.line] })
    const policies = read.ok ? await policiesOf(read.value) : read
    expect(policies.ok && policies.value.map(({ rules }) => rules.length)).toEqual([1])
    const alone = unsigned(after, { 'advisories.yaml': `advisories:\n${entry()}` })
    expect(JSON.parse(alone.payload).files['policy.yaml']).toBeUndefined()
    expect(verifyBundle(bundleBy(mine, after, { 'advisories.yaml': 'advisories: []' }), { keys: [mine.line] })).toMatchObject({
      why: 'it holds no policy',
    })
  })

  it('are not bundled with a fault, nor for a client that there is not', async () => {
    const dir = scratch()
    const made = async (text: string): Promise<number> => {
      for (const [name, said] of Object.entries(files(text))) writeFileSync(join(dir, name), said)
      const named = ['policy.yaml', 'advisories.yaml'].map(name => join(dir, name))
      return build(named, { out: join(dir, 'shop.bundle'), name: 'shop', version: '1', expires: '2099-01-01' })
    }
    expect(await made(`advisories:\n${entry()}`)).toBe(0)
    expect(await made('advisories:\n  - 7\n')).toBe(1)
    expect(await made(`advisories:\n${entry().replaceAll('codex', 'kodex')}`)).toBe(1)
  })
})
