/** git as a way to change this guard's own files. */

import { isOneOf } from '../../../matching/words.ts'
import { has, options } from '../../calls/options.ts'
import { isGuardPath, isRegistrationFolder } from '../../places/guard-places.ts'
import { place } from '../../places/paths.ts'
import { type Call, find } from '../../values/analysis.ts'
import { literal } from '../../values/value.ts'

const verbs = ' stash checkout restore rm mv checkout-index clean update-index sparse-checkout '

/** Verbs that bring a whole folder to another state, files that git does not know included. */
function sweeps(verb: string, { args }: Call): boolean {
  const given = options(args)
  if (verb === 'reset') return has(given, 'hard', 'merge', 'keep')
  if (verb === 'clean') return has(given, 'f', 'force') && !has(given, 'n', 'dry-run')
  if (verb === 'stash') return args.length === 0 || /^(?:push|save|-.*)$/.test(args[0]?.text ?? '')
  return false
}

/** Paths that a verb brings to another state, or takes away. */
export function takesBack(verb: string, call: Call): void {
  const folder = call.env.cwd
  if (folder !== undefined && sweeps(verb, call) && (isRegistrationFolder(folder) || isGuardPath(folder, call.analysis)))
    find(call, 'self.tamper', { targets: [place(literal(folder), call.env, call.analysis)] })
  if (!isOneOf(verbs, verb)) return
  const { args, env, analysis } = call
  const [first] = args
  if (verb === 'stash' && !/^(?:push|save|-.*)$/.test(first?.text ?? '')) return
  const given = options(args, 'm message s source b B orphan conflict')
  if (has(given, 'n', 'dry-run') && verb !== 'restore') return
  if (verb === 'restore' && has(given, 'S', 'staged') && !has(given, 'W', 'worktree')) return
  if (verb === 'update-index' && !has(given, 'skip-worktree', 'assume-unchanged', 'force-remove', 'cacheinfo')) return
  for (const word of given.positional) {
    const target = place(word, env, analysis)
    if (isGuardPath(target.absolute, analysis, /\/\.[\w-]+/.test(target.absolute)))
      find(call, 'self.tamper', { targets: [target] })
  }
}
