/** Options by which programs of any kind say where their output goes. The guard's files there are changed, whoever writes. */

import { type Call, find } from '../values/analysis.ts'
import { hasTrait } from '../values/traits.ts'
import { isGuardPath } from './guard-places.ts'
import { forms } from './links.ts'

const option =
  /^(?:-o|-out|--out|--output|--out(?:put)?-?(?:file|dir|directory|path|document)|--dest(?:ination)?|--extract-to)(?:=(.*))?$/s
/** How each of them begins: a short look before the long one. */
const letters = /^--?[ode]/

export function outputsToGuard(call: Call): void {
  if (call.env.remote || hasTrait(call.program, 'ownOutput')) return
  for (const [at, word] of call.args.entries()) {
    if (!letters.test(word.text)) continue
    const [given, attached] = option.exec(word.text) ?? []
    if (given === undefined) continue
    const value = attached === undefined ? call.args[at + 1] : { ...word, text: attached }
    if (value === undefined || value.text[0] === '-') continue
    for (const target of forms(value, call.env, call.analysis))
      if (isGuardPath(target.absolute, call.analysis, true))
        find(call, 'self.tamper', { targets: [target], unknown: target.unsure })
  }
}
