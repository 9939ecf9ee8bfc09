/** `policy check`: whether policies are valid, and what in them cannot be meant. */

import type { Problem } from '../../../engine/policy/language/load.ts'
import { lintPolicy } from '../../../engine/policy/lint/lint.ts'
import type { LayerName } from '../../../engine/policy/rules/types.ts'
import { writeAll } from '../../../hook/io.ts'
import { json } from '../terminal/json.ts'
import { filesInForce, readHere, readText } from './files.ts'

interface CheckOptions {
  readonly layer: LayerName
  readonly strict?: boolean
  readonly json?: boolean
  readonly sarif?: boolean
}

export interface Checked {
  readonly file: string
  readonly layer: LayerName
  readonly problems: readonly Problem[]
}

const order: readonly LayerName[] = ['managed', 'user', 'project']

/** Exit code 1 when a file has an error; with `strict` for a warning as well. */
export const check = async (files: readonly string[], options: CheckOptions): Promise<number> => {
  const { layer } = options
  const targets = files.length > 0 ? files.map(file => ({ file, layer })) : filesInForce()
  const inForce = (await readHere()).files
  const today = new Date().toISOString().slice(0, 10)
  const report: Checked[] = []
  for (const target of targets) {
    const above = inForce.filter(policy => order.indexOf(policy.layer) < order.indexOf(target.layer))
    const { problems } = await lintPolicy(readText(target.file), target.file, target.layer, { today, above })
    report.push({ file: target.file, layer: target.layer, problems })
  }
  if (options.json) writeAll(1, `${json(report)}\n`)
  else if (options.sarif) writeAll(1, `${json((await import('./sarif.ts')).toSarif(report), 2)}\n`)
  else writeAll(1, `${listing(report)}\n`)
  return report.some(({ problems }) => problems.some(({ severity }) => options.strict || severity === 'error')) ? 1 : 0
}

const listing = (report: readonly Checked[]): string => {
  if (report.length === 0) return 'No policy file is in force; the built-in preset "recommended" applies.'
  return report
    .flatMap(({ file, layer, problems }) =>
      problems.length === 0
        ? [`${file}: valid (${layer})`]
        : problems.map(({ line, column, severity, message }) => `${file}:${line}:${column}: ${severity}: ${message}`),
    )
    .join('\n')
}
