/** A test report as JUnit XML, for CI systems. */

import type { TestReport } from './run-tests.ts'

/** The reports as a JUnit XML document. */
export const toJUnit = (reports: readonly TestReport[]): string => {
  const total = (pick: (report: TestReport) => number): number => reports.reduce((sum, report) => sum + pick(report), 0)
  const suites = reports.map(suite).join('')
  const tests = total(({ cases }) => cases.length)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${tests}" failures="${total(({ failed }) => failed)}" skipped="${total(({ skipped }) => skipped)}">\n${suites}</testsuites>\n`
}

const suite = ({ file, cases, failed, skipped }: TestReport): string => {
  const rows = cases.map(({ name, line, status, why, ms }) => {
    const head = `    <testcase name="${xml(name)}" classname="${xml(file)}" file="${xml(file)}" line="${line}" time="${(ms / 1000).toFixed(4)}"`
    if (status === 'skipped') return `${head}><skipped/></testcase>\n`
    return status === 'failed' ? `${head}><failure message="${xml(why ?? 'failed')}"/></testcase>\n` : `${head}/>\n`
  })
  const counts = `tests="${cases.length}" failures="${failed}" skipped="${skipped}"`
  return `  <testsuite name="${xml(file)}" ${counts}>\n${rows.join('')}  </testsuite>\n`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot carry at all are left out. */
const xml = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ' ')
    .replace(/[&<>"]/g, char => entities[char] ?? '')
