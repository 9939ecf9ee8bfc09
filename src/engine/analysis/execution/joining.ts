/** Branches that may not have run: what they leave behind. */

import { type Analysis, atMost, bounds, type Environment } from '../values/analysis.ts'
import { literal, unordered, type Value, type Variable } from '../values/value.ts'

type Snapshot = Pick<Environment, 'cwd' | 'variables' | 'functions' | 'positional' | 'locals'>

export const snapshot = ({ cwd, variables, functions, positional, locals }: Environment): Snapshot => ({
  ...(locals !== undefined && { locals: new Map(locals) }),
  cwd,
  positional,
  variables: new Map(variables),
  functions: new Map(functions),
})

/** Joins the environments of two branches: what was before may still hold. */
export function join(before: Snapshot, env: Environment, analysis: Analysis): void {
  if (env.cwd !== before.cwd) env.cwd = undefined
  for (const name of env.locals?.keys() ?? []) if (before.locals?.has(name) !== true) env.locals?.set(name, false)
  if (env.positional !== before.positional)
    env.positional = unordered([...env.positional, ...before.positional].slice(0, bounds.fields))
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
      const fields = atMost([...value.fields, ...gone], bounds.fields, analysis)
      const any = unordered(fields)
      env.variables.set(name, gone.length > 0 ? { fields: any, array: true } : { ...value, fields: any })
    } else {
      const fields = atMost([...old.fields, ...without(value, old)], bounds.values, analysis)
      env.variables.set(name, { fields, array: false })
    }
  }
}

/** `return`, `break`, `continue`: what follows may not run. */
export function ended(env: Environment, analysis: Analysis): void {
  if (env.ends.length < bounds.values) env.ends.push(snapshot(env))
  else analysis.exhausted = true
}

/** Runs a body that may end before its end, and leaves what it may have left behind then. */
export function untilEnd<T>(env: Environment, analysis: Analysis, run: () => T): T {
  const from = env.ends.length
  const out = run()
  for (const end of env.ends.slice(from)) join(end, env, analysis)
  return out
}

const without = (these: Variable, those: Variable): readonly Value[] =>
  these.fields.filter(field => !those.fields.some(other => other.text === field.text))
