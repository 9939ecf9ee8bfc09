/** git as a way to change this guard's own files. */

import { isGuardPath } from '../guard-places.ts'
import { has, options } from '../options.ts'
import { place } from '../paths.ts'
import { type Call, find } from '../session.ts'

const verbs = /^(?:stash|checkout|restore|rm|mv|checkout-index|clean|update-index|sparse-checkout)$/

/** Paths that a verb brings to another state, or takes away. */
export function takesBack(verb: string, call: Call): void {
  if (!verbs.test(verb)) return
  const { args, scope, session } = call
  const [first] = args
  if (verb === 'stash' && !/^(?:push|save|-.*)$/.test(first?.text ?? '')) return
  const given = options(args, 'm message s source b B orphan conflict')
  if (has(given, 'n', 'dry-run') && verb !== 'restore') return
  if (verb === 'restore' && has(given, 'S', 'staged') && !has(given, 'W', 'worktree')) return
  if (verb === 'update-index' && !has(given, 'skip-worktree', 'assume-unchanged', 'force-remove', 'cacheinfo')) return
  for (const word of given.positional) {
    const target = place(word, scope, session)
    if (isGuardPath(target.absolute, session, true) && /\/\.[\w-]+/.test(target.absolute))
      find(call, 'self.tamper', { targets: [target] })
  }
}
