/** Looking for credentials over the whole disk. */

import type { Programs } from '../../calls/form.ts'
import { has, options } from '../../calls/options.ts'
import { place } from '../../places/paths.ts'
import { isSecretName } from '../../places/secret-places.ts'
import { type Call, find } from '../../values/analysis.ts'
import { literal, type Stream, taint } from '../../values/value.ts'

export const searching: Programs = {
  'locate plocate mlocate mdfind es': index,
  'trufflehog gitleaks detect-secrets noseyparker ggshield whispers': scanner,
}

/** The index covers every folder, so the name alone decides. */
function index(call: Call): Stream {
  for (const word of options(call.args, 'd l n limit database onlyin').positional)
    if (
      isSecretName(word.text.replace(/^.*\//, '').replace(/[*?]/g, '')) ||
      /^\*?\.(?:env|pem|key|kdbx)$|password|credential/i.test(word.text)
    )
      find(call, 'secrets.search')
  return { text: undefined, taint: call.stdin.taint & taint.secret, names: true, from: [literal('/')] }
}

/** Ordinary on the workspace, theft on a home directory. */
function scanner(call: Call): Stream {
  const given = options(call.args, 'c config r report-path f report-format')
  for (const word of [...given.positional, given.values.get('source'), given.values.get('s')]) {
    if (word === undefined || !/^[~/.]|^[A-Za-z]:/.test(word.text)) continue
    const { kind, absolute } = place(word, call.env, call.analysis)
    const above = kind === 'workspace' && !call.analysis.roots.includes(absolute)
    if ((kind === 'root' || kind === 'home' || above) && !has(given, 'help')) find(call, 'secrets.search')
  }
  return { text: undefined, taint: call.stdin.taint & taint.secret }
}
