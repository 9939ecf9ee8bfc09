/** Branches that may not have run: what they leave behind. */

import { type Analysis, atMost, bounds, type Environment } from '../values/analysis.ts'
import { literal, type Value, type Variable } from '../values/value.ts'

type Snapshot = Pick<Environment, 'cwd' | 'variables' | 'functions'>

export const snapshot = ({ cwd, variables, functions }: Environment): Snapshot => ({
  cwd,
  variables: new Map(variables),
  functions: new Map(functions),
})

/** Joins the environments of two branches: what was before may still hold. */
export function join(before: Snapshot, env: Environment, analysis: Analysis): void {
  if (env.cwd !== before.cwd) env.cwd = undefined
  for (const [name, fn] of env.functions) {
    const old = before.functions.get(name)
    if (old !== fn) analysis.unsure.set(fn, old)
  }
  for (const [name, old] of before.variables) if (!env.variables.has(name)) env.variables.set(name, old)
  for (const [name, value] of env.variables) {
    const first = name === 'HOME' ? analysis.host.home : name === 'IFS' ? ' \t\n' : undefined
    const old = before.variables.get(name) ?? (first === undefined ? undefined : { fields: [literal(first)], array: false })
    if (old === undefined || old === value) continue
    if (old.array || value.array) {
      const gone = without(old, value)
      if (gone.length > 0)
        env.variables.set(name, { fields: atMost([...value.fields, ...gone], bounds.fields, analysis), array: true })
    } else {
      const fields = atMost([...old.fields, ...without(value, old)], bounds.values, analysis)
      env.variables.set(name, { fields, array: false })
    }
  }
}

const without = (these: Variable, those: Variable): readonly Value[] =>
  these.fields.filter(field => !those.fields.some(other => other.text === field.text))
