/** `let 'a[$(x)]'`, `[[ -v 'a[$(x)]' ]]`: what is reckoned or named has its subscripts expanded once more. */

import { type Analysis, type Environment, fork } from '../values/analysis.ts'
import { nothing } from '../values/value.ts'

/** Runs the substitutions that a subscript holds: arithmetic evaluates them, quoted or not. */
export function subscripts(text: string, env: Environment, analysis: Analysis): void {
  if (!/\[[^[\]]*(?:\$\(|`)/.test(text)) return
  substituted(text, env, analysis)
}

function substituted(text: string, env: Environment, analysis: Analysis): void {
  analysis.script(`: <<END_OF_SUBSCRIPT\n${text}\nEND_OF_SUBSCRIPT`, fork(env), nothing, env.shells)
}

/** An expression, and the variables in it, which are expressions themselves. */
export function expandSubscripts(source: string, env: Environment, analysis: Analysis): void {
  // Single quotes quote nothing in arithmetic.
  if (source.includes("'") && /\$\(|`/.test(source)) substituted(source, env, analysis)
  else subscripts(source, env, analysis)
  if (env.variables.size === 0) return
  for (const name of source.match(/[A-Za-z_]\w*/g) ?? [])
    for (const field of env.variables.get(name)?.fields ?? []) subscripts(field.text, env, analysis)
}
