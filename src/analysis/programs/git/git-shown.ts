/** git verbs that print what a file holds or held. */

import { has, options } from '../../calls/options.ts'
import { readPath } from '../../effects/file-effects.ts'
import type { Call } from '../../values/analysis.ts'
import { literal, nothing, type Stream } from '../../values/value.ts'

export function shownFile(call: Call): Stream {
  for (const word of options(call.args).positional) {
    const colon = word.text.indexOf(':')
    if (colon > 0 && colon < word.text.length - 1)
      return readPath({ ...word, text: word.text.slice(colon + 1) }, call.env, call.analysis, call.invocation)
  }
  return nothing
}

/** The lines that a file had, for the files named: without its content nothing is shown of them. */
export function shownChanges(call: Call): Stream {
  const given = options(call.args, 'n S G L U since until author grep format')
  if (has(given, 's', 'no-patch', 'stat', 'shortstat', 'numstat', 'name-only', 'name-status', 'summary', 'quiet', 'check'))
    return nothing
  const split = call.args.findIndex(word => word.text === '--')
  const files = split >= 0 ? call.args.slice(split + 1) : given.positional
  let bits = 0
  for (const file of files) bits |= readPath(file, call.env, call.analysis, call.invocation).taint
  const range = given.values.get('L')?.text.replace(/^.*:/, '')
  if (range !== undefined) bits |= readPath(literal(range), call.env, call.analysis, call.invocation).taint
  return { text: undefined, taint: bits }
}
