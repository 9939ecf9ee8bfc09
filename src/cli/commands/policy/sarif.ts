/** The findings of `policy check` as SARIF 2.1.0, which code hosts show beside the line. */

import { isAbsolute, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Checked } from './check.ts'

declare const __TFY_VERSION__: string

export const toSarif = (report: readonly Checked[]): unknown => {
  const results = report.flatMap(({ file, problems }) =>
    problems.map(({ line, column, severity, message, code }) => ({
      ruleId: code ?? 'invalid',
      level: severity,
      message: { text: message },
      locations: [
        { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } } },
      ],
    })),
  )
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map(id => ({ id }))
  const driver = { name: 'tfy-hook', version: __TFY_VERSION__, rules }
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [{ tool: { driver }, results }] }
}

/** Relative where it can be: a code host knows the repository, and no other place of this machine. */
const uriOf = (file: string): string => {
  const short = relative(process.cwd(), file)
  return short.startsWith('..') || isAbsolute(short) ? pathToFileURL(file).href : encodeURI(short.replaceAll('\\', '/'))
}
