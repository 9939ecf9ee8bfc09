/** Password stores, token printers, environment dumps. */

import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import { place } from '../../places/paths.ts'
import { isSecretVariable } from '../../places/secret-names.ts'
import { type Call, find } from '../../values/analysis.ts'
import type { FindingId } from '../../values/findings.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { records } from './secrets.gen.ts'

export const secrets = records({ age, pass, printenv, ps, sshKeygen })

function printenv(call: Call): Stream {
  const names = options(call.args).positional
  if (names.length === 0) return { text: undefined, taint: taint.environment }
  return names.some(name => isSecretVariable(name.text) || name.unknown === 'the input of xargs')
    ? reveal(call, 'secrets.dump-environment')
    : nothing
}

function pass(call: Call): Stream {
  if (/^(?:rm|remove|delete)$/.test(call.args[0]?.text ?? '')) find(call, 'cloud.destroy')
  return /^(?:ls|list|find|search|git|init|help|version|--version|generate|insert|rm|remove|delete|)$/.test(
    call.args[0]?.text ?? '',
  )
    ? nothing
    : reveal(call)
}

function age(call: Call): Stream {
  return has(options(call.args), 'd', 'decrypt') ? { text: undefined, taint: taint.decoded | taint.secret } : nothing
}

function sshKeygen(call: Call): Stream {
  const given = options(call.args, 'f t b C N P m O s n I')
  const file = given.values.get('f')
  if (file !== undefined && (has(given, 'e') || has(given, 'p') || has(given, 'y')))
    readPath(file, call.env, call.analysis, call.invocation)
  // It asks before it writes over a key, and is told yes.
  if (file !== undefined && (/^\s*y/i.test(call.stdin.text ?? '') || (call.stdin.taint & taint.endless) !== 0))
    find(call, 'filesystem.truncate-outside', { targets: [place(file, call.env, call.analysis)], unknown: 'which key was there' })
  return nothing
}

/** Letters without a dash are BSD's: with `e` each process is shown with its environment. */
function ps(call: Call): Stream {
  const words = options(call.args, 'o O p q C u U g G t s k pid ppid sort format user group tty sid quick-pid').positional
  const letters = words.map(({ text }) => (/^[a-zA-Z]+$/.test(text) ? text : ''))
  const shows = letters.some((word, at) => word.includes('e') && !/[oOkpqUt]$/.test(letters[at - 1] ?? ''))
  return shows ? reveal(call, 'secrets.process-memory') : { text: undefined, taint: listsAll(call) ? taint.processes : 0 }
}

/** `ps aux`, `ps -e`: every process, not some. */
function listsAll(call: Call): boolean {
  return (
    call.args.some(word => /^(?:-(?=[a-zA-Z]*[eA])[a-zA-Z]+|(?=[a-z]*(?:ax|xa))[a-z]+|(?=a[a-z]*x)[a-z]+)$/.test(word.text)) &&
    !call.args.some(word => /^-(?:C|p|-pid|-ppid|G)/.test(word.text))
  )
}

function reveal(call: Call, finding: FindingId = 'secrets.read-keychain'): Stream {
  find(call, finding)
  return { text: undefined, taint: taint.secret }
}
