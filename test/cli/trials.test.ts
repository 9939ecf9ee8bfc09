/** What is only on trial, and a machine where nothing is enforced: `doctor` and `status` say so, and nothing is "in order" above it. */

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { text } from '../../src/cli/commands/health/doctor-report.ts'
import { trialFindings } from '../../src/cli/commands/health/trial-findings.ts'
import type { Finding } from '../../src/setup/doctor/finding.ts'
import { call, folder } from '../blackbox/call.ts'
import { executables } from '../blackbox/executables.ts'

const [binary] = executables
if (binary === undefined) throw new Error('no executable is listed')

const rule = (strategy: string): string =>
  `rules: [{ id: shop.helm, on: shell, when: { program: helm }, decision: deny, reason: Why., strategy: ${strategy} }]\n`

const asked = async (policy: string) => {
  const home = folder({ 'shop/readme.md': '' })
  const dir = join(home, '.config/tfy-hook')
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'policy.yaml')
  writeFileSync(file, `version: 1\n${policy}`)
  utimesSync(file, new Date('2026-02-03'), new Date('2026-02-03'))
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const run = async (...args: readonly string[]) => (await call(binary, { args, stdin: '', env, cwd: join(home, 'shop') })).stdout
  const { findings, worst } = JSON.parse(await run('doctor', '--json', '--no-drill')) as {
    findings: Finding[]
    worst: string
  }
  const found = findings.filter(({ id }) => /^policy\.(?:trial|none)/.test(id))
  return { file, found, worst, status: await run('status'), json: JSON.parse(await run('status', '--json')) }
}

describe('a trial', () => {
  it.each([
    ['extends: observe', 'extends: observe\n'],
    ['settings.strategy: audit', 'settings: { strategy: audit }\n'],
  ])('of everything is not in order: %s', async (key, policy) => {
    const { file, found, worst, status, json } = await asked(policy)
    const said = expect.stringMatching(new RegExp(`^\\d+ rules are on trial: ${key} in ${file}, unchanged since 2026-02-03\\.$`))
    expect(found).toEqual([expect.objectContaining({ id: 'policy.trial', severity: 'warn', what: said })])
    expect(worst).not.toBe('ok')
    expect(status).toMatch(
      /Rules +\d+ rules are on trial: .*unchanged since 2026-02-03\n +no rule is enforced: nothing is stopped\n/,
    )
    expect(json.trial).toMatchObject({ enforced: 0, trials: [{ file, since: '2026-02-03T00:00:00.000Z' }] })
  })

  it('of one rule is said, beside what is enforced', async () => {
    const { file, found, status, json } = await asked(rule('audit'))
    const what = `shop.helm is on trial: strategy: audit in ${file}, unchanged since 2026-02-03`
    expect(found).toEqual([{ id: 'policy.trial-rules', severity: 'ok', what: `${what}.` }])
    expect(status).toContain(what.replace(file, '~/.config/tfy-hook/policy.yaml'))
    expect(json.trial.trials).toMatchObject([{ by: 'strategy', rules: ['shop.helm'] }])
    const report = (findings: readonly Finding[]) => text({ version: '1', clients: [], findings })
    expect(report(found)).toContain('note  shop.helm is on trial')
    expect(report(found)).toContain('Everything is in order, and some rules are only on trial.')
  })

  it('is none where everything is enforced', async () => {
    const { found, status, json } = await asked(rule('enforce'))
    expect([found, json.trial.trials]).toEqual([[], []])
    expect(status).not.toContain('Rules')
  })

  it('is more than a note where nothing else is enforced, and no rule at all is not in order', async () => {
    const { found } = await asked(`extends: none\n${rule('audit')}`)
    expect(found).toMatchObject([{ id: 'policy.trial', severity: 'warn' }])
    expect((await asked(`extends: none\n${rule('audit').replace('deny', 'allow')}`)).json.trial.enforced).toBe(0)
    expect((await asked('extends: none\n')).found).toMatchObject([{ id: 'policy.none', severity: 'warn' }])
    expect(trialFindings(undefined)).toEqual([])
  })
})
