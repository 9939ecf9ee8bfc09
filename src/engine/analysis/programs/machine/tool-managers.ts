/** Managers of tools, environments and dotfiles: whom they trust, what they fetch, what they end. Rows of data. */

import type { Programs } from '../../calls/form.ts'
import { type Call, wrapped } from '../../values/analysis.ts'
import { literal, type Stream } from '../../values/value.ts'
import { records } from './tool-managers.gen.ts'

/** Git on the files of the home, besides its own words. */
function dotfiles(call: Call): Stream | undefined {
  const words = call.args.filter(({ text }, at) => text[0] !== '-' && !/^(?:-Y|--yadm-\w+)$/.test(call.args[at - 1]?.text ?? ''))
  const [verb] = words
  if (
    verb === undefined ||
    /^(?:alt|bootstrap|encrypt|decrypt|perms|enter|introspect|help|version|upgrade|list)$/.test(verb.text)
  )
    return undefined
  const from = call.args.indexOf(verb)
  return call.analysis.words([literal('git'), ...call.args.slice(from)], wrapped(call), call.stdin)
}

export const toolManagers: Programs = records({ dotfiles })
