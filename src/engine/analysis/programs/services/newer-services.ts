/** Platforms and services with a command line of their own: each word of it that ends, pays, opens or shows something. Rows of data. */

import type { Programs } from '../../calls/form.ts'
import { type Call, wrapped } from '../../values/analysis.ts'
import { literal, type Stream } from '../../values/value.ts'
import { records } from './newer-services.gen.ts'

const tables = records({ insides })

/** `minikube kubectl -- delete ns prod`: another program's words behind a word of its own. */
function insides(call: Call): Stream | undefined {
  const at = call.args.findIndex(({ text }) => text === 'kubectl')
  if (at < 0 || call.args.slice(0, at).some(({ text }) => text[0] !== '-' && !/^[\w-]+$/.test(text))) return undefined
  const words = call.args.slice(at + 1)
  return call.analysis.words(
    [literal('kubectl'), ...(words[0]?.text === '--' ? words.slice(1) : words)],
    wrapped(call),
    call.stdin,
  )
}

export const newerServices: Programs = {
  ...tables,
  'k0s k3s rancher': insides,
}
