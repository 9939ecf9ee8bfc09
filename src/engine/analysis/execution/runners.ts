/** Programs of every session that run another program in a way of their own. The rarer ones are in `src/engine/analysis/programs`. */

import { has, options } from '../calls/options.ts'
import { overwritten } from '../effects/file-effects.ts'
import { find, type Handler, wrapped } from '../values/analysis.ts'
import { isKnown, nothing, quoted, taint } from '../values/value.ts'
import { findProgram } from './finders.ts'
import { parallel, xargs } from './inputs.ts'

export const special: Readonly<Record<string, Handler>> = {
  sudo: call => {
    const given = options(call.args, sudoValued, true)
    if (given.positional.length > 0 && !has(given, 'e', 'edit')) return undefined
    if (has(given, 'e', 'edit'))
      for (const file of given.positional) overwritten(file, 'edit', call.env, call.analysis, call.invocation)
    else if (has(given, 's', 'i', 'shell', 'login')) {
      find(call, 'permissions.privileged-shell')
      return call.stdin.text === undefined ? nothing : call.analysis.script(call.stdin.text, wrapped(call), nothing)
    }
    return nothing
  },
  env: call => {
    const given = options(call.args, 'u S C unset chdir split-string', true)
    const split = given.values.get('S') ?? given.values.get('split-string')
    const words = given.positional.filter(word => !/^[A-Za-z_]\w*=/.test(word.text))
    if (split !== undefined) {
      // What stands behind the text belongs to its command, options and all.
      const at = call.args.findIndex(word => word === split || (word.text[0] === '-' && word.text.endsWith(split.text)))
      const rest = call.args.slice(at + 1).map(word => (isKnown(word) ? quoted(word.text) : word.text))
      return call.analysis.script([split.text, ...rest].join(' '), wrapped(call), call.stdin)
    }
    return words.length === 0 ? { text: undefined, taint: taint.environment } : undefined
  },
  xargs,
  parallel,
  rush: parallel,
  find: findProgram,
  bfs: findProgram,
  fd: findProgram,
  fdfind: findProgram,
}

export const sudoValued =
  'u g h p C r t T U D R user group host prompt chdir chroot close-from role type other-user command-timeout'
