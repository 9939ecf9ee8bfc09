/** `policy test`: runs the cases beside the policies in force, or beside the files named. */

import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parsePolicy } from '../../../engine/policy/language/load.ts'
import type { LayerName, PolicyFile } from '../../../engine/policy/rules/types.ts'
import { toJUnit } from '../../../engine/policy/testing/junit.ts'
import { runPolicyTests, type TestReport } from '../../../engine/policy/testing/run-tests.ts'
import { policiesOf, testsOf } from '../../../hook/bundle/content.ts'
import { readEnvelope, readPayload } from '../../../hook/bundle/format.ts'
import { writeAll } from '../../../hook/io.ts'
import { hostFor } from '../../../hook/sources/offline.ts'
import { ConfigError } from '../terminal/errors.ts'
import { json } from '../terminal/json.ts'
import { filesInForce, inPlaceOf, placesHere, readText } from './files.ts'

interface TestOptions {
  readonly layer: LayerName
  readonly insteadOf?: string
  readonly coverage?: boolean
  readonly json?: boolean
  readonly junit?: boolean
}

/** Exit code 1 when a case failed; a test file that cannot be read, or has no case, could not run. */
export const test = async (files: readonly string[], options: TestOptions): Promise<number> => {
  const { insteadOf } = options
  if (insteadOf !== undefined) return told([await runTests(testPath(insteadOf), await inPlaceOf(insteadOf, files))], options)
  const { layer } = options
  const bundles = files.filter(isBundle)
  const plain = files.filter(file => !bundles.includes(file))
  const targets = files.length > 0 ? plain.map(file => testFileOf(file, layer)) : testsInForce()
  if (targets.length + bundles.length === 0)
    throw new ConfigError('No policy.test.yaml stands beside a policy in force. Name a policy or test file.')
  const reports: TestReport[] = []
  for (const bundle of bundles) reports.push(...(await runBundle(bundle)))
  for (const target of targets) reports.push(await runFile(target))
  return told(reports, options)
}

const told = (reports: readonly TestReport[], options: TestOptions): number => {
  if (options.json) writeAll(1, `${json(reports)}\n`)
  else if (options.junit) writeAll(1, toJUnit(reports))
  else
    for (const report of reports) writeAll(1, `${[summary(report), ...(options.coverage ? reached(report) : [])].join('\n')}\n`)
  return reports.some(report => report.failed > 0) ? 1 : 0
}

const isBundle = (file: string): boolean => existsSync(file) && readText(file).startsWith('{"tfyHookBundle":')

/** As on a machine that has pulled it. Whether somebody trusted has signed it is not asked here. */
const runBundle = async (file: string): Promise<readonly TestReport[]> => {
  const envelope = readEnvelope(readText(file))
  const content = envelope.ok ? readPayload(envelope.value.payload) : envelope
  const policies = content.ok ? await policiesOf(content.value) : content
  if (!content.ok || !policies.ok) throw new ConfigError(`${file} cannot be tested: ${policies.ok ? '' : policies.why}.`)
  const tests = await testsOf(content.value, policies.value)
  if (!tests.ok) throw new ConfigError(`${file} cannot be tested: ${tests.why}.`)
  return tests.value.map(report => ({ ...report, file: `${file}: ${report.file}` }))
}

interface Target {
  readonly tests: string
  readonly policies: readonly { readonly file: string; readonly layer: LayerName }[]
}

const testsInForce = (): Target[] => {
  const policies = filesInForce()
  return policies.map(({ file }) => ({ tests: testPath(file), policies })).filter(({ tests }) => existsSync(tests))
}

/** Named by its policy or by itself: `policy.yaml` and `policy.test.yaml` stand side by side. */
const testFileOf = (file: string, layer: LayerName): Target => {
  const isTest = /\.test\.ya?ml$/.test(file)
  const policy = isTest ? file.replace(/\.test(\.ya?ml)$/, '$1') : file
  return { tests: isTest ? file : testPath(file), policies: existsSync(policy) ? [{ file: policy, layer }] : [] }
}

const testPath = (policy: string): string => join(dirname(policy), basename(policy).replace(/(\.ya?ml)$/, '.test$1'))

const runFile = async ({ tests, policies }: Target): Promise<TestReport> => {
  const loaded: PolicyFile[] = []
  for (const { file, layer } of policies) {
    const parsed = await parsePolicy(readText(file), file, layer)
    if (!parsed.ok) throw new ConfigError(`${file} is not valid. Run: tfy-hook policy check ${file}`)
    loaded.push(parsed.value)
  }
  return runTests(tests, loaded)
}

const runTests = async (tests: string, loaded: readonly PolicyFile[]): Promise<TestReport> => {
  const run = await runPolicyTests(readText(tests), tests, loaded, hostFor(placesHere(), process.env), {
    folder: resolve(dirname(tests)),
  })
  if (run.ok) return run.report
  const lines = run.problems.map(problem => `${tests}:${problem.line}:${problem.column}: ${problem.message}`)
  throw new ConfigError(`The test file cannot be run.\n${lines.join('\n')}`)
}

/** How many cases each rule of the files fired in, and the rules of each built-in pack. */
const reached = ({ coverage, packs }: TestReport): readonly string[] =>
  [...Object.entries(coverage), ...Object.entries(packs).map(([id, cases]) => [`pack ${id}`, cases] as const)].map(
    ([name, cases]) => `${String(cases).padStart(6)}  ${name}`,
  )

const summary = (report: TestReport): string => {
  const lines = report.cases
    .filter(({ status }) => status !== 'passed')
    .map(({ status, line, name, why }) => `${report.file}:${line}: ${status}: ${name}${why === undefined ? '' : `\n  ${why}`}`)
  for (const id of report.neverMatched) lines.push(`${report.file}: rule ${id} never matched`)
  return [...lines, `${report.file}: ${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`].join('\n')
}
