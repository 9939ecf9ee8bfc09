/** `policy check` and `policy schema`. */

import { existsSync, readFileSync } from 'node:fs'
import { projectDirs } from '../config/places.ts'
import { placesOf } from '../config.ts'
import { writeAll } from '../io.ts'
import type { LayerName } from '../policy/types.ts'
import { ConfigError } from './error.ts'

interface CheckOptions {
  readonly layer: string
  readonly json?: boolean
}

/** Exit code 1 when a file has an error. Warnings (a project file that tries to loosen) do not fail it. */
export const check = async (files: readonly string[], options: CheckOptions): Promise<number> => {
  const layer = layerOf(options.layer)
  const targets = files.length > 0 ? files.map(file => ({ file, layer })) : inForce()
  const { diagnosePolicy } = await import('../policy/load.ts')
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
  const { policyJsonSchema } = await import('../policy/schema.ts')
  writeAll(1, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`)
  return 0
}

const layerOf = (name: string): LayerName => {
  if (name === 'managed' || name === 'user' || name === 'project') return name
  throw new ConfigError(`Unknown layer "${name}". Known: managed, user, project.`)
}

const inForce = (): { file: string; layer: LayerName }[] => {
  const places = placesOf(process.env)
  return [
    ...places.managed.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'managed' as const })),
    ...places.user.map(dir => ({ file: `${dir}/policy.yaml`, layer: 'user' as const })),
    ...projectDirs([], process.cwd()).map(dir => ({ file: `${dir}/.tfy-hook/policy.yaml`, layer: 'project' as const })),
  ].filter(entry => existsSync(entry.file))
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`Cannot read ${file}.`, { cause })
  }
}
