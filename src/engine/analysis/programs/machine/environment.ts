/** Programs that set variables for whatever starts later. */

import { options } from '../../calls/options.ts'
import { setForGood } from '../../effects/variables-for-good.ts'
import type { Call, Handler } from '../../values/analysis.ts'

/** Passes the call on: what else the program does is told elsewhere. */
const pairs =
  (verb: string | undefined): Handler =>
  call => {
    const words = call.args.filter(({ text }) => !/^\/[a-z]+$/i.test(text))
    if (verb !== undefined && words.shift()?.text !== verb) return undefined
    const [name, value] = words
    if (name !== undefined && value !== undefined) setForGood(name.text, value.text, call.analysis)
    return undefined
  }

function assignments(call: Call): undefined {
  const words = [...options(call.args, 'M H').positional]
  if (words.shift()?.text !== 'set-environment') return undefined
  for (const { text } of words) {
    const equals = text.indexOf('=')
    if (equals > 0) setForGood(text.slice(0, equals), text.slice(equals + 1), call.analysis)
  }
  return undefined
}

export const environment: Readonly<Record<string, Handler>> = {
  setx: pairs(undefined),
  launchctl: pairs('setenv'),
  systemctl: assignments,
}
