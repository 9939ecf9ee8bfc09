/** `policy`: what is in force here and from where, and whether it is valid. `policy test` and `policy replay` stand beside it. */

import { writeAll } from '../../io.ts'
import { diagnosePolicy } from '../../policy/language/load.ts'
import { policyJsonSchema } from '../../policy/language/schema.ts'
import { type EffectivePolicy, showPolicy } from '../../policy/language/show.ts'
import { filesInForce, layerOf, policiesHere, readText } from './files.ts'

interface CheckOptions {
  readonly layer: string
  readonly json?: boolean
}

/** Exit code 1 when a file has an error. Warnings (a project file that tries to loosen) do not fail it. */
export const check = async (files: readonly string[], options: CheckOptions): Promise<number> => {
  const layer = layerOf(options.layer)
  const targets = files.length > 0 ? files.map(file => ({ file, layer })) : filesInForce()
  const report = []
  for (const target of targets) {
    const { problems } = await diagnosePolicy(readText(target.file), target.file, target.layer)
    report.push({ file: target.file, layer: target.layer, problems })
  }
  const bad = report.some(entry => entry.problems.some(problem => problem.severity === 'error'))
  if (options.json) writeAll(1, `${JSON.stringify(report)}\n`)
  else {
    for (const { file, layer: as, problems } of report) {
      if (problems.length === 0) writeAll(1, `${file}: valid (${as})\n`)
      for (const problem of problems)
        writeAll(1, `${file}:${problem.line}:${problem.column}: ${problem.severity}: ${problem.message}\n`)
    }
    if (report.length === 0) writeAll(1, 'No policy file is in force; the built-in preset "recommended" applies.\n')
  }
  return bad ? 1 : 0
}

export const schema = async (): Promise<number> => {
  writeAll(1, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`)
  return 0
}

/** The effective policy here, and the file each part comes from. */
export const show = async (options: { readonly json?: boolean; readonly all?: boolean }): Promise<number> => {
  const policy = showPolicy(await policiesHere(), new Date().toISOString().slice(0, 10))
  writeAll(1, options.json ? `${JSON.stringify(policy)}\n` : `${listing(policy, options.all === true)}\n`)
  return 0
}

const listing = (policy: EffectivePolicy, all: boolean): string => {
  const rules = policy.rules.filter(rule => all || rule.decision !== 'off')
  const width = Math.max(...rules.map(rule => rule.id.length), 10)
  return [
    `preset          ${policy.preset.value}  (${policy.preset.from})`,
    ...Object.entries(policy.settings).map(([name, { value, from }]) => `${name.padEnd(15)} ${value}  (${from})`),
    `packs           ${policy.packs.map(({ id, value }) => `${id}=${value}`).join(' ')}`,
    '',
    ...rules.map(
      rule =>
        `${rule.id.padEnd(width)}  ${rule.decision.padEnd(6)} ${rule.strategy === 'audit' ? 'audit  ' : ''}${rule.on.join(',')}  (${rule.from})`,
    ),
    ...policy.exceptions.map(
      exception =>
        `exception ${exception.rule}: ${exception.reason} (${exception.from})${exception.ineffective === undefined ? '' : ` no effect: ${exception.ineffective}`}`,
    ),
    ...policy.refused.map(({ from, what }) => `refused: ${what} (${from})`),
  ].join('\n')
}
