/** Programs that run the command they are given: in another environment, on another machine, again and again, or all at once. */

import type { Program } from '../../calls/form.ts'
import { interpret } from '../../calls/interpret.ts'
import type { Options } from '../../calls/options.ts'
import { showsSecrets } from '../../places/secret-names.ts'
import { type Call, find, type Handler, wrapped } from '../../values/analysis.ts'
import { nothing, type Stream, taint } from '../../values/value.ts'
import { asUnknown } from '../services/unknown-resources.ts'
import { records } from './carriers.gen.ts'

/** Changes what surrounds a command: rights, names, limits, time, what it is measured by. */
const tables = records({ leavesConfinement, piped, variables })

/** Programs that other families know as well; of the rest nobody knows more than this. */
export const known = new Set(
  'abduco asdf aws-okta aws-vault berglas buildah bundle cabal chamber composer concurrently conda crictl ctr ddev direnv distrobox doppler dotenvx dtach flatpak fly flyctl fnm gotty incus infisical knife lando lerna lxc machinectl mamba micromamba minikube mise mix multipass nodenv nvm nx oc op opam pixi pm2 podman pyenv railway rbenv rustup rye saml2aws snap stack tox ttyd volta zellij'.split(
    ' ',
  ),
)

export const carriers: Readonly<Record<string, Handler | Program>> = Object.fromEntries(
  Object.entries(tables).flatMap(([names, program]) =>
    names
      .split(' ')
      .map((name): [string, Handler | Program] => [
        name,
        known.has(name) ? program : call => interpret(call, program as Program) ?? asUnknown(call),
      ]),
  ),
)

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
