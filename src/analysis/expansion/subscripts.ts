/** `let 'a[$(x)]'`, `[[ -v 'a[$(x)]' ]]`: what is reckoned or named has its subscripts expanded once more. */

import { fork, type Scope, type Session } from '../values/session.ts'
import { nothing } from '../values/text.ts'

export function subscripts(text: string, scope: Scope, session: Session): void {
  if (!/\[[^[\]]*(?:\$\(|`)/.test(text)) return
  session.script(`: <<END_OF_SUBSCRIPT\n${text}\nEND_OF_SUBSCRIPT`, fork(scope), nothing)
}

/** An expression, and the variables in it, which are expressions themselves. */
export function expandSubscripts(source: string, scope: Scope, session: Session): void {
  subscripts(source, scope, session)
  if (scope.variables.size === 0) return
  for (const name of source.match(/[A-Za-z_]\w*/g) ?? [])
    for (const field of scope.variables.get(name)?.fields ?? []) subscripts(field.text, scope, session)
}
