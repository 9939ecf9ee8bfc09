/** What a verified bundle says: its policies, of the managed layer, and what its own tests say of them. */

import { describe } from '../../core/failure.ts'
import type { Host } from '../../engine/matching/host.ts'
import { parsePolicy } from '../../engine/policy/language/load.ts'
import type { PolicyFile } from '../../engine/policy/rules/types.ts'
import { runPolicyTests, type TestReport } from '../../engine/policy/testing/run-tests.ts'
import { isPolicy, isTest, type Manifest, no, type Read } from './format.ts'

type Content = { readonly manifest: Pick<Manifest, 'name' | 'version'>; readonly files: Readonly<Record<string, string>> }

export const policiesOf = async ({ manifest: { name, version }, files }: Content): Promise<Read<readonly PolicyFile[]>> => {
  const policies: PolicyFile[] = []
  for (const [file, text] of Object.entries(files)) {
    if (!isPolicy(file)) continue
    const parsed = await parsePolicy(text, `${name} ${version}: ${file}`, 'managed')
    if (!parsed.ok) return no(describe(parsed.failure))
    policies.push(parsed.value)
  }
  return { ok: true, value: policies }
}

/** Everywhere the same machine, so that what passes where a bundle is made does where it is used. No program of a rule is started. */
const nowhere: Host = {
  home: '/home/you',
  guarded: [],
  platform: 'linux',
  realpath: path => path,
  readText: () => undefined,
  env: () => undefined,
}

export const testsOf = async ({ files }: Content, policies: readonly PolicyFile[]): Promise<Read<readonly TestReport[]>> => {
  const asked = policies.map(policy => ({ ...policy, rules: policy.rules.filter(({ check }) => check === undefined) }))
  const reports: TestReport[] = []
  for (const [file, text] of Object.entries(files)) {
    if (!isTest(file)) continue
    const run = await runPolicyTests(text, file, asked, nowhere)
    if (!run.ok) return no(`${file}:${run.problems[0]?.line}: ${run.problems[0]?.message}`)
    reports.push(run.report)
  }
  return { ok: true, value: reports }
}

/** The first case that failed, as one sentence. */
export const failedIn = (reports: readonly TestReport[]): string | undefined =>
  reports
    .flatMap(({ file, cases }) => cases.map(one => ({ file, ...one })))
    .filter(({ status }) => status === 'failed')
    .map(({ file, line, name, why }) => `its test ${file}:${line} fails: ${name}: ${why}`)[0]
