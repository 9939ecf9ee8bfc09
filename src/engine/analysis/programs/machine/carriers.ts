/** Programs that run the command they are given: in another environment, on another machine, again and again, or all at once. */

import type { Programs } from '../../calls/form.ts'
import type { Options } from '../../calls/options.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { type Call, find, wrapped } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { records } from './carriers.gen.ts'

export const carriers: Programs = records({ eachFed, leavesConfinement, piped, variables })

/** Each of the commands gets what comes in. */
function eachFed(call: Call, { positional }: Options): undefined {
  if (call.stdin !== nothing) for (const { text } of positional) call.analysis.script(text, wrapped(call), call.stdin)
}

function variables(_: Call, { values, positional: [verb, name] }: Options): Stream | undefined {
  return verb?.text === 'list' || showsSecrets((verb?.text === 'get' ? name : values.get('p'))?.text ?? 'none')
    ? { text: undefined, taint: taint.environment }
    : undefined
}

/** Another process's name spaces, or a shell with another root: what a container is kept from. */
function leavesConfinement(call: Call, { positional }: { readonly positional: readonly { readonly text: string }[] }): undefined {
  const { args, program } = call
  if (args.some(word => /^--(?:help|version)$/.test(word.text))) return undefined
  const leaves =
    program === 'nsenter'
      ? args.some(word => /^-(?:-target|-all|[a-zA-Z]*[ta])/.test(word.text))
      : args.length > 0 && /^(?:\/\S*\/)?(?:su|bash|sh|zsh|fish|ksh|dash|)$/.test(positional[1]?.text ?? '')
  if (leaves) find(call, 'permissions.privileged-shell')
  return undefined
}

/** `-o '|command'`, `-o '!command'`: what a tracer tells goes to a command. */
function piped(call: Call, { every }: Options): undefined {
  for (const [name, { text }] of every)
    if (/^o/.test(name) && /^[|!]/.test(text)) call.analysis.script(text.slice(1), wrapped(call), nothing)
}
